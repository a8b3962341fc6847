package sdf

import (
	"path"
	"strings"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// Limits of nesting and including, against files that include themselves.
const (
	maxNesting  = 32
	maxIncludes = 1024
	maxElements = 1 << 18 // of all included files together
)

// reader reads the graph of models.
type reader struct {
	beside   model.Beside
	f        *model.Faults
	version  int // of the file that is being read
	includes int
	elements int   // of included files
	models   int32 // of the world so far
	lost     bool  // a model that is included could not be read
	all      []*link
	included []*xmlscene.Element
}

// scope reads the world or a model with all models in it. Of an included model, folder is where its files are.
func (r *reader) scope(e *xmlscene.Element, parent *scope, depth int) *scope {
	s := &scope{Element: e, parent: parent, frames: map[string]*frame{}, world: vec.Transform{Q: xmlscene.Upright()}}
	if depth > maxNesting {
		e.Errorf("models are nested more than %d deep", maxNesting)
		return s
	}
	if e.Name == "model" {
		name := e.Text("name", "")
		if len(name) > physics.MaxName {
			e.Errorf("the name has %d bytes: at most %d are allowed", len(name), physics.MaxName)
			return s
		}
		s.name, s.placement, s.canonical = name, e.Text("placement_frame", ""), e.Text("canonical_link", "")
		if parent != nil {
			s.name = parent.scoped(name)
			s.static = parent.static
		}
		// a model that stands still carries no model that moves
		s.static = e.FlagOf("static", false) || s.static
	}
	// links of a model do not collide with each other, nor with those of models within it
	if parent == nil || parent.parent == nil && parent.Name == "world" {
		r.models++
	}
	group := -r.models
	if e.FlagOf("self_collide", false) {
		group = 0
	}
	r.fill(s, e, "", group, depth)
	return s
}

// fill reads the contents of a model, or of one that is merged into it, into a scope; base is the frame of poses that
// name none.
func (r *reader) fill(s *scope, e *xmlscene.Element, base string, group int32, depth int) {
	first := "" // link, which frames without another move with
	for _, l := range e.All("link") {
		at, from := poseOf(l)
		name := l.Text("name", "")
		own := &link{Element: l, name: s.scoped(name), scope: s, static: s.static, group: group}
		if l.First("self_collide") != nil {
			own.group = -r.models
			if l.FlagOf("self_collide", false) {
				own.group = 0
			}
		}
		if len(r.all) > model.MaxBodies {
			l.Errorf("more than %d links", model.MaxBodies)
			return
		}
		s.links = append(s.links, own)
		r.all = append(r.all, own)
		own.frame = &frame{Element: l, pose: at, base: relative(from, base), link: own}
		if first == "" {
			first = name
		}
		s.add(l, name, own.frame, r.version < 7)
	}
	r.named(s, e, base, first)
	for _, m := range e.All("model") {
		r.nested(s, m, base, depth)
	}
	for _, i := range e.All("include") {
		outer := r.version
		m := r.include(i)
		switch {
		case m == nil:
			r.lost = true
		case i.Flag("merge", false):
			r.merged(s, m, base, group, depth)
		default:
			r.nested(s, m, base, depth)
		}
		r.version = outer
	}
}

// named reads the joints and frames of a model; first is its first link, which frames of a merged one move with.
func (r *reader) named(s *scope, e *xmlscene.Element, base, first string) {
	for _, j := range e.All("joint") {
		at, from := poseOf(j)
		child := j.ContentOf("child", "")
		if from == "" {
			from = child
		}
		own := &frame{Element: j, pose: at, base: relative(from, base), attached: child, home: base, version: r.version}
		s.joints = append(s.joints, own)
		s.add(j, j.Text("name", ""), own, r.version < 7)
	}
	for _, f := range e.All("frame") {
		at, from := poseOf(f)
		attached := f.Text("attached_to", "")
		if from == "" {
			from = attached
		}
		if base != "" {
			attached = relative(attached, first)
		}
		s.add(f, f.Text("name", ""), &frame{Element: f, pose: at, base: relative(from, base), attached: attached},
			r.version < 7)
	}
}

// relative is the frame that a name stands for, or other where that is the one of the model.
func relative(name, other string) string {
	if name == "" || name == "__model__" {
		return other
	}
	return name
}

// nested adds a model within another or the world.
func (r *reader) nested(s *scope, m *xmlscene.Element, base string, depth int) {
	at, from := poseOf(m)
	if from == "" || from == "__model__" {
		from = base
	}
	inner := r.scope(m, s, depth+1)
	inner.frame = &frame{Element: m, pose: at, base: from, model: inner}
	s.models = append(s.models, inner)
	s.add(m, m.Text("name", ""), inner.frame, r.version < 7)
}

// merged adds the contents of an included model to the model that includes it. A frame stands for that of the included
// one.
func (r *reader) merged(s *scope, m *xmlscene.Element, base string, group int32, depth int) {
	if depth > maxNesting {
		m.Errorf("models are nested more than %d deep", maxNesting)
		return
	}
	at, from := poseOf(m)
	if from == "" {
		from = base
	}
	name := "_merged__" + m.Text("name", "") + "__model__"
	s.add(m, name, &frame{Element: m, pose: at, base: from}, r.version < 7)
	if m.Has("placement_frame") {
		m.Lossf("placement_frame is not known in a model that is merged: its pose is that of the model")
	}
	r.fill(s, m, name, group, depth+1)
}

// include reads the model that an include element names, with the name, the pose and the state that it gives.
func (r *reader) include(i *xmlscene.Element) *xmlscene.Element {
	uri := i.ContentOf("uri", "")
	if r.includes++; r.includes > maxIncludes {
		i.Errorf("more than %d models are included", maxIncludes)
		return nil
	}
	if r.beside == nil || uri == "" || strings.Contains(uri, "://") && !strings.HasPrefix(uri, "model://") &&
		!strings.HasPrefix(uri, "file://") {
		i.Lossf("%q: only models in files beside the scene or in packages are read: it is left out", uri)
		return nil
	}
	file, data, err := r.modelFile(uri)
	if err != nil {
		i.Lossf("%v: it is left out; --package NAME=DIR or GZ_SIM_RESOURCE_PATH says where a model is", err)
		return nil
	}
	top, err := xmlscene.Parse(data, "sdf", r.f)
	if err != nil {
		i.Errorf("%s: %v", file, err)
		return nil
	}
	if r.elements += top.Count(); r.elements > maxElements {
		i.Errorf("more than %d elements in all models that are included", maxElements)
		return nil
	}
	r.version = version(top)
	m := top.First("model")
	if m == nil {
		i.Lossf("%s has no model: it is left out", file)
		return nil
	}
	i.Flag("merge", false)
	m.SetFile(file)
	relocate(m, path.Dir(file), strings.HasPrefix(file, "model://"))
	r.included = append(r.included, m)
	for _, name := range []string{"name", "pose", "static", "placement_frame"} {
		c := i.First(name)
		switch {
		case c == nil:
		case name == "name":
			m.Set("name", c.Content())
		case name == "placement_frame":
			m.Set(name, c.Content())
		default:
			m.Replace(c)
		}
	}
	return m
}

// modelFile reads the file of a model: the URI is that of a folder with a model.config or a model.sdf, or of a file.
func (r *reader) modelFile(uri string) (file string, data []byte, err error) {
	uri = strings.TrimSuffix(strings.TrimPrefix(uri, "file://"), "/")
	if ext := strings.ToLower(path.Ext(uri)); ext == ".sdf" || ext == ".world" {
		data, err = r.beside(uri)
		return uri, data, err
	}
	file = uri + "/model.sdf"
	if manifest, err := r.beside(uri + "/model.config"); err == nil {
		if top, err := xmlscene.Parse(manifest, "model", &model.Faults{}); err == nil {
			best := -1
			for _, e := range top.All("sdf") {
				if v := version(e); v > best && e.Content() != "" {
					best, file = v, uri+"/"+e.Content()
				}
			}
		}
	}
	data, err = r.beside(file)
	return file, data, err
}

// relocate makes the relative names of files in an included model relative to the scene.
func relocate(e *xmlscene.Element, folder string, scheme bool) {
	for _, c := range e.Children {
		if c.Name == "uri" {
			if uri := c.Content(); uri != "" && !strings.Contains(uri, "://") {
				if scheme {
					// path.Join would take the two slashes of the scheme for one
					c.SetContent("model://" + path.Join(strings.TrimPrefix(folder, "model:/"), uri))
				} else {
					c.SetContent(path.Join(folder, uri))
				}
			}
			c.Unuse()
		}
		relocate(c, folder, scheme)
	}
}
