package keyframe

import (
	"math"
	"math/rand/v2"
	"sort"
	"testing"

	"tumble/physics/vec"
)

// at plays keys as glTF says (3.11, "Animations"): linear positions, spherical rotations on the short way, both in
// double precision.
func at(positions []PositionKey, rotations []RotationKey, time float32) ([3]float64, [4]float64) {
	i := sort.Search(len(positions), func(k int) bool { return positions[k].Time > time })
	p := positions[max(i-1, 0)].At
	x := [3]float64{float64(p.X), float64(p.Y), float64(p.Z)}
	if i > 0 && i < len(positions) {
		a, b := positions[i-1], positions[i]
		u := (float64(time) - float64(a.Time)) / (float64(b.Time) - float64(a.Time))
		for k, d := range [3]float64{float64(b.At.X) - x[0], float64(b.At.Y) - x[1], float64(b.At.Z) - x[2]} {
			x[k] += u * d
		}
	}
	i = sort.Search(len(rotations), func(k int) bool { return rotations[k].Time > time })
	wide := func(q vec.Quat) [4]float64 { return [4]float64{float64(q.X), float64(q.Y), float64(q.Z), float64(q.W)} }
	q := wide(rotations[max(i-1, 0)].At)
	if i > 0 && i < len(rotations) {
		a, b := rotations[i-1], rotations[i]
		u := (float64(time) - float64(a.Time)) / (float64(b.Time) - float64(a.Time))
		r := wide(b.At)
		c := q[0]*r[0] + q[1]*r[1] + q[2]*r[2] + q[3]*r[3]
		angle := math.Acos(min(math.Abs(c), 1))
		f, g := 1-u, u
		if angle > 1e-6 {
			f, g = math.Sin((1-u)*angle)/math.Sin(angle), math.Sin(u*angle)/math.Sin(angle)
		}
		for k := range q {
			q[k] = f*q[k] + g*math.Copysign(1, c)*r[k]
		}
	}
	return x, q
}

// angleTo is the angle (rad) between rotations.
func angleTo(a [4]float64, q vec.Quat) float64 {
	b := [4]float64{float64(q.X), float64(q.Y), float64(q.Z), float64(q.W)}
	same, other := 0.0, 0.0
	for k := range a {
		same += (a[k] - b[k]) * (a[k] - b[k])
		other += (a[k] + b[k]) * (a[k] + b[k])
	}
	return 4 * math.Asin(min(math.Sqrt(min(same, other))/2, 1))
}

// motion makes a pose of a body at each step: it flies, bounces, spins at changing speeds of up to limit (rad) a
// step, rests.
func motion(random *rand.Rand, steps int, limit float32) []vec.Transform {
	list := make([]vec.Transform, 0, steps)
	pose := vec.TransformIdentity
	var v, w vec.Vec3
	chance := func(size float32) vec.Vec3 {
		return vec.V3(size*(2*random.Float32()-1), size*(2*random.Float32()-1), size*(2*random.Float32()-1))
	}
	for i := range steps {
		switch {
		case i%37 == 0:
			v, w = chance(0.2), chance(limit/2)
		case i%211 > 180:
			v, w = vec.Vec3{}, vec.Vec3{}
		}
		v.Y -= 0.001
		pose.P = pose.P.Add(v)
		pose.Q = pose.Q.Mul(vec.QuatAxisAngle(w.Norm(), w.Len())).Norm()
		if i%3 == 0 {
			// the sign of a rotation means nothing
			pose.Q = pose.Q.Neg()
		}
		list = append(list, pose)
	}
	return list
}

// TestTolerance: every pose comes back within the tolerances, at every speed of turning up to half a turn a step, and
// no two neighbouring keys of a rotation are on different sides.
func TestTolerance(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, limit := range []float32{0.001, 0.05, 0.5, 1.5, 3} {
		for _, tolerance := range []float64{1e-5, 1e-3, 0.1} {
			poses := motion(random, 1000, limit)
			track := Track{Position: tolerance, Rotation: tolerance}
			for i, pose := range poses {
				track.Add(float32(i)/100, pose)
			}
			positions, rotations := track.Keys()
			for i := 1; i < len(rotations); i++ {
				if rotations[i].At.Dot(rotations[i-1].At) < 0 || rotations[i].Time <= rotations[i-1].Time {
					t.Fatalf("limit %g: key %d of the rotation goes the long way or back in time", limit, i)
				}
			}
			for i, pose := range poses {
				x, q := at(positions, rotations, float32(i)/100)
				off := math.Hypot(math.Hypot(x[0]-float64(pose.P.X), x[1]-float64(pose.P.Y)), x[2]-float64(pose.P.Z))
				if angle := angleTo(q, pose.Q); off > tolerance || angle > tolerance+1e-6 {
					t.Fatalf("limit %g, tolerance %g: step %d is off by %g m and %g rad", limit, tolerance, i, off,
						angle)
				}
			}
		}
	}
}

// TestFewKeys: straight motion at one speed and spin about one axis need a key at each end and one for each arc, rest
// needs none.
func TestFewKeys(t *testing.T) {
	track := Track{Position: 1e-3, Rotation: 1e-3}
	spin := vec.QuatAxisAngle(vec.AxisY, 0.05)
	pose := vec.TransformIdentity
	for i := range 1000 {
		track.Add(float32(i)/100, pose)
		pose.P.X += 0.01
		pose.Q = pose.Q.Mul(spin).Norm()
	}
	positions, rotations := track.Keys()
	if len(positions) != 2 || len(rotations) < 17 || len(rotations) > 19 {
		t.Errorf("%d keys of a straight flight, want 2; %d of 50 rad about an axis, want 50/3",
			len(positions), len(rotations))
	}
	rest := Track{Position: 1e-3, Rotation: 1e-3}
	for i := range 1000 {
		rest.Add(float32(i), pose)
	}
	if positions, rotations = rest.Keys(); len(positions) != 1 || len(rotations) != 1 {
		t.Errorf("%d and %d keys of a body at rest, want 1", len(positions), len(rotations))
	}
}

// TestJump: a body that is put elsewhere is not seen on the way.
func TestJump(t *testing.T) {
	track := Track{Position: 1e-3, Rotation: 1e-3}
	far := vec.Transform{P: vec.V3(100, 0, 0), Q: vec.QuatAxisAngle(vec.AxisX, 2)}
	track.Add(0, vec.TransformIdentity)
	track.Hold(1)
	track.Jump(2, far)
	track.Hold(3)
	positions, rotations := track.Keys()
	for _, c := range []struct {
		time float32
		want vec.Transform
	}{{0, vec.TransformIdentity}, {1.9999, vec.TransformIdentity}, {2, far}, {3, far}} {
		x, q := at(positions, rotations, c.time)
		if math.Abs(x[0]-float64(c.want.P.X)) > 1e-3 || angleTo(q, c.want.Q) > 1e-3 {
			t.Errorf("at %g s the body is at %v, rotation %v, want %v", c.time, x, q, c.want)
		}
	}
}
