package meter

import (
	"math"

	"tumble/physics"
	"tumble/physics/vec"
)

// reading has the results of the walks over a world. Sums are in double precision; lengths are metres.
type reading struct {
	sums                Sums
	speed, spin, height float64
	bodies, awake       int
	rotors, springs     float64 // energy of joints, see physics.World.JointEnergy (J)
	// total is the energy at the last measurement of bodies, if summed, and gain what came to it (J)
	total, gain float64
	summed      bool

	deepest, overlap, impulse float64
	overlaps                  int
	contacts, points          int
	flicker                   int
	noise                     float64

	jointError, jointForce float64
	broken                 int // joints in the last step
	drift                  float64
	wall, realTime, truth  float64
	counters               physics.Counters
	length                 float64 // of the step before (s), 0 if it is not known

	motions   []physics.BodyMotion
	groups    groups
	shapes    []physics.Shape // of one body
	world     *physics.World
	gravity   vec.Vec3
	residuals []float32
	ledger    physics.EnergyLedger
	ofBody    []physics.ContactInfo // of one body
	jointList []physics.Joint
	touches   []physics.ContactSum
	slots     []touch // by the slot of the contact
	number    uint32  // of the measurement of slots, 0 before the first
	touched   int     // pairs in it
	starts    []start
}

// start is where a body was measured first.
type start struct {
	generation uint32
	known      bool
	at         vec.Vec3
}

// take does the walks that are asked for.
func (r *reading) take(w *physics.World, passes pass) {
	r.counters, r.world, r.gravity = w.Counters(), w, w.Gravity()
	r.groups.of, r.groups.counted = nil, nil
	r.broken = len(w.Events().JointBreak)
	if passes&(passBodies|passDrift|passMotions) != 0 {
		r.motions = w.BodyMotions(r.motions[:0])
	}
	if passes&passJointEnergy != 0 {
		r.rotors, r.springs = w.JointEnergy()
	}
	if passes&passBodies != 0 {
		r.takeBodies(r.gravity)
	}
	if passes&passDrift != 0 {
		r.takeDrift(w.BodyCapacity())
	}
	if passes&(passContacts|passFlicker) != 0 {
		var totals physics.ContactTotals
		r.touches, totals = w.ContactSums(r.touches[:0])
		r.takeContacts(&totals)
	}
	if passes&passFlicker != 0 {
		r.takeFlicker()
	}
	if passes&passJoints != 0 {
		r.takeJoints(w)
	}
	if passes&passResidual != 0 {
		r.residuals = w.Residuals(r.residuals[:0])
	}
	if passes&passLedger != 0 {
		r.ledger, _ = w.EnergyLedger(r.ledger.Entries[:0])
	}
	if passes&passProfile != 0 {
		p := w.Profile()
		r.wall = float64(p.Step) * 1e-9
	}
}

func (r *reading) takeBodies(gravity vec.Vec3) {
	var sums Sums
	var speed, spin float32 // squared
	height, dynamic, awake := float32(0), 0, 0
	for i := range r.motions {
		b := &r.motions[i]
		if b.Awake {
			awake++
			if s := b.Velocity.Dot(b.Velocity); s > speed {
				speed = s
			}
			if s := b.Spin.Dot(b.Spin); s > spin {
				spin = s
			}
		}
		if b.Type != physics.Dynamic {
			continue
		}
		sums.Add(b, gravity)
		if dynamic == 0 || b.Center.Y > height {
			height = b.Center.Y
		}
		dynamic++
	}
	r.sums, r.bodies, r.awake, r.height = sums, len(r.motions), awake, float64(height)
	r.speed, r.spin = float64(vec.Sqrt(speed)), float64(vec.Sqrt(spin))
	total := r.sums.Kinetic + r.sums.Potential + r.rotors + r.springs
	r.gain = 0
	if r.summed {
		r.gain = total - r.total
	}
	r.total, r.summed = total, true
}

func (r *reading) takeContacts(t *physics.ContactTotals) {
	r.points, r.contacts, r.overlaps, r.overlap = int(t.Points), int(t.Manifolds), int(t.Overlaps), t.Overlap
	r.impulse, r.deepest = float64(t.Peak), float64(t.Deepest)
}

// touch is a pair of shapes in touch by the slot of its contact. Of the measurement number at it had this normal
// impulse (N·s).
type touch struct {
	a, b    int32
	at      uint32
	impulse float32
}

const signBit = 1 << 31

// takeFlicker counts the pairs that touch and did not at the measurement before, or the other way round.
func (r *reading) takeFlicker() {
	// no slot says 0, which would be the number before the first
	before := max(r.number, 1)
	number := before + 1
	last := int32(-1)
	for i := range r.touches {
		last = max(last, r.touches[i].Slot)
	}
	if n := int(last) + 1 - len(r.slots); n > 0 {
		r.slots = append(r.slots, make([]touch, n)...)
	}
	slots, both, noise := r.slots, 0, uint32(0)
	for i := range r.touches {
		c := &r.touches[i]
		t := &slots[c.Slot]
		if t.at == before && t.a == c.A && t.b == c.B {
			both++
			// numbers that are not negative are compared by their bits: whether it grew is not predictable
			noise = max(noise, math.Float32bits(c.Impulse-t.impulse)&^signBit)
		}
		*t = touch{c.A, c.B, number, c.Impulse}
	}
	r.noise, r.flicker = float64(math.Float32frombits(noise)), 0
	if r.number > 0 {
		r.flicker = len(r.touches) + r.touched - 2*both
	}
	r.number, r.touched = number, len(r.touches)
}

// residual is the error of a sub-step (m/s), counted from 1.
func (r *reading) residual(number int) float64 {
	if number < 1 || number > len(r.residuals) {
		return math.NaN()
	}
	return float64(r.residuals[number-1])
}

func (r *reading) takeJoints(w *physics.World) {
	r.jointError, r.jointForce = 0, 0
	r.jointList = w.Joints(r.jointList[:0])
	for _, j := range r.jointList {
		force, _ := j.Reaction()
		r.jointForce = max(r.jointForce, float64(force.Len()))
		switch a, b := j.Anchors(); j.Kind() {
		case physics.KindBall, physics.KindHinge, physics.KindFixed:
			r.jointError = max(r.jointError, float64(a.Dist(b)))
		}
	}
}

// takeDrift measures how far bodies are from where they were measured first.
func (r *reading) takeDrift(capacity int) {
	if capacity > len(r.starts) {
		r.starts = append(r.starts, make([]start, capacity-len(r.starts))...)
	}
	drift := float32(0) // squared
	for i := range r.motions {
		b := &r.motions[i]
		if b.Type != physics.Dynamic {
			continue
		}
		s := &r.starts[b.Index]
		if !s.known || s.generation != b.Generation {
			*s = start{b.Generation, true, b.Center}
		}
		moved := b.Center.Sub(s.at)
		if d := moved.Dot(moved); d > drift {
			drift = d
		}
	}
	r.drift = float64(vec.Sqrt(drift))
}
