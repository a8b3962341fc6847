package browser

import (
	"fmt"

	"tumble/renderer/ui"
)

// info describes the chosen entry, with its parameters and the button that opens it.
func (b *Browser) info(c *ui.Context, h Host, room float32) {
	c.BeginColumn("info", room)
	defer c.EndColumn()
	if len(b.order) == 0 {
		return
	}
	e := &b.entries[b.chosen]
	c.PushID(e.name)
	defer c.PopID()
	if c.Primary("Open") {
		b.openChosen(h)
	}
	c.Heading(e.title)
	c.Dim(e.category)
	c.Paragraph(e.text)
	b.warn(c, e)
	if e.scene == nil {
		return
	}
	if len(e.scene.Params) > 0 {
		c.Heading("Parameters")
	}
	for i := range e.scene.Params {
		p := &e.scene.Params[i]
		v, ok := b.values[p.Key]
		if !ok {
			v = p.Default
		}
		if c.Slider(p.Key, &v, ui.Range{Min: p.Min, Max: p.Max, Default: p.Default, Unit: p.Unit, Whole: p.Whole}) {
			b.values[p.Key] = v
		}
		c.Tip(p.Text)
	}
	for _, control := range e.scene.Controls {
		c.Dim(control.Name + ": " + control.Text)
	}
}

// warn tells the size of the entry, and that a heavy scene does not run in real time.
func (b *Browser) warn(c *ui.Context, e *entry) {
	p := b.thumbnails.Picture(e.name)
	if f := &p.Facts; f.Bodies > 0 {
		c.Value("Bodies", float64(f.Bodies), "")
		if f.Heavy() {
			c.LabelColor("Heavy", c.Theme.Warn)
			c.Paragraph(fmt.Sprintf(
				"A step took %.0f ms on one processor here, and there are %.0f ms for it: "+
					"time may go slower than the clock.",
				f.StepMs, 1000/float64(f.AskedHz)))
		}
	}
	if p.Problem != "" {
		c.LabelColor("No picture", c.Theme.Warn)
		c.Paragraph(p.Problem)
	}
}

// progress tells the number of pictures in the making, with a button that stops them.
func (b *Browser) progress(c *ui.Context) {
	done, total := b.thumbnails.Progress()
	if done >= total {
		c.Dim("Enter or a double click opens; arrows move; letters search.")
		return
	}
	c.Row(-3, -2, 70)
	c.Dim(fmt.Sprintf("Pictures: %d of %d", done, total))
	c.Progress("", float32(done)/float32(total))
	if c.Button("Stop") {
		b.thumbnails.Stop()
	}
}
