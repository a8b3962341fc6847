//go:build amd64 && !purego

package renderer

import "unsafe"

// seeFoursSSE asks fours times four spheres, to the same bits as sees.
//
//go:noescape
func seeFoursSSE(wide *[27]four, list *Sphere, seen *uint8, fours int)

// the kernel knows how large a sphere is
var _ = [1]struct{}{}[unsafe.Sizeof(Sphere{})-16]

// seeFours looks at as many spheres as make whole groups of four and returns their number.
func (c *Culler) seeFours(list []Sphere, seen []uint8) int {
	fours := len(list) / 4
	if fours == 0 {
		return 0
	}
	seeFoursSSE(&c.wide, &list[0], &seen[0], fours)
	return 4 * fours
}
