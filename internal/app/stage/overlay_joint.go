package stage

import (
	"github.com/go-gl/mathgl/mgl32"

	"tumble/internal/app/mglvec"
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/renderer"
)

var (
	jointPen    = renderer.Pen{Color: JointColor, Width: 2.5, Depth: renderer.DepthHint}
	framePen    = renderer.Pen{Width: 2, Depth: renderer.DepthHint}
	limitPen    = renderer.Pen{Color: renderer.Hex(0xf7e04b), Width: 1.5, Depth: renderer.DepthHint}
	valuePen    = renderer.Pen{Color: renderer.Hex(0xffffff), Width: 2.5, Depth: renderer.DepthHint}
	reactionPen = renderer.Pen{Color: renderer.Hex(0xff8a3c), Width: 2, Depth: renderer.DepthHint}
	dragPen     = renderer.Pen{Color: renderer.Hex(0xffffff), Width: 2, Depth: renderer.DepthHint, Dash: 5}
)

const (
	// jointSize (m) is the radius of the arcs of limits, and longestLimit the largest displacement along an axis that
	// is drawn.
	jointSize    = 0.25
	longestLimit = 100
	// smallestArc (radians) is how large an arc must seem for its angles to be written.
	smallestArc = 0.045
)

// jointOverlay draws the joints of a world. Its buffers are kept.
type jointOverlay struct {
	joints []physics.Joint
	path   []vec.Vec3
	// hand is the spring of the user, which is drawn in every picture; it may be invalid
	hand   physics.Joint
	labels *labels
	eye    mgl32.Vec3
}

// draw draws anchors, frames and limits, and asks for labels with angles and lengths. With a measure for their
// lengths it also draws the forces that joints exert on their second bodies.
func (o *jointOverlay) draw(p *renderer.Packet, w *physics.World, forces *Yardstick, size float32, l *labels) {
	o.labels, o.eye = l, p.View.Eye
	if forces != nil {
		forces.Measure(w)
	}
	o.joints = w.Joints(o.joints[:0])
	for _, j := range o.joints {
		a, b := j.Anchors()
		if j.Kind() == physics.KindMouse {
			drawSpring(p, a, b)
			continue
		}
		p.Segment(jointPen, mglvec.Of(a), mglvec.Of(b))
		p.Mark(jointPen, mglvec.Of(a), 8, renderer.PointRing)
		p.Mark(jointPen, mglvec.Of(b), 6, renderer.PointDisc)
		if bodyA, _ := j.Bodies(); bodyA.Valid() {
			p.Segment(renderer.Pen{Color: jointPen.Color.WithAlpha(120), Width: 1, Depth: renderer.DepthHint},
				mglvec.Of(bodyA.WorldCenter()), mglvec.Of(a))
		}
		frameA, frameB := j.Frames()
		p.Axes(framePen, mglvec.Of(frameA.P), mglvec.Quat(frameA.Q), 0.2*size)
		p.Axes(framePen, mglvec.Of(frameB.P), mglvec.Quat(frameB.Q), 0.13*size)
		o.drawLimits(p, j, frameA, frameB, size)
		if forces != nil {
			drawReaction(p, j, b, forces, size)
		}
		if path, ok := physics.JointAs[physics.PathJoint](j); ok {
			o.drawPath(p, path)
		}
	}
}

// drawReaction draws the force of a joint at the anchor on its second body.
func drawReaction(p *renderer.Packet, j physics.Joint, anchor vec.Vec3, forces *Yardstick, size float32) {
	force, _ := j.Reaction()
	if direction, strength := force.NormLen(); strength > 0 {
		length := forces.Arrow(strength, size)
		p.Arrow(reactionPen, mglvec.Of(anchor), mglvec.Of(anchor.Add(direction.Mul(length))), 0.2*length)
	}
}

// drawSpring draws the spring of a hand, from its target to the held point.
func drawSpring(p *renderer.Packet, hand, held vec.Vec3) {
	p.Segment(dragPen, mglvec.Of(hand), mglvec.Of(held))
	p.Mark(dragPen, mglvec.Of(held), 8, renderer.PointRing)
}

// drawHand draws the spring of the user with its force.
func (o *jointOverlay) drawHand(p *renderer.Packet, l *labels) {
	if !o.hand.Valid() {
		return
	}
	hand, held := o.hand.Anchors()
	drawSpring(p, hand, held)
	force, _ := o.hand.Reaction()
	from := len(l.text)
	l.text = append(appendRounded(l.text, force.Len()), " N"...)
	l.add(p.View.Eye, mglvec.Of(hand), from, dragPen.Color)
}

// axes are the directions of a frame; an angle about one is counted from the next.
var axes = [3]vec.Vec3{vec.AxisX, vec.AxisY, vec.AxisZ}

// drawLimits draws the ranges of the limited axes and where in them the joint is.
func (o *jointOverlay) drawLimits(p *renderer.Packet, j physics.Joint, a, b vec.Transform, size float32) {
	switch j.Kind() {
	case physics.KindHinge:
		o.drawAngle(p, j, 0, a, 2, size)
	case physics.KindBall:
		if axis := j.At(0).Axis(); axis.Limited {
			o.drawCone(p, a, b, axis.Upper, size)
		}
		o.drawAngle(p, j, 1, a, 2, size)
	case physics.KindSlider:
		o.drawSlide(p, j, 0, a, 0)
	case physics.KindWheel:
		o.drawSlide(p, j, 0, a, 1)
		o.drawAngle(p, j, 2, a, 1, size)
	case physics.KindSix:
		for i := range axes {
			o.drawSlide(p, j, i, a, i)
			o.drawAngle(p, j, i+3, a, i, size)
		}
	}
}

// drawPath draws the curve of a path joint.
func (o *jointOverlay) drawPath(p *renderer.Packet, j physics.PathJoint) {
	o.path = j.Points(o.path[:0])
	for i := 1; i < len(o.path); i++ {
		p.Segment(limitPen, mglvec.Of(o.path[i-1]), mglvec.Of(o.path[i]))
	}
}

// drawAngle draws an arc from the lower to the upper limit of an angle about an axis of the frame, a hand at the
// angle, and writes the three down.
func (o *jointOverlay) drawAngle(p *renderer.Packet, j physics.Joint, axis int, frame vec.Transform, about int,
	size float32) {
	a := j.At(axis).Axis()
	if !a.Limited || !(a.Lower < a.Upper) {
		return
	}
	at, n, start := mglvec.Of(frame.P), mglvec.Of(frame.Q.Rotate(axes[about])),
		mglvec.Of(frame.Q.Rotate(axes[(about+1)%3]))
	r := jointSize * size
	p.Arc(limitPen, at, n, start, r, a.Lower, a.Upper)
	across := n.Cross(start)
	written := r > smallestArc*at.Sub(o.eye).Len()
	hand := func(pen renderer.Pen, angle, reach float32) {
		s, c := vec.SinCos(angle)
		tip := at.Add(start.Mul(reach * c)).Add(across.Mul(reach * s))
		p.Segment(pen, at, tip)
		if written {
			o.labels.number(o.eye, tip, mgl32.RadToDeg(angle), 0, "°", pen.Color)
		}
	}
	hand(limitPen, a.Lower, r)
	hand(limitPen, a.Upper, r)
	hand(valuePen, j.At(axis).Position(), 1.2*r)
}

// drawCone draws the cone that the z axis of B may be in, and where in it that is.
func (o *jointOverlay) drawCone(p *renderer.Packet, frame, b vec.Transform, angle, size float32) {
	s, c := vec.SinCos(angle)
	r := jointSize * size
	at, z := mglvec.Of(frame.P), mglvec.Of(frame.Q.Rotate(vec.AxisZ))
	x, y := mglvec.Of(frame.Q.Rotate(vec.AxisX)), mglvec.Of(frame.Q.Rotate(vec.AxisY))
	p.WireCircle(limitPen, at.Add(z.Mul(r*c)), z, r*s)
	for _, side := range [4]mgl32.Vec3{x, y, x.Mul(-1), y.Mul(-1)} {
		p.Segment(limitPen, at, at.Add(z.Mul(r*c)).Add(side.Mul(r*s)))
	}
	toward := frame.Q.Rotate(vec.AxisZ)
	to := b.Q.Rotate(vec.AxisZ)
	tip := at.Add(mglvec.Of(to).Mul(1.2 * r))
	p.Segment(valuePen, at, tip)
	if r > smallestArc*at.Sub(o.eye).Len() {
		o.labels.number(o.eye, at.Add(z.Mul(r*c)).Add(x.Mul(r*s)), mgl32.RadToDeg(angle), 0, "°", limitPen.Color)
		o.labels.number(o.eye, tip, mgl32.RadToDeg(vec.Atan2(toward.Cross(to).Len(), toward.Dot(to))), 0, "°",
			valuePen.Color)
	}
}

// drawSlide draws a rail between the limits of a displacement along an axis of the frame.
func (o *jointOverlay) drawSlide(p *renderer.Packet, j physics.Joint, axis int, frame vec.Transform, along int) {
	a := j.At(axis).Axis()
	if !a.Limited || a.Upper-a.Lower > longestLimit {
		return
	}
	d := frame.Q.Rotate(axes[along])
	mark := func(pen renderer.Pen, x, size float32, shape renderer.PointShape) mgl32.Vec3 {
		at := mglvec.Of(frame.P.Add(d.Mul(x)))
		p.Mark(pen, at, size, shape)
		o.labels.number(o.eye, at, x, 2, " m", pen.Color)
		return at
	}
	p.Segment(limitPen, mark(limitPen, a.Lower, 9, renderer.PointSquare),
		mark(limitPen, a.Upper, 9, renderer.PointSquare))
	mark(valuePen, j.At(axis).Position(), 7, renderer.PointCross)
}
