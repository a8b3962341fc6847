package mjcf

import (
	"math"

	"tumble/internal/scenefile"
	"tumble/internal/xmlscene"
	"tumble/physics"
	"tumble/physics/vec"
)

// reader is a model being read.
type reader struct {
	scene  *scenefile.Scene
	f      *scenefile.Faults
	beside xmlscene.Beside

	degrees bool
	eulers  string
	classes map[string]defaults
	meshes  map[string]meshAsset
	joints  map[string]jointRef
	bodies  map[string]int
	fixed   int // body of what hangs on the world
}

// defaults are attribute values by element name.
type defaults map[string]map[string]string

type meshAsset struct {
	points  []vec.Vec3
	indices []uint32
}

// jointRef is where a named joint ended up: a joint of the scene and its axis there.
type jointRef struct {
	joint, axis int
	sliding     bool
}

// Decode reads a model; beside reads the mesh files that it names and may be nil.
func Decode(data []byte, name string, beside func(string) ([]byte, error), f *scenefile.Faults) *scenefile.Scene {
	r := &reader{
		scene: scenefile.New(name), f: f, beside: beside, degrees: true, eulers: "xyz", classes: map[string]defaults{},
		meshes: map[string]meshAsset{}, joints: map[string]jointRef{}, bodies: map[string]int{}, fixed: -1,
	}
	model, err := xmlscene.Parse(data, "mujoco", f)
	if err != nil {
		f.Errorf("", "%v", err)
		return r.scene
	}
	r.scene.Text = "model " + model.Text("model", "")
	r.options(model)
	for _, d := range model.All("default") {
		r.readDefaults(d, "main", defaults{})
	}
	r.assets(model)
	for _, w := range model.All("worldbody") {
		r.world(w)
	}
	if !f.Failed() {
		r.actuators(model)
		r.equalities(model)
	}
	model.ReportIgnored(effect)
	return r.scene
}

func (r *reader) options(model *xmlscene.Element) {
	for _, c := range model.All("compiler") {
		switch a := c.Text("angle", "degree"); a {
		case "degree", "radian":
			r.degrees = a == "degree"
		default:
			c.Errorf("angle=%q: must be degree or radian", a)
		}
		r.eulers = c.Text("eulerseq", r.eulers)
		if c.Text("coordinate", "local") != "local" {
			c.Errorf("only local coordinates are known")
		}
	}
	up := xmlscene.Upright()
	for _, o := range model.All("option") {
		r.scene.Settings.Gravity = up.Rotate(o.Vector("gravity", vec.V3(0, 0, -9.81)))
		if o.Has("timestep") {
			r.scene.Hertz = r.hertz(o)
		}
	}
}

// Bounds of a time step (s).
const minStep, maxStep = 1e-6, 1

// hertz returns the steps a second. MuJoCo's steps are those of the solver: 500 a second are 125 of 4
// sub-steps.
func (r *reader) hertz(o *xmlscene.Element) int {
	step := o.Float("timestep", 0.002)
	if !(step >= minStep && step <= maxStep) {
		o.Errorf("timestep=%q: must be between %g and %g s", o.Text("timestep", ""), minStep, float64(maxStep))
		return 0
	}
	exact := math.Round(1 / step / float64(r.scene.Settings.SubSteps))
	hertz := math.Max(leastHertz, math.Min(exact, mostHertz))
	if hertz != exact {
		o.Warnf("timestep=%q: %g steps of %d solver steps a second are taken", o.Text("timestep", ""), hertz, r.scene.Settings.SubSteps)
	}
	return int(hertz)
}

// Bounds of the steps a second that a file can choose. Below 100 the joints of robots lose their
// stiffness.
const leastHertz, mostHertz = 100, 2000

// readDefaults reads a class with all below it. A class has what its parent has and its own.
func (r *reader) readDefaults(d *xmlscene.Element, class string, parent defaults) {
	class = d.Text("class", class)
	own := defaults{}
	for tag, attrs := range parent {
		own[tag] = map[string]string{}
		for k, v := range attrs {
			own[tag][k] = v
		}
	}
	for _, c := range d.Children {
		if c.Name == "default" {
			continue
		}
		switch c.Name {
		case "geom", "joint", "position", "velocity":
		default:
			continue
		}
		c.Use()
		if own[c.Name] == nil {
			own[c.Name] = map[string]string{}
		}
		for _, a := range c.Attributes() {
			own[c.Name][a] = c.Text(a, "")
		}
	}
	r.classes[class] = own
	for _, c := range d.All("default") {
		r.readDefaults(c, "", own)
	}
}

// inherit gives an element the values of its class that it has not.
func (r *reader) inherit(e *xmlscene.Element, childClass string) {
	class := e.Text("class", childClass)
	if class == "" {
		class = "main"
	}
	d, ok := r.classes[class]
	if !ok && class != "main" {
		e.Errorf("there is no class %q", class)
	}
	for name, value := range d[e.Name] {
		e.SetDefault(name, value)
	}
}

func (r *reader) assets(model *xmlscene.Element) {
	for _, a := range model.All("asset") {
		for _, m := range a.All("mesh") {
			file := m.Text("file", "")
			name := m.Text("name", "")
			if name == "" {
				name = baseName(file)
			}
			points, indices, err := xmlscene.ReadMesh(file, r.beside)
			if err != nil {
				m.Lossf("%v: shapes that name it are left out", err)
				continue
			}
			scale := m.Vector("scale", vec.V3(1, 1, 1))
			for i := range points {
				points[i] = points[i].Scale(scale)
			}
			r.meshes[name] = meshAsset{points, indices}
		}
	}
}

func baseName(file string) string {
	start, end := 0, len(file)
	for i := range len(file) {
		switch file[i] {
		case '/':
			start, end = i+1, len(file)
		case '.':
			end = i
		}
	}
	return file[start:max(start, end)]
}

func (r *reader) angle(x float32) float32 {
	if r.degrees {
		return x * math.Pi / 180
	}
	return x
}

// pose reads place and orientation of an element.
func (r *reader) pose(e *xmlscene.Element) vec.Transform {
	t := vec.Transform{P: e.Vector("pos", vec.Vec3{}), Q: vec.QuatIdentity}
	var x [6]float32
	switch {
	case e.Has("quat"):
		// w first
		if e.Numbers("quat", x[:4]) == 4 {
			t.Q = vec.Quat{X: x[1], Y: x[2], Z: x[3], W: x[0]}.Norm()
		}
	case e.Has("axisangle"):
		if e.Numbers("axisangle", x[:4]) == 4 {
			t.Q = vec.QuatAxisAngle(vec.V3(x[0], x[1], x[2]).Norm(), r.angle(x[3]))
		}
	case e.Has("euler"):
		v := e.Vector("euler", vec.Vec3{})
		for i, turn := range [3]float32{v.X, v.Y, v.Z} {
			t.Q = eulerTurn(t.Q, r.eulers, i, r.angle(turn))
		}
	case e.Has("xyaxes"):
		if e.Numbers("xyaxes", x[:]) == 6 {
			a := vec.V3(x[0], x[1], x[2]).Norm()
			b := vec.V3(x[3], x[4], x[5])
			b = b.MulSub(a.Dot(b), a).Norm()
			if a != (vec.Vec3{}) && b != (vec.Vec3{}) {
				t.Q = vec.Mat3Cols(a, b, a.Cross(b)).Quat().Norm()
			}
		}
	case e.Has("zaxis"):
		t.Q = xmlscene.Align(vec.AxisZ, e.Vector("zaxis", vec.AxisZ))
	}
	return t
}

// eulerTurn adds the i-th turn of a sequence: lower case letters turn about the axes of the body.
func eulerTurn(q vec.Quat, sequence string, i int, angle float32) vec.Quat {
	if i >= len(sequence) {
		return q
	}
	c := sequence[i]
	axis := map[byte]vec.Vec3{'x': vec.AxisX, 'y': vec.AxisY, 'z': vec.AxisZ}[c|0x20]
	turn := vec.QuatAxisAngle(axis, angle)
	if c >= 'a' {
		return q.Mul(turn).Norm()
	}
	return turn.Mul(q).Norm()
}

// world reads the bodies and what is fixed in the world.
func (r *reader) world(w *xmlscene.Element) {
	at := vec.Transform{Q: xmlscene.Upright()}
	r.geoms(w, -1, at, "")
	for _, b := range w.All("body") {
		r.body(b, -1, at, vec.TransformIdentity, "", 0)
	}
}

// fixedBody is the static body that carries what hangs on the world.
func (r *reader) fixedBody() int {
	if r.fixed < 0 {
		def := physics.DefaultBodyDef()
		def.Name, def.Rotation = "world", xmlscene.Upright()
		r.scene.Bodies = append(r.scene.Bodies, scenefile.Body{Def: def})
		r.fixed = len(r.scene.Bodies) - 1
	}
	return r.fixed
}

const maxDepth = 100

// body reads a body below another. parent is the body that carries it, −1 for the world; frame is where
// the parent element is in the world, local where it is in the carrying body.
func (r *reader) body(e *xmlscene.Element, parent int, frame, local vec.Transform, childClass string, depth int) {
	if depth > maxDepth {
		e.Errorf("is nested too deep")
		return
	}
	childClass = e.Text("childclass", childClass)
	own := r.pose(e)
	at, inParent := frame.Mul(own), local.Mul(own)
	joints := e.All("joint")
	free := e.First("freejoint") != nil
	for _, j := range joints {
		r.inherit(j, childClass)
		free = free || j.Text("type", "hinge") == "free"
	}
	index := parent
	here := inParent
	if free || len(joints) > 0 {
		index, here = r.addBody(e, at), vec.TransformIdentity
		if !free {
			r.connect(e, joints, parent, index, at, inParent)
		}
	} else if parent < 0 {
		index = -1
	}
	if index < 0 {
		r.geoms(e, -1, at, childClass)
	} else {
		r.geoms(e, index, here, childClass)
		if i := e.First("inertial"); i != nil && here == vec.TransformIdentity {
			r.inertial(i, &r.scene.Bodies[index])
		}
	}
	if name := e.Text("name", ""); name != "" {
		r.bodies[name] = index
	}
	for _, b := range e.All("body") {
		if index < 0 {
			r.body(b, -1, at, vec.TransformIdentity, childClass, depth+1)
		} else {
			r.body(b, index, at, here, childClass, depth+1)
		}
	}
}

func (r *reader) addBody(e *xmlscene.Element, at vec.Transform) int {
	def := physics.DefaultBodyDef()
	def.Type, def.Position, def.Rotation, def.Name = physics.Dynamic, at.P, at.Q.Norm(), e.Text("name", "")
	r.scene.Bodies = append(r.scene.Bodies, scenefile.Body{Def: def})
	if len(r.scene.Bodies) > scenefile.MaxBodies {
		e.Errorf("there are more than %d bodies", scenefile.MaxBodies)
	}
	return len(r.scene.Bodies) - 1
}

func (r *reader) inertial(i *xmlscene.Element, b *scenefile.Body) {
	at := r.pose(i)
	b.Mass.Mass, b.Mass.Center = i.Number("mass", 0), &at.P
	if b.Mass.Mass < physics.MinMass {
		i.Errorf("mass %g kg: must be positive", b.Mass.Mass)
	}
	var x [6]float32
	m := vec.Mat3{}
	switch {
	case i.Numbers("fullinertia", x[:]) == 6:
		m = vec.Mat3{XX: x[0], YY: x[1], ZZ: x[2], XY: x[3], XZ: x[4], YZ: x[5]}
	case i.Numbers("diaginertia", x[:3]) == 3:
		m = vec.Diag(vec.V3(x[0], x[1], x[2]))
	default:
		return
	}
	m.YX, m.ZX, m.ZY = m.XY, m.XZ, m.YZ
	m = m.RotateTensor(at.Q)
	m.YX, m.ZX, m.ZY = m.XY, m.XZ, m.YZ
	b.Mass.Inertia = &m
}
