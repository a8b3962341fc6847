package gltfscene

import (
	"fmt"

	"tumble/physics/vec"
)

// A skinned mesh is posed once, as the file has its bones; then every triangle goes with the body
// of the bone that holds it most. It moves in stiff pieces and does not stretch between them.

// drawSkinned draws a mesh with a skin.
func (d *decoder) drawSkinned(node, index, skin int) {
	s := d.doc.Skins[skin]
	place := fmt.Sprintf("/skins/%d", skin)
	bones := make([]space, len(s.Joints))
	full := make([]mat4, len(s.Joints))
	for k, j := range s.Joints {
		if !d.nodes[j].inScene {
			d.f.Warnf(fmt.Sprintf("%s/joints/%d", place, k), "node %d is not in the scene: the mesh is left out", j)
			return
		}
		bones[k] = d.nodes[j].world
		full[k] = bones[k].mat4()
	}
	if s.InverseBindMatrices != nil {
		x, err := d.floats(*s.InverseBindMatrices, 16)
		if err != nil || len(x) < 16*len(full) {
			d.f.Errorf(place+"/inverseBindMatrices", "%d matrices for %d joints (%v)", len(x)/16, len(full), err)
			return
		}
		for k := range full {
			var m mat4
			for i := range m {
				m[i] = float64(x[16*k+i])
			}
			full[k] = full[k].mul(&m)
		}
	}
	m := d.mesh(index)
	for k := range m.primitives {
		p := &m.primitives[k]
		if p.joints == nil {
			d.f.Warnf(fmt.Sprintf("/meshes/%d/primitives/%d", index, k), "has a skin and no joints and weights: it is left out")
			continue
		}
		if !d.spend(len(p.indices)/3, value{nil, place, d.f}) {
			return
		}
		d.drawPosed(node, p, s.Joints, full)
	}
}

// drawPosed moves the points of a primitive with their bones and hands the triangles to the bodies.
func (d *decoder) drawPosed(node int, p *primitive, joints []int, full []mat4) {
	posed := *p
	posed.points = make([]vec.Vec3, len(p.points))
	owner := make([]int, len(p.points))
	for i, x := range p.points {
		var sum vec3
		total, best := 0.0, 0.0
		owner[i] = -1
		for k, j := range p.joints[i] {
			w := float64(p.weights[i][k])
			if j < 0 || j >= len(full) || !(w > 0) {
				continue
			}
			y := full[j].apply(wide(x))
			for c := range sum {
				sum[c] += w * y[c]
			}
			total += w
			if w > best {
				best, owner[i] = w, d.nodes[joints[j]].body
			}
		}
		if total > 0 {
			sum = vec3{sum[0] / total, sum[1] / total, sum[2] / total}
		}
		posed.points[i] = sum.single()
	}
	byBody := map[int][]uint32{}
	for t := 0; t+2 < len(p.indices); t += 3 {
		body := owner[p.indices[t]]
		byBody[body] = append(byBody[body], p.indices[t:t+3]...)
	}
	for body := -1; body < len(d.scene.Bodies); body++ {
		indices, ok := byBody[body]
		if !ok {
			continue
		}
		some := posed
		some.indices = indices
		target, at := body, vec.TransformIdentity
		if body < 0 {
			target = d.sceneryBody()
		} else {
			// the points are in the world, the drawing on the body
			at = d.inBody(body, vec.TransformIdentity)
		}
		for _, part := range d.split(&some, &origin, d.nodeName(node)) {
			d.draw(target, at, part)
		}
	}
}

// mat4 is a matrix of a bone, column by column.
type mat4 [16]float64

func (o *space) mat4() mat4 {
	turn := o.q.mat()
	m := turn.mul(&o.s)
	return mat4{m[0][0], m[0][1], m[0][2], 0, m[1][0], m[1][1], m[1][2], 0, m[2][0], m[2][1], m[2][2], 0, o.p[0], o.p[1], o.p[2], 1}
}

func (m *mat4) mul(n *mat4) mat4 {
	var out mat4
	for c := range 4 {
		for r := range 4 {
			for k := range 4 {
				out[4*c+r] += m[4*k+r] * n[4*c+k]
			}
		}
	}
	return out
}

func (m *mat4) apply(v vec3) vec3 {
	var out vec3
	for r := range 3 {
		out[r] = m[r]*v[0] + m[4+r]*v[1] + m[8+r]*v[2] + m[12+r]
	}
	return out
}
