package sdf

import (
	"fmt"
	"strings"

	"tumble/physics/vec"
	"tumble/scene/internal/xmlscene"
)

// link is a link of a model.
type link struct {
	*xmlscene.Element
	name   string // with the names of its models
	scope  *scope
	static bool
	group  int32 // of its model: links of one do not collide, see physics.Filter; 0 for links that do
	world  vec.Transform
	body   int
	frame  *frame
	fixed  *link // towards the link whose body this one is a part of, nil for that link
}

// frame is a named place of a model: a link, a joint, a frame element or a nested model.
type frame struct {
	*xmlscene.Element
	pose     vec.Transform
	base     string // the frame that the pose is relative to, "" for that of the model
	attached string // of a frame element: what it moves with
	link     *link
	model    *scope

	// home is the frame that __model__ stands for in the axes of a joint, "" for that of the model; version is that of
	// its file.
	home    string
	version int

	local          vec.Transform // in the model, once it is known
	err            error         // why it never will be
	known, looking bool
}

// scope is a model or the world: the frames that names stand for in it.
type scope struct {
	*xmlscene.Element
	name   string // with the names of the models around, "" for the world
	parent *scope
	frames map[string]*frame
	links  []*link
	joints []*frame
	models []*scope
	static bool
	// placement is the frame of the model that its pose places, "" for that of the model.
	placement string
	canonical string // link, "" for the first one
	frame     *frame // of the model in the one around
	world     vec.Transform
	settled   bool // world is known
}

// scoped is a name with those of the models around.
func (s *scope) scoped(name string) string {
	if s.name == "" {
		return name
	}
	return s.name + "::" + name
}

// add gives a name a frame. Old files may use names twice, which then stand for the first.
func (s *scope) add(e *xmlscene.Element, name string, f *frame, old bool) {
	switch {
	case name != "" && name != "__model__" && name != "world" && s.frames[name] == nil:
		s.frames[name] = f
	case old && name != "":
		e.Warnf("has the name of something else in its model, or one that is reserved: it stands for that")
	default:
		e.Errorf("must have a name of its own in its model, which is not __model__ or world")
	}
}

// errCircle says that frames are relative to one another in a circle.
var errCircle = fmt.Errorf("hangs on itself")

// local returns the place of a name in the model; names of nested models are a::b.
func (s *scope) local(name string) (vec.Transform, error) {
	if name == "" || name == "__model__" || name == "world" && s.Name == "world" {
		return vec.TransformIdentity, nil
	}
	if name == "world" && s.settled {
		return s.world.InvMul(vec.Transform{Q: xmlscene.Upright()}), nil
	}
	f, rest, nested := s.find(name)
	if f == nil || nested && f.model == nil {
		return vec.TransformIdentity, fmt.Errorf("there is no frame %q", name)
	}
	at, err := s.position(f)
	if err != nil || !nested {
		return at, err
	}
	inner, err := f.model.local(rest)
	return at.Mul(inner), err
}

// find returns the frame of the first part of a name, and the rest of a name within a nested model. Older programs
// wrote nested models as links whose own names have the two colons.
func (s *scope) find(name string) (f *frame, rest string, nested bool) {
	if f := s.frames[name]; f != nil {
		return f, "", false
	}
	first, rest, nested := strings.Cut(name, "::")
	return s.frames[first], rest, nested
}

// position returns the place of a frame in its model.
func (s *scope) position(f *frame) (vec.Transform, error) {
	if f.known || f.err != nil {
		return f.local, f.err
	}
	if f.looking {
		return vec.TransformIdentity, errCircle
	}
	f.looking = true
	f.local = vec.TransformIdentity
	defer func() { f.looking = false }()
	base, err := s.local(f.base)
	if err != nil {
		f.err = err
		return f.local, err
	}
	at := base.Mul(f.pose)
	if f.model != nil && f.model.placement != "" {
		inner, err := f.model.local(f.model.placement)
		if err != nil {
			f.err = err
			return f.local, err
		}
		at = at.Mul(inner.Inverse())
	}
	at.Q = at.Q.Norm()
	f.local, f.known = at, true
	return at, nil
}

// carrier returns the link that a name moves with, nil for the world.
func (s *scope) carrier(name string) (*link, error) {
	if name == "world" {
		return nil, nil
	}
	for range len(s.frames) + 2 {
		f, rest, nested := s.find(name)
		switch {
		case name == "" || name == "__model__":
			return s.canonicalLink()
		case f == nil:
			return nil, fmt.Errorf("there is no link %q", name)
		case nested && f.model != nil:
			return f.model.carrier(rest)
		case f.model != nil:
			return f.model.carrier("")
		case f.link != nil:
			return f.link, nil
		}
		// a frame moves with the link that it is attached to, a joint with its child
		name = f.attached
		if name == "world" {
			return nil, nil
		}
	}
	return nil, errCircle
}

// canonicalLink is the link that the frame of a model moves with; it is nil for the world.
func (s *scope) canonicalLink() (*link, error) {
	switch {
	case s.Name == "world":
		return nil, nil
	case s.canonical != "":
		if f, rest, nested := s.find(s.canonical); f != nil && nested && f.model != nil {
			return f.model.carrier(rest)
		} else if f != nil && f.link != nil {
			return f.link, nil
		}
		return nil, fmt.Errorf("there is no link %q", s.canonical)
	case len(s.links) > 0:
		return s.links[0], nil
	case len(s.models) > 0:
		return s.models[0].canonicalLink()
	}
	return nil, fmt.Errorf("model %q has no link", s.name)
}

// settle computes where the models and links are in the world. A link on a model that could not be read is a loss.
func (s *scope) settle(lost bool) {
	s.settled = true
	report := func(e *xmlscene.Element, err error) {
		if lost {
			e.Lossf("pose: %v: that of its model is taken", err)
		} else {
			e.Errorf("pose: %v", err)
		}
	}
	for _, l := range s.links {
		at, err := s.position(l.frame)
		if err != nil {
			report(l.Element, err)
		}
		l.world = s.world.Mul(at)
		l.world.Q = l.world.Q.Norm()
	}
	for _, m := range s.models {
		at, err := s.position(m.frame)
		if err != nil {
			report(m.Element, err)
		}
		m.world = s.world.Mul(at)
		m.world.Q = m.world.Q.Norm()
		m.settle(lost)
	}
}
