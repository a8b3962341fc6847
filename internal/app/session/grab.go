package session

import (
	"tumble/physics"
	"tumble/physics/vec"
)

// grab is the hand that holds a body. It is the same for a pebble and a lorry: the spring is
// given by frequency and damping ratio, its strength by the weight of the held body.
type grab struct {
	body   physics.Body
	joint  physics.Joint
	target vec.Vec3
}

// take holds a body by a point (m, world).
func (g *grab) take(w *physics.World, b physics.Body, p vec.Vec3) error {
	def := physics.DefaultMouseJointDef()
	def.Body = b
	def.Grab, def.Target = p, p
	joint, err := w.CreateMouseJoint(def)
	if err != nil {
		return err
	}
	*g = grab{body: b, joint: joint, target: p}
	return nil
}

// follow moves the hand and keeps the held body awake.
func (g *grab) follow(w *physics.World) {
	if !g.joint.Valid() {
		*g = grab{}
		return
	}
	g.joint.SetTarget(g.target)
	g.body.SetAwake(true)
}

// release lets go.
func (g *grab) release() {
	if g.joint.Valid() {
		g.joint.Destroy()
	}
	*g = grab{}
}
