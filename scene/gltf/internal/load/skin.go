package load

import (
	"fmt"

	"tumble/physics/vec"
	"tumble/scene/gltf/internal/affine"
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/gltf/internal/trimesh"
)

// A skinned mesh is posed once, as the file has its bones; then every triangle goes with the body
// of the bone that holds it most. It moves in rigid parts and does not stretch between them.

// drawSkinned draws a mesh with a skin.
func (d *painter) drawSkinned(node, index, skin int) {
	s := d.GLTF.Skins[skin]
	pose := fmt.Sprintf("/skins/%d", skin)
	bones := make([]affine.Space, len(s.Joints))
	full := make([]affine.Mat4, len(s.Joints))
	for k, j := range s.Joints {
		if !d.nodes[j].inScene {
			d.Faults.Warnf(fmt.Sprintf("%s/joints/%d", pose, k), "node %d is not in the scene: the mesh is left out", j)
			return
		}
		bones[k] = d.nodes[j].world
		full[k] = bones[k].Mat4()
	}
	if s.InverseBindMatrices != nil {
		x, err := d.Floats(*s.InverseBindMatrices, 16)
		if err != nil || len(x) < 16*len(full) {
			d.Faults.Errorf(pose+"/inverseBindMatrices", "%d matrices for %d joints (%v)", len(x)/16, len(full), err)
			return
		}
		for k := range full {
			var m affine.Mat4
			for i := range m {
				m[i] = float64(x[16*k+i])
			}
			full[k] = full[k].Mul(&m)
		}
	}
	m := d.meshes.Mesh(index)
	for k := range m.Primitives {
		p := &m.Primitives[k]
		if p.Joints == nil {
			d.Faults.Warnf(fmt.Sprintf("/meshes/%d/primitives/%d", index, k),
				"has a skin and no joints and weights: it is left out")
			continue
		}
		if !d.budget.Spend(len(p.Indices)/3, jsonvalue.MissingAt(pose, d.Faults)) {
			return
		}
		d.drawPosed(node, p, s.Joints, full)
	}
}

// drawPosed moves the points of a primitive with their bones and hands the triangles to the bodies.
func (d *painter) drawPosed(node int, p *trimesh.Primitive, joints []int, full []affine.Mat4) {
	posed := *p
	posed.Points = make([]vec.Vec3, len(p.Points))
	owner := make([]int, len(p.Points))
	for i, x := range p.Points {
		var sum affine.Vec3
		total, best := 0.0, 0.0
		owner[i] = -1
		for k, j := range p.Joints[i] {
			w := float64(p.Weights[i][k])
			if j < 0 || j >= len(full) || !(w > 0) {
				continue
			}
			y := full[j].Apply(affine.Wide(x))
			for c := range sum {
				sum[c] += w * y[c]
			}
			total += w
			if w > best {
				best, owner[i] = w, d.nodes[joints[j]].body
			}
		}
		if total > 0 {
			sum = affine.Vec3{sum[0] / total, sum[1] / total, sum[2] / total}
		}
		posed.Points[i] = sum.Single()
	}
	byBody := map[int][]uint32{}
	for t := 0; t+2 < len(p.Indices); t += 3 {
		body := owner[p.Indices[t]]
		byBody[body] = append(byBody[body], p.Indices[t:t+3]...)
	}
	for body := -1; body < len(d.scene.Bodies); body++ {
		indices, ok := byBody[body]
		if !ok {
			continue
		}
		some := posed
		some.Indices = indices
		target, at := body, vec.TransformIdentity
		if body < 0 {
			target = d.sceneryBody()
		} else {
			// the points are in the world, the drawing on the body
			at = d.inBody(body, vec.TransformIdentity)
		}
		for _, part := range d.textures.Split(&some, &affine.Origin, d.nodeName(node)) {
			d.draw(target, at, part)
		}
	}
}
