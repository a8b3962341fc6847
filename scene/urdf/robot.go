package urdf

import (
	"regexp"
	"strings"

	"tumble/physics/vec"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// Options choose how a robot is read.
type Options struct {
	// Beside reads the mesh files that the robot names; it may be nil.
	Beside model.Beside
	// KeepFixedLinks keeps links on fixed joints as bodies of their own.
	KeepFixedLinks bool
	// SelfCollision lets links of the robot collide with each other.
	SelfCollision bool
}

// link is a link of the robot.
type link struct {
	*xmlscene.Element
	name  string
	joint *joint   // that carries it, nil for a root
	below []*joint // that it carries, in the order of the file
}

// joint connects two links.
type joint struct {
	*xmlscene.Element
	name, kind    string
	parent, child *link
}

// robot is the graph of links and joints.
type robot struct {
	links  []*link
	joints []*joint
}

// optenv is a substitution of xacro that robots are found with as if it were none: an environment
// variable with a default.
var optenv = regexp.MustCompile(`\$\(optenv\s+\S+\s+([^)]*)\)`)

// substitute replaces what is left of xacro where that has a plain value. The environment is not asked:
// a file means the same everywhere.
func substitute(e *xmlscene.Element) {
	for _, name := range e.Attributes() {
		text := e.Peek(name)
		if !strings.Contains(text, "$") {
			continue
		}
		text = optenv.ReplaceAllString(text, "$1")
		if e.Set(name, text); strings.Contains(text, "$(") || strings.Contains(text, "${") {
			e.Errorf("%s=%q: is a text of xacro: expand the file with xacro first", name, text)
		}
	}
	for _, c := range e.Children {
		substitute(c)
	}
}

// readRobot reads the graph and reports links and joints that do not fit.
func readRobot(top *xmlscene.Element) *robot {
	r := &robot{}
	byName := map[string]*link{}
	for _, e := range top.All("link") {
		l := &link{Element: e, name: e.Text("name", "")}
		if l.name == "" || byName[l.name] != nil {
			e.Errorf("must have a name of its own")
		}
		byName[l.name] = l
		r.links = append(r.links, l)
	}
	for _, e := range top.All("joint") {
		j := &joint{Element: e, name: e.Text("name", ""), kind: e.Text("type", "")}
		parent, child := e.First("parent").Text("link", ""), e.First("child").Text("link", "")
		if parent == world && byName[parent] == nil {
			// readers take the world for a link that a file need not have
			l := &link{Element: xmlscene.Like(e, "link"), name: world}
			byName[world] = l
			r.links = append(r.links, l)
		}
		j.parent, j.child = byName[parent], byName[child]
		switch {
		case j.child == nil:
			e.Errorf("there is no link %q", child)
		case j.parent == nil:
			e.Errorf("there is no link %q", parent)
		case j.child.joint != nil:
			e.Errorf("link %q has two parents", child)
		default:
			j.child.joint = j
			j.parent.below = append(j.parent.below, j)
			r.joints = append(r.joints, j)
		}
	}
	return r
}

// inCircles counts the links that no root carries.
func (r *robot) inCircles() int {
	seen := map[*link]bool{}
	var stack []*link
	for _, l := range r.links {
		if l.joint == nil {
			stack = append(stack, l)
		}
	}
	for len(stack) > 0 {
		l := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		seen[l] = true
		for _, j := range l.below {
			stack = append(stack, j.child)
		}
	}
	return len(r.links) - len(seen)
}

// pose reads an origin element.
func pose(e *xmlscene.Element) vec.Transform {
	o := e.First("origin")
	return vec.Transform{P: o.Vector("xyz", vec.Vec3{}), Q: xmlscene.RPY(o.Vector("rpy", vec.Vec3{}))}
}
