package stage

import (
	"tumble/engine/pose"
	"tumble/physics"
	"tumble/renderer"
)

// Marks are the bodies that look different from the others: those that are selected and the one under the cursor.
// Others may have the selected one as well.
type Marks struct {
	Selected, Hovered physics.Body
	Others            []physics.Body
}

// markSlots are Marks as the nodes know bodies.
type markSlots struct {
	selected, hovered       int32 // body slots, −1 none
	selectedGen, hoveredGen uint32
	// others has the generations of the others by slot, 0 for none
	others []uint32
}

// slotsOf reads marks; others is reused.
func slotsOf(list Marks, others []uint32) markSlots {
	m := markSlots{selected: -1, hovered: -1}
	if b := list.Selected; b.Valid() {
		m.selected, m.selectedGen = int32(b.Index()), b.Generation()
	}
	if b := list.Hovered; b.Valid() {
		m.hovered, m.hoveredGen = int32(b.Index()), b.Generation()
	}
	m.others = others[:0]
	for _, b := range list.Others {
		for len(m.others) <= b.Index() {
			m.others = append(m.others, 0)
		}
		if b.Valid() {
			m.others[b.Index()] = b.Generation()
		}
	}
	return m
}

// of returns how the instances of a node are marked.
func (m *markSlots) of(n *pose.NodeRef) renderer.InstanceFlags {
	if n.Slot == m.selected && n.Gen == m.selectedGen {
		return renderer.InstanceSelected
	}
	if int(n.Slot) < len(m.others) && n.Slot >= 0 && m.others[n.Slot] == n.Gen {
		return renderer.InstanceSelected
	}
	if n.Slot == m.hovered && n.Gen == m.hoveredGen {
		return renderer.InstanceHovered
	}
	return 0
}
