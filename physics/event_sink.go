package physics

// eventSink is told what happens in a step and in the calls between steps, by indices. The public layer makes
// events of it.
type eventSink interface {
	contactBegan(shapeA, shapeB int32, point, normal Vec3)
	contactEnded(shapeA, shapeB int32)
	hit(shapeA, shapeB int32, point, normal Vec3, speed, impulse float32)
	sensorBegan(o overlap)
	sensorEnded(o overlap)
	jointBroke(joint int32, force, torque float32)
	pathPassed(joint, lap int32)
	quarantined(body int32, finite bool)
	bodyRestrained(body int32)
	jointRestrained(joint int32)
	// beginMoves says how many bodies are awake, moved that those at the places begin to end (exclusive) of the list
	// of awake ones have new poses, repose that the one at a place has another one. Several workers call the last two.
	beginMoves(count int)
	moved(begin, end int)
	repose(place int)
	// fellAsleep names a body by its place when moved was called.
	fellAsleep(place int)
}
