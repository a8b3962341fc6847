package usd

import (
	"strings"

	"tumble/scene/usd/internal/usdstage"
)

const (
	resetStack = "!resetXformStack!"
	inverted   = "!invert!"
)

// local reads the transform operations of a prim; reset says that the transforms above do not count.
func local(p *usdstage.Prim) (m matrix, reset bool) {
	m = identity
	for _, name := range p.Words("xformOpOrder") {
		if name == resetStack {
			m, reset = identity, true
			continue
		}
		attribute, invert := strings.CutPrefix(name, inverted)
		op, ok := operation(p, attribute)
		if !ok {
			continue
		}
		if invert {
			if op, ok = op.inverse(); !ok {
				p.Errorf("%s has no inverse", name)
				continue
			}
		}
		m = m.mul(op)
	}
	if !m.finite() {
		p.Errorf("the transform has numbers beyond ±1e12")
		return identity, reset
	}
	return m, reset
}

// operation reads one transform operation.
func operation(p *usdstage.Prim, name string) (matrix, bool) {
	parts := strings.Split(name, ":")
	if len(parts) < 2 || parts[0] != "xformOp" {
		p.Errorf("xformOpOrder: %.60q is no transform operation", name)
		return identity, false
	}
	if p.Value(name) == nil {
		return identity, false // as in USD, it counts for nothing
	}
	var v vector
	m := identity
	switch kind := parts[1]; kind {
	case "translate":
		ok := p.Tuple(name, v[:])
		m.at = v
		return m, ok
	case "scale":
		ok := p.Tuple(name, v[:])
		return scaling(v), ok
	case "translateX", "translateY", "translateZ":
		m.at[kind[9]-'X'] = p.Number(name, 0)
		return m, true
	case "scaleX", "scaleY", "scaleZ":
		v = vector{1, 1, 1}
		v[kind[5]-'X'] = p.Number(name, 1)
		return scaling(v), true
	case "rotateX", "rotateY", "rotateZ":
		return about(int(kind[6]-'X'), p.Number(name, 0)), true
	case "rotateXYZ", "rotateXZY", "rotateYXZ", "rotateYZX", "rotateZXY", "rotateZYX":
		ok := p.Tuple(name, v[:])
		for _, axis := range kind[6:] { // the first one acts first
			m = about(int(axis-'X'), v[axis-'X']).mul(m)
		}
		return m, ok
	case "orient":
		q, ok := orientation(p, name)
		return rotation(q), ok
	case "transform":
		return matrixOf(p, name)
	}
	p.Lossf("%.60q is no transform operation that is known here: it is left out", name)
	return identity, false
}

// orientation reads a quaternion of an attribute.
func orientation(p *usdstage.Prim, name string) (quaternion, bool) {
	q := quaternion{1}
	if !p.Tuple(name, q[:]) {
		return quaternion{1}, false
	}
	u, ok := q.unit()
	if !ok {
		p.Errorf("%s: a quaternion of no length", name)
	}
	return u, ok
}

// matrixOf reads a matrix, whose rows are the axes.
func matrixOf(p *usdstage.Prim, name string) (matrix, bool) {
	var x [16]float64
	v := p.Value(name)
	// rows are tuples in a tuple, which are read as one list
	if v == nil || len(v.Numbers) != len(x) {
		p.Errorf("%s: must have 4 rows of 4 numbers", name)
		return identity, false
	}
	copy(x[:], v.Numbers)
	var m matrix
	for i := range 3 {
		m.axes[i] = vector{x[4*i], x[4*i+1], x[4*i+2]}
	}
	m.at = vector{x[12], x[13], x[14]}
	return m, true
}
