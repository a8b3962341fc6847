package stage

import (
	"tumble/engine/pose"
	"tumble/physics"
)

// HoldsContacts is the strategy that holds bodies in contact at the last tick; it needs Touching.
const HoldsContacts = "extrapolate-hold"

// Touching tells a store of poses which of the bodies that moved are in contact. Its buffer is kept from tick to tick.
type Touching struct{ contacts []physics.ContactInfo }

// Update looks at the bodies that moved in the last tick.
func (t *Touching) Update(w *physics.World, poses *pose.Store) {
	for _, m := range w.MovedBodies() {
		t.contacts = m.Body.Contacts(t.contacts[:0])
		poses.SetTouching(int32(m.Body.Index()), m.Body.Generation(), len(t.contacts) > 0)
	}
}
