package pose

import (
	"tumble/renderer"
)

// WriteInstances writes the instances of the nodes that the list names as parts: their render transforms as of the last
// Update, and their finish, of which there is one for every node. The order of the list changes.
// Most nodes are blended, made into a matrix and written in one pass, since memory takes longer than the sums.
func (s *NodeStore) WriteInstances(list []renderer.Placed, finish []renderer.Finish, out []renderer.Instance) {
	if s.slows > 0 {
		list = s.writeSlow(list, finish, out)
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
	for _, l := range list[s.writeFours(list, finish, out):] {
		s.writeOne(int(l.Part), &out[l.At].Affine)
		out[l.At].SetFinish(&finish[l.Part])
	}
}

// writeSlow writes the nodes that are not simply where their bodies are and returns the list of the others.
func (s *NodeStore) writeSlow(list []renderer.Placed, finish []renderer.Finish,
	out []renderer.Instance) []renderer.Placed {
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
	s.writeOne(i, &a)
	return a, true
}

// writeOne writes the render transform of a node that is simply where its body is.
func (s *NodeStore) writeOne(node int, a *Affine) {
	q := s.poses.rotations[s.nodes[node].Slot].near(s.poses.alpha)
	writeMatrix(a, &q, &s.bounds[node], &s.scales[node])
}
