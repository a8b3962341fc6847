package ui

// Button is a mouse button.
type Button uint8

// The mouse buttons.
const (
	ButtonLeft Button = iota
	ButtonRight
	ButtonMiddle
	buttonCount
)

// Mods is the set of modifier keys held. The values are those of GLFW 3.
type Mods uint8

// The modifiers.
const (
	ModShift Mods = 1 << iota
	ModControl
	ModAlt
	ModSuper
)

// Key is a physical key. The values are those of GLFW 3: letters and digits are their ASCII codes.
type Key int32

// The keys that widgets know.
const (
	KeySpace     Key = 32
	KeyA         Key = 65
	KeyC         Key = 67
	KeyV         Key = 86
	KeyX         Key = 88
	KeyZ         Key = 90
	KeyEscape    Key = 256
	KeyEnter     Key = 257
	KeyTab       Key = 258
	KeyBackspace Key = 259
	KeyDelete    Key = 261
	KeyRight     Key = 262
	KeyLeft      Key = 263
	KeyDown      Key = 264
	KeyUp        Key = 265
	KeyPageUp    Key = 266
	KeyPageDown  Key = 267
	KeyHome      Key = 268
	KeyEnd       Key = 269
	KeyF6        Key = 295
	KeyPadEnter  Key = 335
)

type eventKind uint8

const (
	eventMove eventKind = iota
	eventButton
	eventWheel
	eventRune
	eventKey
)

type event struct {
	time int64
	x, y float32
	code int32
	kind eventKind
	down bool
	mods Mods
}

// Input has the events since the last frame and the size of the picture. The program adds
// events as they arrive and hands the Input to Begin, which takes as many of them as one frame can
// tell apart: a press and the release after it are seen in two frames, so that no click is
// lost however slow the frames are. Pending says that another frame is needed.
type Input struct {
	// Time is the reading of a monotonic clock (ns).
	Time int64
	// Width and Height are the framebuffer in pixels, Scale is pixels per unit.
	Width, Height, Scale float32
	// Clipboard and SetClipboard reach the clipboard of the system; nil for a private one.
	Clipboard    func() string
	SetClipboard func(string)

	events []event
}

// maxEvents bounds the queue of a program that records no frames.
const maxEvents = 4096

func (in *Input) add(e event) {
	if n := len(in.events); e.kind == eventMove && n > 0 && in.events[n-1].kind == eventMove {
		in.events[n-1] = e
		return
	}
	if len(in.events) < maxEvents {
		in.events = append(in.events, e)
	}
}

// Move says where the cursor is, in pixels from the upper left corner.
func (in *Input) Move(x, y float32) { in.add(event{kind: eventMove, x: x, y: y}) }

// Press says that a button went down or up at a time (ns).
func (in *Input) Press(b Button, down bool, mods Mods, at int64) {
	if b < buttonCount {
		in.add(event{kind: eventButton, code: int32(b), down: down, mods: mods, time: at})
	}
}

// Wheel says that the wheel turned by lines, y positive away from the user.
func (in *Input) Wheel(x, y float32) { in.add(event{kind: eventWheel, x: x, y: y}) }

// Rune is a typed character.
func (in *Input) Rune(r rune) { in.add(event{kind: eventRune, code: int32(r)}) }

// Key says that a key was pressed or repeats.
func (in *Input) Key(k Key, mods Mods) { in.add(event{kind: eventKey, code: int32(k), mods: mods}) }

func (in *Input) release(b Button) { in.add(event{kind: eventButton, code: int32(b)}) }

// Leave releases all buttons: the window has lost the focus.
func (in *Input) Leave() {
	for b := range buttonCount {
		in.release(b)
	}
}

// Pending reports whether events wait for another frame.
func (in *Input) Pending() bool { return len(in.events) > 0 }

// Clear drops all waiting events.
func (in *Input) Clear() { in.events = in.events[:0] }

// pointer is the mouse in one frame.
type pointer struct {
	x, y, dx, dy    float32
	wheelX, wheelY  float32
	down            [buttonCount]bool
	pressed         [buttonCount]bool
	released        [buttonCount]bool
	pressX, pressY  float32
	clicks          int // of the newest press of the left button
	pressTime       int64
	mods            Mods
	moved, anything bool
}

// stroke is a typed character or a pressed key, in the order of typing.
type stroke struct {
	key  Key // 0 for a character
	char rune
	mods Mods
}

const (
	doubleClick    = 400e6 // ns
	clickTolerance = 4     // units
)

// take moves events of one frame into the pointer and the strokes.
func (c *Context) take(in *Input) {
	p := &c.mouse
	p.wheelX, p.wheelY = 0, 0
	p.pressed, p.released = [buttonCount]bool{}, [buttonCount]bool{}
	p.anything = len(in.events) > 0
	c.strokes = c.strokes[:0]
	x0, y0 := p.x, p.y
	button, typed, scrolled := false, false, false
	n := 0
loop:
	for ; n < len(in.events); n++ {
		e := &in.events[n]
		switch e.kind {
		case eventMove:
			if button {
				break loop
			}
			p.x, p.y = e.x, e.y
		case eventButton:
			// a button that is so already costs no frame: with slow ones a click would seem lost meanwhile
			if p.down[e.code] == e.down {
				continue
			}
			if button || typed {
				break loop
			}
			button = true
			c.press(e)
		case eventWheel:
			p.wheelX += e.x
			p.wheelY += e.y
		default:
			// text after a click or after a key that moves the focus is meant for
			// the widget that has the focus then
			if button || scrolled {
				break loop
			}
			typed = true
			s := stroke{mods: e.mods}
			if e.kind == eventRune {
				s.char = rune(e.code)
			} else {
				s.key = Key(e.code)
				scrolled = s.key == KeyTab || s.key == KeyF6 || s.key == KeyEnter || s.key == KeyPadEnter ||
					s.key == KeyEscape
			}
			c.strokes = append(c.strokes, s)
		}
	}
	in.events = in.events[:copy(in.events, in.events[n:])]
	p.dx, p.dy = p.x-x0, p.y-y0
	p.moved = p.dx != 0 || p.dy != 0
}

func (c *Context) press(e *event) {
	p := &c.mouse
	b := Button(e.code)
	p.down[b], p.mods = e.down, e.mods
	if !e.down {
		p.released[b] = true
		return
	}
	p.pressed[b] = true
	if b != ButtonLeft {
		return
	}
	tolerance := c.px(clickTolerance)
	near := abs(p.x-p.pressX) <= tolerance && abs(p.y-p.pressY) <= tolerance
	if near && e.time-p.pressTime <= doubleClick && p.clicks > 0 {
		p.clicks++
	} else {
		p.clicks = 1
	}
	p.pressX, p.pressY, p.pressTime = p.x, p.y, e.time
}

// key reports whether a key was pressed in this frame with exactly these modifiers, and takes it
// away from the widgets after.
func (c *Context) key(k Key, mods Mods) bool {
	for i := range c.strokes {
		if s := &c.strokes[i]; s.key == k && s.mods == mods {
			s.key, s.char = 0, 0
			return true
		}
	}
	return false
}

// anyKey is key for any modifiers, which it returns.
func (c *Context) anyKey(k Key) (Mods, bool) {
	for i := range c.strokes {
		if s := &c.strokes[i]; s.key == k {
			s.key, s.char = 0, 0
			return s.mods, true
		}
	}
	return 0, false
}

// enter reports whether one of the enter keys was pressed.
// Enter takes a press of Enter that no widget has taken, and reports whether there was one.
func (c *Context) Enter() bool { return c.enter() }

func (c *Context) enter() bool { return c.key(KeyEnter, 0) || c.key(KeyPadEnter, 0) }

// Pressed reports whether a key was pressed in this frame without modifiers, and takes it away from the widgets after.
func (c *Context) Pressed(k Key) bool { return c.key(k, 0) }
