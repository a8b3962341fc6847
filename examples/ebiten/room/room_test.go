package room

import (
	"errors"
	"testing"

	"tumble/physics/physicstest"
)

// frames shows the room for some seconds at a rate of pictures (Hz), and calls each after every one.
func frames(t *testing.T, r *Room, hz, seconds int64, each func()) {
	t.Helper()
	for frame := range hz*seconds + 1 {
		err := r.Frame(1_000_000_000 + frame*1_000_000_000/hz)
		if err != nil {
			t.Fatal(err)
		}
		each()
	}
}

// The pyramid stands, in the plane of the picture, until it is cleared.
func TestPyramidStands(t *testing.T) {
	r, err := New()
	if err != nil {
		t.Fatal(err)
	}
	physicstest.Record(t, r.world)
	start := r.Boxes(nil)
	frames(t, r, 60, 5, func() { physicstest.Assert(t, r.world, physicstest.Penetration(0.01)) })
	physicstest.Assert(t, r.world, physicstest.AtRest(0.01, 0.01), physicstest.Finite())
	for i, b := range r.Boxes(nil) {
		dx, dy := b.X-start[i].X, b.Y-start[i].Y
		if dx*dx+dy*dy > 1e-3 || b.Angle*b.Angle > 1e-3 {
			t.Errorf("box %d went from %v to %v", i, start[i], b)
		}
	}
	r.Clear()
	n := len(r.Boxes(nil))
	if n != 3 || r.world.BodyCount() != 3 {
		t.Errorf("%d boxes and %d bodies are left", n, r.world.BodyCount())
	}
}

// A crate falls by much the same distance from picture to picture, whatever the rate of the display; and the world does
// not depend on that.
func TestMotionIsEven(t *testing.T) {
	hashes, compared := map[uint64]uint64{}, 0 // by the number of steps
	for _, hz := range []int64{50, 60, 75, 144, 240} {
		r, err := New()
		if err != nil {
			t.Fatal(err)
		}
		r.Clear()
		err = r.Drop(0, 11)
		if err != nil {
			t.Fatal(err)
		}
		physicstest.Record(t, r.world)
		const g = 9.81
		last, fell := float32(11), float32(0)
		frames(t, r, hz, 1, func() {
			boxes := r.Boxes(nil)
			y := boxes[len(boxes)-1].Y
			// gravity changes the distance from picture to picture by g/hz², in steps of g/(60·hz)
			d := last - y
			if d < 0 || d-fell < -1e-4 || d-fell > 2.5*g/float32(min(hz, rate)*hz) {
				t.Errorf("%d Hz: %v m after %v m from picture to picture", hz, d, fell)
			} else {
				last, fell = y, d
			}
			step, hash := r.world.Counters().Steps, r.world.Hash()
			before, known := hashes[step]
			if known && before != hash {
				t.Errorf("%d Hz: another world after %d steps", hz, step)
			}
			if known {
				compared++
			}
			hashes[step] = hash
		})
	}
	if compared < 400 {
		t.Errorf("only %d worlds compared", compared)
	}
}

// Crates fall into the room only.
func TestDropOutside(t *testing.T) {
	r, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range [][2]float32{{-9.7, 5}, {9.7, 5}, {0, -1}, {0, 13}} {
		err = r.Drop(p[0], p[1])
		if !errors.Is(err, ErrOutside) {
			t.Errorf("%v: %v", p, err)
		}
	}
	n := len(r.Boxes(nil))
	if n != 3+rows*(rows+1)/2 {
		t.Errorf("%d boxes", n)
	}
}
