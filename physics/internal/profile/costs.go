package profile

// maxCost keeps the cost of one contact (ns) within its field.
const maxCost = 1 << 30

// Costs are the times of the narrow phase for each contact, while On is set.
type Costs struct {
	On bool
	ns []int32 // by index of contact
}

// Prepare makes room for so many contacts.
func (c *Costs) Prepare(n int) {
	if c.On && len(c.ns) < n {
		c.ns = append(c.ns, make([]int32, n-len(c.ns))...)
	}
}

// Switch turns the measuring on or off and forgets what was measured.
func (c *Costs) Switch(on bool) {
	c.On = on
	clear(c.ns)
}

// Note keeps the time (ns) of a contact.
func (c *Costs) Note(contact int32, ns int64) { c.ns[contact] = int32(min(ns, maxCost)) }

// Of is the measured time of a contact in the last step (ns), 0 where there is none.
func (c *Costs) Of(contact int32) int64 {
	if !c.On || int(contact) >= len(c.ns) {
		return 0
	}
	return int64(c.ns[contact])
}
