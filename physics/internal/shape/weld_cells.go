package shape

import (
	"math/bits"

	"tumble/physics/vec"
)

// weldCells finds vertices of a mesh within the weld distance, by cells of twice that in y and z, so that tall walls of
// vertices stay fast. It is a hash table with open addressing: a map of lists takes three times as long for the six
// million corners of a file of 100 MB.
type weldCells struct {
	low  vec.Vec3
	near float32
	// heads is the last vertex of each cell, noVertex for none; before is the one before each vertex in its cell.
	heads, before []uint32
	shift         int
}

// weldCell is a cell, with the fractions of it at which a point lies.
type weldCell struct {
	y, z                 int64
	fractionY, fractionZ float32
}

// cellMargin (1): how much nearer to the far half of a cell than its middle a point must be for the cell beyond to be
// left out. Three times the rounding of coordinates in cells, of which there are half a million. Without it: vertices
// at the edge of a cell stay apart.
const cellMargin = 0.1

func newWeldCells(count int, low vec.Vec3, near float32) *weldCells {
	size := bits.Len(uint(2 * count))
	c := &weldCells{low: low, near: near, heads: make([]uint32, 1<<size), before: make([]uint32, 0, count),
		shift: 64 - size}
	for i := range c.heads {
		c.heads[i] = noVertex
	}
	return c
}

// at is the cell of a point. Without a distance all points are one, and so are their cells.
func (c *weldCells) at(p vec.Vec3) weldCell {
	if c.near == 0 {
		return weldCell{}
	}
	y, z := (p.Y-c.low.Y)/(2*c.near), (p.Z-c.low.Z)/(2*c.near)
	cell := weldCell{y: int64(y), z: int64(z)}
	cell.fractionY, cell.fractionZ = y-float32(cell.y), z-float32(cell.z)
	return cell
}

// slot is where the head of a cell is, or could be.
func (c *weldCells) slot(vertices []vec.Vec3, y, z int64) int {
	const odd = 0x9e3779b97f4a7c15
	h := (uint64(y)*odd ^ uint64(z)) * odd
	i := int(h >> c.shift)
	for {
		head := c.heads[i]
		if head == noVertex {
			return i
		}
		if at := c.at(vertices[head]); at.y == y && at.z == z {
			return i
		}
		i = (i + 1) & (len(c.heads) - 1)
	}
}

// reach are the cells along an axis, from first to last, that have points within the distance of one at this fraction
// of its own.
func reach(fraction float32) (first, last int64) {
	if fraction <= 0.5+cellMargin {
		first = -1
	}
	if fraction >= 0.5-cellMargin {
		last = 1
	}
	return first, last
}

// nearest is a vertex within the distance of a point, noVertex for none. Vertices come in the order of x: from the end
// back until too far behind.
func (c *weldCells) nearest(vertices []vec.Vec3, p vec.Vec3) uint32 {
	cell := c.at(p)
	firstY, lastY := reach(cell.fractionY)
	firstZ, lastZ := reach(cell.fractionZ)
	for dy := firstY; dy <= lastY; dy++ {
		for dz := firstZ; dz <= lastZ; dz++ {
			head := c.heads[c.slot(vertices, cell.y+dy, cell.z+dz)]
			for n := head; n != noVertex && p.X-vertices[n].X <= c.near; n = c.before[n] {
				if vertices[n].Dist(p) <= c.near {
					return n
				}
			}
		}
	}
	return noVertex
}

// add adds the last vertex.
func (c *weldCells) add(vertices []vec.Vec3) {
	n := uint32(len(vertices) - 1)
	cell := c.at(vertices[n])
	slot := c.slot(vertices, cell.y, cell.z)
	c.before = append(c.before, c.heads[slot])
	c.heads[slot] = n
}
