package linktree

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// World is the parent of links that nothing carries.
const World = -1

// Link is a body of a tree.
type Link struct {
	// Body of the scene, and a name unlike those of all other links.
	Body int
	Name string
	// Parent is the link that carries this one, or World.
	Parent int
	// Joint of the scene by which it is carried, −1 for none.
	Joint int
	// JointName is the name of that joint, or of the joint between the link and the world; no other joint has it.
	JointName string
	// Reversed says that the link is the first body of its joint.
	Reversed bool
	// Local is the pose in the parent, or in a world with its z axis upwards.
	Local vec.Transform
	// Depth is the number of links above.
	Depth int
	Below []int
}

// Tree is all links of a scene, parents before those they carry.
type Tree struct {
	Scene *model.Model
	Links []Link
	// Loose are the joints that carry no link: they close loops, are off, or are of a kind that cannot carry.
	Loose []int

	// Joints are the names of joints and coordinates that are taken.
	Joints Names

	of     []int   // link of each body
	names  Names   // of links
	at     [][]int // joints at each body
	ground []int   // joints to the world
	used   []bool
}

// Of finds the trees of a scene. Joints carry a link as far as no link is deeper than most.
func Of(s *model.Model, most int) *Tree {
	t := &Tree{Scene: s, Joints: Names{}, of: make([]int, len(s.Bodies)), names: Names{"world": 1},
		at: make([][]int, len(s.Bodies)), used: make([]bool, len(s.Joints))}
	second := make([]bool, len(s.Bodies))
	for i := range t.of {
		t.of[i] = World
	}
	for i := range s.Joints {
		j := &s.Joints[i]
		if j.Off || !carries(j.Def) {
			continue
		}
		second[j.B] = true
		t.at[j.B] = append(t.at[j.B], i)
		if j.A < 0 {
			t.ground = append(t.ground, i)
		} else {
			t.at[j.A] = append(t.at[j.A], i)
		}
	}
	for i := range s.Bodies {
		b := &s.Bodies[i]
		if b.Def.Type == physics.Dynamic {
			continue
		}
		t.add(Link{Body: i, Parent: World, Joint: -1})
		for _, c := range b.Copies {
			t.Links = append(t.Links, Link{Body: i, Name: t.name(b.Def.Name, i), Parent: World, Joint: -1,
				Local: upright(c)})
		}
	}
	for _, i := range t.ground {
		t.carry(World, i, s.Joints[i].B, false)
	}
	next := t.grow(0, most)
	// a body that no joint has as its second one is a base
	for _, bases := range []bool{true, false} {
		for i := range s.Bodies {
			if t.of[i] == World && second[i] != bases {
				t.add(Link{Body: i, Parent: World, Joint: -1})
				next = t.grow(next, most)
			}
		}
	}
	for i := range s.Joints {
		if !t.used[i] {
			t.Loose = append(t.Loose, i)
		}
	}
	t.nameJoints()
	return t
}

// nameJoints names the joints of the links: as in the scene, or by the link.
func (t *Tree) nameJoints() {
	for i := range t.Links {
		if j := t.Links[i].Joint; j >= 0 && t.Scene.Joints[j].Name != "" {
			t.Links[i].JointName = t.Joints.Take(t.Scene.Joints[j].Name)
		}
	}
	for i := range t.Links {
		if l := &t.Links[i]; l.JointName == "" {
			l.JointName = t.Joints.Take(l.Name + "-joint")
		}
	}
}

// Names are those that things of one kind wanted, with how often.
type Names map[string]int

// Take returns a name that was not taken before, the wanted one or it with a number, and takes it.
func (n Names) Take(wanted string) string {
	name := wanted
	for n[name] > 0 {
		n[wanted]++
		name = fmt.Sprintf("%s-%d", wanted, n[wanted])
	}
	n[name] = 1
	return name
}

// carries reports whether a joint of a definition can hold a link on another.
func carries(def physics.JointDef) bool {
	switch def.(type) {
	case *physics.HingeJointDef, *physics.SliderJointDef, *physics.BallJointDef, *physics.FixedJointDef,
		*physics.SixJointDef:
		return true
	}
	return false
}

// LinkOf is the link of a body of the scene.
func (t *Tree) LinkOf(body int) int { return t.of[body] }

// upright is a pose of a world with its y axis upwards in one with its z axis upwards.
func upright(at vec.Transform) vec.Transform {
	return vec.Transform{Q: xmlscene.Upright()}.InvMul(at)
}

// pose is where a body of the scene is.
func (t *Tree) pose(body int) vec.Transform {
	if body < 0 {
		return vec.TransformIdentity
	}
	d := &t.Scene.Bodies[body].Def
	return vec.Transform{P: d.Position, Q: d.Rotation}
}

// name is a name for a body that no other link has.
func (t *Tree) name(wanted string, body int) string {
	if wanted == "" {
		wanted = fmt.Sprintf("body-%d", body+1)
	}
	return t.names.Take(wanted)
}

func (t *Tree) add(l Link) {
	b := &t.Scene.Bodies[l.Body]
	l.Name = t.name(b.Def.Name, l.Body)
	if l.Parent == World {
		l.Local = upright(t.pose(l.Body))
	} else {
		p := &t.Links[l.Parent]
		l.Local, l.Depth = t.pose(p.Body).InvMul(t.pose(l.Body)), p.Depth+1
		p.Below = append(p.Below, len(t.Links))
	}
	l.Local.Q = l.Local.Q.Norm()
	t.of[l.Body] = len(t.Links)
	t.Links = append(t.Links, l)
}

// carry adds a body that hangs on a link by a joint, unless it is in a tree already.
func (t *Tree) carry(parent, joint, body int, reversed bool) {
	if t.of[body] != World || t.used[joint] {
		return
	}
	if _, six := t.Scene.Joints[joint].Def.(*physics.SixJointDef); six && reversed {
		// its coordinates are those of the second body in the frame of the first one
		return
	}
	t.used[joint] = true
	t.add(Link{Body: body, Parent: parent, Joint: joint, Reversed: reversed})
}

// grow adds all that the links from the i-th on carry and returns the number of links.
func (t *Tree) grow(i, most int) int {
	for ; i < len(t.Links); i++ {
		body := t.Links[i].Body
		if t.of[body] != i || t.Links[i].Depth >= most {
			continue
		}
		for _, j := range t.at[body] {
			joint := &t.Scene.Joints[j]
			if joint.A == body {
				t.carry(i, j, joint.B, false)
			} else if joint.A >= 0 {
				t.carry(i, j, joint.A, true)
			}
		}
	}
	return i
}
