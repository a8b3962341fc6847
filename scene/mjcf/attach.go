package mjcf

import (
	"path"
	"slices"
	"strings"

	"tumble/scene/internal/xmlscene"
)

// A model is attached as its text is: its elements with a prefix before their names stand where the attach element was,
// and its sections below the root of the model have what refers to them alone. Its default classes are a tree of their
// own. Settings of its compiler would change how its numbers are read; where they are others than those of the model,
// nothing is attached.

// maxAttached bounds how often models are attached.
const maxAttached = 4096

// names are the attributes that name elements or refer to them.
var names = append([]string{"name", "class", "childclass", "mesh", "hfield", "material", "texture", "target",
	"jointinparent", "refsite", "sidesite",
	"subtree1", "subtree2"}, outside...)

// outside are those that an element below the root of an attached model has no use without.
var outside = []string{"body", "body1", "body2", "geom", "geom1", "geom2", "joint", "joint1", "joint2", "site", "site1",
	"site2", "cranksite", "slidersite",
	"tendon", "tendon1", "tendon2", "objname", "refname", "actuator"}

// compilerSettings are attributes of compiler that change how numbers are read, with their values where a model does
// not say them.
var compilerSettings = [][2]string{{"angle", "degree"}, {"eulerseq", "xyz"}, {"autolimits", "true"},
	{"inertiafromgeom", "auto"}, {"coordinate", "local"}}

// attacher puts models in the place of attach elements.
type attacher struct {
	*expander
	model *xmlscene.Element
	files map[string]string // of models by name
}

// attach replaces the attach elements of a model.
func (x *expander) attach(model *xmlscene.Element, folder string) {
	a := &attacher{expander: x, model: model, files: map[string]string{}}
	for _, section := range model.Children {
		if section.Name != "asset" {
			continue
		}
		for _, m := range section.All("model") {
			file := path.Join(folder, m.Text("file", ""))
			name := m.Text("name", "")
			if name == "" {
				if top := a.parse(m, file); top != nil {
					name = top.Peek("model")
				}
			}
			a.files[name] = file
		}
	}
	for _, w := range slices.Clone(model.Children) {
		if w.Name == "worldbody" {
			a.below(w)
		}
	}
}

// parse reads a file with a model, with all that it includes.
func (a *attacher) parse(e *xmlscene.Element, file string) *xmlscene.Element {
	if a.beside == nil {
		e.Lossf("%q: other files cannot be read from here", file)
		return nil
	}
	data, err := a.beside(file)
	if err != nil {
		e.Lossf("%v", err)
		return nil
	}
	top, err := xmlscene.Parse(data, "mujoco", a.f)
	if err != nil {
		e.Lossf("%s: %v", file, err)
		return nil
	}
	a.include(top, 0)
	top.SetFile(file)
	return top
}

// whole is the model of a file with all that it attaches itself.
func (a *attacher) whole(e *xmlscene.Element, file string) *xmlscene.Element {
	if top, ok := a.models[file]; ok {
		if top == nil {
			e.Lossf("%q attaches itself", file)
		}
		return top
	}
	a.models[file] = nil
	top := a.parse(e, file)
	if top == nil {
		// told once, and of no use again
		top = xmlscene.Like(e, "mujoco")
	}
	a.expander.attach(top, path.Dir(file))
	a.models[file] = top
	return top
}

// below attaches what elements below one ask for.
func (a *attacher) below(e *xmlscene.Element) {
	for _, c := range e.Children {
		if a.f.Failed() {
			return
		}
		if c.Name == "attach" {
			a.one(c)
		} else {
			a.below(c)
		}
	}
}

// one makes an attach element a frame with the elements it stands for. Where there is nothing of that, it stays
// without effect, with a loss.
func (a *attacher) one(e *xmlscene.Element) {
	if a.attached++; a.attached > maxAttached {
		e.Errorf("more than %d models are attached", maxAttached)
		return
	}
	e.Use()
	from, file := a.model, ""
	prefix := e.Text("prefix", "")
	other := e.Has("model")
	if other {
		if file = a.files[e.Text("model", "")]; file == "" {
			e.Lossf("there is no model %q", e.Text("model", ""))
			return
		}
		if from = a.whole(e, file); from == nil || a.f.Failed() || !a.alike(e, from) {
			return
		}
	}
	list := a.find(e, from)
	if list == nil {
		e.Lossf("there is nothing of this name")
		return
	}
	classes := prefix
	if !other {
		classes = ""
	}
	inside := map[string]bool{"world": true}
	list = slices.Clone(list)
	for i, c := range list {
		if a.copied += c.Count(); a.copied > maxExpanded {
			e.Errorf("more than %d elements are attached", maxExpanded)
			return
		}
		list[i] = c.Clone()
		rename(list[i], prefix, classes, inside)
	}
	e.Name, e.Children = "frame", list
	e.Set("name", "")
	if other {
		e.Set("childclass", prefix+"main")
		a.sections(from, prefix, path.Dir(file), inside)
	}
}

// alike reports whether the compilers of two models read numbers in the same way.
func (a *attacher) alike(e, from *xmlscene.Element) bool {
	for _, c := range compilerSettings {
		setting, usual := c[0], c[1]
		if settingOf(a.model, setting, usual) != settingOf(from, setting, usual) {
			e.Lossf("its compiler has another %s than the model: it is left out", setting)
			return false
		}
	}
	return true
}

// settingOf is a setting of the compiler of a model.
func settingOf(model *xmlscene.Element, setting, usual string) string {
	for _, c := range model.Children {
		if c.Name == "compiler" && c.Has(setting) {
			usual = c.Peek(setting)
		}
	}
	return usual
}

// find returns the body or frame that is attached, or all of a world.
func (a *attacher) find(e, from *xmlscene.Element) (list []*xmlscene.Element) {
	kind, name := "", ""
	for _, k := range []string{"body", "frame"} {
		if e.Has(k) {
			kind, name = k, e.Text(k, "")
		}
	}
	for _, w := range from.Children {
		if w.Name != "worldbody" {
			continue
		}
		if kind == "" {
			list = append(list, w.Children...)
		} else if c := named(w, kind, name); c != nil {
			return []*xmlscene.Element{c}
		}
	}
	return list
}

// named is the element of a kind and name below another one.
func named(e *xmlscene.Element, kind, name string) *xmlscene.Element {
	for _, c := range e.Children {
		if c.Name == kind && c.Peek("name") == name {
			return c
		}
		if found := named(c, kind, name); found != nil {
			return found
		}
	}
	return nil
}

// rename puts a prefix before all names of an element and all below, and another one before those of classes. It
// collects the names.
func rename(e *xmlscene.Element, prefix, classes string, inside map[string]bool) {
	for _, attribute := range names {
		value := e.Peek(attribute)
		switch {
		case value == "" || value == "world":
		case attribute == "class" || attribute == "childclass":
			e.Set(attribute, classes+value)
		default:
			e.Set(attribute, prefix+value)
		}
	}
	if name := e.Peek("name"); name != "" {
		inside[name] = true
	}
	for _, c := range e.Children {
		rename(c, prefix, classes, inside)
	}
}

// sections adds the sections of an attached model: its classes, its assets, and references to the elements inside.
func (a *attacher) sections(from *xmlscene.Element, prefix, folder string, inside map[string]bool) {
	root := xmlscene.Like(a.model, "default")
	root.Set("class", prefix+"main")
	added := []*xmlscene.Element{root}
	for _, s := range from.Children {
		switch s.Name {
		case "default":
			for _, c := range s.Children {
				c = c.Clone()
				rename(c, prefix, prefix, map[string]bool{})
				root.Children = append(root.Children, c)
			}
		case "asset", "contact", "equality", "tendon", "actuator", "sensor":
			section := xmlscene.Like(a.model, s.Name)
			for _, c := range s.Children {
				if s.Name == "asset" && c.Name == "model" {
					continue
				}
				if a.copied += c.Count(); a.copied > maxExpanded {
					a.f.Errorf(c.Place(), "more than %d elements are attached", maxExpanded)
					return
				}
				c = c.Clone()
				if s.Name == "asset" {
					a.moveFile(c, from, folder)
				}
				own := map[string]bool{}
				rename(c, prefix, prefix, own)
				if s.Name != "asset" && !refersInside(c, inside) {
					continue
				}
				for name := range own {
					inside[name] = true
				}
				if (inherited[c.Name] || s.Name == "actuator" || s.Name == "equality" || s.Name == "tendon") &&
					!c.Has("class") {
					c.Set("class", prefix+"main")
				}
				section.Children = append(section.Children, c)
			}
			added = append(added, section)
		}
	}
	a.model.Children = append(a.model.Children, added...)
}

// assetFolder is the folder of a model for the files of meshes and terrains, or of textures.
func assetFolder(model, asset *xmlscene.Element) string {
	setting := "meshdir"
	if asset.Name == "texture" {
		setting = "texturedir"
	}
	return settingOf(model, setting, settingOf(model, "assetdir", ""))
}

// moveFile names the file of an asset of a model in another folder as one of the folder for such assets of the model.
func (a *attacher) moveFile(c, from *xmlscene.Element, folder string) {
	file := c.Peek("file")
	if file == "" {
		return
	}
	if !c.Has("name") {
		c.Set("name", strings.TrimSuffix(path.Base(file), path.Ext(file)))
	}
	file = path.Join(folder, assetFolder(from, c), file)
	if own := assetFolder(a.model, c); path.Clean(own) != "." {
		file = strings.Repeat("../", 1+strings.Count(path.Clean(own), "/")) + file
	}
	c.Set("file", file)
}

// refersInside reports whether an element and all below it refer to elements inside alone.
func refersInside(e *xmlscene.Element, inside map[string]bool) bool {
	for _, attribute := range outside {
		if value := e.Peek(attribute); value != "" && !inside[value] {
			return false
		}
	}
	for _, c := range e.Children {
		if !refersInside(c, inside) {
			return false
		}
	}
	return true
}
