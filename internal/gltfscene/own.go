package gltfscene

import (
	"math"
	"sort"
	"strconv"

	"tumble/internal/scenefile"
	"tumble/physics"
	"tumble/physics/vec"
)

// This file reads TUMBLE_physics, the extension for what the others lack. It is optional: a file
// without it is a scene with the defaults.

// ownSettings are the settings of a world that the extension has under "settings"; gravity and
// sub-steps have members of their own.
func ownSettings() []physics.Setting {
	var list []physics.Setting
	for _, s := range physics.AllSettings() {
		switch s.Key {
		case "gravity.x", "gravity.y", "gravity.z", "substeps":
		default:
			list = append(list, s)
		}
	}
	return list
}

// readSetting reads one setting, under its key or a former one.
func (d *decoder) readSetting(settings value, f physics.Setting) {
	x := settings.at(f.Key)
	for _, old := range f.Old {
		if y := settings.at(old); x.missing() && !y.missing() {
			x = y
			x.warnf("is now called %s", f.Key)
		}
	}
	if x.missing() {
		return
	}
	s, number := &d.scene.Settings, 0.0
	if f.Switch {
		if x.flag(false) {
			number = 1
		}
	} else {
		number = min(float64(x.single(float32(f.Value(*s)), f.Min, f.Max)), f.Max)
	}
	if err := f.Set(s, number); err != nil {
		x.errorf("%v", err)
	}
}

// readSettings reads the document's part of the extension, and the gravity of OMI_physics_gravity.
func (d *decoder) readSettings() {
	d.readGravity()
	v := d.root.path("extensions", extOwn)
	if !v.isObject() {
		return
	}
	v.only("name", "text", "gravity", "hz", "substeps", "seconds", "settings", "camera", "expect")
	s := d.scene
	s.Text = v.at("text").text("")
	s.Settings.Gravity = v.at("gravity").vector(s.Settings.Gravity, 1e4)
	s.Hertz = v.at("hz").integer(0, 1, 10000)
	s.Settings.SubSteps = int32(v.at("substeps").integer(int(s.Settings.SubSteps), 1, 64))
	if seconds := v.at("seconds"); !seconds.missing() {
		s.Steps = int(math.Round(seconds.float(0, 0, 1e5) * float64(s.Rate())))
	}
	settings := v.at("settings")
	if settings.isObject() {
		var keys []string
		for _, f := range ownSettings() {
			keys = append(append(keys, f.Key), f.Old...)
		}
		settings.only(keys...)
		for _, f := range ownSettings() {
			d.readSetting(settings, f)
		}
	}
	if c := v.at("camera"); c.isObject() {
		c.only("target", "distance", "yaw", "pitch")
		s.View.Target = c.at("target").vector(vec.Vec3{}, maxLength)
		s.View.Distance = c.at("distance").single(10, 0.01, 1e5)
		s.View.Yaw, s.View.Pitch = c.at("yaw").single(0, -1e4, 1e4), c.at("pitch").single(0, -90, 90)
	}
	d.readExpect(v.at("expect"))
}

func (d *decoder) readGravity() {
	g := d.root.path("extensions", "OMI_physics_gravity")
	if !g.isObject() {
		return
	}
	amount := g.at("gravity").single(9.81, -1e4, 1e4)
	direction := g.at("direction").vector(vec.V3(0, -1, 0), 2)
	d.scene.Settings.Gravity = direction.Mul(amount)
}

// readExpect reads what the scene claims about its end.
func (d *decoder) readExpect(v value) {
	if !v.isObject() {
		return
	}
	v.only("asleepBy", "maxPenetration", "maxSpeed", "awake", "places")
	e := &d.scene.Expect
	e.AsleepBy = v.at("asleepBy").single(0, 0.01, 1e5)
	e.MaxPenetration = v.at("maxPenetration").single(0, 1e-6, 1e3)
	e.MaxSpeed = v.at("maxSpeed").single(0, 1e-6, 1e6)
	if a := v.at("awake"); !a.missing() {
		n := a.integer(0, 0, scenefile.MaxBodies)
		e.Awake = &n
	}
	places := v.at("places")
	if !places.isObject() {
		return
	}
	names := make([]string, 0)
	for name := range places.v.(object) {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		p := places.at(name)
		if !p.isObject() {
			continue
		}
		p.only("position", "within")
		e.Places = append(e.Places, scenefile.Place{
			Name: name, Position: p.at("position").vector(vec.Vec3{}, maxLength), Within: p.at("within").single(0.01, 0, 1e6),
		})
	}
}

// lockNames are the degrees of freedom that a body can be without, in the order of their bits.
var lockNames = []string{"linearX", "linearY", "linearZ", "angularX", "angularY", "angularZ"}

// readOwnBody reads the extension of a node that is a body.
func (d *decoder) readOwnBody(v value, b *scenefile.Body) {
	if !v.isObject() {
		return
	}
	v.only("linearDamping", "angularDamping", "ccd", "allowSleep", "sleepSpeed", "sleeping", "disabled", "lockAxes", "linearVelocity",
		"angularVelocity", "inertia", "shapeMass", "static", "copies", "order", "tag", "at")
	b.Def.LinearDamping = v.at("linearDamping").single(0, 0, 1e4)
	b.Def.AngularDamping = v.at("angularDamping").single(0, 0, 1e4)
	b.Def.Bullet = v.at("ccd").flag(false)
	b.Def.AllowSleep = v.at("allowSleep").flag(true)
	b.Def.SleepSpeed = v.at("sleepSpeed").single(-1, 0, 1e6)
	b.Def.Awake = !v.at("sleeping").flag(false)
	b.Def.Enabled = !v.at("disabled").flag(false)
	for _, e := range v.at("lockAxes").list() {
		name := e.text("")
		known := false
		for bit, n := range lockNames {
			if n == name {
				b.Def.Locks |= 1 << bit
				known = true
			}
		}
		if !known {
			e.errorf("%q: must be one of %v", name, lockNames)
		}
	}
	b.Order = v.order()
	b.Def.UserTag = v.bits("tag", 0)
	if x := v.at("inertia"); !x.missing() {
		var m [6]float32
		if x.singles(m[:], 1e24) {
			b.Mass.Inertia = &vec.Mat3{XX: m[0], YY: m[1], ZZ: m[2], XY: m[3], YX: m[3], XZ: m[4], ZX: m[4], YZ: m[5], ZY: m[5]}
		}
	}
}

func (v value) order() uint64 { return uint64(v.at("order").integer(0, 1, 1<<30)) }

// bits reads a member with 64 bits in hexadecimal digits: more than a JSON number holds.
func (v value) bits(name string, other uint64) uint64 {
	m := v.at(name)
	if m.missing() {
		return other
	}
	x, err := strconv.ParseUint(m.text(""), 16, 64)
	if err != nil {
		m.errorf("%q: must be up to 16 hexadecimal digits", m.text(""))
		return other
	}
	return x
}

// ruleNames are all rules by which the program combines coefficients; those of
// KHR_physics_rigid_bodies need no extension.
var ruleNames = map[string]physics.CombineRule{
	"auto": physics.CombineAuto, "average": physics.CombineAverage, "geometricMean": physics.CombineGeometricMean,
	"minimum": physics.CombineMinimum, "multiply": physics.CombineMultiply, "maximum": physics.CombineMaximum,
}

func readOwnMaterial(v value, m *physics.Material) {
	if !v.isObject() {
		return
	}
	v.only("friction", "rollingResistance", "surfaceVelocity", "frictionRule", "restitutionRule", "tag")
	m.Friction = v.at("friction").single(m.Friction, 0, 1e4)
	m.RollingResistance = v.at("rollingResistance").single(0, 0, 1e4)
	m.SurfaceVelocity = v.at("surfaceVelocity").vector(vec.Vec3{}, maxSpeed)
	for name, rule := range map[string]*physics.CombineRule{"frictionRule": &m.FrictionRule, "restitutionRule": &m.RestitutionRule} {
		if r := v.at(name); !r.missing() {
			known, ok := ruleNames[r.text("")]
			if !ok {
				r.errorf("%q: is no rule", r.text(""))
				continue
			}
			*rule = known
		}
	}
	m.UserTag = v.bits("tag", 0)
}

func readOwnFilter(v value, f *physics.Filter) {
	if !v.isObject() {
		return
	}
	v.only("category", "mask", "group")
	f.Category, f.Mask = v.bits("category", f.Category), v.bits("mask", f.Mask)
	f.Group = int32(v.at("group").integer(0, math.MinInt32, math.MaxInt32))
}

// readOwnCollider reads the extension of a collider or trigger and returns its order.
func readOwnCollider(v value, def *physics.ShapeDef) uint64 {
	if !v.isObject() {
		return 0
	}
	v.only("density", "contactEvents", "hitEvents", "sensorEvents", "order", "tag", "ends", "plane", "bounds", "compound", "physicsMaterial",
		"surfaces")
	def.Density = v.at("density").single(def.Density, 0, 1e9)
	def.ContactEvents = v.at("contactEvents").flag(def.ContactEvents)
	def.HitEvents = v.at("hitEvents").flag(def.HitEvents)
	def.SensorEvents = v.at("sensorEvents").flag(def.SensorEvents)
	def.UserTag = v.bits("tag", 0)
	return v.order()
}

// bounds reads what the broad phase kept for a shape, nil without it.
func (v value) bounds() *vec.AABB {
	var x [6]float32
	if !v.singles(x[:], 2*maxLength) {
		return nil
	}
	b := vec.AABB{Min: vec.V3(x[0], x[1], x[2]), Max: vec.V3(x[3], x[4], x[5])}
	if !b.IsValid() {
		v.errorf("(%g, %g, %g) is above (%g, %g, %g)", x[0], x[1], x[2], x[3], x[4], x[5])
		return nil
	}
	return &b
}

// near reports whether an exact value says the same as what the standard parts of the file say:
// otherwise somebody moved the node and left the extension behind.
func near(a, b vec.Vec3) bool { return a.Dist(b) <= 1e-3+1e-4*a.Len() }

// readOwnGeometry returns the geometry with the exact numbers of the extension. Ends of capsules,
// cylinders and cones follow from turned nodes with rounding; the extension has them as they are.
func readOwnGeometry(v value, g physics.Geometry) (physics.Geometry, bool) {
	if !v.isObject() {
		return g, false
	}
	if ends := v.at("ends"); !ends.missing() {
		return withEnds(ends, g)
	}
	var p [4]float32
	if plane := v.at("plane"); !plane.missing() && plane.singles(p[:], 2*maxLength) {
		if s, ok := g.(physics.Plane); ok {
			normal := vec.V3(p[0], p[1], p[2])
			if near(normal, s.Normal) && vec.Abs(p[3]-s.Offset) < 1e-3+1e-4*vec.Abs(p[3]) {
				return physics.Plane{Normal: normal, Offset: p[3]}, true
			}
			plane.warnf("is not where the node has it: the node counts")
		}
	}
	return g, false
}

// withEnds returns the geometry with the exact ends of the extension.
func withEnds(v value, g physics.Geometry) (physics.Geometry, bool) {
	var x [6]float32
	if !v.singles(x[:], 2*maxLength) {
		return g, false
	}
	var from, to *vec.Vec3
	var exact func() physics.Geometry
	switch s := g.(type) {
	case physics.Capsule:
		from, to, exact = &s.A, &s.B, func() physics.Geometry { return s }
	case physics.TaperedCapsule:
		from, to, exact = &s.A, &s.B, func() physics.Geometry { return s }
	case physics.Cylinder:
		from, to, exact = &s.A, &s.B, func() physics.Geometry { return s }
	case physics.Cone:
		from, to, exact = &s.Base, &s.Apex, func() physics.Geometry { return s }
	default:
		return g, false
	}
	a, b := vec.V3(x[0], x[1], x[2]), vec.V3(x[3], x[4], x[5])
	if !near(a, *from) || !near(b, *to) {
		v.warnf("%v and %v are not where the node has them, %v and %v: the node counts", a, b, *from, *to)
		return g, false
	}
	*from, *to = a, b
	return exact(), true
}
