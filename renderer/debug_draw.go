package renderer

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Pen is how debug drawing looks: its colour, its width in pixels and how it is hidden.
type Pen struct {
	Color Color
	Width float32 // pixels; 0 takes 1.5
	Depth DepthMode
	Dash  float32 // pixels; 0 solid
}

func (p *Packet) segment(pen *Pen, ax, ay, az, bx, by, bz float32) {
	w := pen.Width
	if w == 0 {
		w = 1.5
	}
	p.AddLine(pen.Depth, 0, Line{
		AX: ax, AY: ay, AZ: az, BX: bx, BY: by, BZ: bz,
		ColorA: pen.Color, ColorB: pen.Color, Width: w, Dash: pen.Dash,
	})
}

// Segment draws a line between two points, metres.
func (p *Packet) Segment(pen Pen, a, b mgl32.Vec3) {
	p.segment(&pen, a[0], a[1], a[2], b[0], b[1], b[2])
}

// Arrow draws an arrow from a to b, metres. Its head is a fifth of it long, but no longer than head
// metres, if that is not 0.
func (p *Packet) Arrow(pen Pen, a, b mgl32.Vec3, head float32) {
	p.Segment(pen, a, b)
	d := b.Sub(a)
	l := d.Len()
	if l < 1e-9 {
		return
	}
	d = d.Mul(1 / l)
	size := l / 5
	if head > 0 {
		size = min(size, head)
	}
	x, y := planeAxes(d)
	root := b.Sub(d.Mul(size))
	for _, side := range [4]mgl32.Vec3{x, y, x.Mul(-1), y.Mul(-1)} {
		p.Segment(pen, b, root.Add(side.Mul(size*0.4)))
	}
}

// Bounds draws the edges of a box along the axes of the world.
func (p *Packet) Bounds(pen Pen, lo, hi mgl32.Vec3) {
	half := hi.Sub(lo).Mul(0.5)
	p.WireBox(pen, lo.Add(half), mgl32.QuatIdent(), half)
}

// WireBox draws the edges of a turned box, given by its centre and half extents, metres.
func (p *Packet) WireBox(pen Pen, centre mgl32.Vec3, rotation mgl32.Quat, half mgl32.Vec3) {
	m := rotation.Mat4()
	x := m.Col(0).Vec3().Mul(half[0])
	y := m.Col(1).Vec3().Mul(half[1])
	z := m.Col(2).Vec3().Mul(half[2])
	for _, s := range [4][2]float32{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}} {
		yz := centre.Add(y.Mul(s[0])).Add(z.Mul(s[1]))
		xz := centre.Add(x.Mul(s[0])).Add(z.Mul(s[1]))
		xy := centre.Add(x.Mul(s[0])).Add(y.Mul(s[1]))
		p.Segment(pen, yz.Sub(x), yz.Add(x))
		p.Segment(pen, xz.Sub(y), xz.Add(y))
		p.Segment(pen, xy.Sub(z), xy.Add(z))
	}
}

// The colours of the axes x, y and z.
var axisColors = [3]Color{Hex(0xe5484d), Hex(0x46a758), Hex(0x3e7bfa)}

// Axes draws the axes of a frame: red x, green y, blue z, each so many metres long.
func (p *Packet) Axes(pen Pen, at mgl32.Vec3, rotation mgl32.Quat, length float32) {
	m := rotation.Mat4()
	for i, c := range axisColors {
		pen.Color = c
		p.Segment(pen, at, at.Add(m.Col(i).Vec3().Mul(length)))
	}
}

// WireCircle draws a circle around an axis, which must be a unit vector.
func (p *Packet) WireCircle(pen Pen, centre, axis mgl32.Vec3, radius float32) {
	x, y := planeAxes(axis)
	p.arc(pen, centre, x.Mul(radius), y.Mul(radius), 0, 2*math.Pi)
}

// Arc draws a part of a circle around an axis: it starts in the direction start, which must be a unit
// vector across the axis, and turns from one angle to another, radians.
func (p *Packet) Arc(pen Pen, centre, axis, start mgl32.Vec3, radius, from, to float32) {
	p.arc(pen, centre, start.Mul(radius), axis.Cross(start).Mul(radius), from, to)
}

// arc draws centre + cos·x + sin·y between two angles, in steps of at most 10 degrees.
func (p *Packet) arc(pen Pen, centre, x, y mgl32.Vec3, from, to float32) {
	n := int(math.Ceil(math.Abs(float64(to-from))/(math.Pi/18))) + 1
	prev := mgl32.Vec3{}
	for i := range n + 1 {
		s, c := math.Sincos(float64(from) + float64(to-from)*float64(i)/float64(n))
		at := centre.Add(x.Mul(float32(c))).Add(y.Mul(float32(s)))
		if i > 0 {
			p.Segment(pen, prev, at)
		}
		prev = at
	}
}

// WireSphere draws three circles of a sphere.
func (p *Packet) WireSphere(pen Pen, centre mgl32.Vec3, rotation mgl32.Quat, radius float32) {
	m := rotation.Mat4()
	x, y, z := m.Col(0).Vec3().Mul(radius), m.Col(1).Vec3().Mul(radius), m.Col(2).Vec3().Mul(radius)
	p.arc(pen, centre, x, y, 0, 2*math.Pi)
	p.arc(pen, centre, y, z, 0, 2*math.Pi)
	p.arc(pen, centre, z, x, 0, 2*math.Pi)
}

// WireCapsule draws a capsule between the centres of its half spheres.
func (p *Packet) WireCapsule(pen Pen, a, b mgl32.Vec3, radius float32) {
	d := b.Sub(a)
	l := d.Len()
	if l < 1e-9 {
		p.WireSphere(pen, a, mgl32.QuatIdent(), radius)
		return
	}
	d = d.Mul(1 / l)
	x, y := planeAxes(d)
	x, y, d = x.Mul(radius), y.Mul(radius), d.Mul(radius)
	p.arc(pen, a, x, y, 0, 2*math.Pi)
	p.arc(pen, b, x, y, 0, 2*math.Pi)
	for _, s := range [2]mgl32.Vec3{x, y} {
		p.arc(pen, b, s, d, 0, math.Pi)
		p.arc(pen, a, s, d, 0, -math.Pi)
		p.Segment(pen, a.Add(s), b.Add(s))
		p.Segment(pen, a.Sub(s), b.Sub(s))
	}
}

// Mark draws a point of constant size on the screen, pixels.
func (p *Packet) Mark(pen Pen, at mgl32.Vec3, size float32, shape PointShape) {
	p.AddPoint(pen.Depth, Point{X: at[0], Y: at[1], Z: at[2], Size: size, Color: pen.Color, Shape: shape})
}

// WireView draws the edges of another view's visible part.
func (p *Packet) WireView(pen Pen, v *View) {
	var c [8]mgl32.Vec3
	for i := range c {
		q := v.Inverse.Mul4x1(mgl32.Vec4{float32(2*(i&1) - 1), float32(i&2 - 1), float32(i>>1&2 - 1), 1})
		if q[3] == 0 {
			return
		}
		c[i] = q.Vec3().Mul(1 / q[3])
	}
	for _, e := range [12][2]int{
		{0, 1}, {1, 3}, {3, 2}, {2, 0}, {4, 5}, {5, 7}, {7, 6}, {6, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7},
	} {
		p.Segment(pen, c[e[0]], c[e[1]])
	}
}
