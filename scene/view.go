package scene

import (
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/scene/model"
)

// A view that no file gives looks down from the front left corner (degrees), and is so many times as far away as the
// ball around the subject is wide, which fills four fifths of a picture with a field of view of 50°.
const (
	viewYaw, viewPitch = 30, 18
	viewDistance       = 2.6
	leastRadius        = 0.05 // m
	mostRadius         = 1000 // of a body that counts: planes and landscapes are no subject
)

// ViewOf is a view of all that moves in the world of a run, or of all that is there where nothing moves.
func ViewOf(run *scenes.Run) scenes.View { return framed(model.Sample{Run: run}) }

// framed is a view of all that moves in a world, or of all that is there where nothing moves.
func framed(sample model.Sample) scenes.View {
	drawn := map[int][]scenes.Drawing{}
	for _, d := range sample.Run.Scene.Drawings {
		drawn[d.Body] = append(drawn[d.Body], d)
	}
	moving, all := vec.EmptyAABB, vec.EmptyAABB
	for _, b := range sample.Run.World.Bodies(nil) {
		box := b.Bounds()
		if b.ShapeCount() == 0 {
			box = vec.AABBAround(b.WorldCenter(), vec.Vec3{}).Union(drawnBounds(b, drawn[b.Index()]))
		}
		if box.Half().Len() > mostRadius {
			continue
		}
		all = all.Union(box)
		if b.Type() != physics.Static {
			moving = moving.Union(box)
		}
	}
	if moving == vec.EmptyAABB {
		moving = all.Union(copied(sample))
	}
	if moving == vec.EmptyAABB {
		return scenes.View{}
	}
	radius := max(moving.Half().Len(), leastRadius)
	return scenes.View{Target: moving.Center(), Distance: viewDistance * radius, Yaw: viewYaw, Pitch: viewPitch}
}

// drawnBounds are the bounds (m, world) of the drawings of a body.
func drawnBounds(b physics.Body, list []scenes.Drawing) vec.AABB {
	all := vec.EmptyAABB
	for _, d := range list {
		at := b.Transform().Mul(d.Local)
		for _, p := range d.Mesh.Points {
			all = all.Union(vec.AABBAround(at.Apply(p), vec.Vec3{}))
		}
	}
	return all
}

// copied are the bounds of all copies, each as the ball around its bounds.
func copied(sample model.Sample) vec.AABB {
	all := vec.EmptyAABB
	for _, c := range sample.Copied {
		box := c.Body.Bounds()
		r := box.Half().Len()
		if r > mostRadius {
			continue
		}
		center := c.Body.Transform().InvApply(box.Center())
		for _, at := range c.Copies {
			all = all.Union(vec.AABBAround(at.Apply(center), vec.V3(r, r, r)))
		}
	}
	return all
}
