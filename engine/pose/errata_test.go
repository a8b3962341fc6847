package pose

import (
	"math"
	"testing"
	"tumble/physics/vec"
)

// E13: blending the components of quaternions is not a rotation at constant speed.
func TestE13ComponentsOfQuaternions(t *testing.T) {
	a := axisAngle64(0, 1, 0, 0)
	b := axisAngle64(0, 1, 0, 2.8)
	published := func(u float64) q64 {
		q := q64{b.x*u + a.x*(1-u), b.y*u + a.y*(1-u), b.z*u + a.z*(1-u), b.w*u + a.w*(1-u)}
		return q
	}
	q := published(.5)
	if n := math.Sqrt(q.dot(q)); n > .8 {
		t.Errorf("the blend has length %v: not shown to be wrong", n)
	}
	l := math.Sqrt(published(.25).dot(published(.25)))
	p := published(.25)
	p = q64{p.x / l, p.y / l, p.z / l, p.w / l}
	want := axisAngle64(0, 1, 0, .7)
	if e := p.angleTo(want); e < 5 {
		t.Errorf("normalised blend only %v° off", e)
	}
	ours := to64(BlendRotation(a.f32(), b.f32(), vec.Vec3{}, .01, .25))
	if e := ours.angleTo(want); e > 1e-4 {
		t.Errorf("ours is %v° off", e)
	}
	// and the sign: q and −q are one rotation, but their blend goes the long way round
	minus := q64{-b.x, -b.y, -b.z, -b.w}
	ours = to64(BlendRotation(a.f32(), minus.f32(), vec.Vec3{}, .01, .25))
	if e := ours.angleTo(want); e > 1e-4 {
		t.Errorf("with the other sign ours is %v° off", e)
	}
}

// E32: in Verlet integration the previous position is the velocity; a bounce edits it, and a picture
// that is blended from it jumps.
func TestE32VerletPreviousIsNotThePreviousPose(t *testing.T) {
	x, prev := 0.95, 0.90 // moving right by 0.05 a tick, towards a wall at 1
	store := NewStore(1)
	if err := store.Spawn(0, 1, poseAt(float32(x))); err != nil {
		t.Fatal(err)
	}
	worst, ours := 0.0, 0.0
	lastDrawn, lastOurs := x, float32(x)
	for tick := uint64(1); tick <= 20; tick++ {
		before := x
		x, prev = x+(x-prev), x
		if x > 1 { // bounce: put it back and turn the velocity round by editing prev
			v := x - prev
			x = 1
			prev = x + v
		}
		store.BeginTick(tick, .01)
		store.Move(0, 1, poseAt(float32(before)), poseAt(float32(x)), vec.Vec3{})
		store.EndTick()
		for _, alpha := range []float64{0, .25, .5, .75} {
			drawn := x*alpha + prev*(1-alpha)
			worst = math.Max(worst, math.Abs(drawn-lastDrawn))
			lastDrawn = drawn
			o, _ := store.drawnX(t, 0, 1, float32(alpha))
			ours = math.Max(ours, math.Abs(float64(o-lastOurs)))
			lastOurs = o
		}
	}
	t.Logf("largest jump between drawn positions: Verlet's previous %.4f, own copy %.4f", worst, ours)
	if worst < .04 || ours > .05/4+1e-4 {
		t.Errorf("Verlet %.4f, ours %.4f", worst, ours)
	}
}
