package ui

import (
	"testing"

	"tumble/renderer"
	"tumble/renderer/null"
)

// bench is an interface without a window: events go in, packets come out.
type bench struct {
	t    testing.TB
	ex   *renderer.Direct
	c    *Context
	in   Input
	body func(c *Context)
	// last are figures of the newest packet
	quads, lines, ops int
}

func newBench(t testing.TB, body func(c *Context)) *bench {
	t.Helper()
	ex, err := renderer.NewDirect(
		renderer.Config{Open: func() (renderer.Device, error) { return null.New(null.Options{}), nil }})
	if err != nil {
		t.Fatal(err)
	}
	atlas, err := renderer.NewAtlas(ex.Resources(), 1024)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, ex: ex, c: New(atlas), body: body}
	b.in = Input{Width: 800, Height: 600, Scale: 1, Time: 1e9}
	b.in.Move(-100, -100)
	t.Cleanup(func() {
		atlas.Close()
		if err := ex.Close(1e9); err != nil {
			t.Error(err)
		}
	})
	b.frames(3)
	return b
}

// panel is a bench with one docked window.
func newPanel(t testing.TB, body func(c *Context)) *bench {
	return newBench(t, func(c *Context) {
		if c.BeginWindow("Panel", WindowOptions{Side: SideRight}) {
			body(c)
			c.EndWindow()
		}
	})
}

// frame records one frame.
func (b *bench) frame() {
	p := b.ex.Acquire(renderer.InOrder)
	if p == nil {
		b.t.Fatal("no packet: ", b.ex.Err())
		return
	}
	p.Header.Width, p.Header.Height, p.Header.ContentScale = int32(b.in.Width), int32(b.in.Height), b.in.Scale
	b.in.Time += 16e6
	b.c.Begin(p, &b.in)
	b.body(b.c)
	b.c.End()
	b.quads, b.lines, b.ops = len(p.Quads), len(p.Lines), len(p.Ops)
	b.ex.Submit(p)
}

func (b *bench) frames(n int) {
	for range n {
		b.frame()
	}
}

// settle records frames until all events are used and nothing asks for another frame at once.
func (b *bench) settle() {
	b.t.Helper()
	for range 50 {
		b.frame()
		if ns, again := b.c.RedrawIn(); !b.in.Pending() && !(again && ns == 0) {
			return
		}
	}
	b.t.Fatal("the interface does not come to rest")
}

func (b *bench) move(x, y float32) {
	b.in.Move(x, y)
	b.settle()
}

func (b *bench) button(button Button, down bool, mods Mods) {
	b.in.Press(button, down, mods, b.in.Time)
	b.settle()
}

// click moves to a point and clicks; a second later than the click before.
func (b *bench) click(x, y float32) {
	b.in.Time += 1e9
	b.move(x, y)
	b.button(ButtonLeft, true, 0)
	b.button(ButtonLeft, false, 0)
}

func (b *bench) doubleClick(x, y float32) {
	b.click(x, y)
	b.button(ButtonLeft, true, 0)
	b.button(ButtonLeft, false, 0)
}

func (b *bench) controlClick(x, y float32) {
	b.in.Time += 1e9
	b.move(x, y)
	b.button(ButtonLeft, true, ModControl)
	b.button(ButtonLeft, false, ModControl)
}

func (b *bench) rightClick(x, y float32) {
	b.move(x, y)
	b.button(ButtonRight, true, 0)
	b.button(ButtonRight, false, 0)
}

// dragTo presses at one point and lets go at another.
func (b *bench) dragTo(x0, y0, x1, y1 float32) {
	b.in.Time += 1e9
	b.move(x0, y0)
	b.button(ButtonLeft, true, 0)
	b.move((x0+x1)/2, (y0+y1)/2)
	b.move(x1, y1)
	b.button(ButtonLeft, false, 0)
}

func (b *bench) typeText(s string) {
	for _, r := range s {
		b.in.Rune(r)
	}
	b.settle()
}

func (b *bench) press(keys ...Key) {
	for _, k := range keys {
		b.in.Key(k, 0)
	}
	b.settle()
}

func (b *bench) chord(k Key, mods Mods) {
	b.in.Key(k, mods)
	b.settle()
}

func (r Rect) centre() (x, y float32) { return r.X + r.W/2, r.Y + r.H/2 }
