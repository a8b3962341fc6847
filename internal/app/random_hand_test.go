package app

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/internal/app/command"
)

// randomHand uses mouse and keyboard at random, with the panels open.
type randomHand struct {
	*rig
	random *rand.Rand
}

// notByHand are commands that wait for seconds of steps, or let the hand write and open files outside of the test.
var notByHand = map[command.ID]bool{command.Profile: true, command.Hitches: true, command.Sequence: true,
	command.NextScene:     true,
	command.PreviousScene: true, command.OpenFile: true, command.SaveAs: true, command.Picker: true,
	command.Recover:    true,
	command.SavePreset: true, command.LoadPreset: true, command.Sweep: true}

// do is one thing that a hand does.
func (h *randomHand) do() {
	in := h.loop.Inbox()
	switch n := h.random.IntN(20); {
	case n < 7:
		h.anyKey()
	case n < 10:
		// below the bar of menus
		h.move(h.random.Float64()*1280, 40+h.random.Float64()*680)
	case n < 12:
		h.button(input.MouseButton(h.random.IntN(3)), input.Press, input.Mods(h.random.IntN(8)))
	case n < 15:
		h.button(input.MouseButton(h.random.IntN(3)), input.Release, 0)
	case n < 16:
		in.Push(input.Event{Kind: input.EventScroll, Y: float64(h.random.IntN(7) - 3),
			X: float64(h.random.IntN(3) - 1)})
	case n < 17:
		text := []rune("19.-#é")
		in.Push(input.Event{Kind: input.EventChar, Code: text[h.random.IntN(len(text))]})
	case n < 18:
		in.Push(input.Event{Kind: input.EventFocus, Action: input.Action(h.random.IntN(2))})
	default:
		if list := h.dynamic(); len(list) > 0 {
			b := list[h.random.IntN(len(list))]
			if x, y, ok := h.app.tools.Camera.Seen(b.WorldCenter()); ok {
				h.move(float64(x), max(float64(y), 40))
			}
		}
	}
	h.run(1 + h.random.IntN(2))
}

// anyKey presses a key of the table, or one that moves on in panels; it may stay down.
func (h *randomHand) anyKey() {
	c := &command.All[h.random.IntN(len(command.All))]
	e := input.Event{Kind: input.EventKey, Action: input.Press}
	plain := []input.Key{input.KeyEscape, input.KeyEscape, input.KeyTab, input.KeyUp, input.KeyDown, input.KeyLeft,
		input.KeyRight, input.KeyBackspace}
	switch {
	case h.random.IntN(4) == 0:
		e.Code = plain[h.random.IntN(len(plain))]
	case len(c.Keys) == 0 || notByHand[c.ID] || c.ID == command.Quit:
		return
	default:
		k := c.Keys[h.random.IntN(len(c.Keys))]
		e.Code, e.Mods = k.Code, k.Mods
	}
	h.loop.Inbox().Push(e)
	if h.random.IntN(8) > 0 {
		e.Action = input.Release
		h.loop.Inbox().Push(e)
	}
}

// TestRandomHand uses mouse and keyboard at random on panels and scene: nothing panics, every world is sound, nothing
// leaks, and all parts of the journal lead to the same worlds.
func TestRandomHand(t *testing.T) {
	rounds, events := 2, 600
	if testing.Short() {
		rounds, events = 1, 300
	}
	if os.Getenv("TUMBLE_SOAK") == "1" {
		rounds, events = 20, 2000
	}
	for round := range rounds {
		folder := t.TempDir()
		h := &randomHand{newPanelRig(t, "pyramid36", func(_ *engine.LoopConfig, o *Options) {
			o.Journal.Folder, o.DefaultOutput, o.Folder = filepath.Join(folder, "journal"),
				filepath.Join(folder, "output"), filepath.Join(folder, "settings")
		}), rand.New(rand.NewPCG(uint64(round), 12))}
		h.app.stall = func() {}
		h.runUntil("a part", func() bool { return h.app.session.Recorder() != nil })
		for i := range events {
			h.do()
			if err := h.app.session.World().Validate(); err != nil {
				t.Fatalf("round %d, event %d: %v", round, i, err)
			}
			if h.app.session.World().BodyCount() > 300 {
				h.asked(command.Restart)
			}
		}
		h.close()
		replayParts(t, folder)
	}
}
