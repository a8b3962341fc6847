package yard

import (
	"testing"

	"tumble/physics"
	"tumble/physics/physicstest"
)

// frames shows the yard for some seconds at a rate of pictures (Hz), and calls each after every one.
func frames(t *testing.T, y *Yard, hz, seconds int64, each func()) {
	t.Helper()
	for frame := range hz*seconds + 1 {
		err := y.Frame(1_000_000_000 + frame*1_000_000_000/hz)
		if err != nil {
			t.Fatal(err)
		}
		each()
	}
}

// upright counts the bricks that are less than half a brick off where they began.
func upright(y *Yard, start []Part) (n int) {
	now := y.Parts(nil)
	for i := range start {
		_, box := start[i].Geometry.(physics.Box)
		if box && now[i].Pose.P.Sub(start[i].Pose.P).Len() < 0.2 {
			n++
		}
	}
	return n - 1 // the floor
}

// The figure falls onto the wall, which stands; then balls break it. No part sinks into another or is lost.
func TestWall(t *testing.T) {
	y, err := New()
	if err != nil {
		t.Fatal(err)
	}
	physicstest.Record(t, y.world)
	start := y.Parts(nil)
	holds := func() { physicstest.Assert(t, y.world, physicstest.Finite()) }
	frames(t, y, 60, 2, holds)
	if n := upright(y, start); n < rows*columns-4 {
		t.Errorf("%d bricks of %d stand", n, rows*columns)
	}
	for range mostBalls + 3 {
		err := y.Throw(physics.V3(0, 1.5, 12), physics.V3(0, 0.3, -12))
		if err != nil {
			t.Fatal(err)
		}
	}
	n := y.world.BodyCount()
	if len(y.balls) != mostBalls || n != len(y.things) || n != 1+rows*columns+14+mostBalls {
		t.Errorf("%d balls and %d bodies", len(y.balls), n)
	}
	frames(t, y, 60, 4, holds)
	if n := upright(y, start); n > rows*columns/2 {
		t.Errorf("%d bricks stand after %d balls", n, mostBalls)
	}
	if y.Throw(physics.Vec3{}, physics.Vec3{}) == nil {
		t.Error("a ball without a direction is thrown")
	}
	err = y.Reset()
	if err != nil {
		t.Fatal(err)
	}
	if got := y.Parts(nil); len(got) != len(start) || got[7].Pose != start[7].Pose {
		t.Errorf("%d parts, the seventh at %v", len(got), got[7].Pose)
	}
}

// A thrown ball moves by the same distance from picture to picture, whatever the rate of the display. The world does
// not depend on the rate.
func TestMotionIsEven(t *testing.T) {
	hashes, compared := map[uint64]uint64{}, 0 // by the number of steps
	for _, hz := range []int64{50, 60, 75, 144, 240} {
		y, err := New()
		if err != nil {
			t.Fatal(err)
		}
		err = y.Throw(physics.V3(0, 8, 10), physics.V3(1, 0, 0))
		if err != nil {
			t.Fatal(err)
		}
		last := float32(0)
		first := true
		frames(t, y, hz, 1, func() {
			parts := y.Parts(nil)
			x := parts[len(parts)-1].Pose.P.X
			// the loop shows the last step but one until it knows how long steps take
			if d := (x - last) * float32(hz); !first && last > 0.5 && (d < ballSpeed-0.5 || d > ballSpeed+0.5) {
				t.Errorf("%d Hz: %v m/s from picture to picture", hz, d)
			}
			last, first = x, false
			step, hash := y.world.Counters().Steps, y.world.Hash()
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
