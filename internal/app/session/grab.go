package session

import (
	"tumble/engine/input"
	"tumble/physics"
	"tumble/physics/vec"
)

// grab is the hand that holds a body. A pebble and a lorry are held alike: the spring has a frequency and a damping
// ratio, and its strength is a multiple of the weight of the held body.
type grab struct {
	body   physics.Body
	joint  physics.MouseJoint
	target vec.Vec3
	// rotating: the body turns to goal and keeps that rotation
	rotating bool
	goal     vec.Quat
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

// maxRotation (rad) bounds a single turn.
const maxRotation = 100

// fastestRotation (rad/s) is how fast a held body turns.
const fastestRotation = 12

// RotateCommand turns the held body by a rotation vector (rad, world). With hold the body keeps its rotation until a
// command without hold lets it swing again.
func RotateCommand(by vec.Vec3, hold bool) input.Event {
	e := command(CommandRotate)
	if e.D = by; hold {
		e.X = 1
	}
	return e
}

// rotate carries out CommandRotate.
func (g *grab) rotate(e *input.Event) {
	hold := e.X != 0 && g.joint.Valid()
	if hold && !g.rotating {
		g.goal = g.body.Rotation()
	}
	if g.rotating = hold; hold {
		if axis, angle := e.D.NormLen(); angle > 0 && angle < maxRotation {
			g.goal = vec.QuatAxisAngle(axis, angle).Mul(g.goal).Norm()
		}
	}
}

// follow moves the hand and keeps the held body awake, for a step of dt seconds.
func (g *grab) follow(dt float32) {
	if !g.joint.Valid() {
		*g = grab{}
		return
	}
	g.joint.SetTarget(g.target)
	g.body.SetAwake(true)
	if !g.rotating {
		return
	}
	// turn by a velocity, so that the body pushes the bodies it touches instead of turning through them
	by := g.goal.Mul(g.body.Rotation().Conj()).RotationVector()
	if n, most := by.Len(), float32(fastestRotation*dt); n > most {
		by = by.Mul(most / n)
	}
	g.body.SetAngularVelocity(by.Mul(1 / dt))
}

// release lets go.
func (g *grab) release() {
	if g.joint.Valid() {
		g.joint.Destroy()
	}
	*g = grab{}
}
