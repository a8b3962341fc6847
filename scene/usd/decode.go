package usd

import (
	"fmt"
	"math"
	"strings"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
	"tumble/scene/usd/internal/usdstage"
)

// Options choose how a scene is read.
type Options struct {
	// Beside reads the layers that the scene refers to; it may be nil.
	Beside model.Beside
}

// units are those of a stage.
type units struct {
	length, mass float64 // metres and kilograms of a unit
	upright      matrix  // from the axes of the stage, in its units, to those of the world in metres
	up           vector
}

// reader makes a scene of a stage.
type reader struct {
	units
	stage *usdstage.Stage
	scene *model.Model
	f     *model.Faults

	bodies    []*body
	moving    map[string]*body // by the path of their prims
	standing  map[string]*body
	joints    []joint
	groups    []*usdstage.Prim
	named     map[string]bool // bodies that joints name
	physics   *usdstage.Prim  // the first scene
	materials map[string]*surface
	meshes    map[*usdstage.Prim]*mesh
	drawn     map[drawnKey]*drawnMesh
	triangles int
	points    int // of meshes that were moved into bodies
	copies    int // instances that were visited
	copied    int // colliders that are copies
	noted     notes
	tags      map[*usdstage.Prim]int // groups without collisions inside
	colliders []*collider
	rules     *rules
	between   map[[2]int][]made // joints by their bodies
	order     [][2]int          // of the keys of between
	ground    int               // the body that joints hang on whose second body is the world, 0 without one
}

// Decode reads a scene from a layer as text or an archive. name is that of the model, and part of no path. The error
// is the first of those in the file, if any: the model beside it has all of them in Faults, and is of no other use.
func Decode(data []byte, name string, o Options) (*model.Model, error) {
	var f model.Faults
	m := decode(data, name, o, &f)
	m.Faults = f
	return m, f.Err()
}

// decode is Decode that adds to faults.
func decode(data []byte, name string, o Options, f *model.Faults) *model.Model {
	scene := model.New(name)
	stage := usdstage.Open(data, name, o.Beside, f)
	if stage == nil {
		return scene
	}
	r := &reader{
		stage: stage, scene: scene, f: f, moving: map[string]*body{}, standing: map[string]*body{},
		named:     map[string]bool{},
		materials: map[string]*surface{}, meshes: map[*usdstage.Prim]*mesh{}, drawn: map[drawnKey]*drawnMesh{},
		noted: notes{},
		tags:  map[*usdstage.Prim]int{}, between: map[[2]int][]made{},
	}
	if !r.readUnits() {
		return scene
	}
	r.nameJointed(stage.Root)
	r.visit(stage.Root, view{at: r.upright})
	if f.Failed() {
		return scene
	}
	r.gravity()
	r.filters()
	r.build()
	if !f.Failed() {
		r.connect()
	}
	if !f.Failed() && !r.stands() {
		scene.AddGround(f)
	}
	r.noted.report()
	return scene
}

// readUnits reads the units of a stage.
func (r *reader) readUnits() bool {
	r.length, r.mass = r.stage.Number("metersPerUnit", 0.01), r.stage.Number("kilogramsPerUnit", 1)
	if !(r.length >= 1e-9 && r.length <= 1e9 && r.mass >= 1e-9 && r.mass <= 1e9) {
		r.f.Errorf("", "metersPerUnit = %g, kilogramsPerUnit = %g: must be between 1e-9 and 1e9", r.length, r.mass)
		return false
	}
	if !r.stage.Has("metersPerUnit") {
		r.f.Warnf("", "the file has no metersPerUnit: 0.01 is taken, as USD does")
	}
	r.upright = scaling(vector{r.length, r.length, r.length})
	r.scene.Units = fmt.Sprintf("%g m, %s up", r.length, strings.ToLower(r.stage.Text("upAxis", "Y")))
	r.up = vector{0, 1, 0}
	switch axis := r.stage.Text("upAxis", "Y"); axis {
	case "Y":
	case "Z":
		r.up = vector{0, 0, 1}
		r.upright = rigid(vec.Transform{Q: xmlscene.Upright()}).mul(r.upright)
	default:
		r.f.Errorf("", "upAxis = %.20q: must be Y or Z", axis)
		return false
	}
	return true
}

// gravity reads that of the scene: earth's, against the up axis, where the file has none.
func (r *reader) gravity() {
	down, strength := r.up.scale(-1), 9.81
	if p := r.physics; p != nil {
		var v vector
		if p.Tuple("physics:gravityDirection", v[:]) && v.length() > 1e-12 {
			down = v.scale(1 / v.length())
		}
		if g := p.Number("physics:gravityMagnitude", math.Inf(-1)); g >= 0 {
			strength = g * r.length
		}
	}
	// the length of a unit is in the strength already
	d := r.upright.direction(down)
	g := d.scale(strength / math.Max(d.length(), 1e-30))
	if !(strength <= 1e6) {
		r.f.Errorf("", "a gravity of %g m/s²: at most 1e6 is allowed", strength)
		return
	}
	r.scene.Settings.Gravity = g.single()
}

// stands reports whether the scene needs no ground: it has a collider that stands still, a joint that hangs on the
// world, or nothing that could fall on it.
func (r *reader) stands() bool {
	falls := false
	for i := range r.scene.Bodies {
		b := &r.scene.Bodies[i]
		if b.Def.Type == physics.Static && len(b.Shapes) > 0 {
			return true
		}
		falls = falls || b.Def.Type == physics.Dynamic && len(b.Shapes) > 0
	}
	for i := range r.scene.Joints {
		if a := r.scene.Joints[i].A; a < 0 || r.scene.Bodies[a].Def.Type == physics.Static ||
			r.scene.Bodies[r.scene.Joints[i].B].Def.Type == physics.Static {
			return true
		}
	}
	return !falls
}
