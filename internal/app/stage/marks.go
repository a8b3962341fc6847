package stage

import (
	"tumble/engine/pose"
	"tumble/physics"
	"tumble/renderer"
)

// Marks are the bodies that look different from the others: the one that is selected and the one under the cursor.
type Marks struct{ Selected, Hovered physics.Body }

// markSlots are Marks as the nodes know bodies.
type markSlots struct {
	selected, hovered       int32 // body slots, −1 none
	selectedGen, hoveredGen uint32
}

func slotsOf(list Marks) markSlots {
	m := markSlots{selected: -1, hovered: -1}
	if b := list.Selected; b.Valid() {
		m.selected, m.selectedGen = int32(b.Index()), b.Generation()
	}
	if b := list.Hovered; b.Valid() {
		m.hovered, m.hoveredGen = int32(b.Index()), b.Generation()
	}
	return m
}

// of returns how the instances of a node are marked.
func (m *markSlots) of(n *pose.NodeRef) renderer.InstanceFlags {
	if n.Slot == m.selected && n.Gen == m.selectedGen {
		return renderer.InstanceSelected
	}
	if n.Slot == m.hovered && n.Gen == m.hoveredGen {
		return renderer.InstanceHovered
	}
	return 0
}
