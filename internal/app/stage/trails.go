package stage

import (
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/renderer"
)

const (
	// trailLength is how many ticks a trail goes back.
	trailLength = 90
	// trailCount is how many bodies have one.
	trailCount = 512
)

// trails are the paths of the centres of mass over the last ticks.
type trails struct {
	world *physics.World
	slots []trail
}

// trail is a ring of positions of one body.
type trail struct {
	gen   uint32
	next  int32
	count int32
	at    [trailLength]vec.Vec3
}

// track notes where the moving bodies are after a tick. In a world of many bodies only the
// first have trails.
func (t *trails) track(w *physics.World) {
	if t.world != w {
		t.world = w
		clear(t.slots)
	}
	for len(t.slots) < min(w.BodyCapacity(), trailCount) {
		t.slots = append(t.slots, trail{})
	}
	for i := range t.slots {
		b, ok := w.BodyAt(i)
		r := &t.slots[i]
		if !ok || b.Type() == physics.Static {
			r.count = 0
			continue
		}
		if r.gen != b.Generation() {
			r.gen, r.next, r.count = b.Generation(), 0, 0
		}
		if !b.Awake() {
			// a body at rest loses its trail from the far end
			r.count = max(r.count-1, 0)
			continue
		}
		r.at[r.next] = b.WorldCenter()
		r.next = (r.next + 1) % trailLength
		r.count = min(r.count+1, trailLength)
	}
}

// draw draws the trails in the colours of ColorSpeed, fading with their age. hertz is the number of ticks a second.
func (t *trails) draw(p *renderer.Packet, hertz float32) {
	for i := range t.slots {
		r := &t.slots[i]
		for k := int32(1); k < r.count; k++ {
			a, b := r.back(k), r.back(k-1)
			fade := 1 - float32(k)/trailLength
			color := ColorSpeed.at(vec.Sqrt(b.Dist(a) * hertz / fastest))
			p.AddLine(renderer.DepthHint, 0, renderer.Line{
				AX: a.X, AY: a.Y, AZ: a.Z, BX: b.X, BY: b.Y, BZ: b.Z,
				ColorA: color.Fade(fade), ColorB: color.Fade(fade), Width: 2,
			})
		}
	}
}

// back is the position so many ticks ago.
func (r *trail) back(k int32) vec.Vec3 {
	return r.at[(r.next-1-k+2*trailLength)%trailLength]
}
