package panel

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"tumble/engine/input"
	"tumble/internal/app/command"
	past "tumble/internal/app/history"
	"tumble/internal/app/plate"
	"tumble/internal/app/session"
	"tumble/renderer"
	"tumble/renderer/ui"
)

// timelineWindow shows the past of the session, and goes back in it.
type timelineWindow struct {
	open  bool
	marks []ui.Mark
	keys  []int
	text  []byte
	hint  []byte
	tree  branchTree
	part  []byte
	// series are the curves of the passes
	series []ui.Series
	// told are the passes as texts, chain the causes
	told struct {
		loop          *past.Loop
		count, passes int
		texts         []string
	}
	chain struct {
		of    *past.Cause
		texts []string
	}
}

const (
	// mostMarks is how many marks are drawn.
	mostMarks = 400
	// treeWidth is the width of the tree of branches, which stands beside the timeline where that has as much and
	// more, and treeHeight its height below it (units).
	treeWidth  = 330
	treeHeight = 150
	// leastColumn is how high the columns are at least (units).
	leastColumn = 100
)

// draw draws the window while it is open.
func (w *timelineWindow) draw(c *ui.Context, v *View) {
	if !w.open || v.History == nil || !c.BeginWindow(windowTimeline,
		ui.WindowOptions{Side: ui.SideBottom, Open: &w.open}) {
		return
	}
	defer c.EndWindow()
	if c.Width() < 2*treeWidth {
		w.time(c, v)
		w.tree.draw(c, v, treeHeight)
		return
	}
	height := max(c.Remaining(), leastColumn)
	c.Row(0, treeWidth)
	c.BeginColumn("time", height)
	w.time(c, v)
	c.EndColumn()
	c.BeginColumn("tree", height)
	w.tree.draw(c, v, max(height-branchesAbove, leastColumn))
	c.EndColumn()
}

// time draws the timeline, the repeated stretch and the causes of a motion.
func (w *timelineWindow) time(c *ui.Context, v *View) {
	h := v.History
	narrow := c.Width() < treeWidth
	if narrow {
		c.Flow(48, 0, 0, 0, 0)
	} else {
		c.Flow(150, 44, 90, 44, 100, 0)
	}
	if c.Button("−1") {
		v.Do(command.StepBack)
	}
	c.Tip("One step back.")
	back, on := "Backwards", "Go on here"
	if narrow {
		back, on = "Back", "Go on"
	}
	if c.Button(back) {
		v.Do(command.PlayBack)
	}
	c.Tip("Plays what has happened backwards, or stops that.")
	if c.Button("+1") {
		v.Do(command.Step)
	}
	c.Tip("One step on.")
	if c.Button(on) {
		v.Do(command.GoOn)
	}
	c.Tip("Lets time go on from this moment. What followed stays as another branch.")
	c.Label(w.where(h))
	w.collect(c, h)
	// on the way through another branch the session may be beyond the end of this one
	begin, end := h.Step(0), h.Step(h.Tip())
	now := float64(min(h.Step(h.Target()), end))
	if l := v.Repeat; l != nil {
		now = float64(h.Step(l.From()) + l.At())
		from, to := v.Stretch()
		w.marks = append(w.marks, ui.Mark{At: float64(h.Step(from)), Color: c.Theme.Accent},
			ui.Mark{At: float64(h.Step(to)), Color: c.Theme.Accent})
	}
	if c.Timeline("timeline", float64(begin), float64(max(end, begin+1)), &now, w.marks) {
		v.Look(h.AtStep(int(now)))
	}
	c.Tip("Steps. Drag to go to another moment; the wheel shows less or more of them.\n" +
		"Above: input, parameters, edits, restarts, hits, stops. Below: states in memory.")
	w.pointed(c, v)
	w.stretch(c, v)
	w.why(c, v)
}

// pointed describes the moment under the pointer, with the values of the watched meters.
func (w *timelineWindow) pointed(c *ui.Context, v *View) {
	at, ok := c.Pointed()
	if !ok {
		c.Note(w.present(v.History))
		return
	}
	h := v.History
	n := h.AtStep(int(math.Round(at)))
	step, seconds := h.Scene(n)
	b := plate.Number(append(w.hint[:0], "at "...), seconds, 2)
	b = strconv.AppendInt(append(b, " s, step "...), int64(step), 10)
	if k := h.Kinds(n); k != 0 {
		b = append(append(b, ": "...), k.String()...)
	}
	for _, note := range h.Notes() {
		if note.Tick == n && note.Text != "" {
			b = append(append(b, ", "...), note.Text...)
		}
	}
	for _, curve := range v.Watch.Curves() {
		if value, ok := curve.Value(n); ok {
			b = append(append(append(b, "; "...), curve.Meter.Key...), ' ')
			b = strconv.AppendFloat(b, value, 'g', 4, 64)
			if curve.Meter.Unit != "" {
				b = append(append(b, ' '), curve.Meter.Unit...)
			}
		}
	}
	w.hint = b
	c.Dim(bytesText(b))
}

// where says where the session stands.
func (w *timelineWindow) where(h *past.History) string {
	at := h.At()
	step, seconds := h.Scene(at)
	last, _ := h.Scene(h.Tip())
	b := plate.Number(w.text[:0], seconds, 2)
	b = strconv.AppendInt(append(b, " s, step "...), int64(step), 10)
	b = strconv.AppendInt(append(b, " of "...), int64(last), 10)
	if k := h.Kinds(at); k != 0 {
		b = append(append(b, ": "...), k.String()...)
	}
	w.text = b
	return bytesText(w.text)
}

// present says how far the moment is from the newest of the branch, and what memory the history takes.
func (w *timelineWindow) present(h *past.History) string {
	b := w.hint[:0]
	if d := h.Time(h.At()) - h.Time(h.Tip()); d < 0 {
		b = append(plate.Number(b, d, 2), " s from now; "...)
	}
	b = strconv.AppendInt(b, int64(h.Bytes()>>20), 10)
	b = strconv.AppendInt(append(b, " of "...), int64(h.Budget()>>20), 10)
	w.hint = append(b, " MB. Point at the timeline for what there was at a moment."...)
	return bytesText(w.hint)
}

// kindColor is the colour of the mark of the events in a tick; the rarest counts.
func kindColor(t *ui.Theme, k past.Kinds) renderer.Color {
	switch {
	case k&past.KindBreak != 0:
		return t.Bad
	case k&(past.KindHitch|past.KindHit) != 0:
		return t.Warn
	case k&(past.KindRestart|past.KindSave) != 0:
		return t.Text
	case k&past.KindParameter != 0:
		return t.Accent
	case k&past.KindEdit != 0:
		return t.Good
	}
	return t.TextDim
}

// collect makes the marks of the present branch, thinned out where there are many.
func (w *timelineWindow) collect(c *ui.Context, h *past.History) {
	w.marks = w.marks[:0]
	list := h.Marked()
	for i, stride := 0, len(list)/mostMarks+1; i < len(list); i += stride {
		if n := list[i]; h.On(n) {
			w.marks = append(w.marks, ui.Mark{At: float64(h.Step(n)), Color: kindColor(c.Theme, h.Kinds(n))})
		}
	}
	w.keys = h.Keyframes(w.keys[:0])
	keys := w.keys
	for i, stride := 0, len(keys)/mostMarks+1; i < len(keys); i += stride {
		if h.On(keys[i]) {
			w.marks = append(w.marks, ui.Mark{At: float64(h.Step(keys[i])), Color: c.Theme.TextDim, Below: true})
		}
	}
}

// firstParameters are the parameters that events set, with their values: the last one of each.
func firstParameters(s *session.Session, events []input.Event) string {
	var list []string
	for i := range events {
		e := &events[i]
		again := func(o input.Event) bool { return session.SetsAny(&o) && o.ID == e.ID }
		if !session.SetsAny(e) || slices.ContainsFunc(events[i+1:], again) {
			continue
		}
		if p := s.Parameter(e); p != nil {
			list = append(list, p.Key+" = "+p.Format(e.X))
		}
	}
	return strings.Join(list, ", ")
}
