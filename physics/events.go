package physics

import (
	"slices"
	"tumble/physics/internal/sensor"
	"tumble/physics/internal/step"
)

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
	// Force (N) and Torque (N·m) that it would have needed to hold.
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

// RestrainEvent says that impulses grew without bound, as impulses of joints do that contradict each other or are
// retuned at random. Either a step left Body with more than four times the largest speed, or Joint pulled with a mean
// force (N) or torque (N·m) of more than 1e10 times the mass (kg) of the heaviest body so far; the other field is
// zero. The bodies were slowed down to the largest speeds, and their joints and contacts forgot their impulses.
type RestrainEvent struct {
	Body  Body
	Joint Joint
}

// QuarantineReason is the fault for which a body was taken out of the simulation.
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

// Events are the lists of all events since the step before the last one ended. They
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

// publisher turns reports of the rooms into events with handles. It implements step.EventSink.
type publisher struct {
	world *World
	// now are the events of the last step, next those since.
	now, next Events
	moves     []MoveEvent
}

// swap publishes the events since the last step ended.
func (p *publisher) swap() {
	p.now, p.next = p.next, p.now
	e := &p.next
	e.ContactBegin, e.ContactEnd, e.Hit = e.ContactBegin[:0], e.ContactEnd[:0], e.Hit[:0]
	e.SensorBegin, e.SensorEnd = e.SensorBegin[:0], e.SensorEnd[:0]
	e.JointBreak, e.Path = e.JointBreak[:0], e.Path[:0]
	e.Quarantine, e.Restrained, e.Placed = e.Quarantine[:0], e.Restrained[:0], e.Placed[:0]
}

// clear forgets all events.
func (p *publisher) clear() {
	p.swap()
	p.swap()
	p.moves = p.moves[:0]
}

// ContactBegan and the methods after it note an event by the indices of its objects.
func (p *publisher) ContactBegan(shapeA, shapeB int32, point, normal Vec3) {
	p.next.ContactBegin = append(p.next.ContactBegin, ContactBeginEvent{
		ShapeA: p.world.shapeHandle(shapeA), ShapeB: p.world.shapeHandle(shapeB), Point: point, Normal: normal,
	})
}

func (p *publisher) ContactEnded(shapeA, shapeB int32) {
	p.next.ContactEnd = append(p.next.ContactEnd, ContactEndEvent{
		ShapeA: p.world.shapeHandle(shapeA), ShapeB: p.world.shapeHandle(shapeB),
	})
}

func (p *publisher) Hit(h step.Hit) {
	p.next.Hit = append(p.next.Hit, HitEvent{
		ShapeA: p.world.shapeHandle(h.ShapeA), ShapeB: p.world.shapeHandle(h.ShapeB), Point: h.Point, Normal: h.Normal,
		Speed: h.Speed, Impulse: h.Impulse,
	})
}

func (p *publisher) SensorBegan(o sensor.Overlap) {
	p.next.SensorBegin = append(p.next.SensorBegin, p.sensorEvent(o))
}

func (p *publisher) SensorEnded(o sensor.Overlap) {
	p.next.SensorEnd = append(p.next.SensorEnd, p.sensorEvent(o))
}

func (p *publisher) sensorEvent(o sensor.Overlap) SensorEvent {
	return SensorEvent{
		Sensor: Shape{p.world, o.Sensor, o.SensorGeneration}, Visitor: Shape{p.world, o.Visitor, o.VisitorGeneration},
	}
}

func (p *publisher) JointBroke(joint int32, force, torque float32) {
	p.next.JointBreak = append(p.next.JointBreak, JointBreakEvent{
		Joint: p.world.jointHandle(joint), Force: force, Torque: torque, UserTag: p.world.state.Joints[joint].UserTag,
	})
}

func (p *publisher) PathPassed(joint, lap int32) {
	p.next.Path = append(p.next.Path, PathEvent{
		Joint: p.world.jointHandle(joint), Lap: int(lap), UserTag: p.world.state.Joints[joint].UserTag,
	})
}

func (p *publisher) Quarantined(body int32, finite bool) {
	reason := OutOfBounds
	if !finite {
		reason = NotFinite
	}
	p.next.Quarantine = append(p.next.Quarantine, QuarantineEvent{Body: p.world.bodyHandle(body), Reason: reason})
}

func (p *publisher) BodyRestrained(body int32) {
	p.next.Restrained = append(p.next.Restrained, RestrainEvent{Body: p.world.bodyHandle(body)})
}

func (p *publisher) JointRestrained(joint int32) {
	p.next.Restrained = append(p.next.Restrained, RestrainEvent{Joint: p.world.jointHandle(joint)})
}

// BeginMoves makes room for the events of so many awake bodies, which Moved fills.
func (p *publisher) BeginMoves(count int) {
	p.moves = slices.Grow(p.moves[:0], count)[:count]
}

// Moved notes the poses of the awake bodies begin to end (exclusive). Several workers may call it.
func (p *publisher) Moved(begin, end int) {
	w := p.world
	bodies, sims := w.state.Bodies, w.state.Sims
	moves := p.moves[begin:end]
	for k, index := range w.state.Awake[begin:end] {
		// field by field: a whole event would be put together elsewhere and then copied
		m := &moves[k]
		m.Body.world, m.Body.index, m.Body.generation = w, index, bodies[index].Generation
		m.Transform, m.FellAsleep = sims[index].Transform, false
	}
}

// Repose notes the pose again of the body that was at a place of the awake ones when Moved was called. Several
// workers may call it.
func (p *publisher) Repose(slot int) {
	p.moves[slot].Transform = p.world.state.Sims[p.moves[slot].Body.index].Transform
}

// FellAsleep marks the body that was at a place of the awake ones.
func (p *publisher) FellAsleep(slot int) { p.moves[slot].FellAsleep = true }

// shift moves the points and poses of the events that can still be read by −offset (m).
func (p *publisher) shift(offset Vec3) {
	for _, e := range [...]*Events{&p.now, &p.next} {
		for i := range e.ContactBegin {
			e.ContactBegin[i].Point = e.ContactBegin[i].Point.Sub(offset)
		}
		for i := range e.Hit {
			e.Hit[i].Point = e.Hit[i].Point.Sub(offset)
		}
	}
	for i := range p.moves {
		p.moves[i].Transform.P = p.moves[i].Transform.P.Sub(offset)
	}
}

// Events returns the events of the last step and in the calls between it and the one
// before it.
func (w *World) Events() Events { return w.published.now }

// Revision changes whenever bodies or shapes come or go, or everything is replaced by Restore:
// as long as it is the same, only poses change.
func (w *World) Revision() uint64 { return w.revision }

// MovedBodies returns the bodies that moved in the last step, valid until the next one.
func (w *World) MovedBodies() []MoveEvent { return w.published.moves }
