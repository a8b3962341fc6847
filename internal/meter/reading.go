package meter

import (
	"math"

	"tumble/physics"
	"tumble/physics/vec"
)

// reading is what the walks over a world have found. Sums are in double precision; lengths are metres.
type reading struct {
	sums                Sums
	speed, spin, height float64
	bodies, awake       int
	// total is the energy at the last measurement of bodies, if summed, and gain what came to it (J)
	total, gain float64
	summed      bool

	deepest, overlap, impulse float64
	overlaps                  int
	contacts, points          int
	flicker                   int
	noise                     float64

	jointError, jointForce float64
	drift                  float64
	wall, realTime, truth  float64
	counters               physics.Counters
	length                 float64 // of the step before (s), 0 if it is not known

	bodyList    []physics.Body
	contactList []physics.ContactInfo
	ofBody      []physics.ContactInfo // of one body
	jointList   []physics.Joint
	touches     []physics.ContactSum
	slots       []touch // by the slot of the contact
	number      uint32  // of the measurement of slots, 0 before the first
	touched     int     // pairs in it
	starts      []start
}

// start is where a body was measured first.
type start struct {
	generation uint32
	known      bool
	at         vec.Vec3
}

// take does the walks that are asked for.
func (r *reading) take(w *physics.World, passes pass) {
	r.counters = w.Counters()
	if passes&(passBodies|passDrift) != 0 {
		r.bodyList = w.Bodies(r.bodyList[:0])
	}
	if passes&passBodies != 0 {
		r.takeBodies(w)
	}
	if passes&passDrift != 0 {
		r.takeDrift()
	}
	if passes&(passContacts|passFlicker) != 0 {
		r.touches = w.ContactSums(r.touches[:0])
		r.takeContacts()
	}
	if passes&passFlicker != 0 {
		r.takeFlicker()
	}
	if passes&passJoints != 0 {
		r.takeJoints(w)
	}
	if passes&passProfile != 0 {
		p := w.Profile()
		r.wall = float64(p.Step) * 1e-9
	}
}

func (r *reading) takeBodies(w *physics.World) {
	r.sums = Sums{}
	r.speed, r.spin, r.height = 0, 0, math.Inf(-1)
	r.bodies, r.awake = 0, 0
	gravity := w.Gravity()
	for _, b := range r.bodyList {
		if b.Type() == physics.Static {
			continue
		}
		r.bodies++
		if b.Awake() {
			r.awake++
			r.speed = max(r.speed, float64(b.LinearVelocity().Len()))
			r.spin = max(r.spin, float64(b.AngularVelocity().Len()))
		}
		if b.Type() == physics.Dynamic {
			r.sums.Add(b, gravity)
			r.height = max(r.height, float64(b.WorldCenter().Y))
		}
	}
	if math.IsInf(r.height, -1) {
		r.height = 0
	}
	total := r.sums.Kinetic + r.sums.Potential
	if r.gain = 0; r.summed {
		r.gain = total - r.total
	}
	r.total, r.summed = total, true
}

func (r *reading) takeContacts() {
	r.deepest, r.overlap, r.impulse, r.overlaps, r.points, r.contacts = 0, 0, 0, 0, 0, 0
	for i := range r.touches {
		c := &r.touches[i]
		r.contacts += int(c.Manifolds)
		r.points += int(c.Points)
		r.overlaps += int(c.Overlaps)
		r.overlap += float64(c.Overlap)
		r.impulse = max(r.impulse, float64(c.Peak))
		r.deepest = max(r.deepest, float64(c.Deepest))
	}
}

// touch is a pair of shapes in touch by the slot of its contact. Of the measurement number at it had this normal impulse (N·s).
type touch struct {
	a, b    int32
	at      uint32
	impulse float32
}

// takeFlicker counts the pairs that touch and did not at the measurement before, or the other way round.
func (r *reading) takeFlicker() {
	before := r.number
	r.number++
	r.flicker, r.noise = 0, 0
	both := 0
	for i := range r.touches {
		c := &r.touches[i]
		for int(c.Slot) >= len(r.slots) {
			r.slots = append(r.slots, touch{})
		}
		t := &r.slots[c.Slot]
		if t.at == before && t.a == c.A && t.b == c.B && before > 0 {
			both++
			r.noise = max(r.noise, math.Abs(float64(c.Impulse-t.impulse)))
		}
		*t = touch{c.A, c.B, r.number, c.Impulse}
	}
	if before > 0 {
		r.flicker = len(r.touches) + r.touched - 2*both
	}
	r.touched = len(r.touches)
}

func (r *reading) takeJoints(w *physics.World) {
	r.jointError, r.jointForce = 0, 0
	r.jointList = w.Joints(r.jointList[:0])
	for _, j := range r.jointList {
		force, _ := j.Reaction()
		r.jointForce = max(r.jointForce, float64(force.Len()))
		switch a, b := j.Anchors(); j.Kind() {
		case physics.BallJoint, physics.HingeJoint, physics.FixedJoint:
			r.jointError = max(r.jointError, float64(a.Dist(b)))
		}
	}
}

// takeDrift measures how far bodies are from where they were measured first.
func (r *reading) takeDrift() {
	r.drift = 0
	for _, b := range r.bodyList {
		if b.Type() != physics.Dynamic {
			continue
		}
		for b.Index() >= len(r.starts) {
			r.starts = append(r.starts, start{})
		}
		s := &r.starts[b.Index()]
		if !s.known || s.generation != b.Generation() {
			*s = start{b.Generation(), true, b.WorldCenter()}
		}
		r.drift = max(r.drift, float64(b.WorldCenter().Dist(s.at)))
	}
}
