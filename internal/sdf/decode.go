package sdf

import (
	"math"
	"strconv"
	"strings"

	"tumble/internal/linkshape"
	"tumble/internal/scenefile"
	"tumble/internal/xmlscene"
	"tumble/physics"
	"tumble/physics/vec"
)

// Options choose how a file is read.
type Options struct {
	// Beside reads the meshes and models that the file names; it may be nil.
	Beside xmlscene.Beside
	// KeepFixedLinks keeps links on fixed joints as bodies of their own.
	KeepFixedLinks bool
	// SelfCollision lets the links of a model collide with each other.
	SelfCollision bool
}

// Decode reads a world, or a model and a ground below it. The scene is of use only if no errors were added to the faults.
func Decode(data []byte, name string, o Options, f *scenefile.Faults) *scenefile.Scene {
	scene := scenefile.New(name)
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
		f.Errorf("", "has neither a world nor a model")
		return scene
	}
	if len(r.all) > scenefile.MaxBodies {
		f.Errorf("", "%d links: at most %d are allowed", len(r.all), scenefile.MaxBodies)
		return scene
	}
	b := &builder{Options: o, scene: scene, meshes: linkshape.NewLibrary(o.Beside), version: r.version}
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
		s.settle()
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

// version is that of the format, the newest one that is known without a number.
func version(top *xmlscene.Element) float64 {
	v, err := strconv.ParseFloat(strings.TrimSpace(top.Text("version", "")), 64)
	if err != nil {
		return 1.12
	}
	// 1.10 is newer than 1.9
	if _, minor, ok := strings.Cut(top.Text("version", ""), "."); ok && len(minor) > 1 {
		n, err := strconv.Atoi(minor)
		if err == nil && n >= 10 {
			return 1.9
		}
	}
	return v
}

// roots reads the first world, or all models of a file without one.
func (r *reader) roots(top *xmlscene.Element, scene *scenefile.Scene) []*scope {
	worlds := top.All("world")
	if len(worlds) == 0 {
		var list []*scope
		for _, m := range top.All("model") {
			scene.Text = "model " + m.Text("name", "")
			list = append(list, r.scope(m, nil, 0))
		}
		return list
	}
	for _, w := range worlds[1:] {
		w.Lossf("only the first world is read")
	}
	w := worlds[0]
	scene.Text = "world " + w.Text("name", "")
	g := w.VectorOf("gravity", vec.V3(0, 0, -9.8))
	scene.Settings.Gravity = xmlscene.Upright().Rotate(g)
	if p := w.First("physics"); p != nil {
		scene.Hertz = hertz(p, int(scene.Settings.SubSteps))
	}
	return []*scope{r.scope(w, nil, 0)}
}

// Bounds of the steps a second that a file can choose. Below 100 the joints of robots lose their stiffness.
const leastHertz, mostHertz = 100, 2000

// hertz returns the steps a second. The steps of the format are those of a solver: 1000 a second are 250 of 4 sub-steps.
func hertz(p *xmlscene.Element, subSteps int) int {
	step := float64(p.NumberOf("max_step_size", 0.001))
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

// bodyType is that of a link.
func (l *link) bodyType() physics.BodyType {
	switch {
	case l.static:
		return physics.Static
	case l.FlagOf("kinematic", false):
		return physics.Kinematic
	}
	return physics.Dynamic
}
