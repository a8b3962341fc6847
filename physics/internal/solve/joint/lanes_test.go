package joint

import (
	"testing"

	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// TestStrayImpulses: a block that holds an impulse of a limit that its joint lacks is read anew, since the joint
// forgets it.
func TestStrayImpulses(t *testing.T) {
	for _, limited := range []bool{false, true} {
		j := Joint{Kind: BallJoint, Target: vec.QuatIdentity}
		if limited {
			j.Axes[0].Flags, j.Axes[1].Flags = AxisLimit, AxisLimit
		}
		var o angularOptions
		o.read(&j, 0.01, &keptSprings{})
		for i := range 4 {
			var b kernel.AngularBlock
			for k := range kernel.Width {
				o.write(&b, k)
			}
			if i > 0 {
				[]*kernel.Lane{&b.ConeImpulse, &b.Low, &b.Above}[i-1][i] = 3
			}
			if got, want := strays(&b), i > 0 && !limited; got != want {
				t.Errorf("limited %v, impulse %d: strays %v", limited, i, got)
			}
		}
	}
}
