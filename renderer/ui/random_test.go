package ui

import (
	"math/rand"
	"os"
	"strconv"
	"testing"
)

// TestRandomInput throws events at all widgets: nothing panics, stacks are balanced, windows stay where they
// can be reached, and letting go of everything gives the input back to the program.
func TestRandomInput(t *testing.T) {
	seeds := 6
	if os.Getenv("TUMBLE_SOAK") == "1" {
		seeds = 500
	}
	for seed := range seeds {
		t.Run(strconv.Itoa(seed), func(t *testing.T) { randomInput(t, int64(seed)) })
	}
}

func randomInput(t *testing.T, seed int64) {
	rng := rand.New(rand.NewSource(seed))
	all, open := everything(), true
	picking := false
	entries := []Pick{{"pyramid", "a"}, {"card_house", "b"}, {"", ""}}
	b := newBench(t, func(c *Context) {
		all(c)
		if c.BeginWindow("Float", WindowOptions{X: 100, Y: 100, W: 200, H: 150, Open: &open}) {
			c.Paragraph("Some words that are broken into lines, andonethatistoolongforanyline and\nmore.")
			c.EndWindow()
		}
		c.Picker("Pick", &picking, entries)
	})
	keys := []Key{KeyTab, KeyEnter, KeyEscape, KeyLeft, KeyRight, KeyUp, KeyDown, KeyHome, KeyEnd, KeyDelete,
		KeyBackspace, KeySpace, KeyF6, KeyA, KeyC, KeyV, KeyX, KeyPageDown}
	for range 400 {
		for range rng.Intn(6) {
			switch rng.Intn(9) {
			case 0, 1, 2:
				b.in.Move(rng.Float32()*900-50, rng.Float32()*700-50)
			case 3, 4:
				b.in.Press(Button(rng.Intn(4)), rng.Intn(2) == 0, Mods(rng.Intn(16)), b.in.Time)
			case 5:
				b.in.Wheel(0, rng.Float32()*8-4)
			case 6:
				b.in.Rune([]rune("a1.-é\u0000\U0001F600")[rng.Intn(7)])
			case 7:
				b.in.Key(keys[rng.Intn(len(keys))], Mods(rng.Intn(4)))
			case 8:
				switch rng.Intn(40) {
				case 0:
					picking = !picking
				case 1:
					b.in.Width, b.in.Height = rng.Float32()*1500, rng.Float32()*900
				case 2:
					b.in.Scale = 0.5 + rng.Float32()*3
				case 3:
					open = true
				case 4:
					b.c.Toast(ToneWarn, "message "+strconv.Itoa(rng.Intn(9)))
				}
			}
		}
		b.frame()
		if len(b.c.regions) != 1 || len(b.c.seeds) != 1 || len(b.c.tables) != 0 || b.c.disabled != 0 {
			t.Fatalf("seed %d: %d regions, %d seeds, %d tables are left open", seed, len(b.c.regions), len(b.c.seeds),
				len(b.c.tables))
		}
	}
	b.in.Leave()
	for range 3 {
		b.press(KeyEscape)
	}
	picking = false
	b.frames(3)
	b.c.Unfocus()
	if b.c.WantsKeys() || b.c.Holds() {
		t.Errorf("seed %d: the interface does not let go: keys %v, mouse %v", seed, b.c.WantsKeys(), b.c.Holds())
	}
}
