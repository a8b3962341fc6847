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
	now, before pairs
	measured    bool // before has the contacts of an earlier measurement
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
		r.contactList = w.Contacts(r.contactList[:0])
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
}

func (r *reading) takeContacts() {
	r.deepest, r.overlap, r.impulse, r.overlaps, r.points = 0, 0, 0, 0, 0
	r.contacts = len(r.contactList)
	for i := range r.contactList {
		c := &r.contactList[i]
		r.points += c.Count
		for _, p := range c.Points[:c.Count] {
			r.impulse = max(r.impulse, float64(p.Impulse))
			if p.Separation < 0 {
				r.overlaps++
				r.overlap -= float64(p.Separation)
				r.deepest = max(r.deepest, -float64(p.Separation))
			}
		}
	}
}

// takeFlicker counts the pairs that touch and did not, or the other way round.
func (r *reading) takeFlicker() {
	r.before, r.now = r.now, r.before
	r.now.begin(len(r.contactList))
	for i := range r.contactList {
		c := &r.contactList[i]
		impulse := float32(0)
		for k := range c.Points[:c.Count] {
			impulse += c.Points[k].Impulse
		}
		r.now.add(c.ShapeA.Index(), c.ShapeB.Index(), impulse)
	}
	r.flicker, r.noise = 0, 0
	if !r.measured {
		r.measured = true
		return
	}
	flicker, noise := r.now.compare(&r.before)
	r.flicker, r.noise = flicker, float64(noise)
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
