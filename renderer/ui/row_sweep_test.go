package ui

import (
	"strconv"
	"testing"
)

// The mouse drawn over rows sweeps them, scrolls beyond their end, and clicks none; a press that stays clicks its row.
func TestRowSweep(t *testing.T) {
	const rows = 40
	var list Rect
	var clicked []int
	var last RowSweep
	began := 0
	b := newPanel(t, func(c *Context) {
		c.BeginScroll("list", 200)
		first, end := c.BeginRows(rows)
		for i := first; i < end; i++ {
			if c.ListRow(i, 0, "row "+strconv.Itoa(i), "", false, false, false).Clicked {
				clicked = append(clicked, i)
			}
		}
		if s := c.SweepRows(rows); s.On {
			last = s
			if s.Began {
				began++
			}
		}
		list = c.at().view
		c.EndRows(rows)
		c.EndScroll()
	})
	at := func(row float32) (x, y float32) { return list.X + 60, list.Y + 4 + (row+0.5)*rowHeight }
	x, y := at(2)
	b.click(x, y)
	if len(clicked) != 1 || clicked[0] != 2 || began != 0 {
		t.Fatalf("a click: rows %v, %d sweeps", clicked, began)
	}
	toX, toY := at(6)
	b.dragTo(x, y, toX, toY)
	if last.From != 2 || last.To != 6 || began != 1 || len(clicked) != 1 {
		t.Errorf("a sweep: %+v, %d begun, rows %v clicked", last, began, clicked)
	}
	// upwards, to beyond the first row
	b.dragTo(toX, toY, x, list.Y-30)
	if last.From != 6 || last.To != 0 || began != 2 {
		t.Errorf("upwards: %+v, %d begun", last, began)
	}
	// below the end the list scrolls until the last row is reached
	b.in.Time += 1e9
	b.move(x, y)
	b.button(ButtonLeft, true, ModControl)
	b.in.Move(x, list.bottom()+60)
	for range 200 {
		b.frame()
	}
	if last.From != 2 || last.To != rows-1 || last.Mods&ModControl == 0 {
		t.Errorf("beyond the end: %+v", last)
	}
	b.button(ButtonLeft, false, 0)
	was := last
	b.move(x, y)
	if last != was || b.c.Holds() || len(clicked) != 1 {
		t.Errorf("after letting go: %+v, rows %v clicked", last, clicked)
	}
}
