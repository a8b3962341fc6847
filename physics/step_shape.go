package physics

import "tumble/physics/internal/shape"

// addShape puts a shape with the given values on its body.
func (w *World) addShape(values shapeRecord, g shape.Geometry, surfaces []Material) int32 {
	index := w.newShape(values, g, surfaces)
	if values.sensor {
		w.addSensor(index)
	}
	r := &w.bodies[values.body]
	if r.shapeCount == 2 {
		w.markTiled(r)
	}
	if !r.out() {
		w.createProxy(index)
	}
	w.addMass(r, values.body, index)
	if r.kind != Static && r.awakeIndex == none && r.shapeCount > 1 && !r.out() {
		w.wakeBody(values.body)
	}
	return index
}

// destroyShape takes a shape with its contacts out of the world.
func (w *World) destroyShape(index int32) {
	bodyIndex := w.shapes[index].body
	w.destroyShapeContacts(index, true)
	w.removeShape(index)
	w.updateMass(bodyIndex)
	if b := &w.bodies[bodyIndex]; b.kind != Static && !b.out() {
		w.wakeBody(bodyIndex)
	}
}

// removeShape takes a shape without contacts out of its body and out of the broad phase.
func (w *World) removeShape(index int32) {
	w.destroyProxy(index)
	if w.shapes[index].sensor {
		w.removeSensor(index)
	}
	w.freeShape(index)
}
