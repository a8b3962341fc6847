//go:build cgo

package windowed

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tumble/engine"
	"tumble/engine/record"
	"tumble/internal/app/journal"
	"tumble/physics"
)

// journalled is a session that is kept in a folder.
func journalled(t *testing.T, folder string) *session {
	s := &session{t: t}
	s.prepare = func(o *setup) {
		o.app.Journal.Folder, o.app.DefaultOutput = folder, filepath.Join(folder, "output")
		o.loop.OnRecordEnd = func(err error) { s.app.RecordingEnded(err) }
	}
	return s
}

// replayed carries out the calls of a recording and returns its steps.
func replayed(t *testing.T, path string) int {
	t.Helper()
	rec, err := record.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	p, err := physics.NewReplay(rec.Calls, physics.DefaultReplayOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.Seek(rec.Calls.Steps()); err != nil {
		t.Fatal(err)
	}
	return rec.Calls.Steps()
}

// A kill of the window leaves the files of the journal as they are: no tick is missing that is older than
// a second and a quarter.
func TestJournalOfTheWindowIsUpToDate(t *testing.T) {
	folder, length := t.TempDir(), 4*time.Second
	if soak() {
		length = time.Minute // through ends of parts
	}
	var done []time.Time // when the ticks after first were done
	first, looks, oldest := 0, 0, time.Duration(0)
	begin, looked := time.Now(), time.Now()
	journalled(t, folder).run("mixed_rain", tiny, func(s *session, _ uint64) {
		if s.spy.ticked == nil {
			first = int(s.loop.Status().Tick)
			s.spy.ticked = func() { done = append(done, time.Now()) }
		}
		s.loop.Redraw()
		if time.Since(begin) > length {
			s.loop.Quit()
		}
		if time.Since(looked) < 100*time.Millisecond || len(done) == 0 {
			return
		}
		parts, _ := filepath.Glob(filepath.Join(folder, "*", "*.tumble*"))
		now, last := time.Now(), first
		for _, path := range parts {
			// the file of the next part is empty yet
			if rec, err := record.Open(path); err == nil {
				last = max(last, int(rec.Parts[len(rec.Parts)-1].LastTick()))
				rec.Close()
			}
		}
		looks++
		if last-first < len(done) {
			oldest = max(oldest, now.Sub(done[last-first]))
		}
		looked = time.Now()
	})
	t.Logf("%d ticks, looked %d times: the journal lacks at most the last %v", len(done), looks, oldest)
	if oldest > 1250*time.Millisecond {
		t.Errorf("the last %v are missing", oldest)
	}
	if looks < 3 || len(done) < 50 {
		t.Errorf("%d looks at %d ticks", looks, len(done))
	}
}

// A panic of the window leaves a journal that opens, replays and is offered by the next session, and says where it is.
func TestPanicInTheWindow(t *testing.T) {
	for _, where := range []string{"a tick", "a frame"} {
		folder, ticks := t.TempDir(), 0
		s := journalled(t, folder)
		s.failed = func(err error) {
			var p *engine.PanicError
			if !errors.As(err, &p) || p.Value != "on purpose" {
				t.Fatalf("%s: the loop ends with %v", where, err)
			}
			// as the program does
			if path, err := s.app.SaveCrash(); err != nil || !strings.HasSuffix(path, "-crash.tumble") {
				t.Errorf("%s: saved in %q, %v", where, path, err)
			}
		}
		s.run("pyramid36", tiny, func(s *session, _ uint64) {
			s.spy.ticked = func() {
				if ticks++; ticks > 30 && where == "a tick" {
					panic("on purpose")
				}
			}
			s.spy.recorded = func() {
				if ticks > 30 && where == "a frame" {
					panic("on purpose")
				}
			}
			s.loop.Redraw()
		})
		left := journal.Leftovers(folder)
		if len(left) != 1 || !left[0].Crashed || left[0].Told || left[0].Last() == "" {
			t.Fatalf("%s: left: %+v", where, left)
		}
		if n := replayed(t, left[0].Last()); n < 30 {
			t.Errorf("%s: %d steps", where, n)
		}
		saved, _ := filepath.Glob(filepath.Join(folder, "output", "*-crash.tumble"))
		if len(saved) != 1 || replayed(t, saved[0]) < 30 {
			t.Errorf("%s: saved %v", where, saved)
		}
		// the next session offers it
		journalled(t, folder).run("box", tiny, func(s *session, frame uint64) {
			if s.loop.Redraw(); frame > 20 {
				s.loop.Quit()
			}
		})
		told := false
		for _, l := range journal.Leftovers(folder) {
			told = told || l.Crashed && l.Told
		}
		if !told {
			t.Errorf("%s: the crash is not told", where)
		}
	}
}
