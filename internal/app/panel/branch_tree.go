package panel

import (
	"fmt"
	"strconv"

	past "tumble/internal/app/history"
	"tumble/internal/app/plate"
	"tumble/renderer"
	"tumble/renderer/ui"
)

// branchTree shows the branches of the session, each under its origin, and the commands for the selected one.
type branchTree struct {
	of       *past.History
	revision int
	rows     []branchRow
	// chosen is the branch that the buttons are for, -1 for the branch of the session
	chosen int
	// asked: the name of the branch is to be edited; editing: that goes on
	asked, editing bool
	name           string
	text           []byte
}

// branchRow is a line of the tree.
type branchRow struct {
	branch, depth int
	// lines are the depths at which the lines of the tree go on below the row
	lines uint64
	text  string
	// left says where it left, made are the parameters that made it
	left, made string
}

const (
	// branchesAbove is the height of the part above the rows (units).
	branchesAbove = 84
	// deepestBranch is the depth from which on branches are drawn at the same one.
	deepestBranch = 12
	nameLabel     = "##name of the branch"
)

// draw draws the tree, with rows of a height (units).
func (t *branchTree) draw(c *ui.Context, v *View, height float32) {
	t.refresh(v)
	h := v.History
	chosen := t.chosen
	if chosen < 0 || chosen >= len(h.Branches()) || h.Branches()[chosen].Gone {
		chosen, t.chosen = h.Present(), -1
	}
	t.rename(c, v, chosen)
	if !t.editing {
		t.buttons(c, v, chosen)
	}
	t.tell(c, v, chosen)
	c.BeginScroll("branches", height)
	first, last := c.BeginRows(len(t.rows))
	for i := first; i < last; i++ {
		t.row(c, v, i, chosen)
	}
	c.EndRows(len(t.rows))
	c.EndScroll()
}

// refresh makes the rows where branches have come, gone or been renamed.
func (t *branchTree) refresh(v *View) {
	h := v.History
	if t.of == h && t.revision == h.Revision() && len(t.rows) > 0 {
		return
	}
	if t.of != h {
		t.chosen, t.editing = -1, false
	}
	t.of, t.revision, t.rows = h, h.Revision(), t.rows[:0]
	t.add(v, 0, 0, 0)
}

// add adds a branch and those that left it. open are the depths at which a line comes from above and goes on.
func (t *branchTree) add(v *View, branch, depth int, open uint64) {
	h := v.History
	list := h.Branches()
	b := &list[branch]
	r := branchRow{branch: branch, depth: min(depth, deepestBranch), lines: open, text: b.Name}
	if branch > 0 {
		r.left = fmt.Sprintf("left %s at %.2f s", list[h.BranchOf(b.From)].Name, h.Time(b.From))
		r.made = firstParameters(v.Session, h.Input(h.First(branch)))
		if what := h.Kinds(h.First(branch)); r.made == "" && what != 0 {
			r.made = what.String()
		}
		if r.made != "" {
			r.text += ": " + r.made
		}
	}
	at := len(t.rows)
	t.rows = append(t.rows, r)
	last := -1
	for i := branch + 1; i < len(list); i++ {
		if !list[i].Gone && h.BranchOf(list[i].From) == branch {
			last = i
		}
	}
	if last < 0 {
		return
	}
	line := uint64(1) << r.depth
	t.rows[at].lines |= line
	for i := branch + 1; i <= last; i++ {
		if list[i].Gone || h.BranchOf(list[i].From) != branch {
			continue
		}
		on := open | line
		if i == last {
			on = open &^ line
		}
		t.add(v, i, depth+1, on)
	}
}

// row draws a line: a click chooses the branch, two rename it.
func (t *branchTree) row(c *ui.Context, v *View, i, chosen int) {
	r := &t.rows[i]
	click := c.ListRow(i, r.depth, r.text, "", false, false, r.branch == chosen)
	c.RowMark(i, r.depth, r.lines, t.dot(c, v, r.branch))
	if click.Clicked {
		t.chosen = r.branch
		t.asked = click.Twice
	}
}

// dot is the colour of the mark of a branch: present, compared, or other.
func (t *branchTree) dot(c *ui.Context, v *View, branch int) renderer.Color {
	switch {
	case branch == v.History.Present():
		return c.Theme.Accent
	case v.Trace != nil && v.Trace.Branch == branch:
		return c.Theme.Good
	}
	return c.Theme.TextDim
}

// rename has the field for the name of a branch while that is edited.
func (t *branchTree) rename(c *ui.Context, v *View, chosen int) {
	if t.asked {
		t.asked, t.editing, t.name = false, true, v.History.Branches()[chosen].Name
		// the present branch may become another one while the name is edited
		t.chosen = chosen
		c.FocusText(nameLabel, t.name)
	}
	if !t.editing {
		return
	}
	if _, entered := c.TextEnter(nameLabel, &t.name, "name of the branch"); entered {
		v.Rename(chosen, t.name)
	}
	t.editing = c.Editing()
}

// buttons have what can be done with a branch.
func (t *branchTree) buttons(c *ui.Context, v *View, chosen int) {
	h := v.History
	compared := v.Trace != nil && v.Trace.Branch == chosen
	c.Flow(66, 0, 0, 0, 0)
	here := chosen == h.Present()
	if button(c, "Switch", !here) {
		v.Choose(chosen)
	}
	c.Tip("Turns to this branch, at the same step.")
	text := "Compare"
	if compared {
		text = "Hide"
	}
	if button(c, text, !here || compared) {
		v.Compare(chosen)
	}
	c.Tip("Draws the bodies where they were on that branch at the same moment.")
	if c.Button("Rename") {
		t.asked = true
	}
	if button(c, "Delete", !here && chosen > 0) {
		if compared {
			v.Compare(chosen)
		}
		if !h.Delete(chosen) {
			c.Toast(ui.ToneWarn, "another branch has left this one")
		}
	}
}

// button is one that can be pressed where on is set.
func button(c *ui.Context, label string, on bool) bool {
	if !on {
		c.Disabled()
		defer c.Enabled()
	}
	return c.Button(label)
}

// tell says how long the branch is, where it left and what made it.
func (t *branchTree) tell(c *ui.Context, v *View, chosen int) {
	h := v.History
	b := &h.Branches()[chosen]
	text := strconv.AppendInt(t.text[:0], int64(h.Depth(b.Tip)), 10)
	text = append(plate.Number(append(text, " steps, "...), h.Time(b.Tip), 2), " s"...)
	var made string
	for i := range t.rows {
		if r := &t.rows[i]; r.branch == chosen && r.left != "" {
			text, made = append(append(text, ", "...), r.left...), r.made
		}
	}
	if v.Trace != nil && v.Trace.Branch == chosen {
		text = append(plate.Number(append(text, "; apart up to "...), float64(v.Trace.Farthest), 3), " m"...)
	}
	t.text = text
	c.Note(bytesText(text))
	c.Note(made)
}
