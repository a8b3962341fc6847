package meter

import (
	"fmt"
	"slices"

	"tumble/physics"
)

// worldQuantities are those of the world as a whole, and of the ledger of energy: what each of its entries gave to
// the bodies since the ledger was opened, which is before the first step that is measured.
func worldQuantities() []*Quantity {
	list := slices.Clone(stateQuantities)
	ledger := func(name, text string, value func(r *reading) float64) {
		list = append(list, &Quantity{Name: "ledger." + name, Unit: "J", Text: text, pass: passLedger,
			value: func(r *reading, _ *object) float64 { return value(r) }})
	}
	for i, e := range physics.EnergyEntries() {
		ledger(e.Name, e.Text, func(r *reading) float64 { return r.entry(i) })
	}
	ledger("guards", "All guards together, whatever their signs.",
		func(r *reading) float64 { return r.ledger.Guards() })
	ledger("exchanged", "All that was booked, whatever its sign.",
		func(r *reading) float64 { return r.ledger.Exchanged })
	ledger("error", "What the entries lack of the change of the energy.",
		func(r *reading) float64 { return r.ledger.Error })
	return list
}

// stateQuantities are those of the state of the world and of the last step.
var stateQuantities = []*Quantity{
	{Name: "energy.kinetic", Unit: "J", Text: "Kinetic energy of the motion of the centres of mass.", pass: passBodies,
		value: func(r *reading, _ *object) float64 { return r.sums.Motion }},
	{Name: "energy.rotation", Unit: "J", Text: "Kinetic energy of rotation.", pass: passBodies,
		value: func(r *reading, _ *object) float64 { return r.sums.Rotation }},
	{Name: "energy.potential", Unit: "J", Text: "Energy in the field of gravity, 0 at the origin.", pass: passBodies,
		value: func(r *reading, _ *object) float64 { return r.sums.Potential }},
	{Name: "energy.rotors", Unit: "J", Text: "Kinetic energy of the rotors of joints.", pass: passJointEnergy,
		value: func(r *reading, _ *object) float64 { return r.rotors }},
	{Name: "energy.springs", Unit: "J", Text: "Energy in springs of joints themselves, not in those of their axes.",
		pass:  passJointEnergy,
		value: func(r *reading, _ *object) float64 { return r.springs }},
	{Name: "energy.total", Unit: "J", Text: "Sum of kinetic energy, rotation, potential, rotors and springs.",
		pass:  passBodies | passJointEnergy,
		value: func(r *reading, _ *object) float64 { return r.total }},
	{Name: "energy.change", Unit: "J", Text: "Change of the total energy since the last measurement.",
		pass:  passBodies | passJointEnergy,
		value: func(r *reading, _ *object) float64 { return r.gain }},
	{Name: "momentum.linear", Unit: "kg·m/s", Text: "Magnitude of the linear momentum.", pass: passBodies,
		value: func(r *reading, _ *object) float64 { return length(r.sums.Linear) }},
	{Name: "momentum.angular", Unit: "kg·m²/s", Text: "Magnitude of the angular momentum about the origin.",
		pass:  passBodies,
		value: func(r *reading, _ *object) float64 { return length(r.sums.Angular) }},
	{Name: "penetration.max", Unit: "m", Text: "Deepest overlap of two shapes.", pass: passContacts,
		value: func(r *reading, _ *object) float64 { return r.deepest }},
	{Name: "penetration.mean", Unit: "m", Text: "Mean overlap of the contact points that overlap.", pass: passContacts,
		value: func(r *reading, _ *object) float64 { return r.overlap / float64(max(r.overlaps, 1)) }},
	{Name: "contact.count", Text: "Contacts that touch.", pass: passContacts,
		value: func(r *reading, _ *object) float64 { return float64(r.contacts) }},
	{Name: "contact.points", Text: "Points of the contacts that touch.", pass: passContacts,
		value: func(r *reading, _ *object) float64 { return float64(r.points) }},
	{Name: "contact.impulse", Unit: "N·s", Text: "Largest normal impulse of a contact point in the last step.",
		pass:  passContacts,
		value: func(r *reading, _ *object) float64 { return r.impulse }},
	{Name: "contact.flicker", Text: "Contacts that began or ended since the last measurement.", pass: passFlicker,
		value: func(r *reading, _ *object) float64 { return float64(r.flicker) }},
	{Name: "contact.noise", Unit: "N·s",
		Text:  "Largest change of the normal impulse of a pair that goes on touching since the last measurement: 0 at rest.",
		pass:  passFlicker,
		value: func(r *reading, _ *object) float64 { return r.noise }},
	{Name: "joint.error", Unit: "m",
		Text: "Largest distance between the two halves of a joint at the point that it holds.", pass: passJoints,
		value: func(r *reading, _ *object) float64 { return r.jointError }},
	{Name: "joint.force", Unit: "N", Text: "Largest reaction force of a joint.", pass: passJoints,
		value: func(r *reading, _ *object) float64 { return r.jointForce }},
	{Name: "joints.broken", Text: "Joints that broke in the last step.",
		value: func(r *reading, _ *object) float64 { return float64(r.broken) }},
	{Name: "speed.max", Unit: "m/s", Text: "Speed of the fastest body that is awake.", pass: passBodies,
		value: func(r *reading, _ *object) float64 { return r.speed }},
	{Name: "speed.rotation", Unit: "rad/s", Text: "Largest angular speed of a body that is awake.", pass: passBodies,
		value: func(r *reading, _ *object) float64 { return r.spin }},
	{Name: "height.max", Unit: "m", Text: "Height of the highest centre of mass.", pass: passBodies,
		value: func(r *reading, _ *object) float64 { return r.height }},
	{Name: "drift.max", Unit: "m", Text: "Largest distance of a body from the position where it was measured first.",
		pass:  passDrift,
		value: func(r *reading, _ *object) float64 { return r.drift }},
	{Name: "bodies.count", Text: "Bodies that can move.", pass: passBodies,
		value: func(r *reading, _ *object) float64 { return float64(r.bodies) }},
	{Name: "bodies.awake", Text: "Bodies that are awake.", pass: passBodies,
		value: func(r *reading, _ *object) float64 { return float64(r.awake) }},
	{Name: "bodies.asleep", Text: "Bodies that sleep.", pass: passBodies,
		value: func(r *reading, _ *object) float64 { return float64(r.bodies - r.awake) }},
	{Name: "bodies.quarantined", Text: "Bodies taken out of the simulation because of a value that is no number.",
		value: func(r *reading, _ *object) float64 { return float64(r.counters.Quarantined) }},
	{Name: "islands.awake", Text: "Islands that are awake.",
		value: func(r *reading, _ *object) float64 { return float64(r.counters.Islands) }},
	{Name: "truth.error", Unit: "m or rad", Text: "Distance from the exact solution of a truth rig; 0 in other scenes.",
		pass:  passTruth,
		value: func(r *reading, _ *object) float64 { return r.truth }},
	{Name: lastResidual, Unit: "m/s",
		Text:  "Largest velocity error that the last sub-step left at a contact or a joint; no number before a step.",
		pass:  passResidual,
		value: func(r *reading, _ *object) float64 { return r.residual(len(r.residuals)) }},
	{Name: "cost.realtime", Text: "Seconds of the world in a second of computing its steps; 0 without a clock.",
		pass:  passProfile,
		value: func(r *reading, _ *object) float64 { return r.realTime }},
	{Name: "cost.step", Unit: "s", Text: "Wall time of the last step; 0 without a clock.", pass: passProfile,
		value: func(r *reading, _ *object) float64 { return r.wall }},
}

// entry is the sum of an entry of the ledger (J), 0 without a ledger.
func (r *reading) entry(i int) float64 {
	if i >= len(r.ledger.Entries) {
		return 0
	}
	return r.ledger.Entries[i].Total
}

// mostSubSteps is how many a step has at most.
const mostSubSteps = 64

// lastResidual is the key of the error that the last sub-step left.
const lastResidual = "solver.residual"

// OfSubStep is the velocity error that a sub-step left, counted from 1: substep2.residual.
func OfSubStep(number int) *Meter {
	return single(subStep(number), object{})
}

func subStep(number int) *Quantity {
	return &Quantity{Name: fmt.Sprintf("substep%d.residual", number), Unit: "m/s",
		Text: "Largest velocity error that a sub-step left at a contact or a joint.",
		pass: passResidual, value: func(r *reading, _ *object) float64 { return r.residual(number) }}
}

// subStepOf is the quantity of a key like that of OfSubStep, nil of other keys.
func subStepOf(key string) *Quantity {
	var n int
	if _, err := fmt.Sscanf(key, "substep%d.residual", &n); err != nil || n < 1 || n > mostSubSteps {
		return nil
	}
	if q := subStep(n); q.Name == key {
		return q
	}
	return nil
}
