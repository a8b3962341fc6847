package pose

import (
	"tumble/physics/vec"
	"tumble/renderer"
)

// Place writes the instances of nodes, which the list names as parts: their render transforms as of the last Update, and
// their finish, of which there is one for every node. The order of the list changes.
// Most are blended, turned into a matrix and written at once, since memory takes longer than the sums.
func (s *NodeStore) Place(list []renderer.Placed, finish []renderer.Finish, out []renderer.Instance) {
	if s.slows > 0 {
		list = s.placeSlow(list, finish, out)
	}
	if len(list) == 0 {
		return
	}
	part, at := uint32(0), uint32(0)
	for _, l := range list {
		part, at = max(part, uint32(l.Part)), max(at, uint32(l.At))
	}
	// the kernel does not look
	_, _, _ = s.nodes[part], finish[part], out[at]
	for _, l := range list[s.placeFours(list, finish, out):] {
		s.placeOne(int(l.Part), &out[l.At].Affine)
		out[l.At].SetFinish(&finish[l.Part])
	}
}

// placeSlow places the nodes that are not simply where their bodies are and returns the list of the others.
func (s *NodeStore) placeSlow(list []renderer.Placed, finish []renderer.Finish, out []renderer.Instance) []renderer.Placed {
	slow, render := s.slow[:len(s.nodes)], s.render[:len(s.nodes)]
	fast := 0
	for _, l := range list {
		if slow[l.Part] == 0 {
			list[fast] = l
			fast++
			continue
		}
		in := &out[l.At]
		in.Affine = render[l.Part]
		in.SetFinish(&finish[l.Part])
	}
	return list[:fast]
}

// RenderAt returns the render transform of At(i) as of the last Update; ok is false when it is not to be drawn.
func (s *NodeStore) RenderAt(i int) (a Affine, ok bool) {
	if s.slow[i] != 0 {
		return s.render[i], s.kinds[i]&nodeHidden == 0
	}
	s.placeOne(i, &a)
	return a, true
}

// placeOne writes the render transform of a node that is simply where its body is.
func (s *NodeStore) placeOne(node int, a *Affine) {
	r := &s.poses.turns[s.nodes[node].Slot]
	q := straight(&r.from, &r.to, s.poses.alpha)
	place(a, &q, &s.bounds[node], &s.scales[node])
}

// place writes the matrix of scale, then rotation, then translation. The quaternion may have any length.
func place(a *Affine, q *vec.Quat, at *Bound, size *scale) {
	k := 2 / (float32(q.X*q.X) + float32(q.Y*q.Y) + float32(q.Z*q.Z) + float32(q.W*q.W))
	x2, y2, z2 := float32(q.X*k), float32(q.Y*k), float32(q.Z*k)
	xx, yy, zz := float32(q.X*x2), float32(q.Y*y2), float32(q.Z*z2)
	xy, xz, yz := float32(q.X*y2), float32(q.X*z2), float32(q.Y*z2)
	wx, wy, wz := float32(q.W*x2), float32(q.W*y2), float32(q.W*z2)
	a.XX, a.XY, a.XZ, a.XT = (1-yy-zz)*size.x, (xy-wz)*size.y, (xz+wy)*size.z, at.X
	a.YX, a.YY, a.YZ, a.YT = (xy+wz)*size.x, (1-xx-zz)*size.y, (yz-wx)*size.z, at.Y
	a.ZX, a.ZY, a.ZZ, a.ZT = (xz-wy)*size.x, (yz+wx)*size.y, (1-xx-yy)*size.z, at.Z
}
