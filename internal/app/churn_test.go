package app

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
	"time"

	"tumble/engine"
	"tumble/engine/timestep"
	"tumble/internal/app/command"
	"tumble/physics/scenes"
)

// churnMinutes is how many minutes of use the churn has: a few, in the long runs those of a day or of TUMBLE_HOURS.
func churnMinutes(t *testing.T) int {
	if os.Getenv("TUMBLE_SOAK") == "" {
		return 16
	}
	hours := 24.0
	if text := os.Getenv("TUMBLE_HOURS"); text != "" {
		var err error
		if hours, err = strconv.ParseFloat(text, 64); err != nil {
			t.Fatalf("TUMBLE_HOURS=%s: %v", text, err)
		}
	}
	return int(hours * 60)
}

// held counts the resources of a program while nobody does anything.
type held struct {
	files, goroutines int
	memory            int64 // bytes
}

// holds counts when work in the background has ended: when no more goroutines are left than there were, but two
// seconds at the least if there were none to compare with.
func holds(before int) (h held) {
	var m runtime.MemStats
	for look := range 2000 {
		runtime.GC()
		h.goroutines = runtime.NumGoroutine()
		if before > 0 && h.goroutines <= before || before == 0 && look == 200 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	list, _ := os.ReadDir("/proc/self/fd")
	runtime.ReadMemStats(&m)
	h.files, h.memory = len(list), int64(m.HeapAlloc)
	return h
}

// churn is a window that is used for hours.
type churn struct {
	randomCommands
	folder string
}

// openChurn opens the window with the settings and journals of the one before.
func openChurn(t *testing.T, folder string, random *rand.Rand) *churn {
	c := &churn{randomCommands{newPanelRig(t, "box", func(_ *engine.LoopConfig, o *Options) {
		o.Journal.Folder, o.DefaultOutput = filepath.Join(folder, "journal"), filepath.Join(folder, "output")
		o.Folder, o.Journal.Megabytes, o.History = filepath.Join(folder, "settings"), 4, 16<<20
	}), random}, folder}
	c.app.stall = func() {}
	return c
}

// minute opens a scene and does everything that makes files, worlds or goroutines.
func (c *churn) minute() {
	names := []string{"box", "stack10", "card_house", "pyramid36", "ragdoll_gym", "bowling", "driving", "pool"}
	scene, _ := scenes.Find(names[c.random.IntN(len(names))])
	if err := c.app.Open(scene); err != nil {
		c.t.Fatal(err)
	}
	c.asked(command.Record)
	for range 10 {
		c.step()
	}
	if c.app.journal.Recording() {
		c.asked(command.Record)
	}
	c.seek()
	c.compares()
	c.files()
	c.asked(command.Panes)
	c.run(20)
	// the parts of a journal are as long as in a session
	c.clock.Advance(20 * timestep.Second)
	c.run(20)
}

// seek goes back and forth in time, and into another future.
func (c *churn) seek() {
	for range 4 {
		c.app.lookAt(c.random.IntN(c.app.past.history.Head() + 1))
		c.run(1 + c.random.IntN(3))
	}
	c.asked(command.PlayBack)
	c.run(5)
	c.app.goOn()
	c.app.choose(c.random.IntN(len(c.app.past.history.Branches())))
	c.run(1)
	c.app.goOn()
	c.run(3)
}

// compares lets copies of the session run beside it, and goes on with one of them or with the session.
func (c *churn) compares() {
	if err := c.app.try(here("material.friction", "0.05", "0.3", "0.9")); err != nil {
		return // a session that goes on elsewhere has none
	}
	c.run(10)
	c.asked(command.SplitTrial)
	c.run(5)
	if list := c.app.trial.Members(); len(list) > 0 && c.random.IntN(2) == 0 {
		if err := c.app.keepMember(0); err != nil {
			c.t.Fatal(err)
		}
	} else {
		c.app.endTrial()
	}
	c.run(2)
}

// files writes one of each kind, opens one of them, and removes them.
func (c *churn) files() {
	for _, id := range []command.ID{command.Save, command.Screenshot, command.SaveMCAP, command.SaveMeters,
		command.SavePlot, command.Capsule, command.SaveLast, command.Export} {
		c.asked(id)
	}
	output := filepath.Join(c.folder, "output")
	for range 40 {
		c.run(1)
		time.Sleep(time.Millisecond)
	}
	all, _ := filepath.Glob(filepath.Join(output, "*"))
	if len(all) > 0 {
		c.app.openFile(all[c.random.IntN(len(all))], c.clock.Now())
		for range 20 {
			c.run(1)
			time.Sleep(time.Millisecond)
		}
	}
	// what is still being written there is removed the next time
	_ = os.RemoveAll(output)
}

// rest opens the smallest scene and counts, see holds.
func (c *churn) rest(before int) held {
	scene, _ := scenes.Find("box")
	for c.app.panes() > 1 {
		c.asked(command.Panes)
	}
	if err := c.app.Open(scene); err != nil {
		c.t.Fatal(err)
	}
	c.run(60)
	return holds(before)
}

// grown reports whether a program holds more than before, with so much more memory (bytes) allowed.
func (h held) grown(before held, memory int64) bool {
	return h.files > before.files || h.goroutines > before.goroutines || h.memory > before.memory+memory
}

// least has the smaller count of each kind.
func (h held) least(other held) held {
	if h == (held{}) {
		return other
	}
	return held{min(h.files, other.files), min(h.goroutines, other.goroutines), min(h.memory, other.memory)}
}

// TestChurn uses a window for hours, in four sessions: scenes are opened, recorded, gone back in, forked, saved and
// exported, by random commands and by all that there is of these. Descriptors, goroutines and memory at rest do not
// grow, neither within a session nor from one to the next.
func TestChurn(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	folder, random := t.TempDir(), rand.New(rand.NewPCG(24, 8))
	minutes := churnMinutes(t)
	// what the first of all leaves for good, as compiled patterns, is none of the others'
	c := openChurn(t, folder, random)
	c.minute()
	c.close()
	const sessions = 4
	var closed held
	for session := range sessions {
		c := openChurn(t, folder, random)
		// the past of the session and its caches fill first; a scene or a file may hold more for a while
		quarter := minutes / sessions / 4
		var early, late held
		for minute := range minutes / sessions {
			c.minute()
			if minute < quarter {
				continue
			}
			now := c.rest(early.goroutines)
			if minute < 2*quarter {
				early = early.least(now)
			} else if minute >= 3*quarter {
				late = late.least(now)
			}
			if minute%30 == 0 {
				t.Logf("session %d, minute %d: %+v", session, minute, now)
			}
		}
		// the least of a few minutes is uneven
		if allowed := 4<<20 + 32<<20/int64(quarter); late.grown(early, allowed) {
			t.Errorf("session %d holds at least %+v in its last quarter, %+v in the second", session, late, early)
		}
		c.close()
		now := holds(closed.goroutines)
		t.Logf("after session %d: %+v", session, now)
		if session == 0 {
			closed = now
		} else if now.grown(closed, 1<<20) {
			t.Errorf("after session %d: %+v, were %+v", session, now, closed)
		}
	}
}
