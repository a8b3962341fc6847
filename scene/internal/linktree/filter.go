package linktree

import "tumble/physics"

// Meet reports whether shapes of two filters collide: the rule of physics.Filter.
func Meet(a, b physics.Filter) bool {
	if a.Group != 0 && a.Group == b.Group {
		return a.Group > 0
	}
	return a.Category&b.Mask != 0 && b.Category&a.Mask != 0
}
