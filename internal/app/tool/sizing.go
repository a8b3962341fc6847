package tool

import (
	"tumble/engine/input"
	"tumble/internal/app/mglvec"
	"tumble/internal/app/session"
	"tumble/physics/vec"
	"tumble/renderer"
)

// smallestDrop and largestDrop bound the size of a body that is drawn with the mouse (m).
const smallestDrop, largestDrop = 0.02, 50

// sizing is a body that the mouse draws, before the drop: it stands on the point where the button went down, and is as
// large as the way of the mouse from there.
type sizing struct {
	on         bool
	x, y       float64 // where the button went down, screen coordinates
	at, normal vec.Vec3
	size       float32 // m, 0 while the mouse has not moved
}

// beginSize begins to draw a body on the surface below the cursor.
func (w *Worker) beginSize() {
	hit, ok := w.under()
	x, y := w.cursor.Position()
	w.sizing = sizing{on: true, x: x, y: y, at: hit.Point, normal: hit.Normal}
	if !ok {
		w.sizing.at, w.sizing.normal = w.cursor.Under(emptyReach), vec.AxisY
	}
}

// size takes the way of the mouse from where the button went down, in the plane there that faces the eye.
func (w *Worker) size() {
	s := &w.sizing
	x, y := w.cursor.Position()
	if dx, dy := x-s.x, y-s.y; s.size == 0 && dx*dx+dy*dy < dragSlop*dragSlop {
		return
	}
	o, t := w.cursor.Ray()
	_, _, forward := w.cursor.camera.Axes()
	f, d := mglvec.World(forward), t.Norm()
	to := o.Add(d.Mul(s.at.Sub(o).Dot(f) / max(f.Dot(d), 0.05)))
	s.size = min(max(to.Dist(s.at), smallestDrop), largestDrop)
}

// drop drops the drawn body, or a body of the usual size above the point.
func (w *Worker) drop(e *input.Event, queue *input.Queue) {
	s := w.sizing
	if s.size == 0 {
		w.thrower.Drop(e, queue)
		return
	}
	w.Options.DropSize = float64(s.size)
	w.host.Send(queue, e, session.SpawnCommand(w.thrower.kind, s.middle(), s.size))
}

// middle is the middle of the ball around the body.
func (s *sizing) middle() vec.Vec3 { return s.at.Add(s.normal.Mul(s.size)) }

func (s *sizing) draw(p *renderer.Packet) {
	if s.on && s.size > 0 {
		p.WireSphere(workPen, mglvec.Of(s.middle()), mglvec.Quat(vec.QuatIdentity), s.size)
	}
}
