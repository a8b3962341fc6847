package model

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

// CaptureBody describes a body as it is now, with its shapes. MakeBody makes it again.
func CaptureBody(b physics.Body) Body { return captureBody(b, false) }

// MakeBody makes a body of its description, with its velocities. If it fails, nothing is left of it.
func MakeBody(w *physics.World, d *Body) (physics.Body, error) {
	body, err := w.CreateBody(d.Def)
	if err != nil {
		return physics.Body{}, fmt.Errorf("body %q: %w", d.Def.Name, err)
	}
	for k := range d.Shapes {
		if _, err := body.CreateShape(d.Shapes[k].Geometry, d.Shapes[k].Def); err != nil {
			body.Destroy()
			return physics.Body{}, fmt.Errorf("body %q: shape %d: %w", d.Def.Name, k, err)
		}
	}
	if m := &d.Mass; m.Center != nil && m.Inertia != nil {
		body.SetMassData(physics.MassData{Mass: m.Mass, Center: *m.Center, Inertia: *m.Inertia})
	}
	if d.Def.Type != physics.Static && d.Def.Awake {
		if d.Linear != (vec.Vec3{}) {
			body.SetLinearVelocity(d.Linear)
		}
		if d.Angular != (vec.Vec3{}) {
			body.SetAngularVelocity(d.Angular)
		}
	}
	return body, nil
}

// MakeJoint makes the joint of a definition between two bodies; the zero a is the world. The definition stays as it is.
func MakeJoint(w *physics.World, definition physics.JointDef, a, b physics.Body) (physics.Joint, error) {
	def := definition.Copy()
	frames := def.Ends()
	frames.BodyA, frames.BodyB = a, b
	return w.CreateJoint(def)
}
