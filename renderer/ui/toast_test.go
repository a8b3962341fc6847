package ui

import (
	"slices"
	"strings"
	"testing"
)

func TestToast(t *testing.T) {
	b := newBench(t, func(*Context) {})
	before := b.quads
	b.c.Toast(ToneGood, "saved")
	b.c.Toast(ToneGood, "saved")
	b.frame()
	shown := b.quads
	if shown <= before {
		t.Fatal("no message")
	}
	// a window that is slow to open shows it nevertheless
	for range toastFrames - 1 {
		b.in.Time += 5e9
		b.frame()
		if b.quads <= before {
			t.Fatal("the message is gone before it could be seen")
		}
	}
	b.in.Time += 5e9
	b.frames(2)
	if b.quads != before {
		t.Error("the message stays")
	}
	if _, again := b.c.RedrawIn(); again {
		t.Error("frames are asked for without a message")
	}
}

// Messages leave the foot of the viewport free.
func TestToastsLeaveTheFootFree(t *testing.T) {
	b := newBench(t, func(*Context) {})
	b.c.Toast(ToneGood, "saved")
	b.frame()
	low := b.c.toasts[maxToasts-1].rect
	b.c.Foot = 40
	b.frame()
	if high := b.c.toasts[maxToasts-1].rect; high.Y != low.Y-40 || high.H != low.H {
		t.Errorf("the message is at %v, was at %v", high, low)
	}
}

// Messages stand above each other in the order of their time, the newest lowest, also where one is said again and more
// come than are shown.
func TestToastsKeepTheirOrder(t *testing.T) {
	b := newBench(t, func(*Context) {})
	for _, text := range []string{"one", "two", "three", "two", "four", "five", "six", "four"} {
		b.c.Toast(ToneGood, text)
		b.in.Time += 1e8
		b.frame()
	}
	var got []string
	bottom := float32(0)
	for i := range b.c.toasts {
		o := &b.c.toasts[i]
		if o.rect.Y <= bottom {
			t.Errorf("%q stands at %v, above one that is older", o.text, o.rect)
		}
		got, bottom = append(got, o.text), o.rect.Y
	}
	if want := []string{"six", "four"}; !slices.Equal(got, want) {
		t.Errorf("messages %v, want %v", got, want)
	}
	if got := len(b.c.Messages()); got != 8 {
		t.Errorf("%d messages are kept, want 8", got)
	}
}

// Messages of any length and number take two lines of the picture at most. An error among newer messages is not lost.
// All fade but the one that asks for an action.
func TestToastsTakeTwoLines(t *testing.T) {
	for _, width := range []float32{320, 800, 2560} {
		b := newBench(t, func(*Context) {})
		b.in.Width = width
		long := strings.Repeat("a line of a report that nobody can read at a glance\n", 9)
		b.c.Toast(ToneBad, long)
		b.c.Toast(ToneInfo, "short")
		for range 40 {
			b.in.Time += 5e8
			b.frame()
			area := float32(0)
			for i := range b.c.toasts {
				area += b.c.toasts[i].rect.H
			}
			if most := b.c.px(toastLines * (toastLine + toastFrame)); area > most {
				t.Fatalf("width %v: messages take %v pixels, at most %v are theirs", width, area, most)
			}
			if i := maxToasts - 1; b.c.toasts[i].text == "" && b.c.toasts[i-1].text != "" &&
				b.c.toasts[i-1].rect.H == 0 {
				t.Fatalf("width %v: the error waits although nothing else is shown", width)
			}
		}
		if _, again := b.c.RedrawIn(); again || b.c.toasts != [maxToasts]toast{} {
			t.Errorf("width %v: messages stay after 20 s: %+v", width, b.c.toasts)
		}
		b.c.Toast(ToneAsk, "free some room")
		b.in.Time += 60e9
		b.frames(9)
		if !b.c.DismissToasts() {
			t.Errorf("width %v: a message that asks for an action fades", width)
		}
	}
}

// A message is cut only where its text does not fit.
func TestToastsAreWhole(t *testing.T) {
	b := newBench(t, func(*Context) {})
	for n := range 200 {
		b.c.DismissToasts()
		b.c.Toast(ToneBad, strings.Repeat("x", n)+" end")
		b.frame()
		r := b.c.toasts[maxToasts-1].rect
		one := b.c.atlas.Width(b.c.style(false), strings.Repeat("x", n)+" end")
		if fits := one <= b.c.viewport.W-b.c.px(44); fits && (r.H > b.c.px(toastLine+toastFrame) ||
			r.W-b.c.px(34)+1 < one) {
			t.Fatalf("%d letters, %v pixels: the message is at %v", n, one, r)
		}
	}
}

// A message covers no window: it stands clear of floating ones and below a modal one, which leaves it room, and it is
// never over either.
func TestToastsCoverNoWindow(t *testing.T) {
	for _, size := range [][2]float32{{640, 400}, {1280, 720}} {
		for _, text := range []string{"saved", strings.Repeat("a long report ", 40)} {
			for _, lines := range []int{2, 60} {
				open := true
				b := newBench(t, func(c *Context) {
					if c.BeginModal("Question", &open, 500) {
						for range lines {
							c.Label("a line")
						}
						c.EndModal()
					}
					if c.BeginWindow("Float", WindowOptions{X: 10, Y: 90, W: size[0] - 20, H: size[1] - 100}) {
						c.EndWindow()
					}
				})
				b.in.Width, b.in.Height = size[0], size[1]
				b.frames(3)
				b.c.Toast(ToneBad, text)
				for range 2 {
					b.frames(5)
					r := b.c.toasts[maxToasts-1].rect
					if r.W == 0 || r.bottom() > size[1] || r.X < 0 || r.right() > size[0] {
						t.Errorf("%v, modal %v: the message is at %v", size, open, r)
					}
					for i := range b.c.windows {
						w := &b.c.windows[i]
						over := w.kind == kindModal || !open && w.kind == kindPanel
						if over && w.frame == b.c.frames && w.rect.overlaps(r) {
							t.Errorf("%v: the message at %v covers a window at %v", size, r, w.rect)
						}
					}
					open = false
				}
			}
		}
	}
}
