package stage

import (
	"github.com/go-gl/mathgl/mgl32"

	"tumble/internal/app/mglvec"
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/renderer"
)

var (
	jointPen = renderer.Pen{Color: renderer.Hex(0xff7ad9), Width: 2.5, Depth: renderer.DepthHint}
	framePen = renderer.Pen{Width: 2, Depth: renderer.DepthHint}
	limitPen = renderer.Pen{Color: renderer.Hex(0xf7e04b), Width: 1.5, Depth: renderer.DepthHint}
	valuePen = renderer.Pen{Color: renderer.Hex(0xffffff), Width: 2.5, Depth: renderer.DepthHint}
	dragPen  = renderer.Pen{Color: renderer.Hex(0xffffff), Width: 2, Depth: renderer.DepthHint, Dash: 5}
)

// jointSize (m) is the radius of the arcs of limits, and longestLimit the largest displacement along an axis
// that is drawn.
const (
	jointSize    = 0.25
	longestLimit = 100
)

// jointOverlay draws the joints of a world. Its buffers are kept.
type jointOverlay struct {
	joints []physics.Joint
	path   []vec.Vec3
}

// draw draws anchors, frames and limits.
func (o *jointOverlay) draw(p *renderer.Packet, w *physics.World, size float32) {
	o.joints = w.Joints(o.joints[:0])
	for _, j := range o.joints {
		a, b := j.Anchors()
		if j.Kind() == physics.MouseJoint {
			p.Segment(dragPen, mglvec.Of(a), mglvec.Of(b))
			p.Mark(dragPen, mglvec.Of(b), 8, renderer.PointRing)
			continue
		}
		p.Segment(jointPen, mglvec.Of(a), mglvec.Of(b))
		p.Mark(jointPen, mglvec.Of(a), 8, renderer.PointRing)
		p.Mark(jointPen, mglvec.Of(b), 6, renderer.PointDisc)
		if bodyA, _ := j.Bodies(); bodyA.Valid() {
			p.Segment(renderer.Pen{Color: jointPen.Color.WithAlpha(120), Width: 1, Depth: renderer.DepthHint}, mglvec.Of(bodyA.WorldCenter()), mglvec.Of(a))
		}
		frameA, frameB := j.Frames()
		p.Axes(framePen, mglvec.Of(frameA.P), mglvec.Quat(frameA.Q), 0.2*size)
		p.Axes(framePen, mglvec.Of(frameB.P), mglvec.Quat(frameB.Q), 0.13*size)
		drawLimits(p, j, frameA, size)
		if j.Kind() == physics.PathJoint {
			o.drawPath(p, j)
		}
	}
}

// drawLimits draws the range of the first limited axis and where in it the joint is.
func drawLimits(p *renderer.Packet, j physics.Joint, frame vec.Transform, size float32) {
	switch j.Kind() {
	case physics.HingeJoint:
		drawAngle(p, j, 0, frame, vec.AxisZ, size)
	case physics.BallJoint:
		if a := j.Axis(0); a.Limited {
			drawCone(p, frame, a.Upper, size)
		}
		drawAngle(p, j, 1, frame, vec.AxisZ, size)
	case physics.SliderJoint:
		drawSlide(p, j, 0, frame, vec.AxisX)
	case physics.WheelJoint:
		drawSlide(p, j, 0, frame, vec.AxisY)
	}
}

// drawPath draws the curve of a path joint.
func (o *jointOverlay) drawPath(p *renderer.Packet, j physics.Joint) {
	o.path = j.PathPoints(o.path[:0])
	for i := 1; i < len(o.path); i++ {
		p.Segment(limitPen, mglvec.Of(o.path[i-1]), mglvec.Of(o.path[i]))
	}
}

// drawAngle draws an arc from the lower to the upper limit of an angle about an axis of the
// frame, and a hand at the angle.
func drawAngle(p *renderer.Packet, j physics.Joint, axis int, frame vec.Transform, about vec.Vec3, size float32) {
	a := j.Axis(axis)
	if !a.Limited {
		return
	}
	at, n, start := mglvec.Of(frame.P), mglvec.Of(frame.Q.Rotate(about)), mglvec.Of(frame.Q.Rotate(vec.AxisX))
	r := jointSize * size
	p.Arc(limitPen, at, n, start, r, a.Lower, a.Upper)
	across := n.Cross(start)
	hand := func(pen renderer.Pen, angle float32) {
		s, c := vec.SinCos(angle)
		p.Segment(pen, at, at.Add(start.Mul(r*c)).Add(across.Mul(r*s)))
	}
	hand(limitPen, a.Lower)
	hand(limitPen, a.Upper)
	value, _ := j.Coordinate(axis)
	hand(valuePen, value)
}

// drawCone draws the cone that the z axis of B may be in.
func drawCone(p *renderer.Packet, frame vec.Transform, angle, size float32) {
	s, c := vec.SinCos(angle)
	r := jointSize * size
	at, z := mglvec.Of(frame.P), mglvec.Of(frame.Q.Rotate(vec.AxisZ))
	x, y := mglvec.Of(frame.Q.Rotate(vec.AxisX)), mglvec.Of(frame.Q.Rotate(vec.AxisY))
	p.WireCircle(limitPen, at.Add(z.Mul(r*c)), z, r*s)
	for _, side := range [4]mgl32.Vec3{x, y, x.Mul(-1), y.Mul(-1)} {
		p.Segment(limitPen, at, at.Add(z.Mul(r*c)).Add(side.Mul(r*s)))
	}
}

// drawSlide draws a rail between the limits of a displacement along an axis of the frame.
func drawSlide(p *renderer.Packet, j physics.Joint, axis int, frame vec.Transform, along vec.Vec3) {
	a := j.Axis(axis)
	if !a.Limited || a.Upper-a.Lower > longestLimit {
		return
	}
	d := frame.Q.Rotate(along)
	lower, upper := mglvec.Of(frame.P.Add(d.Mul(a.Lower))), mglvec.Of(frame.P.Add(d.Mul(a.Upper)))
	p.Segment(limitPen, lower, upper)
	p.Mark(limitPen, lower, 9, renderer.PointSquare)
	p.Mark(limitPen, upper, 9, renderer.PointSquare)
	value, _ := j.Coordinate(axis)
	p.Mark(valuePen, mglvec.Of(frame.P.Add(d.Mul(value))), 7, renderer.PointCross)
}
