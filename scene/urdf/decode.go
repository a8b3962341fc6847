package urdf

import (
	"tumble/scene/internal/linkshape"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// Decode reads a robot. name is that of the model, and part of no path. The error is the first of those in the file,
// if any: the model beside it has all of them in Faults, and is of no other use.
func Decode(data []byte, name string, o Options) (*model.Model, error) {
	var f model.Faults
	m := decode(data, name, o, &f)
	m.Faults = f
	return m, f.Err()
}

// decode is Decode that adds to faults.
func decode(data []byte, name string, o Options, f *model.Faults) *model.Model {
	scene := model.New(name)
	top, err := xmlscene.Parse(data, "robot", f)
	if err != nil {
		f.Errorf("", "%v", err)
		return scene
	}
	scene.Text = "robot " + top.Text("name", "")
	substitute(top)
	b := &builder{
		Options: o, scene: scene, at: map[*link]attachment{}, built: map[string]int{},
		geometry: geometryReader{selfCollision: o.SelfCollision, meshes: linkshape.NewLibrary(o.Beside),
			colors: map[string]linkshape.Paint{}},
	}
	for _, m := range top.All("material") {
		b.geometry.colors[m.Text("name", "")] = b.geometry.color(m)
	}
	r := readRobot(top)
	if f.Failed() {
		return scene
	}
	if n := r.inCircles(); n > 0 {
		f.Errorf("", "%d links hang together in circles", n)
		return scene
	}
	if len(r.links) > model.MaxBodies {
		f.Errorf("", "%d links: at most %d are allowed", len(r.links), model.MaxBodies)
		return scene
	}
	scene.Declared = r.declared()
	b.rigid = scene.Declared.Joints == 0 && scene.Declared.Masses > 0
	b.named = map[string]*joint{}
	for _, j := range r.joints {
		b.named[j.name] = j
	}
	for _, l := range r.links {
		if l.joint == nil {
			b.root(l)
		}
	}
	b.mimics(r.joints)
	b.actuators(top)
	scene.AddGround(f)
	top.ReportIgnored(effect)
	return scene
}

// declared counts the joints that move and the links that have a mass.
func (r *robot) declared() model.Declared {
	var d model.Declared
	for _, j := range r.joints {
		if j.kind != "fixed" {
			d.Joints++
		}
	}
	for _, l := range r.links {
		if l.First("inertial").First("mass").Number("value", 0) > 0 {
			d.Masses++
		}
	}
	return d
}
