package model

import (
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// Limits of a file, against files made to exhaust memory or time.
const (
	MaxBodies = 1 << 16
	// MaxCopies bounds the bodies that are copies of others, and their shapes.
	MaxCopies = 1 << 21
	MaxShapes = 1 << 17
	MaxJoints = 1 << 16
	// MaxTriangles bounds the triangles of all meshes together.
	MaxTriangles = 4 << 20
)

// Model is a scene as a file describes it. Lengths are metres, masses kilograms, y is up.
type Model struct {
	Name, Text string
	// Units say what a length of 1 and the upward axis are in the file: "1 m, y up".
	Units string
	// Hertz is the number of steps a second; 0 for 100.
	Hertz int
	// Steps is how long a run lasts; 0 for ten seconds.
	Steps    int
	Settings physics.Settings
	// View has the distance 0 when the file has no camera.
	View scenes.View
	// Views are the cameras of the file.
	Views  []scenes.NamedView
	Bodies []Body
	Joints []Joint
	// Links is how many of the joints, the first ones, hold a body of a robot on its parent; 0 where the format does
	// not tell them from other joints.
	Links int
	// Sites are the named frames of the file.
	Sites  []Site
	Expect Expect
	// Sensors are those of the file: bodies are indices of Bodies, joints 1 + the index of Joints.
	Sensors []scenes.Sensor
	// Actuators are those of the file: joints are 1 + the index of Joints.
	Actuators []scenes.Actuator
	// Continuation is nil in files of new worlds.
	Continuation *Continuation
	// Source is the file, for those who write it again: what the scene itself leaves out. The format knows its type.
	Source any
	// Declared counts the joints and masses of the file, whether they are in the scene or not.
	Declared Declared
	// Faults are the losses, approximations and errors of the file that was read.
	Faults Faults
	// Summary counts the world that the model becomes, once package scene has opened it.
	Summary Summary
	// Files are the places of the files that the file refers to, whether they are there or not.
	Files []string

	// bodies and joints are those of the world that a captured scene describes.
	bodies []physics.Body
	joints []physics.Joint
	// coupled are the joints that Couple has made follow others.
	coupled []coupled
}

// Declared has the bodies that move by the file's own word.
type Declared struct {
	// Joints that leave freedom, and Masses of bodies.
	Joints, Masses int
}

// CheckMotion reports a scene in which nothing moves although its file has joints; masses alone may all be fixed to the
// world.
func (s *Model) CheckMotion(f *Faults) {
	if s.Declared == (Declared{}) {
		return
	}
	for i := range s.Bodies {
		if s.Bodies[i].Def.Type != physics.Static {
			return
		}
	}
	if s.Declared.Joints > 0 {
		f.Errorf("", "nothing moves, although the file has %d joints and %d masses", s.Declared.Joints,
			s.Declared.Masses)
		return
	}
	f.Warnf("", "nothing moves: all %d masses of the file are fixed to the world", s.Declared.Masses)
}

// New returns an empty scene with default settings.
func New(name string) *Model { return &Model{Name: name, Settings: physics.DefaultSettings()} }

// Body is a body with its shapes and what it is drawn with.
type Body struct {
	// Def has no velocities: they are set when the mass is known.
	Def             physics.BodyDef
	Linear, Angular vec.Vec3
	Mass            Mass
	Shapes          []Shape
	Drawings        []Drawing
	// Order is when the body was created among bodies, shapes and joints, from 1; 0 for in
	// the order of the list, with its shapes.
	Order uint64
	// Origin is 1 + the node of the source that became the body, 0 for none, OfScenery for the body of
	// all that belongs to no node with physics.
	Origin int
	// Copies are where equal static bodies are that follow this one, each with its shapes. No
	// joint and no drawing is about them.
	Copies []vec.Transform
}

// OfScenery is the origin of the static body that shapes, drawings and joints without a body belong to.
const OfScenery = -1

// CopyCount is the number of bodies that are copies, or of their shapes where those are more.
func (s *Model) CopyCount() int {
	n := 0
	for i := range s.Bodies {
		n += len(s.Bodies[i].Copies) * max(1, len(s.Bodies[i].Shapes))
	}
	return n
}

// Mass is the part of a body's mass that the file gives; the rest follows from the shapes.
type Mass struct {
	// Mass (kg), 0 for that of the shapes.
	Mass float32
	// Center of mass (m) and Inertia (kg·m²) in the frame of the body, nil for those of the
	// shapes. An inertia without mass is scaled to nothing.
	Center  *vec.Vec3
	Inertia *vec.Mat3
}

// Site is a named frame on a body: a site of MJCF, a frame of SDF, or a link of URDF or SDF that is a part of another
// one.
type Site struct {
	Name string
	// Body is the index of its body, −1 for the world.
	Body int
	// Local is the place in the frame of the body.
	Local vec.Transform
}

// Shape is a shape of a body.
type Shape struct {
	// Name is that of the file, empty for none.
	Name     string
	Geometry physics.Geometry
	Def      physics.ShapeDef
	// Broad are the bounds (m, world) that the broad phase of a running world kept for the
	// shape, nil for those of a new one.
	Broad *vec.AABB
	// Sliding is the coefficient of friction while the shape slides, nil for that at rest. It is
	// kept and not simulated.
	Sliding *float32
	Order   uint64
}

// Drawing is a mesh to draw in the frame of its body.
type Drawing struct {
	Local               vec.Transform
	Mesh                *scenes.DrawMesh
	Color               [4]uint8
	Roughness, Metallic float32
}

// Joint connects two bodies of the scene.
type Joint struct {
	// Name is that of the file, empty for none. Coordinates of a generic joint may have names of their own, by axis.
	Name        string
	Coordinates []string
	// Armature is the inertia of rotors (kg·m², of slides kg) by axis, nil for none; of a ball joint the second body
	// has it as a part of its own.
	Armature []float32
	// Passive are the springs and dampers of the joint itself by axis, nil for none.
	Passive []physics.JointPassive
	// A and B are indices of bodies; A is −1 for the world.
	A, B int
	// Def has frames in the bodies, and no handles of them.
	Def physics.JointDef
	// Off says that the joint holds nothing, see physics.Joint.SetEnabled.
	Off   bool
	Order uint64
}

// Expect has the claims of a scene file about its end; zero members claim nothing.
type Expect struct {
	// AsleepBy (s): everything sleeps at the end of the run, which lasts so long.
	AsleepBy float32
	// MaxPenetration (m) and MaxSpeed (m/s) at the end.
	MaxPenetration, MaxSpeed float32
	// Awake, if not nil, is the number of bodies awake.
	Awake *int
	// Places are where bodies are.
	Places []Place
}

// Place claims where a body is at the end.
type Place struct {
	Name     string
	Position vec.Vec3
	// Within (m) of the position.
	Within float32
}
