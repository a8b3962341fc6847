package tool

import (
	"tumble/internal/app/mglvec"
	"tumble/internal/app/session"
	"tumble/physics/vec"
	"tumble/renderer"
)

var (
	workPen = renderer.Pen{Color: renderer.Hex(0xffd84a), Width: 2.5, Depth: renderer.DepthHint}
	axisPen = renderer.Pen{Color: renderer.Hex(0x6bb6ff), Width: 2.5, Depth: renderer.DepthHint}
)

// markSize (pixels) is the size of a point that was clicked on.
const markSize = 9

// Draw draws the work in progress: the points, and the axis of the joint that a click would make.
func (w *Worker) Draw(p *renderer.Packet) {
	w.drawFlows(p)
	w.sizing.draw(p)
	if w.work == WorkProbe {
		w.probed.draw(p)
	}
	for i := range w.points {
		at := mglvec.Of(w.points[i].at())
		p.AddPoint(renderer.DepthHint, renderer.Point{X: at[0], Y: at[1], Z: at[2], Size: markSize,
			Color: workPen.Color, Shape: renderer.PointDisc})
		if i > 0 && w.work == WorkMeasure {
			p.Segment(workPen, mglvec.Of(w.points[i-1].at()), at)
		}
	}
	if w.work != WorkJoin || len(w.points) == 0 {
		return
	}
	hit, ok := w.under()
	if !ok {
		return
	}
	to := mglvec.Of(hit.Point)
	p.Segment(workPen, mglvec.Of(w.points[0].at()), to)
	if kind := w.Options.Join; kind.HasAxis() {
		axis := w.axis(hit.Normal).Norm()
		size := 0.06 * hit.Point.Dist(vec.V3(p.View.Eye[0], p.View.Eye[1], p.View.Eye[2]))
		p.Arrow(axisPen, mglvec.Of(hit.Point.Sub(axis.Mul(size))), mglvec.Of(hit.Point.Add(axis.Mul(2*size))), size/3)
		w.drawLimits(p, kind, hit.Point, axis, size)
	}
}

// limitPen draws the range of a joint.
var limitPen = renderer.Pen{Color: renderer.Hex(0xffd84a), Width: 3, Depth: renderer.DepthHint}

// drawLimits draws the circle of a hinge or the line of a slider, with the range that the joint would have.
func (w *Worker) drawLimits(p *renderer.Packet, kind session.JoinKind, at, axis vec.Vec3, size float32) {
	lower, upper, limited := w.Options.limits()
	if kind == session.JoinSlider {
		if limited {
			from, to := at.Add(axis.Mul(float32(lower))), at.Add(axis.Mul(float32(upper)))
			p.Segment(limitPen, mglvec.Of(from), mglvec.Of(to))
			for _, end := range [2]vec.Vec3{from, to} {
				p.WireCircle(limitPen, mglvec.Of(end), mglvec.Of(axis), size/3)
			}
		}
		return
	}
	p.WireCircle(axisPen, mglvec.Of(at), mglvec.Of(axis), size)
	if !limited {
		return
	}
	// from the direction of the second body, as seen from the axis
	start := vec.AxisX
	if out := w.points[0].at().Sub(at); out.Sub(axis.Mul(out.Dot(axis))).Len() > 1e-3 {
		start = out
	}
	start = start.Sub(axis.Mul(start.Dot(axis)))
	if start.Len() < 1e-3 {
		start = axis.Cross(vec.AxisZ)
	}
	start = start.Norm()
	p.Arc(limitPen, mglvec.Of(at), mglvec.Of(axis), mglvec.Of(start), 1.4*size, float32(lower), float32(upper))
	for _, angle := range [2]float32{float32(lower), float32(upper)} {
		d := vec.QuatAxisAngle(axis, angle).Rotate(start)
		p.Segment(limitPen, mglvec.Of(at), mglvec.Of(at.Add(d.Mul(1.4*size))))
	}
}
