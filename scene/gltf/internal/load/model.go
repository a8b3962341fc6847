package load

import (
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/model"
)

// reading is the scene that is built from a tree of nodes.
type reading struct {
	*tree
	scene   *model.Model
	jointOf map[int]int // 1 + the joint of a node
	scenery int         // body that carries shapes and frames of no body, −1 before it is needed
}

// inBody returns a transform of the world in the frame of a body.
func (d *reading) inBody(body int, at vec.Transform) vec.Transform {
	if body < 0 {
		return at
	}
	def := &d.scene.Bodies[body].Def
	return vec.Transform{P: def.Position, Q: def.Rotation.Unit()}.InvMul(at)
}

func (d *reading) movable(body int) bool {
	return body >= 0 && d.scene.Bodies[body].Def.Type == physics.Dynamic
}

// side returns the body of a frame and the frame in it.
func (d *reading) side(i int) (int, vec.Transform) {
	n := &d.nodes[i]
	if n.body < 0 {
		return -1, n.world.Transform()
	}
	return n.body, n.rel.Transform()
}

// sceneryBody is a static body at the origin for shapes and frames that belong to no body.
func (d *reading) sceneryBody() int {
	if d.scenery < 0 {
		def := physics.DefaultBodyDef()
		def.Name = "world"
		d.scene.Bodies = append(d.scene.Bodies, model.Body{Def: def, Origin: model.OfScenery})
		d.scenery = len(d.scene.Bodies) - 1
	}
	return d.scenery
}
