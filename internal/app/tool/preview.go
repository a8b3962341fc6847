package tool

import (
	"tumble/internal/app/mglvec"
	"tumble/physics/vec"
	"tumble/renderer"
)

var (
	workPen = renderer.Pen{Color: renderer.Hex(0xffd84a), Width: 2.5, Depth: renderer.DepthHint}
	axisPen = renderer.Pen{Color: renderer.Hex(0x6bb6ff), Width: 2.5, Depth: renderer.DepthHint}
)

// markSize (pixels) is the size of a point that was clicked on.
const markSize = 9

// Draw draws what the work in progress is about: the points, and the axis of the joint that a click would make.
func (w *Worker) Draw(p *renderer.Packet) {
	for i := range w.points {
		at := mglvec.Of(w.points[i].at())
		p.AddPoint(renderer.DepthHint, renderer.Point{X: at[0], Y: at[1], Z: at[2], Size: markSize, Color: workPen.Color, Shape: renderer.PointDisc})
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
		p.WireCircle(axisPen, to, mglvec.Of(axis), size)
	}
}
