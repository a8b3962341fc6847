package physics

import "tumble/physics/internal/energy"

// EnergyEntry is a line of the ledger of energy.
type EnergyEntry struct {
	// Name is its key, as contact.friction; Text a sentence on it.
	Name, Text string
	// Physical is false for mechanisms without a counterpart in nature, as pushing overlaps out; Guard is true for
	// those that correct what a step left wrong.
	Physical, Guard bool
	// Step and Total (J) are the energy it gave to the bodies in the last step and since the ledger was opened,
	// negative where it took.
	Step, Total float64
	// Amount (J) is the sum of its bookings since then, whatever their sign.
	Amount float64
}

// EnergyLedger says where the energy of a world went: Σ Step is the change of its kinetic and potential energy in a
// step, but for Error.
type EnergyLedger struct {
	Entries []EnergyEntry
	// Kinetic and Potential (J) are the energy of all bodies that impulses move, with World.JointEnergy; heights count
	// from the origin of the world. Start is the sum of both when the ledger was opened.
	Kinetic, Potential, Start float64
	// Exchanged (J) is the sum of the amounts of all entries, and of the exchange of gravity with the motion.
	Exchanged float64
	// StepError and Error (J) are the change less the entries: rounding.
	StepError, Error float64
	// Rounding (J) is the most that the rounding of velocities to single precision can make of Error.
	Rounding float64
	// Steps since the ledger was opened.
	Steps int64
}

// Guards is the sum of the bookings to guards (J), whatever their sign.
func (l *EnergyLedger) Guards() float64 {
	sum := 0.0
	for i := range l.Entries {
		if e := &l.Entries[i]; e.Guard {
			sum += e.Amount
		}
	}
	return sum
}

// KeepEnergyLedger opens a ledger of energy, or closes it. It changes no bit of the simulation, and a step takes up to
// ten times as long. In a hook, while the world steps, it does nothing.
func (w *World) KeepEnergyLedger(on bool) {
	if w.locked.Load() {
		return
	}
	switch books := &w.step.Solver.Books; {
	case !on:
		*books = nil
	case *books == nil:
		*books = &energy.Books{}
	}
}

// EnergyLedger returns the ledger after the last step, false without one. The entries are appended to those of buf.
func (w *World) EnergyLedger(buf []EnergyEntry) (EnergyLedger, bool) {
	books := w.step.Solver.Books
	if books == nil {
		return EnergyLedger{}, false
	}
	l := &books.Ledger
	for e := range energy.Entry(energy.Count) {
		buf = append(buf, entryOf(e, l))
	}
	return EnergyLedger{buf, l.Kinetic, l.Potential, l.Start, l.Exchanged, l.StepError, l.Error, l.Rounding, l.Steps},
		true
}

// EnergyEntries lists the entries of every ledger, in its order and without amounts.
func EnergyEntries() []EnergyEntry {
	var list []EnergyEntry
	for e := range energy.Entry(energy.Count) {
		list = append(list, entryOf(e, &energy.Ledger{}))
	}
	return list
}

func entryOf(e energy.Entry, l *energy.Ledger) EnergyEntry {
	return EnergyEntry{e.Name(), e.Text(), e.Physical(), e.Guard(), l.Step[e], l.Total[e], l.Amounts[e]}
}

// Work is the energy (J) that contacts, joints, forces and all else but gravity gave the body in the sub-steps of the
// last step, 0 without a ledger of energy.
func (b Body) Work() float64 {
	if !b.Valid() || b.world.step.Solver.Books == nil {
		return 0
	}
	return energy.Share(b.world.step.Solver.Books.OfBody, b.index)
}

// Work is the energy (J) that the joint gave to its bodies in the last step, 0 without a ledger of energy.
func (j Joint) Work() float64 {
	if !j.Valid() || j.world.step.Solver.Books == nil {
		return 0
	}
	return energy.Share(j.world.step.Solver.Books.OfJoint, j.index)
}

// JointEnergy returns the kinetic energy (J) of the rotors of all joints, see Coordinate.SetArmature, and the energy
// (J) that the springs of Coordinate.SetPassive store. Joints that are off have none.
func (w *World) JointEnergy() (kinetic, stored float64) {
	w.reading.Lock()
	defer w.reading.Unlock()
	return w.step.JointEnergy()
}

// Energy is World.JointEnergy of one joint.
func (j Joint) Energy() (kinetic, stored float64) {
	if !j.Valid() || !j.Enabled() {
		return 0, 0
	}
	w := j.world
	w.reading.Lock()
	defer w.reading.Unlock()
	return w.step.JointEnergyOf(&w.state.Rows[j.index])
}
