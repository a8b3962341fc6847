//go:build unix

package session

import (
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"tumble/engine/param"
	"tumble/engine/record"
	"tumble/physics"
	"tumble/physics/scenes"
)

// processTime is the time that all threads of the process have worked.
func processTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestJournalCost compares steps with and without a recording in turn, half a second of the world at a time, on two sessions
// that do the same. It prints what a step costs more, in time and in work of the whole process, and its bytes.
func TestJournalCost(t *testing.T) {
	if os.Getenv("TUMBLE_SOAK") != "1" {
		t.Skip("set TUMBLE_SOAK=1 to measure")
	}
	for _, name := range []string{"large_pyramid", "rain", "mixed_rain"} {
		t.Run(name, func(t *testing.T) {
			scene, ok := scenes.Find(name)
			if !ok {
				t.Fatal("no such scene")
			}
			var sessions [2]*Session
			for i := range sessions {
				s, err := New(param.NewConfig(scene), nil)
				if err != nil {
					t.Fatal(err)
				}
				defer s.World().Close()
				sessions[i] = s
			}
			r, err := record.Create(filepath.Join(t.TempDir(), "a.tumble"), sessions[1].Info(), physics.RecordOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if err := sessions[1].Record(r); err != nil {
				t.Fatal(err)
			}
			const blocks, length = 24, 50
			var ratios, work []float64
			tick := uint64(0)
			for range blocks {
				var times, worked [2]time.Duration
				for i, s := range sessions {
					begin, cpu := time.Now(), processTime()
					for k := range length {
						if err := s.Tick(nil); err != nil {
							t.Fatal(err)
						}
						if i == 1 {
							_ = r.Tick(tick+uint64(k)+1, s.Digest())
						}
					}
					times[i], worked[i] = time.Since(begin), processTime()-cpu
				}
				tick += length
				ratios = append(ratios, float64(times[1])/float64(times[0]))
				work = append(work, float64(worked[1])/float64(worked[0]))
			}
			if err := r.Close(); err != nil {
				t.Fatal(err)
			}
			slices.Sort(ratios)
			slices.Sort(work)
			perStep := float64(r.Bytes()) / float64(tick)
			t.Logf("time %+.1f %%, work of the process %+.1f %%, %.0f bytes a step, %.2f GB in an hour",
				100*(ratios[blocks/2]-1), 100*(work[blocks/2]-1), perStep, perStep*360_000/1e9)
			if ratios[blocks/2] > 1.05 {
				t.Errorf("a recorded step takes %.3f times as long", ratios[blocks/2])
			}
			if name == "mixed_rain" && perStep*360_000 > 1e9 {
				t.Errorf("%.0f bytes a step", perStep)
			}
		})
	}
}
