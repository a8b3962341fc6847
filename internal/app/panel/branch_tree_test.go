package panel

import (
	"fmt"
	"strings"
	"testing"

	"tumble/engine/input"
	"tumble/internal/app/apptest"
	past "tumble/internal/app/history"
	"tumble/internal/app/session"
)

// Each branch stands under the one that it left, with the parameters that made it: of one that was moved several times
// the last value. Lines lead from a branch to those that left it.
func TestBranchTree(t *testing.T) {
	s := apptest.Session(t, "box")
	h, err := past.New(s, past.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tick := func(events ...input.Event) {
		t.Helper()
		if err := h.Begin(100, 0.01, events); err != nil {
			t.Fatal(err)
		}
		if err := s.TickBy(events, 0.01); err != nil {
			t.Fatal(err)
		}
		if err := h.End(); err != nil {
			t.Fatal(err)
		}
	}
	run := func(from int, events ...input.Event) {
		t.Helper()
		if err := h.GoTo(from); err != nil {
			t.Fatal(err)
		}
		tick(events...)
		for range 9 {
			tick()
		}
	}
	run(0)
	run(5, session.SetCommand("gravity.y", 3), session.SetCommand("gravity.y", 4)) // ticks 11 to 20
	run(15, session.SetCommand("gravity.x", 1))                                    // 21 to 30
	run(8)
	run(12)
	h.Rename(2, "side wind")
	v := &View{History: h, Session: s}
	var tree branchTree
	rows := func() string {
		tree.refresh(v)
		var list []string
		for _, r := range tree.rows {
			list = append(list, fmt.Sprintf("%d %b %s", r.depth, r.lines, r.text))
		}
		return strings.Join(list, "\n")
	}
	want := `0 1 start
1 11 branch 1: gravity.y = 4
2 11 side wind: gravity.x = 1
2 1 branch 4
1 0 branch 3`
	if got := rows(); got != want {
		t.Errorf("the tree is\n%s\nand should be\n%s", got, want)
	}
	if left := tree.rows[2].left; left != "left branch 1 at 0.10 s" {
		t.Error(left)
	}
	h.Delete(3)
	want = `0 1 start
1 10 branch 1: gravity.y = 4
2 10 side wind: gravity.x = 1
2 0 branch 4`
	if got := rows(); got != want {
		t.Errorf("without branch 3 the tree is\n%s\nand should be\n%s", got, want)
	}
}
