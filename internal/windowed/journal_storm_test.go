//go:build cgo

package windowed

import (
	"errors"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"tumble/engine/input"
	"tumble/engine/record"
	"tumble/engine/timestep"
	"tumble/engine/window"
	"tumble/internal/app/history"
	"tumble/internal/app/journal"
	appsession "tumble/internal/app/session"
	"tumble/internal/openscene"
	"tumble/physics/scenes"
)

// inputsReplayed carries out the inputs of every scene of a recording and compares the digests of all ticks. It returns
// how many those were.
func inputsReplayed(t *testing.T, path string) (ticks int) {
	t.Helper()
	rec, err := record.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	for i := range rec.Parts {
		part := &rec.Parts[i]
		if len(part.Digests) == 0 {
			continue
		}
		s, err := appsession.OpenPart(rec, i, nil)
		if errors.Is(err, appsession.ErrPartial) {
			continue // its beginning has what no world holds
		} else if err != nil {
			t.Fatal(err)
		}
		again, err := history.NewReplay(s, part, part.From)
		for tick := part.From + 1; err == nil && tick <= part.LastTick(); tick++ {
			if err = again.Tick(tick); err == nil {
				ticks++
				err = again.Check(tick)
			}
		}
		s.World().Close()
		// one that goes back to before its beginning ends there
		if err != nil && !errors.Is(err, appsession.ErrPartial) {
			t.Fatalf("%s, scene %d, %s: %v", path, i+1, part.Info.Scene, err)
		}
	}
	return ticks
}

// recordedStorm does anything at any time in a window that is recorded.
type recordedStorm struct {
	*session
	random *rand.Rand
	file   string // a scene file
}

// stormKeys are commands that change what is recorded, and how: restarts, edits, time backwards, recordings that begin
// and end, and what just happened.
var stormKeys = []struct {
	key  input.Key
	mods input.Mods
}{
	{'R', 0}, {'B', 0}, {'B', 0}, {'X', 0}, {'N', 0}, {input.KeySpace, 0}, {input.KeyDelete, 0}, {'K', 0}, {'O', 0},
	{'W', 0},
	{'A', input.ModControl}, {'D', input.ModControl}, {'Z', input.ModControl}, {'Z', input.ModControl | input.ModShift},
	{'P', 0}, {input.KeyPeriod, 0}, {input.KeyComma, 0}, {input.KeyComma, input.ModShift},
	{input.KeyComma, input.ModControl}, {'P', input.ModShift}, {'T', 0}, {'L', input.ModAlt},
	{'R', input.ModControl}, {'R', input.ModControl | input.ModShift},
}

// act does one thing at random.
func (s *recordedStorm) act() {
	in, r := s.loop.Inbox(), s.random
	switch r.IntN(16) {
	case 0:
		s.nextModest()
	case 1:
		s.window.files = []string{s.file}
		in.Push(input.Event{Kind: input.EventDrop})
	case 2:
		names := timestep.StrategyNames()
		if err := s.loop.SetStrategy(names[r.IntN(len(names))]); err != nil {
			s.t.Error(err)
		}
	case 3:
		if err := s.loop.SetRate(50 + r.Int64N(150)); err != nil {
			s.t.Error(err)
		}
	case 4, 5:
		x, y := float64(r.IntN(64)), float64(r.IntN(64))
		in.Push(input.Event{Kind: input.EventMouseMove, X: x, Y: y})
		in.Push(input.Event{Kind: input.EventMouseButton, Code: input.MouseLeft, Action: input.Action(r.IntN(2)),
			Mods: input.Mods(r.IntN(2)), X: x, Y: y})
	default:
		k := stormKeys[r.IntN(len(stormKeys))]
		s.keyWith(k.key, k.mods)
	}
}

// TestStormIsRecorded changes scenes, restarts, drops files, switches loops, edits, goes back, saves and records all
// the time: every recording and every part of the journal opens and replays, by its calls and by its inputs. Ticks
// follow real time: a machine that draws fast goes on until there are enough of them.
func TestStormIsRecorded(t *testing.T) {
	frames, length := uint64(300), stormTime(t)/3
	if testing.Short() {
		frames = 120
	}
	folder, begin := t.TempDir(), time.Now()
	storm := &recordedStorm{session: journalled(t, folder), random: rand.New(rand.NewPCG(24, 2)),
		file: filepath.Join(folder, "dropped.gltf")}
	live := uint64(0)
	storm.run("stack10", window.Options{Width: 64, Height: 64}, func(s *session, frame uint64) {
		if frame == 1 {
			s.spy.ticked = func() { live++ }
			if err := openscene.Save(storm.file, s.app.Session().Run, 100, scenes.View{}); err != nil {
				t.Error(err)
			}
		}
		switch {
		case frame%24 == 12: // not all of it in the past or standing still
			s.keyWith('P', input.ModShift)
			s.loop.Virtual().SetPaused(false)
		case frame%32 == 16:
			s.keyWith('R', input.ModControl)
		case frame%4 == 0:
			storm.act()
		}
		s.loop.Redraw()
		if frame >= frames && live >= 2*frames && time.Since(begin) >= length {
			s.loop.Quit()
		}
	})
	steps, ticks, files := 0, 0, 0
	paths, _ := filepath.Glob(filepath.Join(folder, "output", "*.tumble*"))
	for _, left := range journal.Leftovers(folder) {
		if left.Crashed {
			t.Errorf("left as by a crash: %+v", left)
		}
		paths = append(paths, left.Parts...)
	}
	seen := map[string]bool{}
	for _, path := range paths {
		if !seen[path] {
			seen[path] = true
			files++
			steps += replayed(t, path)
			ticks += inputsReplayed(t, path)
		}
	}
	t.Logf("%d frames in %.0f s, then %d recordings of %d steps and %d ticks", storm.loop.Status().Frames,
		time.Since(begin).Seconds(), files, steps, ticks)
	if files < 3 || steps < int(frames)/4 {
		t.Errorf("%d recordings of %d steps", files, steps)
	}
}
