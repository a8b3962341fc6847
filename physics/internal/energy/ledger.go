package energy

import "math"

// Entry is a line of the ledger.
type Entry uint8

const (
	// Calls is what calls between steps changed: velocities, poses, masses, gravity, impulses, explosions, bodies that came
	// and went.
	Calls Entry = iota
	// Forces are forces and torques of the user, wind and water.
	Forces
	// Damping is that of bodies.
	Damping
	// Kinematic is the work of bodies that only calls move, on what they touch and hold.
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
	// JointHeld to JointFriction are the rows of joints. What a spring takes it may give back.
	JointHeld
	JointLimits
	JointSprings
	JointMotors
	JointFriction

	// The entries from here on have no counterpart in nature.

	// PushOut is the work of contacts that push overlaps out.
	PushOut
	// JointErrors is the work of joint rows that close gaps.
	JointErrors
	// Stepping is what stepping velocities before positions makes of the work of gravity.
	Stepping
	// Rotation is what the integration of rotations leaves.
	Rotation
	// OldInertia is what rows lose or gain because their inertia is that of the start of the step, or of its middle.
	OldInertia
	// Rolling is the correction of contact points for what rocks and rolls on immovable bodies.
	Rolling
	// Rounding is that of poses to single precision.
	Rounding
	// Locks take motion along locked axes.
	Locks
	// SpeedLimit is what the largest speeds cut off.
	SpeedLimit
	// SweepFall is the potential energy of bodies that continuous collision puts back.
	SweepFall
	// Sleep is what bodies had that fell asleep.
	Sleep
	// Quarantine is what bodies had that were frozen.
	Quarantine

	// The entries from here on are guards: they put right what a step left wrong.

	// GuardSweep is what continuous collision changes of velocities.
	GuardSweep
	// GuardGuess scales guesses that are worse than none.
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

var names = [Count]string{
	Calls: "calls", Forces: "forces", Damping: "damping", Kinematic: "kinematic", Belts: "belts",
	ContactNormal: "contact.normal", ContactFriction: "contact.friction", ContactTwist: "contact.twist", ContactRolling: "contact.rolling",
	Impacts: "impacts", JointHeld: "joint.held", JointLimits: "joint.limits", JointSprings: "joint.springs", JointMotors: "joint.motors",
	JointFriction: "joint.friction", PushOut: "push_out", JointErrors: "joint.errors", Stepping: "integration.gravity",
	Rotation: "integration.rotation", OldInertia: "integration.inertia", Rolling: "integration.rolling", Rounding: "integration.rounding",
	Locks: "locks", SpeedLimit: "speed_limit", SweepFall: "sweep", Sleep: "sleep", Quarantine: "quarantine",
	GuardSweep: "guard.sweep", GuardGuess: "guard.guess", GuardInertia: "guard.link_inertia", GuardMoments: "guard.angular_momentum",
	GuardBound: "guard.energy_bound", GuardSpin: "guard.spin", GuardRestrain: "guard.restrain",
}

// Name is the key of an entry in tables and meters.
func (e Entry) Name() string { return names[e] }

// Physical reports whether an entry has a counterpart in nature, Guard whether it is a guard.
func (e Entry) Physical() bool { return e < firstUnphysical }

// Guard is documented with Physical.
func (e Entry) Guard() bool { return e >= firstGuard }

// Ledger are the entries of a step and of all steps since it was opened.
type Ledger struct {
	// Step and Total are the energy (J) that each entry gave to the bodies, negative where it took some.
	Step, Total [Count]float64
	// StepExchanged and Exchanged are the sums of the amounts (J) that were booked, whatever their sign.
	StepExchanged, Exchanged float64
	// Start, Kinetic and Potential are the energy (J) of all bodies that move, before the first step and now.
	Start, Kinetic, Potential float64
	// StepError and Error are what the entries of the last step and of all steps lack of the change of the energy (J).
	StepError, Error float64
	// Rounding is how far the rounding of velocities to single precision may take Error at most (J): half a unit in the last place for each
	// impulse of each body.
	Rounding float64
	// Steps counts them.
	Steps int64

	open bool
	last float64 // energy at the last mark
}

// Book adds an amount (J) to an entry.
func (l *Ledger) Book(e Entry, joules float64) {
	l.Step[e] += joules
	l.StepExchanged += math.Abs(joules)
}

// BeginStep opens the page of a step, in which the bodies have this energy (J) at first.
func (l *Ledger) BeginStep(kinetic, potential float64) {
	l.Step, l.StepExchanged = [Count]float64{}, 0
	energy := kinetic + potential
	if !l.open {
		l.open, l.Start, l.last = true, energy, energy
	}
	l.Kinetic, l.Potential = kinetic, potential
	l.Book(Calls, energy-l.last)
	l.last = energy
}

// Mark notes the energy of now: what one mechanism changed since the last mark, to the kinetic and to the potential energy (J), goes to its
// entries.
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
	l.Exchanged += l.StepExchanged
	l.last = energy
	l.Steps++
}
