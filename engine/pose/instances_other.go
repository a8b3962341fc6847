//go:build !amd64 || purego

package pose

import "tumble/renderer"

// writeFours writes none: there is no kernel for this processor.
func (s *NodeStore) writeFours([]renderer.Placed, []renderer.Finish, []renderer.Instance) int {
	return 0
}
