package panel

import (
	"testing"
	"time"

	"tumble/engine"
	"tumble/internal/app/session"
	"tumble/renderer/ui"
)

// TestOutlinerListsBodies: the rows follow the world and the search, rows are chosen alone, in addition and in ranges,
// and what is selected in the scene is scrolled to.
func TestOutlinerListsBodies(t *testing.T) {
	r := newRig(t, "pyramid36", "")
	defer r.close()
	p := &r.panels.outliner
	r.panels.SetOutliner(true)
	r.run(3)
	n := r.session.World().BodyCount()
	if len(p.rows) != n {
		t.Fatalf("%d rows of %d bodies", len(p.rows), n)
	}
	v := r.between()
	p.choose(v, 3, ui.RowClick{Clicked: true})
	p.choose(v, 6, ui.RowClick{Clicked: true, Mods: ui.ModShift})
	if len(r.selection) != 4 || r.view.Selected != p.rows[6].body {
		t.Errorf("%d bodies of a range of 4", len(r.selection))
	}
	p.choose(v, 20, ui.RowClick{Clicked: true, Mods: ui.ModControl})
	if len(r.selection) != 5 {
		t.Errorf("%d bodies with one more", len(r.selection))
	}
	p.choose(v, 22, ui.RowClick{Clicked: true, Mods: ui.ModControl | ui.ModShift})
	if len(r.selection) != 7 || r.selection[6] != p.rows[22].body {
		t.Errorf("%d bodies with a further range", len(r.selection))
	}
	// the mouse drawn over rows, back a little, and over others with Ctrl held
	p.sweep(v, ui.RowSweep{On: true, Began: true, From: 8, To: 12})
	p.sweep(v, ui.RowSweep{On: true, From: 8, To: 10})
	if len(r.selection) != 3 || r.view.Selected != p.rows[10].body {
		t.Errorf("%d bodies swept", len(r.selection))
	}
	p.sweep(v, ui.RowSweep{On: true, Began: true, From: 11, To: 9, Mods: ui.ModControl})
	if len(r.selection) != 4 || r.selection[0] != p.rows[8].body || r.view.Selected != p.rows[9].body {
		t.Errorf("%d bodies swept with Ctrl", len(r.selection))
	}
	body := p.rows[5].body
	p.unfolded = map[uint64]bool{session.BodyKey(body): true}
	r.Send(session.AnchorCommand(body, body.WorldCenter()))
	r.Send(session.JoinCommand(session.JoinWeld, p.rows[9].body, body.WorldCenter(), body.WorldCenter(), 0))
	r.run(3)
	if len(p.rows) != n+body.ShapeCount()+1 || !p.rows[5+body.ShapeCount()+1].joint.Valid() {
		t.Errorf("%d rows with the shapes and the joint of a body", len(p.rows))
	}
	r.Send(session.RemoveCommand(p.rows[1].body))
	r.run(3)
	if len(p.rows) != n+body.ShapeCount() {
		t.Errorf("%d rows after a deletion", len(p.rows))
	}
	p.query, p.stale = "BODY1", true
	r.run(2)
	if len(p.rows) == 0 || len(p.rows) > n/2 {
		t.Errorf("%d rows found", len(p.rows))
	}
}

// TestOutlinerOfTenThousand: a frame with the outliner costs little more than one without, however many bodies there
// are.
func TestOutlinerOfTenThousand(t *testing.T) {
	r := newRig(t, "many_pyramids", "")
	defer r.close()
	r.loop.Virtual().SetPaused(true)
	if n := r.session.World().BodyCount(); n < 10_000 {
		t.Fatalf("%d bodies", n)
	}
	p, c := &r.panels.outliner, r.panels.ui
	r.panels.SetOutliner(true)
	r.run(3)
	// the list is made anew when bodies come or go, and otherwise read
	begin := time.Now()
	p.stale = true
	p.refresh(r.between())
	made := time.Since(begin)
	cost := time.Duration(1 << 62)
	recorded := 0
	r.recorded = func(_ *engine.Frame) {
		begin := time.Now()
		p.refresh(&r.view)
		p.mark(&r.view)
		cost = min(cost, time.Since(begin))
		recorded++
	}
	for range 20 {
		r.loop.Redraw()
		r.run(1)
	}
	t.Logf("list made in %v, read in %v", made, cost)
	if recorded == 0 || cost > made/20 {
		t.Errorf("%d frames: list made in %v, read in %v", recorded, made, cost)
	}
	if c.WantsKeys() {
		t.Error("the list keeps the keys")
	}
}

// The eye of a row hides its body from the picture and shows it again, all selected ones with it.
func TestOutlinerHidesBodies(t *testing.T) {
	r := newRig(t, "pyramid36", "")
	defer r.close()
	p := &r.panels.outliner
	r.panels.SetOutliner(true)
	r.run(3)
	v := r.between()
	nodes := r.loop.Nodes().Len()
	p.choose(v, 3, ui.RowClick{Clicked: true})
	p.choose(v, 6, ui.RowClick{Clicked: true, Mods: ui.ModShift})
	p.mark(v)
	p.look(v, 4)
	p.look(v, 9)
	r.run(20)
	if n := r.loop.Nodes().Len(); n != nodes-5 {
		t.Errorf("%d parts are drawn with 5 bodies hidden, %d before", n, nodes)
	}
	for i := range p.rows {
		if hidden := v.Hidden(p.rows[i].body); hidden != (i >= 3 && i <= 6 || i == 9) {
			t.Errorf("row %d: hidden %v", i, hidden)
		}
	}
	p.look(r.between(), 9)
	if !r.picture.Stage().ShowAll() {
		t.Error("nothing was hidden")
	}
	r.run(20)
	if n := r.loop.Nodes().Len(); n != nodes {
		t.Errorf("%d parts are drawn again, %d before", n, nodes)
	}
}
