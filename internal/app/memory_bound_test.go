package app

import (
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"tumble/engine"
	"tumble/internal/app/command"
	"tumble/internal/app/session"
)

// usedMost is the most memory (bytes) that a program had in use when one looked.
type usedMost int64

func (u *usedMost) look() {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	*u = max(*u, usedMost(m.HeapInuse+m.StackInuse))
}

// TestFullPastStaysInItsBound fills the past of thousands of bodies, restarts the scene again and again, and exports
// all of it: the memory is below the bound of docs/performance.md, less that of the driver.
func TestFullPastStaysInItsBound(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	const mega, history, filled = 1 << 20, 64 << 20, 350
	// as a window has it
	defer debug.SetGCPercent(debug.SetGCPercent(50))
	output := t.TempDir()
	r := newRig(t, "rain", func(_ *engine.LoopConfig, o *Options) {
		o.History, o.DefaultOutput, o.Journal.Folder = history, output, t.TempDir()
		// of two readings a tick: it takes as long as one of rain does
		now := int64(0)
		o.Clock = func() int64 { now += 5_000_000; return now }
	})
	var most usedMost
	var state session.Moment
	past := 0
	for frame := range filled + 200 {
		if frame == filled {
			if err := state.Take(r.app.session); err != nil {
				t.Fatal(err)
			}
		}
		if frame >= filled && frame%10 == 0 {
			r.asked(command.Restart)
		}
		r.run(1)
		most.look()
		past = max(past, r.app.past.history.Bytes())
	}
	bound := usedMost(history+8*state.Bytes()+50*mega) * 3 / 2
	t.Logf("state %d MB, past %d MB: %d MB, bound %d MB", state.Bytes()/mega, past/mega, most/mega, bound/mega)
	if past < history*9/10 {
		t.Errorf("the past takes %d bytes of %d: it is not full", past, history)
	}
	if most > bound {
		t.Errorf("the window takes %d bytes, bound %d", most, bound)
	}
	r.asked(command.TogglePause)
	r.asked(command.Export)
	for said := ""; !strings.HasPrefix(said, "exported "); said = r.app.panels.Message() {
		r.run(1)
		most.look()
		time.Sleep(5 * time.Millisecond)
	}
	films, _ := filepath.Glob(filepath.Join(output, "*.glb"))
	if len(films) != 1 {
		t.Fatalf("exported %v; %s", films, r.app.panels.Message())
	}
	film, err := os.Stat(films[0])
	if err != nil {
		t.Fatal(err)
	}
	bound += 8 * usedMost(film.Size())
	t.Logf("an export of %d MB: %d MB, bound %d MB", film.Size()/mega, most/mega, bound/mega)
	if most > bound {
		t.Errorf("with an export of %d bytes the window takes %d, bound %d", film.Size(), most, bound)
	}
	r.close()
}
