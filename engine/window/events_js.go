package window

import (
	"math"
	"slices"
	"strings"
	"syscall/js"
	"unicode/utf8"

	"tumble/engine/input"
)

// on listens to an event of the page.
func (w *Window) on(target js.Value, name string, f func(e js.Value)) {
	callback := js.FuncOf(func(_ js.Value, args []js.Value) any {
		f(args[0])
		return nil
	})
	w.callbacks = append(w.callbacks, callback)
	js.Global().Get("tumble").Call("on", target, name, callback)
}

// listen registers the listeners.
func (w *Window) listen() {
	window := js.Global()
	for name, action := range map[string]input.Action{"keydown": input.Press, "keyup": input.Release} {
		w.on(window, name, func(e js.Value) { w.key(e, action) })
	}
	w.on(window, "paste", w.paste)
	w.on(w.canvas, "pointerdown", func(e js.Value) { w.pointer(e, input.Press) })
	w.on(w.canvas, "pointerup", func(e js.Value) { w.pointer(e, input.Release) })
	w.on(w.canvas, "pointercancel", func(e js.Value) { w.pointer(e, input.Release) })
	w.on(w.canvas, "pointermove", w.move)
	w.on(w.canvas, "wheel", w.wheel)
	w.on(w.canvas, "contextmenu", func(e js.Value) { e.Call("preventDefault") })
	for name, action := range map[string]input.Action{"pointerenter": input.Press, "pointerleave": input.Release} {
		w.on(w.canvas, name, func(js.Value) { w.push(input.Event{Kind: input.EventCursorEnter, Action: action}) })
	}
	for name, action := range map[string]input.Action{"focus": input.Press, "blur": input.Release} {
		w.on(window, name, func(js.Value) {
			w.focused = action == input.Press
			w.push(input.Event{Kind: input.EventFocus, Action: action})
		})
	}
	w.on(w.document, "visibilitychange", w.visibility)
	w.on(window, "pagehide", func(js.Value) {
		// the loop ends within this event, and keeps the settings
		w.closing = true
		w.push(input.Event{Kind: input.EventClose})
		signal(w.frame)
	})
	w.on(window, "resize", w.resize)
	w.on(w.canvas, "files", func(e js.Value) {
		names := e.Get("detail")
		w.dropped = nil
		for i := range names.Length() {
			w.dropped = append(w.dropped, names.Index(i).String())
		}
		w.push(input.Event{Kind: input.EventDrop, X: w.cursorX, Y: w.cursorY})
	})
}

func (w *Window) push(e input.Event) {
	if w.inbox != nil {
		w.inbox.Push(e)
	}
	signal(w.wake)
}

// timeout ends WaitEventsTimeout.
func (w *Window) timeout() js.Func {
	if !w.yielded.Truthy() {
		w.yielded = js.FuncOf(func(js.Value, []js.Value) any { return signal(w.wake) })
	}
	return w.yielded
}

func (w *Window) visibility(js.Value) {
	w.hidden = w.document.Get("hidden").Bool()
	action := input.Release
	if w.hidden {
		action = input.Press
		// no animation frame comes any more
		signal(w.frame)
	}
	w.push(input.Event{Kind: input.EventMinimise, Action: action})
}

func (w *Window) resize(js.Value) {
	scale := w.scale
	w.measure()
	w.push(input.Event{Kind: input.EventResize, X: float64(w.fbWidth), Y: float64(w.fbHeight)})
	if w.scale != scale {
		w.push(input.Event{Kind: input.EventContentScale, X: float64(w.scale), Y: float64(w.scale)})
	}
}

func mods(e js.Value) (m input.Mods) {
	for name, mod := range map[string]input.Mods{
		"shiftKey": input.ModShift, "ctrlKey": input.ModControl, "altKey": input.ModAlt, "metaKey": input.ModSuper,
	} {
		if e.Get(name).Truthy() {
			m |= mod
		}
	}
	return m
}

// browsers keep these with control: reload, a new tab or window, close, the address, zoom
const keptByBrowser = "rtnwl+-=0"

// key sends a key and the text that it types.
func (w *Window) key(e js.Value, action input.Action) {
	if w.document.Get("activeElement").Get("tagName").String() == "INPUT" {
		return
	}
	code, text, m := e.Get("code").String(), e.Get("key").String(), mods(e)
	physical, known := pageKeys[code]
	command := m&(input.ModControl|input.ModSuper) != 0 && m&input.ModAlt == 0
	switch {
	case code == "F5" || code == "F12" || command && len(text) == 1 && strings.Contains(keptByBrowser, text):
		return
	case command && physical == 'V':
		// the text comes with the event of pasting
		return
	}
	e.Call("preventDefault")
	if action == input.Press && e.Get("repeat").Bool() {
		action = input.Repeat
	}
	if known {
		label := int32(physical)
		if typesText(physical) {
			label = int32(layoutKey(physical, text))
		}
		w.push(input.Event{Kind: input.EventKey, Code: label, Physical: physical, Action: action, Mods: m})
	}
	if r, n := utf8.DecodeRuneInString(text); n == len(text) && action != input.Release && !command {
		w.push(input.Event{Kind: input.EventChar, Code: r, Action: input.Press})
	}
}

// paste keeps the text and sends the key that asks for it.
func (w *Window) paste(e js.Value) {
	w.clipboard = e.Get("clipboardData").Call("getData", "text/plain").String()
	for _, action := range []input.Action{input.Press, input.Release} {
		w.push(input.Event{Kind: input.EventKey, Code: 'V', Physical: 'V', Action: action, Mods: input.ModControl})
	}
}

// buttons of a page are counted in another order.
var buttons = [...]int32{0: int32(input.MouseLeft), 1: int32(input.MouseMiddle), 2: int32(input.MouseRight)}

// pointer is a button of a mouse or a finger.
func (w *Window) pointer(e js.Value, action input.Action) {
	if e.Get("pointerType").String() == "touch" {
		w.finger(e, action)
		return
	}
	if action == input.Press {
		w.canvas.Call("focus")
		w.canvas.Call("setPointerCapture", e.Get("pointerId"))
	}
	w.at(e)
	if b := e.Get("button").Int(); b >= 0 && b < len(buttons) {
		w.button(buttons[b], action, mods(e))
	}
}

func (w *Window) button(b int32, action input.Action, m input.Mods) {
	w.push(input.Event{Kind: input.EventMouseButton, Code: b, X: w.cursorX, Y: w.cursorY, Action: action, Mods: m})
}

// at takes the place of the cursor; a captured one goes on without an end.
func (w *Window) at(e js.Value) {
	if w.captured {
		w.cursorX += e.Get("movementX").Float()
		w.cursorY += e.Get("movementY").Float()
		return
	}
	w.cursorX, w.cursorY = e.Get("offsetX").Float(), e.Get("offsetY").Float()
}

func (w *Window) move(e js.Value) {
	if e.Get("pointerType").String() == "touch" {
		w.fingerMoves(e)
		return
	}
	w.at(e)
	w.push(input.Event{Kind: input.EventMouseMove, X: w.cursorX, Y: w.cursorY})
}

// linePixels is how far a line of a wheel scrolls.
const linePixels = 100

func (w *Window) wheel(e js.Value) {
	e.Call("preventDefault")
	unit := 1.0 / linePixels
	if e.Get("deltaMode").Int() != 0 {
		// lines, of which a step of a wheel is three
		unit = 1.0 / 3
	}
	w.push(input.Event{Kind: input.EventScroll, X: -e.Get("deltaX").Float() * unit, Y: -e.Get("deltaY").Float() * unit})
}

// fingers are those on the screen. One is the left button; two are the middle one, which pans, and their distance is
// the wheel, which zooms. With the right button the wheel would be the speed of flight.
type fingers struct {
	ids  []int
	x, y []float64
	held int32 // button, -1 for none
	span float64
}

// pinch is how many pixels two fingers part for a line of a wheel.
const pinch = 40

func (w *Window) finger(e js.Value, action input.Action) {
	f := &w.fingers
	id := e.Get("pointerId").Int()
	if len(f.ids) > 0 {
		w.button(f.held, input.Release, 0)
	}
	if action == input.Press {
		e.Call("preventDefault")
		w.canvas.Call("setPointerCapture", id)
		f.ids, f.x, f.y = append(f.ids, id), append(f.x, e.Get("offsetX").Float()),
			append(f.y, e.Get("offsetY").Float())
	} else if i := slices.Index(f.ids, id); i >= 0 {
		f.ids, f.x, f.y = append(f.ids[:i], f.ids[i+1:]...), append(f.x[:i], f.x[i+1:]...),
			append(f.y[:i], f.y[i+1:]...)
	}
	if len(f.ids) == 0 {
		return
	}
	f.held = int32(input.MouseLeft)
	if len(f.ids) > 1 {
		f.held = int32(input.MouseMiddle)
	}
	w.cursorX, w.cursorY, f.span = f.middle()
	w.push(input.Event{Kind: input.EventMouseMove, X: w.cursorX, Y: w.cursorY})
	w.button(f.held, input.Press, 0)
}

func (w *Window) fingerMoves(e js.Value) {
	f := &w.fingers
	i := slices.Index(f.ids, e.Get("pointerId").Int())
	if i < 0 {
		return
	}
	f.x[i], f.y[i] = e.Get("offsetX").Float(), e.Get("offsetY").Float()
	span := f.span
	w.cursorX, w.cursorY, f.span = f.middle()
	w.push(input.Event{Kind: input.EventMouseMove, X: w.cursorX, Y: w.cursorY})
	if f.span != span {
		w.push(input.Event{Kind: input.EventScroll, Y: (f.span - span) / pinch})
	}
}

// middle is the mean of the places of the fingers, and the distance of the first two.
func (f *fingers) middle() (x, y, span float64) {
	n := float64(len(f.ids))
	for i := range f.ids {
		x, y = x+f.x[i]/n, y+f.y[i]/n
	}
	if len(f.ids) > 1 {
		span = math.Hypot(f.x[1]-f.x[0], f.y[1]-f.y[0])
	}
	return x, y, span
}
