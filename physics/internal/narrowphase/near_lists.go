package narrowphase

import (
	"tumble/physics/internal/collide"
	"tumble/physics/internal/state"
)

// nearLists are the lists of the triangles around the contacts of convex shapes with meshes. Only these have one, since
// it is larger than all else that is kept for a contact. Lists change no result, so which contact has which does not
// matter.
type nearLists struct {
	lists []collide.TriangleList
	// slots are those of the contacts in lists, plus one, by index; 0 for a contact without a list.
	slots []int32
	free  []int32
}

// of returns the list of a contact, or nil. It is good until the next call of add.
func (l *nearLists) of(contact int32) *collide.TriangleList {
	if uint(contact) >= uint(len(l.slots)) || l.slots[contact] == 0 {
		return nil
	}
	return &l.lists[l.slots[contact]-1]
}

// add gives lists to contacts that have none, of so many contacts in all.
func (l *nearLists) add(contacts []int32, count int) {
	if len(contacts) == 0 {
		return
	}
	if n := count - len(l.slots); n > 0 {
		l.slots = append(l.slots, make([]int32, n)...)
	}
	for _, index := range contacts {
		if n := len(l.free); n > 0 {
			l.slots[index], l.free = l.free[n-1]+1, l.free[:n-1]
			continue
		}
		l.lists = append(l.lists, collide.TriangleList{})
		l.slots[index] = int32(len(l.lists))
	}
}

// remove ends the list of a contact, if it has one, so that nothing holds on to the mesh.
func (l *nearLists) remove(contact int32) {
	if list := l.of(contact); list != nil {
		*list = collide.TriangleList{}
		l.free = append(l.free, l.slots[contact]-1)
		l.slots[contact] = 0
	}
}

// dropStale ends the lists of contacts that have gone or changed with the state of a world, for the same reason. Those
// that are still right stay, for worlds that are put back a few steps again and again.
func (l *nearLists) dropStale(s *state.State) {
	for i, slot := range l.slots {
		if slot == 0 {
			continue
		}
		if i < len(s.Contacts) && s.Contacts[i].Alive {
			if m := s.Geometries[s.Contacts[i].ShapeA].Mesh; m != nil && l.lists[slot-1].IsOf(m) {
				continue
			}
		}
		l.remove(int32(i))
	}
}
