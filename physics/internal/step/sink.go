package step

import (
	"tumble/physics/internal/sensor"
	"tumble/physics/vec"
)

// Hit is a contact whose surfaces met fast, see physics.HitEvent.
type Hit struct {
	ShapeA, ShapeB int32
	Point, Normal  vec.Vec3
	Speed, Impulse float32
}

// EventSink is told what happens in a step and in the calls between steps, by indices. The public layer makes
// events of it.
type EventSink interface {
	ContactBegan(shapeA, shapeB int32, point, normal vec.Vec3)
	ContactEnded(shapeA, shapeB int32)
	Hit(h Hit)
	SensorBegan(o sensor.Overlap)
	SensorEnded(o sensor.Overlap)
	JointBroke(joint int32, force, torque float32)
	PathPassed(joint, lap int32)
	Quarantined(body int32, finite bool)
	BodyRestrained(body int32)
	JointRestrained(joint int32)
	// BeginMoves gives the number of awake bodies, Moved a range of the list of awake bodies, begin to end (exclusive),
	// with new poses, Repose one body of the list with another pose. Several workers call the last two.
	BeginMoves(count int)
	Moved(begin, end int)
	Repose(place int)
	// FellAsleep names a body by its place when Moved was called.
	FellAsleep(place int)
}
