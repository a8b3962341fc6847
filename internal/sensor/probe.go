package sensor

import (
	"fmt"
	"math"
	"slices"

	"tumble/internal/bodyname"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// Probe measures a sensor in a world.
type Probe struct {
	sensor       *scenes.Sensor
	at, relative mount
	joint        physics.Joint
	terms        []physics.Joint
	bodies       []physics.Body
	bound        bool
	// names of the bodies in the world that was bound first: another world has the sensor only if its bodies have the
	// same names.
	names []string

	before      motion
	values      [4]float64
	contacts    []physics.ContactInfo
	hits        []physics.RayHit
	everMounted bool
}

// mount is a frame on a body; one on the world has none.
type mount struct {
	body  physics.Body
	world bool
	local vec.Transform
}

// motion is that of the mount after a step.
type motion struct {
	steps             uint64
	known             bool
	velocity, angular vec.Vec3
}

// New returns a probe of a sensor, which has to be bound to a world.
func New(s *scenes.Sensor) *Probe { return &Probe{sensor: s} }

// Bind looks for the bodies and joints of the sensor in a world. The error says that they are not there.
func (p *Probe) Bind(w *physics.World) error {
	var names []string
	body := func(index int) physics.Body {
		b, ok := w.BodyAt(index)
		if ok {
			names = append(names, bodyname.Of(b))
		}
		return b
	}
	onto := func(m scenes.Mount) mount {
		if m.Body < 0 {
			return mount{world: true, local: m.Local}
		}
		return mount{body: body(m.Body), local: m.Local}
	}
	p.before, p.terms, p.bodies = motion{}, p.terms[:0], p.bodies[:0]
	p.at, p.relative = onto(p.sensor.At), onto(p.sensor.Relative)
	for _, i := range p.sensor.Bodies {
		p.bodies = append(p.bodies, body(i))
	}
	joints := w.Joints(nil)
	find := func(order uint64) physics.Joint {
		if i := slices.IndexFunc(joints, func(j physics.Joint) bool { return j.Order() == order }); i >= 0 {
			return joints[i]
		}
		return physics.Joint{}
	}
	p.joint = find(p.sensor.Joint)
	for i := range p.sensor.Terms {
		p.terms = append(p.terms, find(p.sensor.Terms[i].Joint))
	}
	if !p.everMounted {
		p.names, p.everMounted = names, true
	}
	if p.bound = slices.Equal(names, p.names); !p.bound || !p.There() {
		return fmt.Errorf("the world has not what the sensor %q is mounted on", p.sensor.Name)
	}
	return nil
}

// There reports whether the mount of the sensor is in the world.
func (p *Probe) There() bool {
	if !p.bound || !p.at.there() || !p.relative.there() || p.sensor.Joint > 0 && !p.joint.Valid() {
		return false
	}
	for _, j := range p.terms {
		if !j.Valid() {
			return false
		}
	}
	for _, b := range p.bodies {
		if !b.Valid() {
			return false
		}
	}
	return true
}

func (m *mount) there() bool { return m.world || m.body.Valid() }

// pose is that of the mount in the world.
func (m *mount) pose() vec.Transform {
	if m.world {
		return m.local
	}
	return m.body.Transform().Mul(m.local)
}

// motion is the velocity (m/s) of the mount at a point of the world, and its angular velocity (rad/s).
func (m *mount) motion(point vec.Vec3) (velocity, angular vec.Vec3) {
	if m.world {
		return vec.Vec3{}, vec.Vec3{}
	}
	return m.body.PointVelocity(point), m.body.AngularVelocity()
}

// Measure returns a component of the sensor in a world after a step of a length (s); no number where it has none.
// Accelerations are the mean since the last measurement; there are none at the first.
func (p *Probe) Measure(w *physics.World, length float64, component int) float64 {
	if !p.There() {
		return math.NaN()
	}
	p.read(w, length)
	x := p.values[component]
	if c := float64(p.sensor.Cutoff); c > 0 {
		x = max(-c, min(c, x))
	}
	return x
}

// read measures all components.
func (p *Probe) read(w *physics.World, length float64) {
	at, relative := p.at.pose(), p.relative.pose()
	velocity, angular := p.at.motion(at.P)
	switch p.sensor.Kind {
	case scenes.SensorGyro:
		p.put(at.Q.InvRotate(angular))
	case scenes.SensorVelocity:
		p.put(at.Q.InvRotate(velocity))
	case scenes.SensorAcceleration, scenes.SensorLinearAcceleration, scenes.SensorAngularAcceleration:
		p.acceleration(w, length, at.Q, relative.Q, velocity, angular)
	case scenes.SensorField:
		p.put(at.Q.InvRotate(p.sensor.Field))
	case scenes.SensorRange:
		p.values[0] = p.distance(w, at)
	case scenes.SensorTouch:
		p.values[0] = p.touch(at, length)
	case scenes.SensorForce, scenes.SensorTorque:
		// the load of a joint is not computed while its bodies sleep: it stays
		if p.at.body.Awake() {
			p.reaction(at)
		}
	case scenes.SensorPosition:
		p.put(relative.Q.InvRotate(at.P.Sub(relative.P)))
	case scenes.SensorRotation:
		q := relative.Q.Conj().Mul(at.Q).Norm()
		p.values = [4]float64{float64(q.W), float64(q.X), float64(q.Y), float64(q.Z)}
	case scenes.SensorAxisX, scenes.SensorAxisY, scenes.SensorAxisZ:
		axis := [3]vec.Vec3{vec.AxisX, vec.AxisY, vec.AxisZ}[p.sensor.Kind-scenes.SensorAxisX]
		p.put(relative.Q.InvRotate(at.Q.Rotate(axis)))
	case scenes.SensorLinearVelocity:
		// of the point of the other mount that is where this one is
		moving, _ := p.relative.motion(at.P)
		p.put(relative.Q.InvRotate(velocity.Sub(moving)))
	case scenes.SensorAngularVelocity, scenes.SensorJointSpeed:
		_, rotating := p.relative.motion(at.P)
		q := relative.Q
		if p.sensor.Kind == scenes.SensorJointSpeed {
			q = at.Q
		}
		p.put(q.InvRotate(angular.Sub(rotating)))
	case scenes.SensorInside:
		if p.values[0] = 0; gauge(&p.sensor.Zone, relative.Q.InvRotate(at.P.Sub(relative.P))) <= 0 {
			p.values[0] = 1
		}
	case scenes.SensorCoordinate, scenes.SensorSpeed, scenes.SensorDrive:
		p.values[0] = p.coordinate()
	case scenes.SensorTreeCenter, scenes.SensorTreeVelocity, scenes.SensorTreeMomentum:
		p.tree(&relative)
	case scenes.SensorClock:
		p.values[0] = float64(float64(w.Counters().Steps) * length)
	case scenes.SensorPotential, scenes.SensorKinetic:
		p.energy(w)
	}
}

func (p *Probe) put(v vec.Vec3) {
	p.values = [4]float64{float64(v.X), float64(v.Y), float64(v.Z)}
}

// reaction is the force or the torque of the joint to the parent.
func (p *Probe) reaction(at vec.Transform) {
	force, torque := p.joint.Reaction()
	if p.sensor.Kind == scenes.SensorForce {
		p.put(at.Q.InvRotate(force))
		return
	}
	_, anchor := p.joint.Anchors()
	p.put(at.Q.InvRotate(torque.Add(anchor.Sub(at.P).Cross(force))))
}

// acceleration is the change of the velocities since the last measurement.
func (p *Probe) acceleration(w *physics.World, length float64, at, relative vec.Quat, velocity, angular vec.Vec3) {
	steps := w.Counters().Steps
	before := p.before
	if before.known && before.steps == steps {
		return
	}
	p.before = motion{steps, true, velocity, angular}
	if !before.known || steps < before.steps || length <= 0 {
		p.values = [4]float64{math.NaN(), math.NaN(), math.NaN()}
		return
	}
	rate := float32(1 / (float64(steps-before.steps) * length))
	switch p.sensor.Kind {
	case scenes.SensorAngularAcceleration:
		p.put(relative.InvRotate(angular.Sub(before.angular).Mul(rate)))
	case scenes.SensorLinearAcceleration:
		p.put(relative.InvRotate(velocity.Sub(before.velocity).Mul(rate).Sub(w.Gravity())))
	default:
		p.put(at.InvRotate(velocity.Sub(before.velocity).Mul(rate).Sub(w.Gravity())))
	}
}

// longest is how far a range sensor without a cutoff sees (m).
const longest = 1e4

// distance to the first body along the z axis (m), −1 for none.
func (p *Probe) distance(w *physics.World, at vec.Transform) float64 {
	reach := float32(longest)
	if p.sensor.Cutoff > 0 {
		reach = p.sensor.Cutoff
	}
	p.hits = w.RayCastAll(at.P, at.Q.Rotate(vec.AxisZ).Mul(reach), physics.DefaultQueryFilter(), p.hits[:0])
	for _, h := range p.hits {
		if b := h.Shape.Body(); b != p.at.body && !(p.at.world && b.Type() == physics.Static) {
			return float64(h.Fraction) * float64(reach)
		}
	}
	return -1
}

// touch sums the normal forces of contacts in the zone (N).
func (p *Probe) touch(at vec.Transform, length float64) float64 {
	if p.at.world || length <= 0 {
		return 0
	}
	sum := 0.0
	p.contacts = p.at.body.Contacts(p.contacts[:0])
	for i := range p.contacts {
		c := &p.contacts[i]
		inward := c.Normal
		if c.ShapeA.Body() == p.at.body {
			inward = c.Normal.Neg()
		}
		inward = at.Q.InvRotate(inward)
		for _, point := range c.Points[:c.Count] {
			if point.Impulse > 0 && meets(&p.sensor.Zone, at.Q.InvRotate(point.Point.Sub(at.P)), inward) {
				sum += float64(point.Impulse)
			}
		}
	}
	return sum / length
}

// coordinate is the sum of the terms, of their speeds, or the force of the drive.
func (p *Probe) coordinate() float64 {
	x, v := float32(0), float32(0)
	for i := range p.terms {
		t := &p.sensor.Terms[i]
		value, speed := p.terms[i].At(t.Axis).Position(), p.terms[i].At(t.Axis).Rate()
		x += float32(t.Factor * (value + t.Offset))
		v += float32(t.Factor * speed)
	}
	switch s := p.sensor; s.Kind {
	case scenes.SensorSpeed:
		return float64(v)
	case scenes.SensorDrive:
		force := s.Force - float32(s.Stiffness*x) - float32(s.Damping*v)
		if s.Limited {
			force = vec.Clamp(force, s.Least, s.Most)
		}
		return float64(force)
	}
	return float64(x)
}

// tree measures the bodies of a tree together.
func (p *Probe) tree(relative *vec.Transform) {
	mass, center, momentum := float32(0), vec.Vec3{}, vec.Vec3{}
	for _, b := range p.bodies {
		m := b.Mass()
		mass += m
		center = center.MulAdd(m, b.WorldCenter())
		momentum = momentum.MulAdd(m, b.LinearVelocity())
	}
	if mass == 0 {
		p.values = [4]float64{}
		return
	}
	center, velocity := center.Mul(1/mass), momentum.Mul(1/mass)
	switch p.sensor.Kind {
	case scenes.SensorTreeCenter:
		p.put(relative.Q.InvRotate(center.Sub(relative.P)))
	case scenes.SensorTreeVelocity:
		p.put(relative.Q.InvRotate(velocity))
	default:
		angular := vec.Vec3{}
		for _, b := range p.bodies {
			q := b.Rotation()
			angular = angular.Add(q.Rotate(b.Inertia().MulVec(q.InvRotate(b.AngularVelocity()))))
			angular = angular.MulAdd(b.Mass(), b.WorldCenter().Sub(center).Cross(b.LinearVelocity().Sub(velocity)))
		}
		p.put(relative.Q.InvRotate(angular))
	}
}

// energy is the potential energy of all bodies, 0 at the origin, or their kinetic energy (J).
func (p *Probe) energy(w *physics.World) {
	sum, g := 0.0, w.Gravity()
	p.bodies = w.Bodies(p.bodies[:0])
	for _, b := range p.bodies {
		if b.Type() != physics.Dynamic {
			continue
		}
		m := float64(b.Mass())
		if p.sensor.Kind == scenes.SensorPotential {
			sum -= float64(m * float64(g.Dot(b.WorldCenter())))
			continue
		}
		omega := b.Rotation().InvRotate(b.AngularVelocity())
		sum += float64(m*float64(b.LinearVelocity().Len2())/2) + float64(omega.Dot(b.Inertia().MulVec(omega)))/2
	}
	p.values[0] = sum
}
