package sdf

import (
	"math"
	"strconv"
	"strings"

	"tumble/physics/vec"
	"tumble/scene/internal/linkshape"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// Options choose how a file is read.
type Options struct {
	// Beside reads the meshes and models that the file names; it may be nil.
	Beside model.Beside
	// KeepFixedLinks keeps links on fixed joints as bodies of their own.
	KeepFixedLinks bool
	// SelfCollision lets the links of a model collide with each other.
	SelfCollision bool
}

// Decode reads a world, or a model and a ground below it. name is that of the model, and part of no path. The error
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
	top, err := xmlscene.Parse(data, "sdf gazebo", f)
	if err != nil {
		f.Errorf("", "%v", err)
		return scene
	}
	r := &reader{beside: o.Beside, f: f, version: version(top)}
	roots := r.roots(top, scene)
	if f.Failed() {
		return scene
	}
	if len(roots) == 0 {
		f.Errorf("", "has neither a world nor a model that can be read")
		return scene
	}
	b := &builder{Options: o, scene: scene, built: map[string]int{}, meshes: linkshape.NewLibrary(o.Beside),
		lost: r.lost}
	for _, s := range roots {
		at, err := vec.TransformIdentity, error(nil)
		if s.Name == "model" {
			at, _ = poseOf(s.Element)
			if s.placement != "" {
				var inner vec.Transform
				inner, err = s.local(s.placement)
				at = at.Mul(inner.Inverse())
			}
		}
		if err != nil {
			s.Errorf("placement_frame: %v", err)
		}
		s.world = vec.Transform{Q: xmlscene.Upright()}.Mul(at)
		s.settle(r.lost)
	}
	if f.Failed() {
		return scene
	}
	b.build(roots, r.all)
	if roots[0].Name == "model" {
		scene.AddGround(f)
	}
	top.ReportIgnored(effect)
	for _, m := range r.included {
		m.ReportIgnored(effect)
	}
	return scene
}

// newest is the minor version that is taken for files without a number.
const newest = 12

// version is the minor number of the version of a file: 1.9 is older than 1.10.
func version(top *xmlscene.Element) int {
	parts := strings.Split(strings.TrimSpace(top.Text("version", "")), ".")
	if len(parts) < 2 {
		return newest
	}
	n, err := strconv.Atoi(parts[1])
	if err != nil {
		return newest
	}
	return n
}

// roots reads the first world, or all models of a file without one.
func (r *reader) roots(top *xmlscene.Element, scene *model.Model) []*scope {
	worlds := top.All("world")
	if len(worlds) == 0 {
		var list []*scope
		for _, m := range top.All("model") {
			scene.Text = "model " + m.Text("name", "")
			list = append(list, r.scope(m, nil, 0))
		}
		for _, i := range top.All("include") {
			outer := r.version
			if m := r.include(i); m != nil {
				scene.Text = "model " + m.Text("name", "")
				list = append(list, r.scope(m, nil, 0))
			} else {
				r.lost = true
			}
			r.version = outer
		}
		return list
	}
	for _, w := range worlds[1:] {
		w.Lossf("only the first world is read")
	}
	w := worlds[0]
	scene.Text = "world " + w.Text("name", "")
	p := w.First("physics")
	// up to version 1.5 gravity was a part of the physics
	g := w.VectorOf("gravity", p.VectorOf("gravity", vec.V3(0, 0, -9.8)))
	scene.Settings.Gravity = xmlscene.Upright().Rotate(g)
	if p != nil {
		scene.Hertz = hertz(p, int(scene.Settings.SubSteps))
	}
	return []*scope{r.scope(w, nil, 0)}
}

// Bounds of the steps a second that a file can choose. Below 100 the joints of robots lose their stiffness.
const leastHertz, mostHertz = 100, 2000

// hertz returns the steps a second. The steps of the format are those of a solver: 1000 a second are 250 of 4
// sub-steps.
func hertz(p *xmlscene.Element, subSteps int) int {
	step := float64(p.NumberOf("max_step_size", p.First("ode").First("solver").NumberOf("dt", 0.001)))
	if !(step >= 1e-6 && step <= 1) {
		p.Errorf("max_step_size %g s: must be between 1e-6 and 1", step)
		return 0
	}
	exact := math.Round(1 / step / float64(subSteps))
	taken := math.Max(leastHertz, math.Min(exact, mostHertz))
	if taken != exact {
		p.Warnf("max_step_size %g s: %g steps of %d solver steps a second are taken", step, taken, subSteps)
	}
	return int(taken)
}
