package tool

import (
	"fmt"

	"tumble/internal/app/mglvec"
	"tumble/internal/bodyname"
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/renderer"
)

// Probe is the shape that a query of the mouse casts.
type Probe int

// The probes.
const (
	ProbeRay Probe = iota
	ProbeSphere
	ProbeBox
	ProbeCapsule
	ProbeCount
)

// ProbeNames are the names of the probes.
var ProbeNames = [ProbeCount]string{"ray", "sphere", "box", "capsule"}

// geometry is the shape of a probe beside the ray; size is the radius of a ball around the shape (m).
func (p Probe) geometry(size float32) physics.Geometry {
	switch p {
	case ProbeBox:
		h := size * 0.577
		return physics.BoxHalf(h, h, h)
	case ProbeCapsule:
		return physics.Capsule{A: vec.V3(0, -size/2, 0), B: vec.V3(0, size/2, 0), Radius: size / 2}
	}
	return physics.Sphere{Radius: size}
}

// probed is the newest cast.
type probed struct {
	on       bool
	kind     Probe
	size     float32
	from, to vec.Vec3 // of the ray or the middle of the shape
	hits     []physics.RayHit
}

// probe casts a ray or a shape along the ray under the cursor and lists what it meets.
func (w *Worker) probe() {
	o, t := w.cursor.Ray()
	p := probed{on: true, kind: w.Options.Probe, size: float32(w.Options.ProbeSize), from: o, to: o.Add(t),
		hits: w.hits[:0]}
	defer func() { w.hits, w.probed = p.hits, p }()
	if p.kind == ProbeRay {
		p.hits = w.host.World().RayCastAll(o, t, physics.DefaultQueryFilter(), p.hits)
		w.result = fmt.Sprintf("%d hits", len(p.hits))
		for i := range p.hits {
			if h := &p.hits[i]; i < 4 {
				w.result += fmt.Sprintf("; %s at %.4g m", bodyname.Of(h.Shape.Body()), h.Point.Dist(o))
			}
		}
		return
	}
	probe, err := physics.NewProbe(p.kind.geometry(p.size))
	if err != nil {
		w.result = err.Error()
		return
	}
	hit, ok := w.host.World().ShapeCast(probe, physics.Transform{P: o, Q: vec.QuatIdentity}, t,
		physics.DefaultQueryFilter())
	if !ok {
		w.result = "meets nothing"
		return
	}
	p.to, p.hits = o.Add(t.Mul(hit.Fraction)), append(p.hits, hit)
	w.result = fmt.Sprintf("stops after %.4g m at %s", t.Len()*hit.Fraction, bodyname.Of(hit.Shape.Body()))
}

// probePen draws the cast shape, hitPen its hits.
var (
	probePen = renderer.Pen{Color: renderer.Hex(0x8fd0ff), Width: 1.5, Depth: renderer.DepthHint}
	hitPen   = renderer.Pen{Color: renderer.Hex(0xff7a4a), Width: 2.5, Depth: renderer.DepthHint}
)

// probeMarks is at how many places on its way a shape is drawn.
const probeMarks = 8

// draw draws a cast with its hits: points and normals, and the shape where it stops.
func (p *probed) draw(to *renderer.Packet) {
	if !p.on {
		return
	}
	to.Segment(probePen, mglvec.Of(p.from), mglvec.Of(p.to))
	eye := vec.V3(to.View.Eye[0], to.View.Eye[1], to.View.Eye[2])
	for i := range p.hits {
		h := &p.hits[i]
		size := 0.05 * h.Point.Dist(eye)
		to.AddPoint(renderer.DepthHint, renderer.Point{X: h.Point.X, Y: h.Point.Y, Z: h.Point.Z, Size: markSize,
			Color: hitPen.Color, Shape: renderer.PointDisc})
		if h.Normal != (vec.Vec3{}) {
			to.Arrow(hitPen, mglvec.Of(h.Point), mglvec.Of(h.Point.Add(h.Normal.Mul(size))), size/4)
		}
	}
	if p.kind == ProbeRay {
		return
	}
	for i := range probeMarks {
		p.form(to, probePen, p.from.Lerp(p.to, float32(i+1)/(probeMarks+1)))
	}
	p.form(to, hitPen, p.to)
}

// form draws the outline of the shape.
func (p *probed) form(to *renderer.Packet, pen renderer.Pen, at vec.Vec3) {
	identity := mglvec.Quat(vec.QuatIdentity)
	switch p.kind {
	case ProbeBox:
		h := p.size * 0.577
		to.WireBox(pen, mglvec.Of(at), identity, mglvec.Of(vec.V3(h, h, h)))
	case ProbeCapsule:
		half := vec.V3(0, p.size/2, 0)
		to.WireCapsule(pen, mglvec.Of(at.Sub(half)), mglvec.Of(at.Add(half)), p.size/2)
	default:
		to.WireSphere(pen, mglvec.Of(at), identity, p.size)
	}
}
