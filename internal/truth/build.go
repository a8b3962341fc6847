package truth

import (
	"math"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// builder lays a rig into the world of a run; the run keeps the first error.
type builder struct{ *scenes.Run }

// surface is a shape with friction and restitution.
func surface(friction, restitution float64) physics.ShapeDef {
	d := physics.DefaultShapeDef()
	d.Material.Friction, d.Material.Restitution = float32(friction), float32(restitution)
	return d
}

// ghostly is a shape that touches nothing.
func ghostly() physics.ShapeDef {
	d := physics.DefaultShapeDef()
	d.Filter = physics.Filter{}
	return d
}

// static makes a body that never moves.
func (b builder) static(p vector, q quaternion, g physics.Geometry, d physics.ShapeDef) {
	b.make(physics.Static, p, q, g, d, nil)
}

// moving makes a dynamic body.
func (b builder) moving(p vector, q quaternion, g physics.Geometry, d physics.ShapeDef,
	edit func(*physics.BodyDef)) physics.Body {
	return b.make(physics.Dynamic, p, q, g, d, edit)
}

func (b builder) make(kind physics.BodyType, p vector, q quaternion, g physics.Geometry, d physics.ShapeDef,
	edit func(*physics.BodyDef)) physics.Body {
	def := physics.DefaultBodyDef()
	pose := Pose{p, q}
	t := pose.Transform()
	def.Type, def.Position, def.Rotation = kind, t.P, t.Q
	if edit != nil {
		edit(&def)
	}
	body, err := b.World.CreateBody(def)
	if err == nil {
		_, err = body.CreateShape(g, d)
	}
	if err != nil {
		b.Fail(err)
		return body
	}
	if kind == physics.Dynamic {
		b.Bodies = append(b.Bodies, body)
	}
	return body
}

// ground is a floor whose top is y = 0.
func (b builder) ground(half float64, d physics.ShapeDef) {
	b.static(vector{0, -0.5, 0}, identity, physics.BoxHalf(float32(half), 0.5, float32(half)/4), d)
}

// slope is a plane through the origin that rises by an angle (rad) along x.
func (b builder) slope(angle float64, d physics.ShapeDef) {
	q := aboutZ(angle)
	b.static(q.rotate(vector{0, -0.25, 0}), q, physics.BoxHalf(12, 0.25, 2), d)
}

func (b builder) join(def physics.JointDef) {
	_, err := b.World.CreateJoint(def)
	if err != nil {
		b.Fail(err)
	}
}

// ball joins two bodies at a point of the world; the zero body stands for the world.
func (b builder) ball(a, c physics.Body, at vector) {
	d := physics.DefaultBallJointDef()
	d.Connect(a, c, physics.Transform{P: narrow(at), Q: vec.QuatIdentity})
	b.join(&d)
}

func masses(b physics.Body) (mass float64, inertia vector) {
	i := b.Inertia()
	return float64(b.Mass()), vector{float64(i.XX), float64(i.YY), float64(i.ZZ)}
}

func number(key, unit string, least, most, usual float64, text string) scenes.Param {
	return scenes.Param{Key: key, Unit: unit, Min: least, Max: most, Default: usual, Text: text}
}

func view(x, y, distance, yaw, pitch float32) scenes.View {
	return scenes.View{Target: vec.V3(x, y, 0), Distance: distance, Yaw: yaw, Pitch: pitch}
}

func degrees(r *scenes.Run) float64 { return r.Value("angle") * math.Pi / 180 }
