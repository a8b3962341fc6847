//go:build !amd64 || purego

package renderer

// seeFours looks at none: there is no kernel for this processor.
func (c *Culler) seeFours([]Sphere, []uint8) int { return 0 }
