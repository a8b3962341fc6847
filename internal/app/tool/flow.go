package tool

import (
	"tumble/engine/input"
	"tumble/internal/app/mglvec"
	"tumble/internal/app/session"
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/renderer"
)

// WindNames are the names of the directions of a wind.
var WindNames = [AxisCount]string{"away", "x", "y", "z"}

// box is the box of the wind or water that a click would make, on the point under the cursor.
func (w *Worker) box() (at, half vec.Vec3, ok bool) {
	hit, ok := w.under()
	half = vec.V3(float32(w.Options.FlowSize/2), float32(w.Options.FlowDepth/2), float32(w.Options.FlowSize/2))
	return hit.Point.Add(vec.V3(0, half.Y, 0)), half, ok
}

// wind is the velocity of the wind that a click would make (m/s).
func (w *Worker) wind() vec.Vec3 {
	_, t := w.cursor.Ray()
	return w.direction(w.Options.WindAxis, vec.V3(t.X, 0, t.Z).Norm()).Mul(float32(w.Options.WindSpeed))
}

// flow makes a wind or a water.
func (w *Worker) flow(e *input.Event, queue *input.Queue) {
	at, half, ok := w.box()
	switch {
	case !ok:
	case w.work == WorkWind:
		w.host.Send(queue, e, session.WindCommand(at, half, w.wind()))
	default:
		w.host.Send(queue, e, session.WaterCommand(at, half, float32(w.Options.WaterDensity)))
	}
}

// NoFlows is the command that ends the winds, or the waters.
func NoFlows(work Work) input.Event {
	if work == WorkWind {
		return session.WindCommand(vec.Vec3{}, vec.Vec3{}, vec.Vec3{})
	}
	return session.WaterCommand(vec.Vec3{}, vec.Vec3{}, 0)
}

var (
	waterPen = renderer.Pen{Color: renderer.Hex(0x3fa0ff), Width: 2, Depth: renderer.DepthTest}
	windPen  = renderer.Pen{Color: renderer.Hex(0xbfe8e0), Width: 1.5, Depth: renderer.DepthTest}
)

// drawFlow draws a wind or a water: the box, the surface of the water, the way of the wind.
func drawFlow(p *renderer.Packet, f *session.Flow) {
	lo, hi := f.Box.Min, f.Box.Max
	if f.Water {
		p.Bounds(waterPen, mglvec.Of(lo), mglvec.Of(hi))
		for i := range 5 {
			k := float32(i+1) / 6
			x, z := lo.X+(hi.X-lo.X)*k, lo.Z+(hi.Z-lo.Z)*k
			p.Segment(waterPen, mglvec.Of(vec.V3(x, hi.Y, lo.Z)), mglvec.Of(vec.V3(x, hi.Y, hi.Z)))
			p.Segment(waterPen, mglvec.Of(vec.V3(lo.X, hi.Y, z)), mglvec.Of(vec.V3(hi.X, hi.Y, z)))
		}
		return
	}
	p.Bounds(windPen, mglvec.Of(lo), mglvec.Of(hi))
	size := f.Box.Half()
	along := f.Velocity.Norm().Mul(0.25 * min(size.X+size.Y, size.X+size.Z, size.Y+size.Z))
	for i := range 9 {
		at := vec.V3(lo.X+size.X*(0.4+0.6*float32(i%3)), lo.Y+size.Y, lo.Z+size.Z*(0.4+0.6*float32(i/3)))
		p.Arrow(windPen, mglvec.Of(at.Sub(along)), mglvec.Of(at.Add(along)), 0.3*along.Len())
	}
}

// drawFlows draws all winds and waters, and the wind or water that a click would make.
func (w *Worker) drawFlows(p *renderer.Packet) {
	w.flows = w.host.Flows(w.flows[:0])
	if at, half, ok := w.box(); ok && (w.work == WorkWind || w.work == WorkWater) {
		w.flows = append(w.flows, session.Flow{Water: w.work == WorkWater, Velocity: w.wind(),
			Box: physics.AABB{Min: at.Sub(half), Max: at.Add(half)}})
	}
	for i := range w.flows {
		drawFlow(p, &w.flows[i])
	}
}
