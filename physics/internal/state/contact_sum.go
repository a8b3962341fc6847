package state

// ContactSum is what the points of a contact are together, see physics.ContactSum.
type ContactSum struct {
	Slot, A, B                  int32
	Manifolds, Points, Overlaps int32
	Deepest, Overlap            float32
	Impulse, Peak               float32
}

// SumContact sums up the points of a contact.
func (st *State) SumContact(index int32) ContactSum {
	c := &st.Contacts[index]
	manifolds := st.ManifoldsOf(c)
	sum := ContactSum{Slot: index, A: c.ShapeA, B: c.ShapeB, Manifolds: int32(len(manifolds))}
	for k := range manifolds {
		m := &manifolds[k]
		sum.Points += int32(m.Count)
		for q := range m.Points[:m.Count] {
			p := &m.Points[q]
			sum.Impulse += p.TotalNormalImpulse
			sum.Peak = max(sum.Peak, p.TotalNormalImpulse)
			if p.Separation < 0 {
				sum.Overlaps++
				sum.Overlap -= p.Separation
				sum.Deepest = max(sum.Deepest, -p.Separation)
			}
		}
	}
	return sum
}
