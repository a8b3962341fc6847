package energy

import "math"

// Entry is a line of the ledger.
type Entry uint8

const (
	// Calls is the energy that calls between steps changed: velocities, poses, masses, gravity, impulses, explosions,
	// bodies that came and went.
	Calls Entry = iota
	// Forces are forces and torques of the user, wind and water.
	Forces
	// Damping is the damping of bodies.
	Damping
	// Kinematic is the work of bodies that only calls move, on the bodies that they touch and hold.
	Kinematic
	// Belts is the work of surface velocities.
	Belts
	// ContactNormal to ContactRolling are the rows of contacts.
	ContactNormal
	ContactFriction
	ContactTwist
	ContactRolling
	// Impacts are impulses of bodies that bounce.
	Impacts
	// JointHeld to JointFriction are the rows of joints. A spring may give back the energy that it took.
	JointHeld
	JointLimits
	JointSprings
	// JointPassive are the springs, dampers and rotors of joints themselves, with the energy that they keep.
	JointPassive
	JointMotors
	JointFriction

	// The entries from here on have no counterpart in nature.

	// PushOut is the work of contacts that push overlaps out.
	PushOut
	// JointErrors is the work of joint rows that close gaps.
	JointErrors
	// Stepping is the error in the work of gravity because velocities are stepped before positions.
	Stepping
	// Rotation is the error of the integration of rotations.
	Rotation
	// OldInertia is the energy that rows lose or gain because they use the inertia of the start of the step, or of its
	// middle.
	OldInertia
	// Rolling is the correction of contact points of bodies that rock and roll on immovable ones.
	Rolling
	// Rounding is that of poses to single precision.
	Rounding
	// Locks take motion along locked axes.
	Locks
	// SpeedLimit is the energy that the largest speeds cut off.
	SpeedLimit
	// SweepFall is the potential energy of bodies that continuous collision puts back.
	SweepFall
	// Sleep is the energy of bodies that fell asleep.
	Sleep
	// Quarantine is the energy of bodies that were frozen.
	Quarantine

	// The entries from here on are guards: they put right what a step left wrong.

	// GuardSweep is the energy that continuous collision changes with velocities.
	GuardSweep
	// GuardGuess scales warm starting impulses that are worse than none.
	GuardGuess
	// GuardInertia is the inertia that is added to light links for some rows.
	GuardInertia
	// GuardMoments puts the angular momentum of closed systems right.
	GuardMoments
	// GuardBound bounds the energy of islands.
	GuardBound
	// GuardSpin bounds the energy of bodies that spin fast.
	GuardSpin
	// GuardRestrain slows down what runs away.
	GuardRestrain

	// Count is the number of entries.
	Count = iota
)

const (
	firstUnphysical = PushOut
	firstGuard      = GuardSweep
)

// lines have the name of each entry, in tables and meters, and its meaning.
var lines = [Count]struct{ name, text string }{
	Calls:           {"calls", "What calls between steps changed: velocities, poses, masses, impulses, explosions."},
	Forces:          {"forces", "Forces and torques of calls, wind and water."},
	Damping:         {"damping", "Damping of bodies."},
	Kinematic:       {"kinematic", "Work of bodies that only calls move."},
	Belts:           {"belts", "Work of surface velocities, as of conveyor belts."},
	ContactNormal:   {"contact.normal", "Normal impulses of contacts."},
	ContactFriction: {"contact.friction", "Friction along surfaces."},
	ContactTwist:    {"contact.twist", "Friction about the normal of contacts."},
	ContactRolling:  {"contact.rolling", "Rolling resistance."},
	Impacts:         {"impacts", "Impacts of bodies that bounce."},
	JointHeld:       {"joint.held", "What joints hold."},
	JointLimits:     {"joint.limits", "Limits of joints."},
	JointSprings:    {"joint.springs", "Springs and dampers of joints; a spring gives back what it took."},
	JointPassive:    {"joint.passive", "Dampers of joints themselves; their springs and rotors keep their energy."},
	JointMotors:     {"joint.motors", "Motors of joints."},
	JointFriction:   {"joint.friction", "Friction of joints."},
	PushOut:         {"push_out", "Contacts that push overlaps out; less than 0 where they give way."},
	JointErrors:     {"joint.errors", "Joints that close gaps."},
	Stepping:        {"integration.gravity", "Velocities and positions that gravity changes one after the other."},
	Rotation:        {"integration.rotation", "Integration of rotations."},
	OldInertia:      {"integration.inertia", "Rows that see the inertia of another moment of the step."},
	Rolling:         {"integration.rolling", "Points of contact between steps, where bodies rock and roll."},
	Rounding:        {"integration.rounding", "Rounding of poses."},
	Locks:           {"locks", "Locked axes."},
	SpeedLimit:      {"speed_limit", "Limits of speed."},
	SweepFall:       {"sweep", "Height of bodies that continuous collision puts back."},
	Sleep:           {"sleep", "Motion of bodies that fell asleep."},
	Quarantine:      {"quarantine", "Energy of bodies that were frozen because of a number without bound."},
	GuardSweep:      {"guard.sweep", "Velocities that continuous collision changes."},
	GuardGuess:      {"guard.guess", "Scaled impulses of the sub-step before."},
	GuardInertia:    {"guard.link_inertia", "Inertia that is added to light links."},
	GuardMoments:    {"guard.angular_momentum", "Angular momentum of closed systems, put right."},
	GuardBound:      {"guard.energy_bound", "Bound of the energy of islands."},
	GuardSpin:       {"guard.spin", "Bound of the energy of bodies that spin fast."},
	GuardRestrain:   {"guard.restrain", "Restraint of bodies that run away."},
}

// Name is the key of an entry in tables and meters, Text a sentence.
func (e Entry) Name() string { return lines[e].name }

// Text is documented with Name.
func (e Entry) Text() string { return lines[e].text }

// Physical reports whether an entry has a counterpart in nature, Guard whether it is a guard.
func (e Entry) Physical() bool { return e < firstUnphysical }

// Guard is documented with Physical.
func (e Entry) Guard() bool { return e >= firstGuard }

// Ledger are the entries of a step and of all steps since it was opened.
type Ledger struct {
	// Step and Total are the energy (J) that each entry gave to the bodies, negative where it took some.
	Step, Total [Count]float64
	// Amounts are the sums of the bookings to each entry (J), whatever their sign, Exchanged those of all entries and
	// of the energy that gravity exchanged with the motion.
	Amounts   [Count]float64
	Exchanged float64
	// Start, Kinetic and Potential are the energy (J) of all bodies that move, with rotors and springs of joints
	// themselves, before the first step and now.
	Start, Kinetic, Potential float64
	// StepError and Error are the change of the energy in the last step and in all steps, less the entries (J).
	StepError, Error float64
	// Rounding is how far the rounding of velocities to single precision may take Error at most (J): half a unit in the
	// last place for each impulse of each body.
	Rounding float64
	// Steps counts the steps.
	Steps int64

	open bool
	last float64 // energy at the last mark
}

// Book adds an amount (J) to an entry.
func (l *Ledger) Book(e Entry, joules float64) {
	l.Step[e] += joules
	amount := math.Abs(joules)
	l.Amounts[e] += amount
	l.Exchanged += amount
}

// BeginStep opens the page of a step, in which the bodies have this energy (J) at first.
func (l *Ledger) BeginStep(kinetic, potential float64) {
	l.Step = [Count]float64{}
	energy := kinetic + potential
	if !l.open {
		l.open, l.Start, l.last = true, energy, energy
	}
	l.Kinetic, l.Potential = kinetic, potential
	l.Book(Calls, energy-l.last)
	l.last = energy
}

// Mark notes the energy of now: the changes of kinetic and potential energy (J) since the last mark go to the entries
// of one mechanism.
func (l *Ledger) Mark(kinetic, potential float64, moved, raised Entry) {
	l.Book(moved, kinetic-l.Kinetic)
	l.Book(raised, potential-l.Potential)
	l.Kinetic, l.Potential = kinetic, potential
}

// Reach notes the energy of now, after the changes have been booked one by one.
func (l *Ledger) Reach(kinetic, potential float64) { l.Kinetic, l.Potential = kinetic, potential }

// EndStep closes the page.
func (l *Ledger) EndStep() {
	energy, booked := l.Kinetic+l.Potential, 0.0
	// the calls came before the step began
	for e, joules := range l.Step {
		l.Total[e] += joules
		if Entry(e) != Calls {
			booked += joules
		}
	}
	l.StepError = energy - l.last - booked
	l.Error += l.StepError
	l.last = energy
	l.Steps++
}
