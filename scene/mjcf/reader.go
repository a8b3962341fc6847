package mjcf

import (
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// reader is a model being read.
type reader struct {
	scene  *model.Model
	f      *model.Faults
	beside model.Beside

	compiler
	classes map[string]defaults
	meshes  map[string]*meshAsset
	hfields map[string]*hfieldAsset
	looks
	// heights of all terrains that became shapes.
	heights int
	// frames are the poses of frame and replicate elements around an element, in that of its parent, and
	// frameClass the default class that they give.
	frames     map[*xmlscene.Element]vec.Transform
	frameClass map[*xmlscene.Element]string

	joints map[string]jointRef
	bodies map[string]attachment
	sites  map[string]attachment
	geoms  map[string]geomRef
	// what sensors are mounted on, by name: zones of sites, poses of geoms, bodies of the scene below a body element
	zones      map[string]scenes.Zone
	geomFrames map[string]attachment
	subtrees   map[string][]int
	drives     map[string]drive // of actuators
	bounded    map[string]bool  // joints whose bounds of forces an actuator has
	fixedTerms map[string][]fixedTerm
	parts      [][]part // of each body of the scene
	types      []collisionType
	// coordinates are all joints in the order of the file, and controls those of the actuators in the keyframe.
	coordinates []coordinate
	controls    []float32
	fixed       int // body of all that hangs on the world, −1 before it is needed
}

// compiler are the settings of the model that tell how the rest is read.
type compiler struct {
	degrees, autoLimits    bool
	eulers                 string
	meshFolder             string
	textureFolder          string
	fromGeoms              string // inertiafromgeom
	totalMass              float32
	massGroups             [2]float32 // inertiagrouprange: geoms of other groups weigh nothing
	noContact, noParent    bool
	noGravity, noActuation bool
	noEquality, noLimit    bool
	magnetic               vec.Vec3 // field, in the axes of the file
}

// fixedTerm is a joint of a fixed tendon with its factor.
type fixedTerm struct {
	joint  string
	factor float32
}

// defaults are attribute values by element name.
type defaults map[string]map[string]string

// meshAsset is a mesh of the model.
type meshAsset struct {
	points  []vec.Vec3
	indices []uint32
	uv      [][2]float32       // texture coordinates of the corners of triangles, nil without them
	inertia string             // how its volume is meant
	parts   []physics.Geometry // convex hull, nil before it is needed
}

// jointRef is where a named joint ended up: a joint of the scene and its axis there.
type jointRef struct {
	joint, axis int
	sliding     bool
	reversed    bool       // the axis in the scene is the opposite one
	ref         float32    // coordinate of the pose of the model
	forces      [2]float32 // least and most (N·m, N) of all actuators together, 0 and 0 without bounds
}

// attachment is an element in a body of the scene, −1 for the world.
type attachment struct {
	body  int
	local vec.Transform
	// jointed says that the body element has joints of its own: what its parent exerts on it is that of a joint.
	jointed bool
}

// geomRef names shapes of a body that a geom became.
type geomRef struct{ body, first, count int }

// part is the mass that a body element adds to a body of the scene, in the frame of the latter.
type part struct {
	name string
	mass physics.MassData
	// given says that the file has the mass, not the geoms.
	given bool
}

// collisionType decides which geoms collide: the type bits of MuJoCo, and the names that
// exclude and pair elements use.
type collisionType struct {
	contype, conaffinity uint32
	body, parent         string
	geom                 string
	shape                geomRef
}
