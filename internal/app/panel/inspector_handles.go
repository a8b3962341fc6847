package panel

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/internal/app/mglvec"
	"tumble/internal/app/session"
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/renderer/ui"
)

// gizmoAt is the place, rotation and mode of the handles.
func (p *inspector) gizmoAt(v *View) (at mgl32.Vec3, rotation mgl32.Quat, mode ui.GizmoMode, ok bool) {
	b := v.Selected
	if p.gizmo == 0 || !b.Valid() || b.Type() == physics.Static {
		return at, rotation, mode, false
	}
	q, position := b.Rotation(), b.Position()
	if w := &p.waiting[session.PropertyPosition]; w.on && w.event.ID == session.BodyKey(b) {
		position = w.event.P
	}
	if w := &p.waiting[session.PropertyRotation]; w.on && w.event.ID == session.BodyKey(b) {
		q = vec.Quat{X: w.event.P.X, Y: w.event.P.Y, Z: w.event.P.Z, W: w.event.S}
	}
	return mglvec.Of(position), mglvec.Quat(q), ui.GizmoMode(p.gizmo - 1), true
}

func (p *inspector) overGizmo(c *ui.Context, v *View, x, y float32) bool {
	at, _, mode, ok := p.gizmoAt(v)
	if !ok {
		return false
	}
	w, h := v.Window.FramebufferSize()
	view := v.ViewIn(w, h)
	return c.GizmoHovered(&view, mode, at, x, y)
}

// handles draws the gizmo of the selected body, which moves the other selected bodies, too.
func (p *inspector) handles(c *ui.Context, v *View) {
	at, rotation, mode, ok := p.gizmoAt(v)
	if !ok {
		return
	}
	state := ui.GizmoState{Position: at, Rotation: rotation, Scale: 1}
	if r := &p.raw; !c.Holds() {
		r.held, r.scaled = false, 1
	} else if r.held {
		state = r.GizmoState
	}
	if !c.Gizmo("body", &v.Frame.Packet.View, mode, &state) {
		return
	}
	p.raw.held, p.raw.GizmoState = true, state
	b, o := v.Selected, &v.Worker.Options
	switch mode {
	case ui.GizmoTranslate:
		to := mglvec.World(state.Position)
		if o.Snap {
			to = vec.V3(snapped(to.X, o.SnapDistance), snapped(to.Y, o.SnapDistance), snapped(to.Z, o.SnapDistance))
		}
		p.withOthers(v)
		p.changeOne(v, session.EditVectorCommand(b, session.PropertyPosition, to))
		p.changeOne(v, session.EditVectorCommand(b, session.PropertyVelocity, vec.Vec3{}))
	case ui.GizmoRotate:
		q := vec.Quat{X: state.Rotation.V[0], Y: state.Rotation.V[1], Z: state.Rotation.V[2], W: state.Rotation.W}
		if o.Snap {
			q = snappedRotation(q, o.SnapDegree)
		}
		p.changeOne(v, session.EditRotationCommand(b, q))
		p.changeOne(v, session.EditVectorCommand(b, session.PropertySpin, vec.Vec3{}))
	case ui.GizmoScale:
		to := state.Scale
		if o.Snap {
			to = max(snapped(to, o.SnapScale), float32(o.SnapScale))
		}
		if to != p.raw.scaled {
			p.withOthers(v)
			p.changeOne(v, session.EditCommand(b, session.PropertySize, float64(to/p.raw.scaled)))
			p.raw.scaled = to
		}
	}
}

// withOthers lets the next edit act on the other selected bodies that can move, too.
func (p *inspector) withOthers(v *View) {
	for _, other := range v.Selection() {
		if other != v.Selected && other.Type() != physics.Static {
			v.Send(session.AlsoCommand(other))
		}
	}
}

// snapped is the multiple of a step nearest to a number.
func snapped(x float32, step float64) float32 {
	if !(step > 0) {
		return x
	}
	return float32(math.Round(float64(x)/step) * step)
}

// snappedRotation is a rotation about the same axis by the multiple of a step (degrees) nearest to its angle.
func snappedRotation(q vec.Quat, step float64) vec.Quat {
	axis := vec.V3(q.X, q.Y, q.Z)
	sine := float64(axis.Len())
	if sine == 0 || !(step > 0) {
		return q
	}
	angle := 2 * math.Atan2(sine, float64(q.W))
	step *= math.Pi / 180
	return vec.QuatAxisAngle(axis.Norm(), float32(math.Round(angle/step)*step))
}
