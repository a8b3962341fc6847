package main

import (
	"fmt"

	"tumble/physics"
)

// tumble is Tumble through its public interface.
type tumble struct {
	w        *physics.World
	bodies   []physics.Body
	rate     int
	substeps int
}

func (t *tumble) begin(w worldDef) error {
	def := physics.DefaultWorldDef()
	def.Settings.Gravity = physics.V3(0, float32(-w.gravity), 0)
	def.Settings.RestitutionSpeed, def.Settings.SleepEnabled = float32(w.bounce), w.sleep
	def.Settings.SubSteps = int32(t.substeps)
	err := t.close()
	if err != nil {
		return err
	}
	t.w, err = physics.NewWorld(def)
	t.bodies = t.bodies[:0]
	return err
}

func v3(v vec) physics.Vec3 { return physics.V3(float32(v[0]), float32(v[1]), float32(v[2])) }

func (t *tumble) add(b bodyDef) error {
	def := physics.DefaultBodyDef()
	switch b.kind {
	case static:
		def.Type = physics.Static
	case kinematic:
		def.Type = physics.Kinematic
	case dynamic:
		def.Type = physics.Dynamic
	}
	q := b.rotation()
	def.Position, def.Bullet = v3(b.at), b.bullet
	def.Rotation = physics.Quat{X: float32(q[0]), Y: float32(q[1]), Z: float32(q[2]), W: float32(q[3])}
	body, err := t.w.CreateBody(def)
	if err != nil {
		return err
	}
	t.bodies = append(t.bodies, body)
	sd := physics.DefaultShapeDef()
	sd.Density, sd.Material.Friction, sd.Material.Restitution = float32(b.density), float32(b.friction),
		float32(b.restitution)
	if b.ghost {
		sd.Filter = physics.Filter{}
	}
	var g physics.Geometry
	switch x, y, z := float32(b.size[0]), float32(b.size[1]), float32(b.size[2]); b.shape {
	case box:
		g = physics.BoxHalf(x, y, z)
	case ball:
		g = physics.Sphere{Radius: x}
	case disc:
		g = physics.Cylinder{A: physics.V3(0, -y, 0), B: physics.V3(0, y, 0), Radius: x}
	}
	if _, err := body.CreateShape(g, sd); err != nil {
		return err
	}
	if b.mass > 0 {
		body.SetMassData(physics.MassData{Mass: float32(b.mass), Inertia: physics.Mat3{XX: float32(b.inertia[0]),
			YY: float32(b.inertia[1]), ZZ: float32(b.inertia[2])}})
	}
	return nil
}

func (t *tumble) setVelocity(body int, v, w vec) error {
	t.bodies[body].SetLinearVelocity(v3(v))
	t.bodies[body].SetAngularVelocity(v3(w))
	return nil
}

func (t *tumble) body(i int) physics.Body {
	if i == world {
		return physics.Body{}
	}
	return t.bodies[i]
}

func (t *tumble) join(j jointDef) error {
	a, b, frame := t.body(j.a), t.body(j.b), physics.Transform{P: v3(j.at), Q: physics.QuatIdentity}
	var err error
	switch j.kind {
	case socket:
		d := physics.DefaultBallJointDef()
		d.Connect(a, b, frame)
		_, err = t.w.CreateBallJoint(d)
	case hinge:
		d := physics.DefaultHingeJointDef()
		d.Connect(a, b, frame)
		d.Axis = physics.JointAxis{Motor: j.torque > 0, Speed: float32(j.speed), MaxForce: float32(j.torque)}
		_, err = t.w.CreateHingeJoint(d)
	case slider:
		d := physics.DefaultSliderJointDef()
		d.ConnectLine(a, b, v3(j.at), v3(j.axis))
		d.Axis = physics.JointAxis{Hertz: float32(j.hertz), DampingRatio: float32(j.zeta)}
		_, err = t.w.CreateSliderJoint(d)
	case rope:
		d := physics.DefaultDistanceJointDef()
		d.ConnectEnds(a, b, v3(j.at), v3(j.end))
		d.Axis = physics.JointAxis{Limited: true, Upper: float32(j.length)}
		_, err = t.w.CreateDistanceJoint(d)
	default:
		err = fmt.Errorf("no joint %c", j.kind)
	}
	return err
}

func (t *tumble) step(n int) error {
	for range n {
		if err := t.w.Step(1 / float32(t.rate)); err != nil {
			return err
		}
	}
	return nil
}

func (t *tumble) states() ([]state, error) {
	list := make([]state, len(t.bodies))
	for i, b := range t.bodies {
		p, v, w, q := b.WorldCenter(), b.LinearVelocity(), b.AngularVelocity(), b.Rotation()
		list[i] = state{vec{float64(p.X), float64(p.Y), float64(p.Z)}, vec{float64(v.X), float64(v.Y), float64(v.Z)},
			vec{float64(w.X), float64(w.Y), float64(w.Z)}, [4]float64{float64(q.X), float64(q.Y), float64(q.Z),
				float64(q.W)}, b.Awake()}
	}
	return list, nil
}

func (t *tumble) close() error {
	if t.w != nil {
		t.w.Close()
	}
	return nil
}
