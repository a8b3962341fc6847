package mjcf

import (
	"tumble/internal/scenefile"
	"tumble/internal/xmlscene"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// Decode reads a model. The scene is of use only if no errors were added to the faults.
func Decode(data []byte, name string, o Options, f *scenefile.Faults) *scenefile.Scene {
	r := &reader{
		scene: scenefile.New(name), f: f, beside: o.Beside, classes: map[string]defaults{}, meshes: map[string]*meshAsset{}, hfields: map[string]*hfieldAsset{},
		frames: map[*xmlscene.Element]vec.Transform{}, frameClass: map[*xmlscene.Element]string{},
		joints: map[string]jointRef{}, bodies: map[string]attachment{}, sites: map[string]attachment{}, geoms: map[string]geomRef{}, fixed: -1,
		zones: map[string]scenes.Zone{}, geomFrames: map[string]attachment{}, subtrees: map[string][]int{}, drives: map[string]drive{},
		fixedTerms: map[string][]fixedTerm{}, looks: newLooks(o.Beside),
	}
	model, err := xmlscene.Parse(data, "mujoco", f)
	if err != nil {
		f.Errorf("", "%v", err)
		return r.scene
	}
	r.scene.Text = "model " + model.Text("model", "")
	x := &expander{reader: r, models: map[string]*xmlscene.Element{}}
	for _, step := range []func(){
		func() { x.include(model, 0) },
		func() { x.attach(model, "") },
		func() { r.readCompiler(model); r.readOptions(model) },
		func() {
			for _, d := range model.All("default") {
				r.readDefaults(d, "main", defaults{})
			}
			r.assets(model)
		},
		func() {
			for _, w := range model.All("worldbody") {
				x.unfold(w, 0)
			}
		},
		func() {
			for _, w := range model.All("worldbody") {
				r.world(w)
			}
			r.dress()
		},
		func() { r.settleMasses() },
		func() { r.scene.Declared.Joints, r.scene.Links = jointCount(model), len(r.scene.Joints) },
		func() { r.contacts(model); r.equalities(model); r.tendons(model) },
		func() {
			key := r.chooseKey(model, o.Key)
			if key != nil {
				r.controls = key.List("ctrl")
			}
			r.actuators(model)
			r.sensors(model)
			r.start(key)
		},
	} {
		if step(); f.Failed() {
			return r.scene
		}
	}
	model.ReportIgnored(effect)
	return r.scene
}

// jointCount counts the joints of a model, also those of elements that are not known here.
func jointCount(e *xmlscene.Element) int {
	n := 0
	for _, c := range e.Children {
		switch c.Name {
		case "joint", "freejoint":
			if e.Name == "body" {
				n++
			}
		case "attach", "flexcomp", "composite":
			n++ // what they stand for moves
		case "default", "tendon", "equality":
			continue
		}
		n += jointCount(c)
	}
	return n
}
