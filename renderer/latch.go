package renderer

import (
	"math"
	"sync"

	"github.com/go-gl/mathgl/mgl32"
)

// latch carries the newest eye past the packets: the main thread puts the eye, the executor takes it at the last moment
// before drawing. A frame that was recorded before the latest motion of the mouse is shown from the newest eye.
type latch struct {
	mu    sync.Mutex
	id    uint64
	input int64
	view  View
}

func (l *latch) put(id uint64, v *View, input int64) {
	l.mu.Lock()
	l.id, l.view, l.input = id, *v, input
	l.mu.Unlock()
}

// take replaces the eye of packet id by a newer eye, if there is one. The shadows keep the fit of the recording.
func (l *latch) take(id uint64, v *View) (input int64, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.id != id {
		return 0, false
	}
	shadow := v.Shadow
	*v = l.view
	v.Shadow = shadow
	l.id = 0
	return l.input, true
}

// latchEye takes the newest eye for a packet that allows it. A packet with text at places of the world keeps the eye of
// its recording, for which the text was placed.
func (c *core) latchEye(p *Packet, r *Present) {
	if p.Header.Flags&FrameLatch == 0 {
		return
	}
	for i := range p.Ops {
		if o := &p.Ops[i]; o.Kind == KindQuads && o.Key.Pass() == PassOverlay {
			return
		}
	}
	if input, ok := c.latch.take(p.Header.ID, &p.View); ok {
		r.Latched = true
		r.NewestInput = max(r.NewestInput, input)
	}
}

// Latch gives the packet submitted last a newer eye, if the packet has FrameLatch and is not being drawn yet. input is
// the stamp of the newest input that moved the eye (ns).
func (c *core) Latch(v *View, input int64) { c.latch.put(c.queue.nextID, v, input) }

// RotatedWithin reports whether no axis of the eye has turned by more than so many radians from v to w.
func (v *View) RotatedWithin(w *View, angle float32) bool {
	least := math.Cos(float64(angle))
	for row := range 3 {
		dot := 0.0
		for column := range 3 {
			dot += float64(v.View[4*column+row]) * float64(w.View[4*column+row])
		}
		if dot < least {
			return false
		}
	}
	return true
}

// Wide is the frustum of a perspective view with its sides leaning outwards: it contains every view that is rotated
// by at most the angle (rad), in the sense of RotatedWithin.
func (v *View) Wide(angle float32) Frustum {
	f := v.Frustum()
	// the rotation as a whole, when each axis turns by the angle at most
	rotation := math.Sqrt(1.5) * float64(angle)
	x, y := (1+abs(v.Proj[8]))/v.Proj[0], (1+abs(v.Proj[9]))/v.Proj[5]
	corner := math.Atan(math.Hypot(float64(x), float64(y)))
	// the near plane turns, too: everything in front of the eye passes
	open := Plane{D: abs(f.Near.D)}
	f.Near = open
	sides := [...]*Plane{&f.Left, &f.Right, &f.Bottom, &f.Top}
	if corner+rotation > 1.5 {
		for _, p := range sides {
			*p = open
		}
		return f
	}
	// at the corner a side has to lean further for the same angle
	lean := math.Atan2(math.Sin(rotation), math.Cos(corner+rotation))
	sin, cos := float32(math.Sin(lean)), float32(math.Cos(lean))
	forward := mgl32.Vec3{-v.View[2], -v.View[6], -v.View[10]}
	for _, p := range sides {
		n := mgl32.Vec3{p.X, p.Y, p.Z}
		if half := math.Asin(float64(mgl32.Clamp(n.Dot(forward), -1, 1))); 2*half+lean+rotation > math.Pi {
			*p = open // a plane that leans so far would cut off the other side
			continue
		}
		inner := forward.Sub(n.Mul(forward.Dot(n))).Normalize()
		n = n.Mul(cos).Add(inner.Mul(sin))
		*p = Plane{n[0], n[1], n[2], -n.Dot(v.Eye)}
	}
	return f
}
