package step

import (
	"tumble/physics/internal/shape"
	"tumble/physics/internal/state"
)

// AddShape puts a shape with the given values on its body.
func (sp *Step) AddShape(values state.Shape, g shape.Geometry, surfaces []state.Material) int32 {
	index := sp.NewShape(values, g, surfaces)
	if values.Sensor {
		sp.Sensors.Add(index)
	}
	r := &sp.Bodies[values.Body]
	if r.ShapeCount == 2 {
		sp.Narrow.MarkInternalEdges(r)
	}
	if !r.Out() {
		sp.Broad.CreateProxy(index)
	}
	sp.Masses.Add(r, values.Body, index)
	if r.Kind != state.Static && r.AwakeIndex == state.None && r.ShapeCount > 1 && !r.Out() {
		sp.Islands.Wake(values.Body)
	}
	return index
}

// DestroyShape takes a shape with its contacts out of the world.
func (sp *Step) DestroyShape(index int32) {
	bodyIndex := sp.Shapes[index].Body
	sp.DestroyShapeContacts(index, true)
	sp.removeShape(index)
	sp.Masses.Update(bodyIndex)
	if b := &sp.Bodies[bodyIndex]; b.Kind != state.Static && !b.Out() {
		sp.Islands.Wake(bodyIndex)
	}
}

// removeShape takes a shape without contacts out of its body and out of the broad phase.
func (sp *Step) removeShape(index int32) {
	sp.Broad.DestroyProxy(index)
	if sp.Shapes[index].Sensor {
		sp.Sensors.Remove(index)
	}
	sp.FreeShape(index)
}
