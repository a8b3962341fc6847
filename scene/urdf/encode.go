package urdf

import (
	"fmt"
	"path/filepath"
	"strings"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/linktree"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// File is a mesh that a robot names, with its name from the folder of the robot on.
type File struct {
	Name string
	Data []byte
}

// deepest is how many links hang on each other in a file.
const deepest = 1 << 16

// gravityRounding (m/s²) is how far the gravity of a scene may be from that of readers before it is told.
const gravityRounding = 1e-4

// encoder writes a robot.
type encoder struct {
	xmlscene.Writer
	*linktree.Tree
	f      *linktree.Notes
	folder string // of the meshes
	files  []File
	meshes map[string]string // name of the file by its contents
	joints map[int]string    // names of the joints of the scene
	// shift is where the frame of a link is in its body: at its joint.
	shift []vec.Vec3
	mimic map[int]linktree.Coupling // by the joint of the follower
	// filtered says that some shapes do not collide with some others.
	filtered bool
}

// Encode writes a scene as a robot, with the meshes that it names in a folder beside it. The faults tell what a robot
// cannot have.
func Encode(s *model.Model, folder string, f *model.Faults) ([]byte, []File) {
	e := &encoder{
		Tree: linktree.Of(s, deepest), f: &linktree.Notes{}, folder: folder, joints: map[int]string{},
		mimic: map[int]linktree.Coupling{}, meshes: map[string]string{},
	}
	e.shift = make([]vec.Vec3, len(e.Links))
	for i := range e.Links {
		if l := &e.Links[i]; l.Joint >= 0 {
			e.joints[l.Joint] = l.JointName
			e.shift[i], _ = e.Anchor(l)
		}
	}
	defer e.f.Tell(f)
	e.TellStill(e.f)
	e.filtered = selective(s)
	if g := s.Settings.Gravity; g.Dist(physics.DefaultSettings().Gravity) > gravityRounding {
		e.f.Warnf("", "gravity of %.4g m/s² along (%.3g, %.3g, %.3g) is left out: readers take 9.81 downwards", g.Len(),
			g.X, -g.Z, g.Y)
	}
	e.couplings()
	e.Open("robot", "name", modelName(s.Name))
	roots := e.roots()
	shared := len(roots) != 1 || e.Links[roots[0]].Joint >= 0 || e.Links[roots[0]].Local != vec.TransformIdentity
	if shared {
		// a robot has one root, which is at the origin
		e.Leaf("link", "name", "world")
	}
	for i := range e.Links {
		l := &e.Links[i]
		if e.floor(l) {
			continue
		}
		e.link(i)
		if l.Parent != linktree.World || l.Joint >= 0 || shared {
			e.joint(i)
		}
	}
	e.transmissions()
	e.Close()
	return e.Bytes(), e.files
}

// modelName is the name of a scene without folder and ending.
func modelName(name string) string {
	name = filepath.Base(filepath.ToSlash(name))
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// roots are the links that nothing carries, without the floor.
func (e *encoder) roots() []int {
	var list []int
	for i := range e.Links {
		if l := &e.Links[i]; l.Parent == linktree.World && !e.floor(l) {
			list = append(list, i)
		}
	}
	return list
}

// floor reports whether a link is a floor without end alone, which readers of robots add.
func (e *encoder) floor(l *linktree.Link) bool {
	b := &e.Scene.Bodies[l.Body]
	if b.Def.Type == physics.Dynamic || len(b.Shapes) != 1 || len(l.Below) > 0 {
		return false
	}
	_, plane := b.Shapes[0].Geometry.(physics.Plane)
	return plane
}

// couplings finds the mimics, and tells which other joints a robot cannot have.
func (e *encoder) couplings() {
	for _, i := range e.Loose {
		j := &e.Scene.Joints[i]
		name := e.Links[e.LinkOf(j.B)].Name
		if j.Off {
			e.f.Lossf(name, "a joint that is off is left out")
			continue
		}
		c, ok := e.Coupled(i)
		if ok {
			follower := e.Links[c.Follower].Joint
			if _, twice := e.mimic[follower]; !twice {
				e.mimic[follower] = c
				continue
			}
		}
		e.f.Lossf(name, "a %s that closes a loop is left out",
			strings.ToLower(strings.TrimSuffix(strings.TrimPrefix(fmt.Sprintf("%T", j.Def), "*physics."),
				"JointDef"))+" joint")
	}
}

// origin is an origin element of a pose.
func (e *encoder) origin(at vec.Transform) {
	e.Leaf("origin", "xyz", xmlscene.FormatVector(at.P), "rpy", xmlscene.FormatVector(xmlscene.RollPitchYaw(at.Q)))
}

// link writes a link.
func (e *encoder) link(i int) {
	l := &e.Links[i]
	b := &e.Scene.Bodies[l.Body]
	own := vec.Transform{P: e.shift[i].Neg(), Q: vec.QuatIdentity}
	e.Open("link", "name", l.Name)
	if b.Def.Type == physics.Dynamic {
		e.inertial(l, b, own)
	} else if b.Def.Type == physics.Kinematic {
		e.f.Warnf(l.Name, "moves as told: it stands still in the file")
	}
	for k := range b.Shapes {
		e.collision(l, &b.Shapes[k], own)
	}
	for k := range b.Drawings {
		e.visual(&b.Drawings[k], own)
	}
	e.Close()
	d := &b.Def
	if d.Type == physics.Dynamic && (d.LinearDamping != 0 || d.AngularDamping != 0 || d.GravityScale != 1 ||
		d.Locks != 0) {
		e.f.Warnf(l.Name, "damping, gravity scale and locked axes of bodies are left out")
	}
	if b.Linear != (vec.Vec3{}) || b.Angular != (vec.Vec3{}) {
		e.f.Warnf(l.Name, "stands still at the start of the file")
	}
}

func (e *encoder) inertial(l *linktree.Link, b *model.Body, own vec.Transform) {
	m, ok := b.MassData()
	if !ok {
		e.f.Warnf(l.Name, "has no mass")
		return
	}
	t := &m.Inertia
	if !model.PossibleInertia(t) {
		e.f.Warnf(l.Name, "has an inertia that readers refuse: they take that of its shapes")
	}
	e.Open("inertial")
	e.origin(vec.Transform{P: own.Apply(m.Center), Q: vec.QuatIdentity})
	e.Leaf("mass", "value", xmlscene.Format(m.Mass))
	e.Leaf("inertia", "ixx", xmlscene.Format(t.XX), "ixy", xmlscene.Format(t.XY), "ixz", xmlscene.Format(t.XZ),
		"iyy", xmlscene.Format(t.YY), "iyz", xmlscene.Format(t.YZ), "izz", xmlscene.Format(t.ZZ))
	e.Close()
}
