package physics

// MoveEvent says that a body moved in the last step.
type MoveEvent struct {
	Body      Body
	Transform Transform
	// FellAsleep is set in the last event before a rest.
	FellAsleep bool
}

// ContactBeginEvent says that two shapes began to touch.
type ContactBeginEvent struct {
	ShapeA, ShapeB Shape
	// Point is one point of the contact (m), Normal points from A to B.
	Point, Normal Vec3
}

// ContactEndEvent says that two shapes no longer touch. Either may have been destroyed.
type ContactEndEvent struct {
	ShapeA, ShapeB Shape
}

// HitEvent says that two shapes met faster than Settings.HitSpeed.
type HitEvent struct {
	ShapeA, ShapeB Shape
	// Point of the fastest approach (m); Normal points from A to B.
	Point, Normal Vec3
	// Speed of the approach along the normal (m/s), and the sum of the normal impulses
	// (N·s) of the contact in that step.
	Speed, Impulse float32
}

// SensorEvent says that a shape began or ceased to overlap a sensor. Either may have been
// destroyed when it ended.
type SensorEvent struct {
	Sensor, Visitor Shape
}

// JointBreakEvent says that a joint was torn apart by its limits of force or torque.
type JointBreakEvent struct {
	Joint Joint
	// Force (N) and Torque (N·m) that broke it.
	Force, Torque float32
	UserTag       uint64
}

// PathEvent says that the body of a path joint passed the start of a closed path or came to an end
// of an open one.
type PathEvent struct {
	Joint Joint
	// Lap is how often the body has gone round a closed path; on an open one −1 at the start
	// and 1 at the end.
	Lap     int
	UserTag uint64
}

// QuarantineEvent says that a body was frozen because its state was no longer usable.
type QuarantineEvent struct {
	Body   Body
	Reason QuarantineReason
}

// RestrainEvent says that impulses grew without bound, which those of joints do that are retuned at random or contradict
// each other. Either a step left Body with more than four times the largest speed, or Joint pulled with a mean force (N)
// or torque (N·m) of more than 1e10 times the mass (kg) of the heaviest body that there was; the other one is zero. The
// bodies were slowed down to the largest speeds, and their joints and contacts forgot their impulses.
type RestrainEvent struct {
	Body  Body
	Joint Joint
}

// QuarantineReason says what was wrong with a body.
type QuarantineReason uint8

const (
	// NotFinite means that a velocity or the pose was NaN or infinite.
	NotFinite QuarantineReason = iota
	// OutOfBounds means that the body left ±MaxPosition.
	OutOfBounds
)

// String returns the reason in words.
func (r QuarantineReason) String() string {
	switch r {
	case NotFinite:
		return "not finite"
	case OutOfBounds:
		return "out of bounds"
	}
	return "unknown reason"
}

// Events are the lists of what happened since the step before the last one ended. They
// are valid until the next Step. The order does not depend on the number of workers.
type Events struct {
	ContactBegin []ContactBeginEvent
	ContactEnd   []ContactEndEvent
	Hit          []HitEvent
	SensorBegin  []SensorEvent
	SensorEnd    []SensorEvent
	JointBreak   []JointBreakEvent
	Path         []PathEvent
	Quarantine   []QuarantineEvent
	Restrained   []RestrainEvent
	// Placed are the bodies that SetTransform put elsewhere: their motion in the step is no
	// continuation of the one before.
	Placed []Body
}

// Events returns what happened in the last step and in the calls between it and the one
// before it.
func (w *World) Events() Events { return w.events }

// Revision changes whenever bodies or shapes come or go, or everything is replaced by Restore:
// as long as it is the same, only poses change.
func (w *World) Revision() uint64 { return w.revision }

// MovedBodies returns the bodies that moved in the last step, valid until the next one.
func (w *World) MovedBodies() []MoveEvent { return w.moves }
