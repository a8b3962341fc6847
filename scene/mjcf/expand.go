package mjcf

import (
	"fmt"
	"path"
	"strconv"

	"tumble/physics/vec"
	"tumble/scene/internal/xmlscene"
)

const (
	maxIncludes = 64
	maxReplicas = 4096
	// maxExpanded bounds the elements of a model after includes and replicas.
	maxExpanded = 1 << 18
)

// expander replaces include, frame and replicate elements by the elements they stand for.
type expander struct {
	*reader
	includes, elements int
	// attached models, and the elements that were copied for them.
	attached, copied int
	models           map[string]*xmlscene.Element // by file, nil while they are read
}

// include replaces include elements by the contents of their files.
func (x *expander) include(e *xmlscene.Element, depth int) {
	var list []*xmlscene.Element
	for _, c := range e.Children {
		if c.Name != "include" {
			x.include(c, depth)
			list = append(list, c)
			continue
		}
		name := path.Clean(c.Text("file", ""))
		if x.includes++; x.includes > maxIncludes || depth > maxDepth {
			c.Errorf("more than %d files are included", maxIncludes)
			return
		}
		if x.beside == nil {
			c.Errorf("%q: other files cannot be read from here", name)
			return
		}
		data, err := x.beside(name)
		if err != nil {
			c.Errorf("%v", err)
			return
		}
		top, err := xmlscene.Parse(data, "mujoco mujocoinclude", x.f)
		if err != nil {
			c.Errorf("%s: %v", name, err)
			return
		}
		x.include(top, depth+1)
		list = append(list, top.Children...)
	}
	e.Children = list
}

// frames hoists the contents of frame and replicate elements below an element, with their poses.
func (x *expander) unfold(e *xmlscene.Element, depth int) {
	if x.elements++; x.elements > maxExpanded || depth > maxDepth {
		x.f.Errorf(e.Place(), "the model has more than %d elements, or is deeper than %d", maxExpanded, maxDepth)
		return
	}
	var list []*xmlscene.Element
	for _, c := range e.Children {
		if x.f.Failed() {
			return
		}
		switch c.Name {
		case "frame":
			x.unfold(c, depth+1)
			list = append(list, x.hoist(c, x.pose(c))...)
		case "replicate":
			list = append(list, x.replicate(c, depth)...)
		default:
			x.unfold(c, depth+1)
			list = append(list, c)
		}
	}
	e.Children = list
}

// hoist returns the contents of an element at a pose.
func (x *expander) hoist(e *xmlscene.Element, at vec.Transform) []*xmlscene.Element {
	class := e.Text("childclass", "")
	if outer, ok := x.frameClass[e]; ok && class == "" {
		class = outer
	}
	for _, c := range e.Children {
		inner, ok := x.frames[c]
		if !ok {
			inner = vec.TransformIdentity
		}
		x.frames[c] = at.Mul(inner)
		if _, ok := x.frameClass[c]; !ok && class != "" {
			x.frameClass[c] = class
		}
	}
	return e.Children
}

// replicate returns the contents of an element again and again, each time an offset and a rotation
// further.
func (x *expander) replicate(e *xmlscene.Element, depth int) []*xmlscene.Element {
	count := int(e.Number("count", 1))
	if count < 1 || count > maxReplicas {
		e.Errorf("count=%d: must be 1 to %d", count, maxReplicas)
		return nil
	}
	step := vec.Transform{P: e.Vector("offset", vec.Vec3{}), Q: x.orientation(e)}
	at := vec.TransformIdentity
	separator := e.Text("sep", "")
	var list []*xmlscene.Element
	for i := range count {
		replica := e.Clone()
		if x.unfold(replica, depth+1); x.f.Failed() {
			return nil
		}
		// the number of an inner replica comes first; all have the digits of their count
		suffix(replica, fmt.Sprintf("%s%0*d", separator, len(strconv.Itoa(count)), i))
		list = append(list, x.hoist(replica, at)...)
		at = at.Mul(step)
		at.Q = at.Q.Norm()
	}
	return list
}

// suffix makes the names below an element different from those of other replicas.
func suffix(e *xmlscene.Element, text string) {
	for _, c := range e.Children {
		if name := c.Peek("name"); name != "" {
			c.Set("name", name+text)
		}
		suffix(c, text)
	}
}
