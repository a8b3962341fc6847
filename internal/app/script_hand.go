package app

import (
	"errors"
	"fmt"
	"strconv"

	"tumble/engine/input"
	"tumble/engine/timestep"
)

// scriptClick clicks a widget of the panels, which is named as for widget.
func (a *App) scriptClick(r request, words []string, answer *scriptAnswer) error {
	if len(words) == 0 {
		return errors.New("app: click TEXT")
	}
	a.script.clicks = true
	return a.scriptWidget(r, words, answer)
}

// scriptCtrlClick is scriptClick with Ctrl held, which lets a number be typed.
func (a *App) scriptCtrlClick(r request, words []string, answer *scriptAnswer) error {
	a.script.mods = input.ModControl
	return a.scriptClick(r, words, answer)
}

// clickAt is a click of the left button at a point of the window, with modifier keys held.
func clickAt(at *[2]int, mods input.Mods) []input.Event {
	e := input.Event{Kind: input.EventMouseMove, X: float64(at[0]), Y: float64(at[1])}
	press := e
	press.Kind, press.Code, press.Action = input.EventMouseButton, int32(input.MouseLeft), input.Press
	press.Mods = mods
	release := press
	release.Action = input.Release
	return []input.Event{e, press, release}
}

// scriptEnter types a text and the key Enter.
func (a *App) scriptEnter(_ request, _ []string, answer *scriptAnswer) error {
	for _, c := range restOf(answer.Line) {
		a.script.hand = append(a.script.hand, input.Event{Kind: input.EventChar, Code: c})
	}
	key := input.Event{Kind: input.EventKey, Code: int32(input.KeyEnter), Action: input.Press}
	a.script.hand = append(a.script.hand, key)
	key.Action = input.Release
	a.script.hand = append(a.script.hand, key)
	return nil
}

// scriptPicture saves a picture of the window to a file.
func (a *App) scriptPicture(_ request, words []string, answer *scriptAnswer) error {
	if len(words) == 0 {
		return errors.New("app: picture FILE")
	}
	a.script.picture = restOf(answer.Line)
	// no tip of the widget under the pointer
	a.script.hand = []input.Event{{Kind: input.EventCursorEnter, Action: input.Release}, {}}
	return nil
}

// scriptSleep lets seconds pass before the next line, also where time stands still or is repeated.
func (a *App) scriptSleep(r request, words []string, _ *scriptAnswer) error {
	if len(words) != 1 {
		return errors.New("app: sleep SECONDS")
	}
	s, err := strconv.ParseFloat(words[0], 64)
	if err != nil || !(s >= 0 && s <= 3600) {
		return fmt.Errorf("app: sleep %s: must be 0 to 3600 s", words[0])
	}
	a.script.wakes = r.now() + int64(s*float64(timestep.Second))
	return nil
}

// followHand does the next action of mouse and keyboard, and waits for a picture; it reports whether the next line has
// to wait.
func (a *App) followHand(r *scriptRun, now int64) bool {
	if len(r.hand) > 0 {
		e := r.hand[0]
		r.hand, r.frame = r.hand[1:], a.frames+1
		e.Time = now
		a.Input(&e, a.loop.World())
		return true
	}
	if r.picture == "" {
		return false
	}
	if !r.asked {
		a.shots.Request(r.picture)
		r.asked = true
		return true
	}
	if a.shots.Pending() {
		return true
	}
	r.picture, r.asked = "", false
	return false
}
