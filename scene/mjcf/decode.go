package mjcf

import (
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// Decode reads a model. name is that of the model, and part of no path. The error is the first of those in the file,
// if any: the model beside it has all of them in Faults, and is of no other use.
func Decode(data []byte, name string, o Options) (*model.Model, error) {
	var f model.Faults
	m := decode(data, name, o, &f)
	m.Faults = f
	return m, f.Err()
}

// decode is Decode that adds to faults.
func decode(data []byte, name string, o Options, f *model.Faults) *model.Model {
	r := &reader{
		scene: model.New(name), f: f, beside: o.Beside, classes: map[string]defaults{},
		meshes: map[string]*meshAsset{}, hfields: map[string]*hfieldAsset{},
		frames: map[*xmlscene.Element]vec.Transform{}, frameClass: map[*xmlscene.Element]string{},
		joints: map[string]jointRef{}, bodies: map[string]attachment{}, sites: map[string]attachment{},
		geoms: map[string]geomRef{}, fixed: -1,
		zones: map[string]scenes.Zone{}, geomFrames: map[string]attachment{}, subtrees: map[string][]int{},
		drives: map[string]drive{}, bounded: map[string]bool{},
		fixedTerms: map[string][]fixedTerm{}, looks: newLooks(o.Beside),
	}
	top, err := xmlscene.Parse(data, "mujoco", f)
	if err != nil {
		f.Errorf("", "%v", err)
		return r.scene
	}
	r.scene.Text = "model " + top.Text("model", "")
	x := &expander{reader: r, models: map[string]*xmlscene.Element{}}
	for _, step := range []func(){
		func() { x.include(top, 0) },
		func() { x.attach(top, "") },
		func() { r.readCompiler(top); r.readOptions(top) },
		func() {
			for _, d := range top.All("default") {
				r.readDefaults(d, "main", defaults{})
			}
			r.assets(top)
		},
		func() {
			for _, w := range top.All("worldbody") {
				x.unfold(w, 0)
			}
		},
		func() {
			for _, w := range top.All("worldbody") {
				r.world(w)
			}
			r.dress()
		},
		func() { r.settleMasses() },
		func() { r.scene.Declared.Joints, r.scene.Links = jointCount(top), len(r.scene.Joints) },
		func() { r.contacts(top); r.equalities(top); r.tendons(top) },
		func() {
			key := r.chooseKey(top, o.Key)
			if key != nil {
				r.controls = key.List("ctrl")
			}
			r.actuators(top)
			r.sensors(top)
			r.start(key)
		},
	} {
		if step(); f.Failed() {
			return r.scene
		}
	}
	top.ReportIgnored(effect)
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
