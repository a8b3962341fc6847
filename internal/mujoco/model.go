package mujoco

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Model is a model that MuJoCo compiled.
type Model struct {
	Version string
	// Bodies are the moving ones, with the parts fixed to them, in the order of the model.
	Bodies []Body
}

// Body is a body that moves, in its own frame.
type Body struct {
	Name string
	// Mass (kg), Center of it (m) and Inertia about that (kg·m²).
	Mass    float64
	Center  vector
	Inertia tensor
	// Free says that no joint holds it; else Coordinates are how many its joints have.
	Free        bool
	Coordinates int
	// Limits (rad, m) of those that have some, from the pose of the model.
	Limits [][2]float64
}

// Types of joints as MuJoCo numbers them.
const (
	free = iota
	ball
	slide
	hinge
)

// record are the fields of a body, joint or degree of freedom as they are printed.
type record struct {
	name   string
	fields map[string][]float64
}

func (r *record) number(field string) int {
	if v := r.fields[field]; len(v) > 0 {
		return int(v[0])
	}
	return 0
}

func (r *record) vector(field string) vector {
	var out vector
	copy(out[:], r.fields[field])
	return out
}

func (r *record) rotation(field string) rotation {
	q := r.fields[field]
	if len(q) != 4 {
		return rotation{0: {1, 0, 0}, 1: {0, 1, 0}, 2: {0, 0, 1}}
	}
	return rotationOf(q[0], q[1], q[2], q[3])
}

// printed is the text of a model.
type printed struct {
	version              string
	start                []float64 // the coordinates of the pose of the model
	bodies, joints, dofs []record
}

// parse reads the text that mj_printModel writes.
func parse(text io.Reader) (*Model, error) {
	var p printed
	var at *record
	in := bufio.NewScanner(text)
	in.Buffer(nil, 64<<20)
	for in.Scan() {
		line := in.Text()
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if !strings.HasPrefix(line, " ") {
			at = p.begin(words)
			continue
		}
		if at == nil {
			continue
		}
		if words[0] == "name" {
			at.name = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "name"))
			continue
		}
		at.fields[words[0]] = numbers(words[1:])
	}
	if err := in.Err(); err != nil {
		return nil, err
	}
	if p.version == "" || len(p.bodies) == 0 {
		return nil, fmt.Errorf("its answer is no model of MuJoCo")
	}
	return p.model()
}

// begin begins a section with its first line, and returns its record.
func (p *printed) begin(words []string) *record {
	var list *[]record
	switch words[0] {
	case "MuJoCo":
		p.version = words[len(words)-1]
	case "qpos0":
		p.start = numbers(words[1:])
	case "BODY":
		list = &p.bodies
	case "JOINT":
		list = &p.joints
	case "DOF":
		list = &p.dofs
	}
	if list == nil {
		return nil
	}
	*list = append(*list, record{fields: map[string][]float64{}})
	return &(*list)[len(*list)-1]
}

// numbers reads words up to the first that is none.
func numbers(words []string) []float64 {
	out := make([]float64, 0, len(words))
	for _, w := range words {
		x, err := strconv.ParseFloat(w, 64)
		if err != nil {
			break
		}
		out = append(out, x)
	}
	return out
}

// model makes bodies that move of the printed ones: one without a joint is a part of its parent.
func (p *printed) model() (*Model, error) {
	root := make([]int, len(p.bodies))
	poses := make([]pose, len(p.bodies)) // in the root
	parts := make([][]part, len(p.bodies))
	for i := range p.bodies {
		b := &p.bodies[i]
		parent := b.number("body_parentid")
		if i > 0 && (parent < 0 || parent >= i) {
			return nil, fmt.Errorf("body %d of its answer hangs on body %d", i, parent)
		}
		poses[i] = pose{rotation: rotation{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}
		if root[i] = i; i > 0 && b.number("body_dofnum") == 0 {
			root[i] = root[parent]
			poses[i] = poses[parent].times(pose{b.vector("body_pos"), b.rotation("body_quat")})
		}
		inner := poses[i].times(pose{b.vector("body_ipos"), b.rotation("body_iquat")})
		mass := 0.0
		if m := b.fields["body_mass"]; len(m) > 0 {
			mass = m[0]
		}
		parts[root[i]] = append(parts[root[i]], part{mass, inner.at,
			diagonal(b.vector("body_inertia")).rotated(inner.rotation)})
	}
	out := &Model{Version: p.version}
	index := make([]int, len(p.bodies))
	for i := range p.bodies {
		if i == 0 || root[i] != i {
			continue
		}
		index[i] = len(out.Bodies)
		whole := together(parts[i])
		out.Bodies = append(out.Bodies, Body{Name: p.bodies[i].name, Mass: whole.mass, Center: whole.center,
			Inertia: whole.inertia})
	}
	for i := range p.joints {
		j := &p.joints[i]
		if body := j.number("jnt_bodyid"); body > 0 && body < len(root) && root[body] == body {
			p.join(&out.Bodies[index[body]], j)
		}
	}
	return out, nil
}

// join adds a joint to its body.
func (p *printed) join(b *Body, j *record) {
	kind, at := j.number("jnt_type"), j.number("jnt_qposadr")
	first := j.number("jnt_dofadr")
	armature := func(dof int) float64 {
		if dof < 0 || dof >= len(p.dofs) || len(p.dofs[dof].fields["dof_armature"]) == 0 {
			return 0
		}
		return p.dofs[dof].fields["dof_armature"][0]
	}
	limits := j.vector("jnt_range")
	switch kind {
	case free:
		b.Free = true
		return
	case ball:
		b.Coordinates += 3
		for k := range 3 {
			// a world adds it to the body
			b.Inertia[k][k] += armature(first + k)
		}
		limits[0] = 0
	case hinge, slide:
		b.Coordinates++
		if at >= 0 && at < len(p.start) {
			limits[0] -= p.start[at]
			limits[1] -= p.start[at]
		}
	}
	if j.number("jnt_limited") != 0 {
		b.Limits = append(b.Limits, [2]float64{limits[0], limits[1]})
	}
}
