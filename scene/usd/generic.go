package usd

import (
	"fmt"
	"math"
	"slices"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/model"
	"tumble/scene/usd/internal/usdstage"
)

// coordinates are those of a generic joint, in the order of the engine.
var coordinates = [6]string{"transX", "transY", "transZ", "rotX", "rotY", "rotZ"}

// freedom has the free axes of a generic joint.
type freedom struct {
	physics.SixJointDef
	free  []int // coordinates that are not locked
	plain bool  // they have neither limits nor drives
}

// generic makes a joint of limits and drives. One that leaves nothing, all rotations, one or two of them or one shift
// is of the kinds that do just that, which hold better.
func (r *reader) generic(p *usdstage.Prim, a, b vec.Transform) []model.Joint {
	d := freedom{SixJointDef: physics.DefaultSixJointDef(), plain: true}
	d.FrameA, d.FrameB = a, b
	for i, name := range coordinates {
		unit := r.length
		if i >= 3 {
			unit = math.Pi / 180
		}
		at := "limit:" + name + ":physics:"
		if applied(p, "PhysicsLimitAPI:"+name, at+"low", at+"high") {
			free := r.limit(p, &d.Axes[i], at+"low", at+"high", unit)
			d.Locked[i] = !free || d.Axes[i].Limited && d.Axes[i].Lower == 0 && d.Axes[i].Upper == 0
		}
		if d.Locked[i] {
			d.Axes[i] = physics.JointAxis{}
			continue
		}
		driven := r.drive(p, &d.Axes[i], name)
		d.plain = d.plain && !driven && !d.Axes[i].Limited
		d.free = append(d.free, i)
	}
	for _, name := range append(p.AppliedTo("PhysicsLimitAPI"), p.AppliedTo("PhysicsDriveAPI")...) {
		if !slices.Contains(coordinates[:], name) {
			p.Lossf("the limit or drive %.40q is left out: it is none of transX to rotZ", name)
		}
	}
	return d.joints()
}

// joints are those of the engine.
func (d *freedom) joints() []model.Joint {
	held := d.Locked[0] && d.Locked[1] && d.Locked[2]
	switch {
	case len(d.free) == 0:
		f := physics.DefaultFixedJointDef()
		f.FrameA, f.FrameB = d.FrameA, d.FrameB
		return []model.Joint{{Def: &f}}
	case held && len(d.free) == 3 && d.plain:
		ball := physics.DefaultBallJointDef()
		ball.FrameA, ball.FrameB = d.FrameA, d.FrameB
		return []model.Joint{{Def: &ball}}
	case len(d.free) == 1:
		return []model.Joint{d.single(d.free[0])}
	case held && len(d.free) == 2:
		return []model.Joint{d.single(d.free[0]), d.single(d.free[1])}
	}
	return []model.Joint{{Def: &d.SixJointDef}}
}

// single makes a hinge or a slider of one coordinate.
func (d *freedom) single(free int) model.Joint {
	axis := [3]vec.Vec3{vec.AxisX, vec.AxisY, vec.AxisZ}[free%3]
	if free < 3 {
		s := physics.DefaultSliderJointDef()
		align(&s.JointFrames, d.FrameA, d.FrameB, vec.AxisX, axis)
		s.Axis = d.Axes[free]
		return model.Joint{Def: &s}
	}
	h := physics.DefaultHingeJointDef()
	align(&h.JointFrames, d.FrameA, d.FrameB, vec.AxisZ, axis)
	h.Axis = d.Axes[free]
	return model.Joint{Def: &h}
}

// made is the joint of the world for a joint of the file.
type made struct {
	prim *usdstage.Prim
	list []model.Joint
}

// chain adds the joints between two bodies. Several hinges and sliders do not hold the bodies twice: each leaves what
// it leaves, one after the other from the first body to the second, with a light piece between two of them.
func (r *reader) chain(list []made) {
	var links []model.Joint
	var first *usdstage.Prim
	for _, m := range list {
		for _, j := range m.list {
			if !isLink(&j) {
				r.scene.Joints = append(r.scene.Joints, j)
				continue
			}
			links = append(links, j)
			if first == nil {
				first = m.prim
			}
		}
	}
	if len(links) < 2 {
		r.scene.Joints = append(r.scene.Joints, links...)
		return
	}
	parent, child := links[0].A, links[0].B
	if !links[0].Def.Ends().CollideConnected {
		// one that leaves everything keeps the bodies from colliding
		free := physics.DefaultSixJointDef()
		r.scene.Joints = append(r.scene.Joints, model.Joint{A: parent, B: child, Def: &free})
	}
	weight := float32(0)
	for i := range links[:len(links)-1] {
		// the piece is where the second body is, with its centre at the joint
		frames := links[i].Def.Ends()
		def := physics.DefaultBodyDef()
		of := &r.scene.Bodies[child].Def
		def.Type, def.Position, def.Rotation, def.Name = physics.Dynamic, of.Position, of.Rotation,
			shortened(first.Path+" piece "+itoa(i+1))
		piece := model.Body{Def: def, Mass: r.scene.TakePiece(parent, child)}
		center := frames.FrameB.P
		piece.Mass.Center = &center
		weight += piece.Mass.Mass
		links[i].B = len(r.scene.Bodies)
		r.scene.Bodies = append(r.scene.Bodies, piece)
		next := links[i+1].Def.Ends()
		next.FrameA = next.FrameB
		links[i+1].A = links[i].B
	}
	r.noted.add(first, "chain", model.RankWarning,
		fmt.Sprintf("%d joints between two bodies: they act one after the other, "+
			"with pieces of %.3g kg between them", len(links), weight))
	r.scene.Joints = append(r.scene.Joints, links...)
}

// isLink reports whether a joint holds two bodies in all but one coordinate.
func isLink(j *model.Joint) bool {
	switch j.Def.(type) {
	case *physics.HingeJointDef, *physics.SliderJointDef:
		return !j.Off
	}
	return false
}

// applied reports whether a schema is applied. Values that are there without it count as well, which is told.
func applied(p *usdstage.Prim, schema string, names ...string) bool {
	if p.Applied(schema) {
		return true
	}
	for _, name := range names {
		if p.Value(name) != nil {
			p.Warnf("has %s without the schema %s: it counts", name, schema)
			return true
		}
	}
	return false
}
