package urdf

import (
	"tumble/internal/linkshape"
	"tumble/internal/scenefile"
	"tumble/internal/xmlscene"
)

// Decode reads a robot. The scene is of use only if no errors were added to the faults.
func Decode(data []byte, name string, o Options, f *scenefile.Faults) *scenefile.Scene {
	scene := scenefile.New(name)
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
	if len(r.links) > scenefile.MaxBodies {
		f.Errorf("", "%d links: at most %d are allowed", len(r.links), scenefile.MaxBodies)
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
func (r *robot) declared() scenefile.Declared {
	var d scenefile.Declared
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
