package physics

import (
	"math"
	"slices"
	"testing"
)

// slotsByPair are the slots in which pairs of shapes were seen.
type slotsByPair map[[2]int32]int32

// checkContactSums compares the sums of a world with its contacts.
func checkContactSums(t *testing.T, step int, w *World, slots slotsByPair) (count int) {
	t.Helper()
	type pair [2]int32
	impulses, total := map[pair]float64{}, ContactTotals{}
	for _, c := range w.Contacts(nil) {
		p := pair{int32(c.ShapeA.Index()), int32(c.ShapeB.Index())}
		total.Manifolds++
		impulses[p] += 0
		for _, q := range c.Points[:c.Count] {
			impulses[p] += float64(q.Impulse)
			total.Points++
			total.Peak = max(total.Peak, q.Impulse)
			if q.Separation < 0 {
				total.Overlaps++
				total.Overlap -= float64(q.Separation)
				total.Deepest = max(total.Deepest, -q.Separation)
			}
		}
	}
	list, got := w.ContactSums(nil)
	if len(list) != len(impulses) {
		t.Fatalf("step %d: %d sums of %d pairs", step, len(list), len(impulses))
	}
	for _, s := range list {
		want, ok := impulses[pair{s.A, s.B}]
		if !ok || math.Abs(float64(s.Impulse)-want) > 1e-6*(1+want) {
			t.Fatalf("step %d: %+v, want %v, %v", step, s, want, ok)
		}
		slots[[2]int32{s.A, s.B}] = s.Slot
	}
	slices.SortFunc(list, func(a, b ContactSum) int { return int(a.Slot - b.Slot) })
	for i := range list[:max(len(list)-1, 0)] {
		if list[i].Slot == list[i+1].Slot {
			t.Fatalf("step %d: slot %d is taken twice", step, list[i].Slot)
		}
	}
	overlap := got.Overlap
	if got.Overlap = total.Overlap; got != total || math.Abs(overlap-total.Overlap) > 1e-6*(1e-6+total.Overlap) {
		t.Fatalf("step %d: %+v and overlap %v, want %+v", step, got, overlap, total)
	}
	return len(list)
}

// TestContactSums compares the sums with the contacts in a world of everything: after every step and, which are then
// not those that the solver stored, after some; after bodies were woken, moved and taken away, and after the world went
// back to a snapshot.
func TestContactSums(t *testing.T) {
	for _, workers := range []int{1, 3} {
		w := newZoo(t)
		addPyramid(t, w, 6)
		w.SetWorkers(workers)
		slots, most := slotsByPair{}, 0
		var s Snapshot
		for step := range 240 {
			run(t, w, 0.01)
			if step%60 < 30 || step%7 == 0 {
				most = max(most, checkContactSums(t, step, w, slots))
			}
			switch step {
			case 50:
				if err := w.Snapshot(&s); err != nil {
					t.Fatal(err)
				}
			case 80:
				if err := w.Restore(&s); err != nil {
					t.Fatal(err)
				}
			case 90, 150:
				for i, b := range w.Bodies(nil) {
					b.SetAwake(i%2 == 0)
				}
			case 100:
				for i, b := range w.Bodies(nil) {
					if i%5 == 0 && b.Type() == Dynamic {
						b.Destroy()
					}
				}
			case 110:
				for _, b := range w.Bodies(nil) {
					b.SetPosition(b.Position().Add(V3(0, 0.001, 0)))
				}
			default:
				continue
			}
			checkContactSums(t, step, w, slots)
		}
		if most < 20 {
			t.Errorf("at most %d pairs touched", most)
		}
	}
}

// TestContactSumsDoNotDependOnWorkers: the same bits for any number, in the same order.
func TestContactSumsDoNotDependOnWorkers(t *testing.T) {
	one, three := newZoo(t), newZoo(t)
	addPyramid(t, one, 10)
	addPyramid(t, three, 10)
	three.SetWorkers(3)
	for step := range 100 {
		run(t, one, 0.01)
		run(t, three, 0.01)
		a, totalA := one.ContactSums(nil)
		b, totalB := three.ContactSums(nil)
		if !slices.Equal(a, b) || totalA != totalB {
			t.Fatalf("step %d: %+v and %+v", step, totalA, totalB)
		}
	}
}
