//go:build !amd64 || purego

package pose

import "tumble/renderer"

// placeFours places none: there is no kernel for this processor.
func (s *NodeStore) placeFours([]renderer.Placed, []renderer.Finish, []renderer.Instance) int {
	return 0
}
