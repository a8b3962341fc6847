package urdf

import (
	"tumble/internal/scenefile"
	"tumble/physics"
	"tumble/physics/vec"
)

// maxRatio bounds the ratio of a gear.
const maxRatio = 1e3

// mimic couples a joint with the one that it follows: two hinges by a gear, a hinge and a slide by a
// rack. Both need to be mounted on one body.
func (b *builder) mimic(j *joint) {
	m := j.First("mimic")
	if m == nil {
		return
	}
	name := m.Text("joint", "")
	leader, ok := b.built[name]
	follower, fine := b.built[j.name]
	ratio := m.Number("multiplier", 1)
	switch {
	case !ok || !fine || name == j.name:
		m.Lossf("joint %q cannot be followed: it has no effect", name)
		return
	case leader.parent != follower.parent:
		m.Lossf("joint %q is mounted on another body: it has no effect", name)
		return
	case leader.sliding && follower.sliding:
		m.Lossf("two slides cannot be coupled: it has no effect")
		return
	case vec.Abs(ratio) < 1/maxRatio || vec.Abs(ratio) > maxRatio:
		m.Lossf("a multiplier of %g: must be %g to %g: it has no effect", ratio, 1/maxRatio, float32(maxRatio))
		return
	}
	if m.Number("offset", 0) != 0 {
		m.Warnf("the offset counts only as far as the initial pose has it")
	}
	put := func(a, c *builtJoint, def any) {
		f := scenefile.Frames(def)
		f.FrameA, f.FrameB, f.CollideConnected = a.frame, c.frame, true
		b.scene.Joints = append(b.scene.Joints, scenefile.Joint{A: a.child, B: c.child, Def: def})
	}
	switch {
	case !leader.sliding && !follower.sliding:
		d := physics.DefaultGearJointDef()
		d.Ratio = -1 / ratio // ωA + Ratio·ωB = 0
		put(&leader, &follower, &d)
	case leader.sliding:
		d := physics.DefaultRackJointDef()
		d.Ratio = 1 / ratio // vB = Ratio·ωA
		put(&follower, &leader, &d)
	default:
		d := physics.DefaultRackJointDef()
		d.Ratio = ratio
		put(&leader, &follower, &d)
	}
}
