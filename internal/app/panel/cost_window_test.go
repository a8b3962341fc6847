package panel

import (
	"cmp"
	"slices"
	"testing"
	"tumble/engine/input"
)

// A click on a title of the tables of costs orders their rows by it, another one the other way round; they begin with
// the costliest.
func TestCostTablesSort(t *testing.T) {
	r := newRig(t, "mixed_rain", "")
	defer r.close()
	r.run(200)
	p := r.panels
	p.drawer = true
	p.ui.Show(windowCost)
	r.run(20)
	k := &p.costs
	names := func() []string {
		var list []string
		for _, i := range k.orders[1] {
			list = append(list, k.pairs[i].Name)
		}
		return list
	}
	times := func() []int64 {
		var list []int64
		for _, i := range k.orders[1] {
			list = append(list, k.pairs[i].Ns)
		}
		return list
	}
	falling := func(a, b int64) int { return cmp.Compare(b, a) }
	if len(names()) < 3 || !slices.IsSortedFunc(times(), falling) {
		t.Fatalf("at first: %v %v", names(), times())
	}
	free := p.ui.Viewport()
	// the titles stand in one line of the drawer below the picture; each point of it is tried until one is hit
	click := func(what string, ok func() bool) {
		t.Helper()
		for y := free.Y + free.H + 40; y < 720; y += 8 {
			for x := free.W * 0.51; x < 0.77*free.W; x += 24 {
				r.move(float64(x), float64(y))
				r.button(input.MouseLeft, input.Press)
				r.button(input.MouseLeft, input.Release)
				r.run(1)
				if ok() {
					return
				}
			}
		}
		t.Fatalf("no title orders the pairs %s: %v", what, names())
	}
	click("by name", func() bool { return slices.IsSorted(names()) })
	click("by name from the last",
		func() bool { return slices.IsSortedFunc(names(), func(a, b string) int { return cmp.Compare(b, a) }) })
	click("by time", func() bool { return slices.IsSorted(times()) })
}
