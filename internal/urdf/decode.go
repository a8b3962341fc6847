// Package urdf reads robots in the Unified Robot Description Format: links, their inertia and
// collision shapes, and joints with limits, damping and friction. The z axis of the file is upwards.
// Whatever else a file has is listed as ignored.
package urdf

import (
	"tumble/internal/scenefile"
	"tumble/internal/xmlscene"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// reader is a robot being read.
type reader struct {
	scene  *scenefile.Scene
	f      *scenefile.Faults
	beside xmlscene.Beside

	links  map[string]*xmlscene.Element
	parent map[string]*xmlscene.Element // joint whose child a link is
	bodies map[string]placed
}

// placed is a link: the body that it is a part of, and where it is in it.
type placed struct {
	body  int
	local vec.Transform
}

// Decode reads a robot; beside reads the mesh files that it names and may be nil.
func Decode(data []byte, name string, beside func(string) ([]byte, error), f *scenefile.Faults) *scenefile.Scene {
	r := &reader{
		scene: scenefile.New(name), f: f, beside: beside,
		links: map[string]*xmlscene.Element{}, parent: map[string]*xmlscene.Element{}, bodies: map[string]placed{},
	}
	robot, err := xmlscene.Parse(data, "robot", f)
	if err != nil {
		f.Errorf("", "%v", err)
		return r.scene
	}
	r.scene.Text = "robot " + robot.Text("name", "")
	links, joints := robot.All("link"), robot.All("joint")
	for _, l := range links {
		n := l.Text("name", "")
		if n == "" || r.links[n] != nil {
			l.Errorf("must have a name of its own")
		}
		r.links[n] = l
	}
	for _, j := range joints {
		child := j.First("child").Text("link", "")
		switch {
		case r.links[child] == nil:
			j.Errorf("there is no link %q", child)
		case r.parent[child] != nil:
			j.Errorf("link %q has two parents", child)
		}
		r.parent[child] = j
	}
	if f.Failed() {
		return r.scene
	}
	for _, l := range links {
		if r.parent[l.Text("name", "")] == nil {
			r.root(l)
		}
	}
	r.children(joints)
	if !f.Failed() && len(r.bodies) < len(r.links) {
		f.Errorf("", "%d links hang together in circles", len(r.links)-len(r.bodies))
	}
	r.ground()
	robot.ReportIgnored(effect)
	return r.scene
}

// pose reads an origin element.
func pose(e *xmlscene.Element) vec.Transform {
	o := e.First("origin")
	return vec.Transform{P: o.Vector("xyz", vec.Vec3{}), Q: xmlscene.RPY(o.Vector("rpy", vec.Vec3{}))}
}

// root adds a link that nothing carries: a free body, or a fixed one if it has no mass.
func (r *reader) root(l *xmlscene.Element) {
	kind := physics.Dynamic
	if l.First("inertial") == nil {
		kind = physics.Static
	}
	r.addBody(l, kind, vec.Transform{Q: xmlscene.Upright()})
}

func (r *reader) addBody(l *xmlscene.Element, kind physics.BodyType, at vec.Transform) {
	def := physics.DefaultBodyDef()
	def.Type, def.Position, def.Rotation, def.Name = kind, at.P, at.Q.Norm(), l.Text("name", "")
	b := scenefile.Body{Def: def}
	if i := l.First("inertial"); i != nil && kind == physics.Dynamic {
		readInertial(i, &b)
	}
	r.scene.Bodies = append(r.scene.Bodies, b)
	r.bodies[def.Name] = placed{len(r.scene.Bodies) - 1, vec.TransformIdentity}
	r.shapes(l, len(r.scene.Bodies)-1, vec.TransformIdentity)
	if kind == physics.Dynamic && l.First("inertial") == nil && len(r.scene.Bodies[len(r.scene.Bodies)-1].Shapes) == 0 {
		l.Warnf("has neither mass nor shape: 1 g is taken")
		small := vec.Diag(vec.V3(1e-6, 1e-6, 1e-6))
		r.scene.Bodies[len(r.scene.Bodies)-1].Mass = scenefile.Mass{Mass: 1e-3, Inertia: &small}
	}
}

func readInertial(i *xmlscene.Element, b *scenefile.Body) {
	at := pose(i)
	b.Mass.Center = &at.P
	b.Mass.Mass = i.First("mass").Number("value", 0)
	if b.Mass.Mass < physics.MinMass {
		i.Errorf("mass %g kg: must be positive", b.Mass.Mass)
	}
	t := i.First("inertia")
	if t == nil {
		return
	}
	m := vec.Mat3{XX: t.Number("ixx", 0), YY: t.Number("iyy", 0), ZZ: t.Number("izz", 0), XY: t.Number("ixy", 0), XZ: t.Number("ixz", 0), YZ: t.Number("iyz", 0)}
	m.YX, m.ZX, m.ZY = m.XY, m.XZ, m.YZ
	m = m.RotateTensor(at.Q)
	m.YX, m.ZX, m.ZY = m.XY, m.XZ, m.YZ
	b.Mass.Inertia = &m
}

// children adds the links that joints carry, from the roots outwards.
func (r *reader) children(joints []*xmlscene.Element) {
	for again := true; again && !r.f.Failed(); {
		again = false
		for _, j := range joints {
			child, parent := j.First("child").Text("link", ""), j.First("parent").Text("link", "")
			from, ok := r.bodies[parent]
			if _, done := r.bodies[child]; done {
				continue
			}
			if r.links[parent] == nil {
				j.Errorf("there is no link %q", parent)
				return
			}
			if ok {
				r.connect(j, r.links[child], from)
				again = true
			}
		}
	}
}

// connect adds the child of a joint.
func (r *reader) connect(j, l *xmlscene.Element, from placed) {
	frame := from.local.Mul(pose(j))
	kind := j.Text("type", "")
	parent := &r.scene.Bodies[from.body]
	if kind == "fixed" && l.First("inertial") == nil {
		// nothing that moves: it becomes a part of its parent
		r.bodies[l.Text("name", "")] = placed{from.body, frame}
		r.shapes(l, from.body, frame)
		return
	}
	at := vec.Transform{P: parent.Def.Position, Q: parent.Def.Rotation}.Mul(frame)
	r.addBody(l, physics.Dynamic, at)
	child := len(r.scene.Bodies) - 1
	def, springs := r.joint(j, kind, frame)
	if def != nil {
		r.scene.Joints = append(r.scene.Joints, scenefile.Joint{A: from.body, B: child, Def: def, Springs: springs})
	}
}

// joint returns the definition of a joint, nil for one that holds nothing.
func (r *reader) joint(j *xmlscene.Element, kind string, frame vec.Transform) (any, []scenefile.Spring) {
	axis := j.First("axis").Vector("xyz", vec.AxisX)
	place := func(f *physics.JointFrames, engine vec.Vec3) {
		turn := xmlscene.Align(engine, axis)
		f.FrameA = vec.Transform{P: frame.P, Q: frame.Q.Mul(turn).Norm()}
		f.FrameB = vec.Transform{Q: turn}
	}
	switch kind {
	case "revolute", "continuous":
		d := physics.DefaultHingeJointDef()
		place(&d.JointFrames, vec.AxisZ)
		return &d, r.acting(j, &d.Axis, kind == "revolute")
	case "prismatic":
		d := physics.DefaultSliderJointDef()
		place(&d.JointFrames, vec.AxisX)
		return &d, r.acting(j, &d.Axis, true)
	case "fixed":
		d := physics.DefaultFixedJointDef()
		d.FrameA = frame
		return &d, nil
	case "planar":
		d := physics.DefaultSixJointDef()
		place(&d.JointFrames, vec.AxisZ)
		d.Locked = [6]bool{2: true, 3: true, 4: true}
		return &d, nil
	case "floating":
		return nil, nil
	}
	j.Errorf("type %q: must be revolute, continuous, prismatic, fixed, planar or floating", kind)
	return nil, nil
}

// acting reads limits and dynamics of a joint.
func (r *reader) acting(j *xmlscene.Element, a *physics.JointAxis, limited bool) []scenefile.Spring {
	if l := j.First("limit"); limited {
		a.Limited, a.Lower, a.Upper = true, l.Number("lower", 0), l.Number("upper", 0)
		if a.Lower > a.Upper {
			j.Errorf("lower %g is above upper %g", a.Lower, a.Upper)
		}
	}
	d := j.First("dynamics")
	a.Friction = d.Number("friction", 0)
	c := d.Number("damping", 0)
	if a.Friction < 0 || c < 0 {
		j.Errorf("friction and damping must not be negative")
	}
	if c > 0 {
		return []scenefile.Spring{{Damping: c}}
	}
	return nil
}

// shapes adds the collision shapes of a link, and its meshes to draw.
func (r *reader) shapes(l *xmlscene.Element, body int, at vec.Transform) {
	for _, c := range l.All("collision") {
		if g := r.geometry(c, at.Mul(pose(c))); g != nil {
			def := physics.DefaultShapeDef()
			def.ContactEvents, def.SensorEvents = true, true
			r.scene.Bodies[body].Shapes = append(r.scene.Bodies[body].Shapes, scenefile.Shape{Geometry: g, Def: def})
		}
	}
	for _, v := range l.All("visual") {
		m := v.First("geometry").First("mesh")
		if m == nil {
			continue
		}
		points, indices, err := xmlscene.ReadMesh(m.Text("filename", ""), r.beside)
		if err != nil {
			m.Warnf("%v: it is not drawn", err)
			continue
		}
		scale := m.Vector("scale", vec.V3(1, 1, 1))
		for i := range points {
			points[i] = points[i].Scale(scale)
		}
		color := [4]float32{0.7, 0.7, 0.7, 1}
		v.First("material").First("color").Numbers4("rgba", &color)
		r.scene.Bodies[body].Drawings = append(r.scene.Bodies[body].Drawings, scenefile.Drawing{
			Local: at.Mul(pose(v)), Mesh: &scenes.DrawMesh{Label: l.Text("name", ""), Points: points, Indices: indices},
			Color: bytesOf(color), Roughness: 0.6,
		})
	}
}

func bytesOf(c [4]float32) [4]uint8 {
	var out [4]uint8
	for i := range c {
		out[i] = uint8(255*vec.Clamp(c[i], 0, 1) + 0.5)
	}
	return out
}

// geometry reads the geometry of a collision element; nil if it cannot be used.
func (r *reader) geometry(c *xmlscene.Element, at vec.Transform) physics.Geometry {
	g := c.First("geometry")
	along := func(length float32) (a, b vec.Vec3) {
		return at.Apply(vec.V3(0, 0, -length/2)), at.Apply(vec.V3(0, 0, length/2))
	}
	if e := g.First("box"); e != nil {
		s := e.Vector("size", vec.V3(1, 1, 1))
		return physics.Box{Half: vec.V3(s.X/2, s.Y/2, s.Z/2), Center: at.P, Rotation: at.Q.Norm()}
	}
	if e := g.First("sphere"); e != nil {
		return physics.Sphere{Center: at.P, Radius: e.Number("radius", 0.5)}
	}
	if e := g.First("cylinder"); e != nil {
		a, b := along(e.Number("length", 1))
		return physics.Cylinder{A: a, B: b, Radius: e.Number("radius", 0.5)}
	}
	if e := g.First("capsule"); e != nil {
		a, b := along(e.Number("length", 1))
		return physics.Capsule{A: a, B: b, Radius: e.Number("radius", 0.5)}
	}
	if e := g.First("mesh"); e != nil {
		points, _, err := xmlscene.ReadMesh(e.Text("filename", ""), r.beside)
		if err == nil {
			scale := e.Vector("scale", vec.V3(1, 1, 1))
			for i := range points {
				points[i] = at.Apply(points[i].Scale(scale))
			}
			var h physics.Hull
			if h, err = physics.NewHull(points); err == nil {
				return h
			}
		}
		e.Lossf("%v: the shape is left out", err)
		return nil
	}
	c.Warnf("has no geometry that is known here")
	return nil
}

// ground adds a floor below the robot, which the format has no words for.
func (r *reader) ground() {
	if r.f.Failed() {
		return
	}
	def := physics.DefaultBodyDef()
	def.Name = "ground"
	s := physics.DefaultShapeDef()
	scene := r.scene.Scene()
	run, err := scene.New(scene.WorldDef(), nil)
	if err != nil {
		r.f.Errorf("", "%v", err)
		return
	}
	for _, b := range run.World.Bodies(nil) {
		def.Position.Y = vec.Min(def.Position.Y, b.Bounds().Min.Y)
	}
	r.scene.Bodies = append(r.scene.Bodies, scenefile.Body{Def: def, Shapes: []scenefile.Shape{{Geometry: physics.Plane{Normal: vec.AxisY}, Def: s}}})
}
