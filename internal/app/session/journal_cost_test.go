//go:build linux

package session

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"tumble/engine/param"
	"tumble/engine/record"
	"tumble/physics"
	"tumble/physics/scenes"
)

// workedBy is the time that all threads of the process have worked, or only this one: whose are the RUSAGE_ constants.
func workedBy(whose int) time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(whose, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// ofThisThread is RUSAGE_THREAD, which the package syscall does not name.
const ofThisThread = 1

// more is how much the second is above the first (%).
func more(of [2]time.Duration) float64 { return 100 * (float64(of[1])/float64(of[0]) - 1) }

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

// TestJournalCost compares steps with and without a recording in turn, half a second of the world at a time, on two
// sessions that do the same. It prints what a step costs more in time, in work of its thread, which other programs
// disturb less, and in work of the whole process, and its bytes.
func TestJournalCost(t *testing.T) {
	if os.Getenv("TUMBLE_SOAK") != "1" {
		t.Skip("set TUMBLE_SOAK=1 to measure")
	}
	for _, name := range []string{"large_pyramid", "rain", "mixed_rain"} {
		t.Run(name, func(t *testing.T) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
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
			var times, thread, process []float64
			tick := uint64(0)
			for block := range blocks {
				var passed, own, all [2]time.Duration
				// the first one of a pair warms the caches for the other
				for k := range 2 {
					i := (k + block) % 2
					s := sessions[i]
					begin, thread, process := time.Now(), workedBy(ofThisThread), workedBy(syscall.RUSAGE_SELF)
					for k := range length {
						if err := s.Tick(nil); err != nil {
							t.Fatal(err)
						}
						if i == 1 {
							_ = r.Tick(tick+uint64(k)+1, s.Digest())
						}
					}
					passed[i], own[i], all[i] = time.Since(begin), workedBy(ofThisThread)-thread,
						workedBy(syscall.RUSAGE_SELF)-process
				}
				tick += length
				times = append(times, more(passed))
				thread = append(thread, more(own))
				process = append(process, more(all))
			}
			if err := r.Close(); err != nil {
				t.Fatal(err)
			}
			perStep := float64(r.Bytes()) / float64(tick)
			t.Logf(
				"time %+.1f %%, work of the thread %+.1f %%, of the process %+.1f %%, %.0f bytes a step, "+
					"%.2f GB in an hour",
				median(times), median(thread), median(process), perStep, perStep*360_000/1e9)
			if median(thread) > 2 {
				t.Errorf("a recorded step takes %.1f %% longer", median(thread))
			}
			if name == "mixed_rain" && perStep*360_000 > 1e9 {
				t.Errorf("%.0f bytes a step", perStep)
			}
		})
	}
}
