package panel

import (
	"cmp"

	"tumble/physics"
	"tumble/renderer"
	"tumble/renderer/ui"
)

// ledgerWindow shows where the energy of the world went.
type ledgerWindow struct {
	// kept says that the user wants a ledger, of every scene to come.
	kept   bool
	ledger physics.EnergyLedger
	rows   []int // entries with an amount
	order  rowOrder
}

var ledgerColumns = [...]ui.Column{
	{Title: "Mechanism", Width: 170}, {Title: "Gave, J", Width: 90, Right: true, Falling: true},
	{Title: "Last step, J", Width: 90, Right: true, Falling: true},
	{Title: "Exchanged", Width: 110, Falling: true}, {Title: "What it is"},
}

// step keeps the ledger of the world of now, which a new scene replaces.
func (l *ledgerWindow) step(w *physics.World) {
	if l.kept {
		w.KeepEnergyLedger(true)
	}
}

func (l *ledgerWindow) draw(c *ui.Context, v *View) {
	if !c.BeginWindow(windowEnergy, ui.WindowOptions{Side: ui.SideBottom}) {
		return
	}
	defer c.EndWindow()
	w := v.Session.World()
	open := false
	l.ledger, open = w.EnergyLedger(l.ledger.Entries[:0])
	l.kept = l.kept || open
	c.Flow(160, 0, 0, 0, 0)
	if c.Check("Book every joule", &l.kept) {
		w.KeepEnergyLedger(l.kept)
	}
	c.Tip("Says what each mechanism gave to the bodies and took from them. A step takes up to ten times as long.")
	if !open {
		c.Dim("Off. On, contacts, joints, motors and what the solver makes of them are listed here")
		return
	}
	c.Value("Exchanged", l.ledger.Exchanged, "J")
	c.Value("By guards", l.ledger.Guards(), "J")
	c.Value("Error", l.ledger.Error, "J")
	l.table(c)
}

// table lists the entries with an amount.
func (l *ledgerWindow) table(c *ui.Context) {
	l.rows = l.rows[:0]
	for i := range l.ledger.Entries {
		if l.ledger.Entries[i].Amount != 0 {
			l.rows = append(l.rows, i)
		}
	}
	c.BeginTable("entries", max(c.Remaining()-4, 96), ledgerColumns[:]...)
	column, down := c.Sort()
	for _, k := range l.order.sort(len(l.rows), down, func(i, j int) int {
		a, b := &l.ledger.Entries[l.rows[i]], &l.ledger.Entries[l.rows[j]]
		return compareEntries(a, b, column)
	}) {
		e := &l.ledger.Entries[l.rows[k]]
		c.TableRow(e.Name, false)
		if !e.Physical {
			c.CellColor(c.Theme.TextDim)
		}
		c.Cell(e.Name)
		c.CellNumber(e.Total, 3)
		c.CellNumber(e.Step, 5)
		c.CellBar(float32(e.Amount/max(l.ledger.Exchanged, 1e-30)), entryColor(c, e))
		c.Cell(e.Text)
	}
	c.EndTable()
}

func compareEntries(a, b *physics.EnergyEntry, column int) int {
	switch column {
	case 1:
		return cmp.Compare(a.Total, b.Total)
	case 2:
		return cmp.Compare(a.Step, b.Step)
	case 3:
		return cmp.Compare(a.Amount, b.Amount)
	case 4:
		return cmp.Compare(a.Text, b.Text)
	}
	return 0
}

// entryColor tells physics from entries without counterpart in nature, and guards from both.
func entryColor(c *ui.Context, e *physics.EnergyEntry) renderer.Color {
	switch {
	case e.Guard:
		return c.Theme.Bad
	case e.Physical:
		return c.Theme.Series[0]
	}
	return c.Theme.Warn
}
