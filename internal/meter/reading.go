package meter

import (
	"math"
	"slices"

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

	bodyList    []physics.Body
	contactList []physics.ContactInfo
	jointList   []physics.Joint
	now, before []pair
	measured    bool // before has the contacts of an earlier measurement
	starts      []start
}

// pair is a contact by the slots of its shapes, with its normal impulse (N·s).
type pair struct {
	a, b    int32
	impulse float32
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
	total := r.sums.Kinetic + r.sums.Potential
	if r.gain = 0; r.summed {
		r.gain = total - r.total
	}
	r.total, r.summed = total, true
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
	r.before, r.now = r.now, r.before[:0]
	for i := range r.contactList {
		c := &r.contactList[i]
		p := pair{a: int32(c.ShapeA.Index()), b: int32(c.ShapeB.Index())}
		for k := range c.Points[:c.Count] {
			p.impulse += c.Points[k].Impulse
		}
		r.now = append(r.now, p)
	}
	slices.SortStableFunc(r.now, pair.compare)
	r.now = joined(r.now)
	r.flicker, r.noise = 0, 0
	if !r.measured {
		r.measured = true
		return
	}
	i, k := 0, 0
	for i < len(r.now) && k < len(r.before) {
		switch r.now[i].compare(r.before[k]) {
		case 0:
			r.noise = max(r.noise, math.Abs(float64(r.now[i].impulse-r.before[k].impulse)))
			i, k = i+1, k+1
		case -1:
			i, r.flicker = i+1, r.flicker+1
		default:
			k, r.flicker = k+1, r.flicker+1
		}
	}
	r.flicker += len(r.now) - i + len(r.before) - k
}

// joined makes one of the entries of the same two shapes, which may touch in several places.
func joined(list []pair) []pair {
	out := list[:0]
	for _, p := range list {
		if n := len(out); n > 0 && out[n-1].compare(p) == 0 {
			out[n-1].impulse += p.impulse
			continue
		}
		out = append(out, p)
	}
	return out
}

func (p pair) compare(q pair) int {
	switch {
	case p.a == q.a && p.b == q.b:
		return 0
	case p.a < q.a || p.a == q.a && p.b < q.b:
		return -1
	}
	return 1
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
