package physics

import "testing"

// TestContactSums compares the sums with those of the contacts, while a pyramid falls together.
func TestContactSums(t *testing.T) {
	w := newTestWorld(t, nil)
	addFloor(t, w)
	addPyramid(t, w, 6)
	var list []ContactInfo
	var sums []ContactSum
	for step := range 60 {
		if err := w.Step(0.01); err != nil {
			t.Fatal(err)
		}
		list, sums = w.Contacts(list[:0]), w.ContactSums(sums[:0])
		if step > 20 && len(sums) == 0 {
			t.Fatalf("step %d: nothing touches", step)
		}
		if len(list) != len(sums) {
			t.Fatalf("step %d: %d sums of %d contacts", step, len(sums), len(list))
		}
		for i := range list {
			c, s := &list[i], &sums[i]
			want := ContactSum{Slot: s.Slot, A: int32(c.ShapeA.Index()), B: int32(c.ShapeB.Index()), Manifolds: 1, Points: int32(c.Count)}
			for _, p := range c.Points[:c.Count] {
				want.Impulse += p.Impulse
				want.Peak = max(want.Peak, p.Impulse)
				if p.Separation < 0 {
					want.Overlaps++
					want.Overlap -= p.Separation
					want.Deepest = max(want.Deepest, -p.Separation)
				}
			}
			if *s != want {
				t.Fatalf("step %d: %+v, want %+v", step, *s, want)
			}
		}
	}
}
