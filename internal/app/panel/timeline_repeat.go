package panel

import (
	"fmt"
	"math"
	"strconv"

	"tumble/engine/input"
	"tumble/internal/app/command"
	past "tumble/internal/app/history"
	"tumble/internal/app/plate"
	"tumble/internal/app/session"
	"tumble/renderer"
	"tumble/renderer/ui"
)

// plotsOfPasses is how many meters have their curves drawn while a stretch repeats, and passHeight how high (units).
const (
	plotsOfPasses = 4
	passHeight    = 110
)

// stretch has what is repeated.
func (w *timelineWindow) stretch(c *ui.Context, v *View) {
	c.Flow(120, 52, 40, 76, 0)
	if c.Button("From") {
		v.MarkStretch(false)
	}
	c.Tip("What is repeated begins at this moment.")
	if c.Button("To") {
		v.MarkStretch(true)
	}
	c.Tip("What is repeated ends at this moment.")
	text := "Repeat"
	if v.Repeat != nil {
		text = "End"
	}
	if c.Button(text) {
		v.Do(command.LoopRegion)
	}
	c.Tip("Repeats these two seconds with their input, while you move parameters; or ends that.")
	from, to := v.Stretch()
	h := v.History
	b := plate.Number(w.part[:0], h.Time(from), 2)
	b = plate.Number(append(b, " to "...), h.Time(to), 2)
	b = append(b, " s"...)
	if v.Repeat != nil {
		b = strconv.AppendInt(append(b, ", pass "...), int64(v.Repeat.Running.Number), 10)
	}
	w.part = b
	c.Label(bytesText(b))
	if v.Repeat != nil {
		w.curves(c, v)
		w.passes(c, v)
	}
}

// curves draws the watched meters: the pass in progress over those before, which fade.
func (w *timelineWindow) curves(c *ui.Context, v *View) {
	list := v.Watch.Curves()
	if len(list) == 0 {
		c.Note("Watch a meter (window Meters) to compare the passes.")
		return
	}
	list = list[:min(len(list), plotsOfPasses)]
	var widths [plotsOfPasses]float32
	c.Row(widths[:len(list)]...)
	for i, curve := range list {
		w.series = w.series[:0]
		for k := range v.Repeat.Passes {
			p := &v.Repeat.Passes[k]
			if i < len(p.Values) {
				w.series = append(w.series, ui.Series{Color: faded(c.Theme.Text, len(v.Repeat.Passes)-k),
					Data: p.Values[i]})
			}
		}
		if now := v.Repeat.Running.Values; i < len(now) {
			w.series = append(w.series, ui.Series{Name: curve.Meter.Key, Color: c.Theme.Accent, Data: now[i]})
		}
		c.Plot(curve.Meter.Key, w.series, ui.PlotOptions{Height: passHeight, Unit: curve.Meter.Unit})
	}
}

// faded is a colour for a curve that is so many passes old.
func faded(color renderer.Color, age int) renderer.Color {
	alpha := uint32(200 * math.Pow(0.7, float64(age)))
	return color&0x00ffffff | renderer.Color(max(alpha, 16)<<24)
}

// passes lists what was done in each pass, the newest first, with the largest value of the first meter; the pass in
// which that is smallest is marked.
func (w *timelineWindow) passes(c *ui.Context, v *View) {
	l := v.Repeat
	best := -1
	for i := range l.Passes {
		if x, ok := largest(&l.Passes[i]); ok && (best < 0 || x < first(largest(&l.Passes[best]))) {
			best = i
		}
	}
	if w.told.loop != l || w.told.count != l.Count || w.told.passes != len(l.Passes) {
		w.told.loop, w.told.count, w.told.passes = l, l.Count, len(l.Passes)
		w.told.texts = w.told.texts[:0]
		for i := range l.Passes {
			w.told.texts = append(w.told.texts, passText(v, &l.Passes[i]))
		}
	}
	for i := len(l.Passes) - 1; i >= 0; i-- {
		c.PushID(w.told.texts[i])
		c.Flow(200, 0, 80)
		if i == best {
			c.LabelColor(w.told.texts[i], c.Theme.Good)
		} else {
			c.Label(w.told.texts[i])
		}
		if c.Button("Keep") {
			v.KeepPass(i)
		}
		c.Tip("Does this pass once more, as a branch.")
		c.PopID()
	}
}

func first(x float64, _ bool) float64 { return x }

// largest is the largest value of the first meter in a pass.
func largest(p *past.Pass) (x float64, ok bool) {
	if len(p.Values) == 0 {
		return 0, false
	}
	x = math.Inf(-1)
	for _, value := range p.Values[0] {
		x = math.Max(x, float64(value))
	}
	return x, true
}

// passText says what a pass was done with.
func passText(v *View, p *past.Pass) string {
	text := fmt.Sprintf("pass %d: %s", p.Number, parametersOf(v.Session, p.Sets, "as it was"))
	if x, ok := largest(p); ok && len(v.Watch.Curves()) > 0 {
		m := v.Watch.Curves()[0].Meter
		text += fmt.Sprintf("; %s up to %.4g %s", m.Key, x, m.Unit)
	}
	return text
}

// why lists the chain of causes that was asked for: each can be gone to.
func (w *timelineWindow) why(c *ui.Context, v *View) {
	c.Flow(110, 150, 0)
	if c.Button("Why did it move?") {
		v.Do(command.WhyMoved)
	}
	c.Tip("Goes back from the selected body to what set it in motion.")
	if len(v.Why) == 0 {
		c.Dim("of the selected body")
		return
	}
	c.Dim("the newest first")
	if w.chain.of != &v.Why[0] {
		w.chain.of = &v.Why[0]
		w.chain.texts = w.chain.texts[:0]
		for i := range v.Why {
			w.chain.texts = append(w.chain.texts, causeText(v, &v.Why[i]))
		}
	}
	for i := range v.Why {
		c.PushID(w.chain.texts[i])
		c.Flow(240, 60, 0)
		if c.Button("Go") {
			v.Look(v.Why[i].Tick)
			if b := v.Why[i].Body; b.Valid() {
				v.Select(b)
			}
		}
		c.Label(w.chain.texts[i])
		c.PopID()
	}
}

// causeText is a cause as a sentence.
func causeText(v *View, cause *past.Cause) string {
	h, name := v.History, cause.Name
	step, seconds := h.Scene(cause.Tick)
	at := fmt.Sprintf("%.2f s, step %d: ", seconds, step)
	switch cause.Start {
	case past.StartHit:
		return at + fmt.Sprintf("%s was pushed by %s with %.3g N·s", name, cause.ByName, cause.Impulse)
	case past.StartSupport:
		return at + fmt.Sprintf("%s lost the support of %s", name, cause.ByName)
	case past.StartInput:
		set := parametersOf(v.Session, h.Input(cause.Tick), "")
		if set != "" {
			set = ": " + set
		}
		return at + fmt.Sprintf("%s began to move by what was done (%s)%s", name, h.Kinds(cause.Tick), set)
	case past.StartMade:
		return at + fmt.Sprintf("%s was made, with %.3g m/s", name, cause.Speed)
	case past.StartAlone:
		return at + name + " began to move, touched by nothing that moved"
	}
	return at + name + " moved when the history began"
}

// parametersOf are the parameters that events set, with their values, or a text for none.
func parametersOf(s *session.Session, events []input.Event, none string) string {
	if text := firstParameters(s, events); text != "" {
		return text
	}
	return none
}
