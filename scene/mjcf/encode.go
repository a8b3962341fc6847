package mjcf

import (
	"fmt"
	"strings"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/scene/internal/linktree"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// deepest is how many bodies hang on each other in a file: a reader counts the elements within each other.
const deepest = 80

// encoder writes a model.
type encoder struct {
	xmlscene.Writer
	*linktree.Tree
	f *linktree.Notes

	filters   filters
	meshes    []mesh
	looks     writtenLooks
	joints    map[int]string // names of the joints of the scene
	sites     map[int][]site // of each link, −1 for the world
	siteCount int
	rest      []constraint
	velocity  []float32 // of all coordinates in the order of the file
	moving    bool
	motors    []motor
	drives    *drives
	axisNames map[[2]int]string // names of axes of joints in the file
}

// mesh is a mesh of the model.
type mesh struct {
	name    string
	points  []vec.Vec3
	indices []uint32
	drawn   bool // not a shape
}

// site is a place on a body that a constraint names.
type site struct {
	name string
	at   vec.Transform
	zone scenes.Zone
}

// Encode writes a scene as a model. The faults tell what a model cannot have; with errors there is none.
func Encode(s *model.Model, f *model.Faults) []byte {
	e := &encoder{Tree: linktree.Of(s, deepest), f: &linktree.Notes{}, joints: map[int]string{},
		sites: map[int][]site{}}
	defer e.f.Tell(f)
	e.TellStill(e.f)
	e.filters = filtersOf(s, e.f)
	e.nameJoints()
	e.constraints()
	mounts, pushes := e.sensorSites(), e.pushSites()
	// meshes come before the bodies that name them
	body := &encoder{Tree: e.Tree, f: e.f, filters: e.filters, joints: e.joints, sites: e.sites, drives: newDrives(s),
		axisNames: map[[2]int]string{}, looks: newWrittenLooks()}
	e.axisNames = body.axisNames
	body.Open("worldbody")
	body.writeSites(linktree.World)
	for i := range e.Links {
		if e.Links[i].Parent == linktree.World {
			body.link(i)
		}
	}
	body.Close()
	name := s.Name
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	e.Open("mujoco", "model", name)
	e.Leaf("compiler", "angle", "radian")
	g := s.Settings.Gravity
	e.Leaf("option", "gravity", xmlscene.Format(g.X, -g.Z, g.Y), "timestep",
		fmt.Sprint(1/(float64(s.Rate())*float64(s.Settings.SubSteps))), "magnetic", magnetic(s))
	if len(body.meshes) > 0 {
		e.Open("asset")
		for _, m := range body.looks.materials {
			e.Leaf("material", m...)
		}
		for i := range body.meshes {
			e.asset(&body.meshes[i])
		}
		e.Close()
	}
	e.Insert(&body.Writer)
	body.drives.tendons(e)
	e.sensorTendons()
	e.writeConstraints()
	e.sensors(mounts, body.drives)
	if control := e.actuators(body.drives, pushes, body.motors); body.moving || control != nil {
		e.Open("keyframe")
		v := ""
		if body.moving {
			v = xmlscene.Format(body.velocity...)
		}
		e.Leaf("key", "qvel", v, "ctrl", xmlscene.Format(control...))
		e.Close()
	}
	e.Close()
	return e.Bytes()
}

func (e *encoder) asset(m *mesh) {
	var faces []string
	for _, i := range m.indices {
		faces = append(faces, fmt.Sprint(i))
	}
	var points []float32
	for _, p := range m.points {
		points = append(points, p.X, p.Y, p.Z)
	}
	inertia := ""
	if m.drawn {
		inertia = "shell" // a surface may have no volume
	}
	e.Leaf("mesh", "name", m.name, "inertia", inertia, "vertex", xmlscene.Format(points...), "face", strings.Join(faces,
		" "))
}

// nameJoints gives the joints that carry links names.
func (e *encoder) nameJoints() {
	for i := range e.Links {
		if j := e.Links[i].Joint; j >= 0 {
			e.joints[j] = e.Links[i].JointName
		}
	}
}

// link writes a body with all that it carries.
func (e *encoder) link(i int) {
	l := &e.Links[i]
	b := &e.Scene.Bodies[l.Body]
	gravity, mocap := "", ""
	if b.Def.Type == physics.Dynamic && b.Def.GravityScale != 1 {
		gravity = xmlscene.Format(1 - b.Def.GravityScale)
	}
	if b.Def.Type == physics.Kinematic {
		mocap = "true"
		e.f.Warnf(l.Name, "moves as told: it stands still in the file, as a mocap body")
	}
	e.Open("body", "name", l.Name, "pos", xmlscene.FormatVector(l.Local.P), "quat", xmlscene.FormatQuat(l.Local.Q),
		"gravcomp", gravity, "mocap", mocap)
	if b.Def.Type == physics.Dynamic {
		e.mobility(l)
		e.inertial(l, b)
		e.unsaid(l, b)
	}
	for k := range b.Shapes {
		e.geoms(l, &b.Shapes[k])
	}
	e.drawings(l, b)
	e.writeSites(i)
	for _, k := range l.Below {
		e.link(k)
	}
	e.Close()
}

// unsaid tells what a body has that a model cannot have.
func (e *encoder) unsaid(l *linktree.Link, b *model.Body) {
	if b.Def.LinearDamping != 0 || b.Def.AngularDamping != 0 {
		e.f.Warnf(l.Name, "damping of bodies is left out")
	}
	if b.Def.Locks != 0 {
		e.f.Lossf(l.Name, "locked axes are left out")
	}
	if !b.Def.Enabled {
		e.f.Warnf(l.Name, "is disabled: it takes part in the file")
	}
}

func (e *encoder) inertial(l *linktree.Link, b *model.Body) {
	m, ok := b.MassData()
	if !ok {
		e.f.Warnf(l.Name, "has no mass: 1 g is taken")
		m = physics.MassData{Mass: 1e-3, Inertia: vec.Diag(vec.V3(1e-6, 1e-6, 1e-6))}
	}
	m.Inertia = e.withoutRotor(l, m.Inertia)
	t := &m.Inertia
	if *t == (vec.Mat3{}) {
		e.f.Warnf(l.Name, "does not rotate: a sphere of its mass with a radius of 1 m is taken")
		*t = vec.Diag(vec.V3(m.Mass, m.Mass, m.Mass)).Scale(0.4)
	}
	e.Leaf("inertial", "pos", xmlscene.FormatVector(m.Center), "mass", xmlscene.Format(m.Mass), "fullinertia",
		xmlscene.Format(t.XX, t.YY, t.ZZ, t.XY, t.XZ, t.YZ))
}

// writeSites writes the sites of a link, or of the world.
func (e *encoder) writeSites(link int) {
	for _, s := range e.sites[link] {
		kind, size := zoneOf(s.zone)
		e.Leaf("site", "name", s.name, "pos", xmlscene.FormatVector(s.at.P), "quat", xmlscene.FormatQuat(s.at.Q),
			"type",
			kind, "size", size)
	}
}
