package stage

import (
	"tumble/internal/app/mglvec"
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/renderer"
)

// Ghost is a body drawn in outlines at another pose than its own.
type Ghost struct {
	Body physics.Body
	Pose vec.Transform
}

// ghostColors are those of the ghosts of the exact solution and of up to three members of a trial.
var ghostColors = [...]renderer.Color{
	renderer.Hex(0x5ef0b0), renderer.Hex(0x4cc9f0), renderer.Hex(0xffb02e), renderer.Hex(0xff9de2),
}

// Ghosts draws ghosts in outlines; kind chooses their colour. Its buffer is kept.
type Ghosts struct{ shapes []physics.Shape }

// Draw draws one ghost, with a line to the body where that is elsewhere.
func (g *Ghosts) Draw(p *renderer.Packet, ghost *Ghost, kind int) {
	if !ghost.Body.Valid() {
		return
	}
	pen := ghostPen(kind)
	g.shapes = ghost.Body.Shapes(g.shapes[:0])
	for _, s := range g.shapes {
		drawGhostShape(p, pen, s.Geometry(), s.Bounds(), ghost.Body.Transform(), ghost.Pose)
	}
	if at := ghost.Body.Position(); at.Dist(ghost.Pose.P) > 1e-3 {
		p.Segment(pen, mglvec.Of(at), mglvec.Of(ghost.Pose.P))
	}
}

// DrawShape draws a shape of a body that is not in the world: its geometry in the frame of the body, and its bounds
// where the body was at a pose.
func (g *Ghosts) DrawShape(p *renderer.Packet, geometry physics.Geometry, bounds physics.AABB, at, pose vec.Transform,
	kind int) {
	drawGhostShape(p, ghostPen(kind), geometry, bounds, at, pose)
}

func ghostPen(kind int) renderer.Pen {
	return renderer.Pen{Color: ghostColors[kind%len(ghostColors)], Width: 1.5, Depth: renderer.DepthHint}
}

// drawGhostShape draws the outline of a shape; one that has no outline of its own is drawn as the box around it.
func drawGhostShape(p *renderer.Packet, pen renderer.Pen, geometry physics.Geometry, box physics.AABB, at,
	pose vec.Transform) {
	switch g := geometry.(type) {
	case physics.Sphere:
		p.WireSphere(pen, mglvec.Of(pose.Apply(g.Center)), mglvec.Quat(pose.Q), g.Radius)
	case physics.Capsule:
		p.WireCapsule(pen, mglvec.Of(pose.Apply(g.A)), mglvec.Of(pose.Apply(g.B)), g.Radius)
	case physics.Cylinder:
		drawGhostCylinder(p, pen, pose.Apply(g.A), pose.Apply(g.B), pose.Q, g.Radius)
	case physics.Box:
		p.WireBox(pen, mglvec.Of(pose.Apply(g.Center)), mglvec.Quat(pose.Q.Mul(g.Rotation)), mglvec.Of(g.Half))
	default:
		p.WireBox(pen, mglvec.Of(pose.Apply(at.InvApply(box.Center()))), mglvec.Quat(pose.Q.Mul(at.Q.Conj())),
			mglvec.Of(box.Half()))
	}
}

// drawGhostCylinder draws both rims and four lines between them, which show how it turns.
func drawGhostCylinder(p *renderer.Packet, pen renderer.Pen, a, b vec.Vec3, q vec.Quat, radius float32) {
	axis := b.Sub(a).Norm()
	p.WireCircle(pen, mglvec.Of(a), mglvec.Of(axis), radius)
	p.WireCircle(pen, mglvec.Of(b), mglvec.Of(axis), radius)
	for _, side := range [...]vec.Vec3{vec.AxisX, vec.AxisY, vec.AxisZ} {
		d := q.Rotate(side)
		across, length := d.Sub(axis.Mul(d.Dot(axis))).NormLen()
		if length < 0.1 {
			continue
		}
		rim := across.Mul(radius)
		p.Segment(pen, mglvec.Of(a.Add(rim)), mglvec.Of(b.Add(rim)))
		p.Segment(pen, mglvec.Of(a), mglvec.Of(a.Add(rim)))
	}
}
