//go:build amd64 && !purego

package pose

import (
	"unsafe"

	"tumble/renderer"
)

// fourWriter has the memory that the kernel reads and writes, with the offsets that it knows.
type fourWriter struct {
	list      *renderer.Placed   // 0
	fours     int                // 8
	nodes     *NodeRef           // 16
	rotations *rotationPair      // 24
	bounds    *Bound             // 32
	scales    *scale             // 40
	out       *renderer.Instance // 48
	finish    *renderer.Finish   // 56
	alpha     float32            // 64
}

// writeFoursSSE writes four nodes at a time: rotationPair.near, writeMatrix and SetFinish in SIMD lanes, to the same
// bits. Lists and stores are as long as the entries say.
//
//go:noescape
func writeFoursSSE(w *fourWriter)

// the kernel knows how large these are
var (
	_ = [1]struct{}{}[unsafe.Sizeof(renderer.Placed{})-8]
	_ = [1]struct{}{}[unsafe.Sizeof(NodeRef{})-16]
	_ = [1]struct{}{}[unsafe.Sizeof(rotationPair{})-32]
	_ = [1]struct{}{}[unsafe.Sizeof(Bound{})-16]
	_ = [1]struct{}{}[unsafe.Sizeof(scale{})-16]
	_ = [1]struct{}{}[unsafe.Sizeof(renderer.Finish{})-16]
	_ = [1]struct{}{}[unsafe.Sizeof(renderer.Instance{})-64]
	_ = [1]struct{}{}[unsafe.Offsetof(renderer.Instance{}.Color)-48]
)

// writeFours writes as many nodes of the list as make whole groups of four and returns their number. The caller
// has checked that the entries are within out and the nodes.
func (s *NodeStore) writeFours(list []renderer.Placed, finish []renderer.Finish, out []renderer.Instance) int {
	fours := len(list) / 4
	if fours == 0 {
		return 0
	}
	writeFoursSSE(&fourWriter{
		list: &list[0], fours: fours, nodes: &s.nodes[0], rotations: &s.poses.rotations[0], bounds: &s.bounds[0],
		scales: &s.scales[0], out: &out[0], finish: &finish[0], alpha: s.poses.alpha,
	})
	return 4 * fours
}
