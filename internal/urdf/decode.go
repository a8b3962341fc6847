package urdf

import (
	"tumble/internal/scenefile"
	"tumble/internal/xmlscene"
	"tumble/physics"
	"tumble/physics/vec"
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
		Options: o, scene: scene, at: map[*link]attachment{}, built: map[string]builtJoint{},
		geometry: geometryReader{beside: o.Beside, files: map[string]*meshFile{}, colors: map[string][4]float32{}},
	}
	for _, m := range top.All("material") {
		if c := m.First("color"); c != nil {
			color := [4]float32{0.7, 0.7, 0.7, 1}
			c.Numbers4("rgba", &color)
			b.geometry.colors[m.Text("name", "")] = color
		}
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
	for _, l := range r.links {
		if l.joint == nil {
			b.root(l)
		}
	}
	for _, j := range r.joints {
		b.mimic(j)
	}
	scene.Declared = r.declared()
	addGround(scene, f)
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

// addGround adds a floor at the lowest surface of the robot, or at its origin if that is lower. The
// format has no words for it.
func addGround(s *scenefile.Scene, f *scenefile.Faults) {
	if f.Failed() {
		return
	}
	def := physics.DefaultBodyDef()
	def.Name = "ground"
	scene := s.Scene()
	run, err := scene.New(scene.WorldDef(), nil)
	if err != nil {
		f.Errorf("", "%v", err)
		return
	}
	defer run.World.Close()
	for _, b := range run.World.Bodies(nil) {
		def.Position.Y = vec.Min(def.Position.Y, b.Bounds().Min.Y)
	}
	plane := scenefile.Shape{Geometry: physics.Plane{Normal: vec.AxisY}, Def: physics.DefaultShapeDef()}
	s.Bodies = append(s.Bodies, scenefile.Body{Def: def, Shapes: []scenefile.Shape{plane}})
}
