package meter

import (
	"fmt"
	"slices"
	"strings"

	"tumble/physics"
)

// Meter is a quantity of a world.
type Meter struct {
	// Key in dotted lower case, like "energy.total"; Unit in SI, empty for pure numbers.
	Key, Unit string
	// Text is one sentence.
	Text string

	pass  pass
	value func(r *reading) float64
	// object is the thing that a meter looks at, nil for meters of the world
	object *object
}

// All is the registry. The order is that of lists and tables.
var All = append(worldMeters[:], ledgerMeters()...)

var worldMeters = [...]Meter{
	{"energy.kinetic", "J", "Kinetic energy of the motion of the centres of mass.", passBodies, func(r *reading) float64 { return r.sums.Motion }, nil},
	{"energy.rotation", "J", "Kinetic energy of rotation.", passBodies, func(r *reading) float64 { return r.sums.Rotation }, nil},
	{"energy.potential", "J", "Energy in the field of gravity, 0 at the origin.", passBodies, func(r *reading) float64 { return r.sums.Potential }, nil},
	{"energy.total", "J", "Kinetic energy, energy of rotation and potential energy.", passBodies,
		func(r *reading) float64 { return r.sums.Kinetic + r.sums.Potential }, nil},
	{"energy.change", "J", "Change of the total energy since the last measurement.", passBodies, func(r *reading) float64 { return r.gain }, nil},
	{"momentum.linear", "kg·m/s", "Magnitude of the linear momentum.", passBodies, func(r *reading) float64 { return length(r.sums.Linear) }, nil},
	{"momentum.angular", "kg·m²/s", "Magnitude of the angular momentum about the origin.", passBodies,
		func(r *reading) float64 { return length(r.sums.Angular) }, nil},
	{"penetration.max", "m", "Deepest overlap of two shapes.", passContacts, func(r *reading) float64 { return r.deepest }, nil},
	{"penetration.mean", "m", "Mean overlap of the contact points that overlap.", passContacts,
		func(r *reading) float64 { return r.overlap / float64(max(r.overlaps, 1)) }, nil},
	{"contact.count", "", "Contacts that touch.", passContacts, func(r *reading) float64 { return float64(r.contacts) }, nil},
	{"contact.points", "", "Points of the contacts that touch.", passContacts, func(r *reading) float64 { return float64(r.points) }, nil},
	{"contact.impulse", "N·s", "Largest normal impulse of a contact point in the last step.", passContacts,
		func(r *reading) float64 { return r.impulse }, nil},
	{"contact.flicker", "", "Contacts that began or ended since the last measurement.", passFlicker,
		func(r *reading) float64 { return float64(r.flicker) }, nil},
	{"contact.noise", "N·s", "Largest change of the normal impulse of a pair that goes on touching since the last measurement: 0 at rest.", passFlicker,
		func(r *reading) float64 { return r.noise }, nil},
	{"joint.error", "m", "Largest distance between the two halves of a joint at the point that it holds.", passJoints,
		func(r *reading) float64 { return r.jointError }, nil},
	{"joint.force", "N", "Largest reaction force of a joint.", passJoints, func(r *reading) float64 { return r.jointForce }, nil},
	{"speed.max", "m/s", "Speed of the fastest body that is awake.", passBodies, func(r *reading) float64 { return r.speed }, nil},
	{"speed.rotation", "rad/s", "Largest angular speed of a body that is awake.", passBodies, func(r *reading) float64 { return r.spin }, nil},
	{"height.max", "m", "Height of the highest centre of mass.", passBodies, func(r *reading) float64 { return r.height }, nil},
	{"drift.max", "m", "Largest distance of a body from the position where it was measured first.", passDrift,
		func(r *reading) float64 { return r.drift }, nil},
	{"bodies.count", "", "Bodies that can move.", passBodies, func(r *reading) float64 { return float64(r.bodies) }, nil},
	{"bodies.awake", "", "Bodies that are awake.", passBodies, func(r *reading) float64 { return float64(r.awake) }, nil},
	{"bodies.asleep", "", "Bodies that sleep.", passBodies, func(r *reading) float64 { return float64(r.bodies - r.awake) }, nil},
	{"bodies.quarantined", "", "Bodies taken out of the simulation because of a value that is no number.", 0,
		func(r *reading) float64 { return float64(r.counters.Quarantined) }, nil},
	{"islands.awake", "", "Islands that are awake.", 0, func(r *reading) float64 { return float64(r.counters.Islands) }, nil},
	{"truth.error", "m or rad", "Distance from the exact solution of a truth rig; 0 in other scenes.", passTruth, func(r *reading) float64 { return r.truth }, nil},
	{lastResidual, "m/s", "Largest velocity error that the last sub-step left at a contact or a joint; no number before the first step.", passResidual,
		func(r *reading) float64 { return r.residual(len(r.residuals)) }, nil},
	{"cost.realtime", "", "Seconds of the world in a second of computing its steps; 0 without a clock.", passProfile,
		func(r *reading) float64 { return r.realTime }, nil},
	{"cost.step", "s", "Wall time of the last step; 0 without a clock.", passProfile, func(r *reading) float64 { return r.wall }, nil},
}

// Find returns the meter of a key.
func Find(key string) (*Meter, bool) {
	for i := range All {
		if All[i].Key == key {
			return &All[i], true
		}
	}
	return nil, false
}

// Keys are the keys of all meters.
func Keys() []string {
	keys := make([]string, len(All))
	for i := range All {
		keys[i] = All[i].Key
	}
	return keys
}

// Parse reads a list of keys with commas between them. A word before the dot stands for all its meters, "all" for every meter of the
// world, substep3.residual for the error that the third sub-step left, and a name for a single thing, as crate.speed: such meters
// have to be located. The error names the key that does not exist.
func Parse(list string) ([]*Meter, error) {
	var meters []*Meter
	for _, word := range strings.Split(list, ",") {
		word = strings.TrimSpace(word)
		before := len(meters)
		if n := subStepOf(word); n > 0 {
			meters = append(meters, OfSubStep(n))
			continue
		}
		for i := range All {
			if m := &All[i]; word == "all" || m.Key == word || strings.HasPrefix(m.Key, word+".") {
				if !slices.Contains(meters, m) {
					meters = append(meters, m)
				}
				before = -1
			}
		}
		if before < 0 {
			continue
		}
		m := named(word)
		if m == nil {
			return nil, fmt.Errorf("meter %q: there is none; known are %s, and of single things %s", word, strings.Join(Keys(), ", "), formsText())
		}
		if !slices.ContainsFunc(meters, func(o *Meter) bool { return o.Key == m.Key }) {
			meters = append(meters, m)
		}
	}
	return meters, nil
}

// Set measures some meters of a world, again and again.
type Set struct {
	// Truth is how far the world is from the exact solution beside it, nil for none.
	Truth func() float64
	// StepLength (s) is that of the step before a measurement, 0 if it is not known.
	StepLength float64

	meters   []*Meter
	passes   pass
	subSteps int
	ledger   bool
	r        reading
}

// NewSet measures these meters.
func NewSet(meters []*Meter) *Set {
	s := &Set{meters: meters}
	for _, m := range meters {
		s.passes |= m.pass
		s.ledger = s.ledger || m.pass&passLedger != 0
		switch {
		case m.pass&passResidual == 0:
		case m.Key == lastResidual:
			s.subSteps = max(s.subSteps, 1)
		default:
			s.subSteps = mostSubSteps
		}
	}
	return s
}

// Meters are those of the set, in the order of the values.
func (s *Set) Meters() []*Meter { return s.meters }

// SubSteps is how many of the last sub-steps of a step the world has to measure, see physics.World.MeasureResiduals.
func (s *Set) SubSteps() int { return s.subSteps }

// Ledger reports whether the set reads the ledger of energy, see physics.World.KeepEnergyLedger.
func (s *Set) Ledger() bool { return s.ledger }

// Begin makes the world measure from its next step on the quantities that the set reads after it: without it the first value of a residual is no number,
// and a ledger begins with the second step.
func (s *Set) Begin(w *physics.World) {
	if s.ledger {
		w.KeepEnergyLedger(true)
	}
	if s.subSteps > 0 {
		w.MeasureResiduals(s.subSteps)
	}
}

// mostSubSteps is how many a step has at most.
const mostSubSteps = 64

// lastResidual is the key of the error that the last sub-step left.
const lastResidual = "solver.residual"

// OfSubStep is the velocity error that a sub-step left, counted from 1: substep2.residual.
func OfSubStep(number int) *Meter {
	return &Meter{Key: fmt.Sprintf("substep%d.residual", number), Unit: "m/s", Text: "Largest velocity error that a sub-step left at a contact or a joint.",
		pass: passResidual, value: func(r *reading) float64 { return r.residual(number) }}
}

// subStepOf is the number in the key of OfSubStep, 0 of other keys.
func subStepOf(key string) int {
	var n int
	if _, err := fmt.Sscanf(key, "substep%d.residual", &n); err != nil || n < 1 || n > mostSubSteps || OfSubStep(n).Key != key {
		return 0
	}
	return n
}

// Measure appends the values of the meters to out. Nothing is allocated once the lists of bodies and contacts have their
// size.
func (s *Set) Measure(w *physics.World, out []float64) []float64 {
	s.Begin(w)
	s.r.take(w, s.passes)
	s.r.length = s.StepLength
	if s.r.truth = 0; s.Truth != nil && s.passes&passTruth != 0 {
		s.r.truth = s.Truth()
	}
	if s.r.realTime = 0; s.r.wall > 0 {
		s.r.realTime = s.StepLength / s.r.wall
	}
	for _, m := range s.meters {
		out = append(out, m.value(&s.r))
	}
	return out
}
