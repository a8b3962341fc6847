package physicstest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"tumble/physics"
)

// The recording of a test that failed replays to the state of the first failure, which the command names; without a
// failure of this package to the last step.
func TestFailureLeavesRecording(t *testing.T) {
	folder := recordingsIn(t)
	for _, c := range []struct {
		name     string
		at, step int // of the check that fails, 0 for none, and in the command
	}{{"TestFirst", 1, 1}, {"TestLater/a subtest of 3 m", 17, 17}, {"TestOwn/…:*?", 0, 30}, {"", 30, 30}} {
		w, _ := falling(t, 1, 0.5)
		w.Step(1.0 / 60) // the steps of a recording count from its start
		hashes := []uint64{}
		f := carryOut(t, c.name, func(f *fake) {
			Record(f, w)
			hashes = append(hashes, w.Hash())
			for step := 1; step <= 30; step++ {
				w.Step(1.0 / 60)
				hashes = append(hashes, w.Hash())
				if c.at > 0 && step >= c.at {
					Assert(f, w, AtRest(0, 0), Penetration(1))
				}
			}
			f.failed = true
		})
		path, step := f.command()
		if step != c.step || filepath.Dir(path) != folder || strings.ContainsAny(filepath.Base(path), "/ :*?") {
			t.Fatalf("%q: the command is in %q, want step %d", c.name, f.log, c.step)
		}
		hash, steps := replayed(t, path, step)
		if hash != hashes[step] || steps != 30 {
			t.Errorf("%q: the replay has hash %016x after step %d of %d, the test %016x",
				c.name, hash, step, steps, hashes[step])
		}
		if c.at > 0 {
			f.says(t, c.name, fmt.Sprintf("^step %d: ", c.at))
		}
	}
}

// A test that passes leaves nothing, also when its world is closed before it ends.
func TestPassLeavesNothing(t *testing.T) {
	folder := recordingsIn(t)
	for _, closed := range []bool{false, true} {
		w, crate := falling(t, 1, 0.5)
		f := carryOut(t, "TestPass", func(f *fake) {
			Record(f, w)
			if files(t, folder) != 1 {
				t.Error("nothing is recorded during the test")
			}
			Run(f, w, 120, 1.0/60, Penetration(0.01), Finite())
			Assert(f, w, AtRest(0.001, 0.001, crate))
			if closed {
				w.Close()
			}
		})
		f.quiet(t, closed)
		n := files(t, folder)
		if n != 0 || f.log != "" || len(recordings.of) != 0 {
			t.Errorf("closed %v: %d files and %d recordings are left, the log is %q",
				closed, n, len(recordings.of), f.log)
		}
	}
}

// A world has one recording: a second one ends the test and leaves the first. After it the world can be recorded again.
func TestRecordedTwice(t *testing.T) {
	folder := recordingsIn(t)
	w, _ := falling(t, 1, 1)
	first := carryOut(t, "TestFirst", func(f *fake) {
		Record(f, w)
		second := carryOut(t, "TestSecond", func(f *fake) {
			Record(f, w)
			t.Error("the test goes on")
		})
		second.says(t, "second", "is being recorded already")
		n := files(t, folder)
		if n != 1 {
			t.Errorf("%d files", n)
		}
		Run(f, w, 10, 1.0/60, AtRest(0, 0))
	})
	path, _ := first.command()
	if filepath.Base(path) != "TestFirst.tumble" {
		t.Errorf("the log is %q", first.log)
	}
	carryOut(t, "TestThird", func(f *fake) { Record(f, w) }).quiet(t, "third")
	carryOut(t, "TestNone", func(f *fake) { Record(f, nil) }).says(t, "no world", "no world")
	t.Setenv("TUMBLE_RECORDINGS", filepath.Join(folder, "TestFirst.tumble"))
	carryOut(t, "TestFolder", func(f *fake) { Record(f, w) }).says(t, "a file for a folder", "TestFirst.tumble")
}

// Tests of one name, at once, keep recordings of their own, and none replaces one of before.
func TestRecordingsOfOneName(t *testing.T) {
	folder := recordingsIn(t)
	before := filepath.Join(folder, "TestSame.tumble")
	err := os.WriteFile(before, []byte("of another process"), 0o644)
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	paths := make([]string, 8)
	for i := range paths {
		w, crate := falling(t, 1, 0.1*float32(i))
		all.Go(func() {
			f := carryOut(t, "TestSame", func(f *fake) {
				Record(f, w)
				Run(f, w, 60, 1.0/60, Finite())
				f.failed = true
			})
			paths[i], _ = f.command()
			hash, _ := replayed(t, paths[i], 60)
			if hash != w.Hash() {
				t.Errorf("%s is not the recording of crate %d at %v", paths[i], i, crate.Position())
			}
		})
	}
	all.Wait()
	text, _ := os.ReadFile(before)
	if string(text) != "of another process" || files(t, folder) != 9 {
		t.Errorf("%d files, the first one is %q", files(t, folder), text)
	}
}

// scenario names the end of TestScenarios in a process of its own.
const scenario = "PHYSICSTEST_SCENARIO"

// TestScenarios are tests that end in all manners, in a process of their own; without that it judges them.
func TestScenarios(t *testing.T) {
	ends := map[string]func(t *testing.T, w *physics.World){
		"pass":  func(*testing.T, *physics.World) {},
		"error": func(t *testing.T, _ *physics.World) { t.Error("wrong") },
		"fatal": func(t *testing.T, _ *physics.World) { t.Fatal("wrong") },
		"panic": func(*testing.T, *physics.World) { panic("physicstest: wrong") },
		"check": func(t *testing.T, w *physics.World) { Run(t, w, 10, 1.0/60, AtRest(0, 0)) },
		"recover": func(_ *testing.T, w *physics.World) {
			defer func() { _ = recover() }()
			panic("physicstest: in vain")
		},
		"cleanup": func(t *testing.T, _ *physics.World) { t.Cleanup(func() { t.Error("wrong") }) },
		"exit": func(_ *testing.T, w *physics.World) {
			err := recordingOf(w).recorder.Flush()
			fmt.Println(err)
			os.Exit(3)
		},
		"inner panic": func(t *testing.T, _ *physics.World) {
			t.Run("inner", func(t *testing.T) { panic("physicstest: wrong") })
		},
		"subtest": func(t *testing.T, w *physics.World) {
			t.Run("inner", func(t *testing.T) { Run(t, w, 10, 1.0/60, AtRest(0, 0)) })
		},
		"parallel": func(t *testing.T, w *physics.World) {
			t.Run("inner", func(t *testing.T) {
				t.Parallel()
				Run(t, w, 10, 1.0/60, AtRest(0, 0))
			})
		},
		"skip": func(t *testing.T, _ *physics.World) { t.Skip("not today") },
	}
	name := os.Getenv(scenario)
	if name != "" {
		w, _ := falling(t, 1, 1)
		Record(t, w)
		Run(t, w, 5, 1.0/60, Finite())
		ends[name](t, w)
		return
	}
	for name, want := range map[string]int{"pass": -1, "skip": -1, "recover": -1, "error": 5, "fatal": 5,
		"panic": 5, "inner panic": 5, "cleanup": 5, "check": 6, "subtest": 6, "parallel": 6, "exit": 5} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			c := exec.Command(os.Args[0], "-test.run=^TestScenarios$", "-test.v")
			c.Env = append(os.Environ(), scenario+"="+name, "TUMBLE_RECORDINGS="+folder)
			text, err := c.CombinedOutput()
			path, step := command(string(text))
			switch {
			case want < 0 && (err != nil || path != "" || files(t, folder) != 0):
				t.Errorf("%v, %d files: %s", err, files(t, folder), text)
			case want < 0:
				return
			case err == nil:
				t.Errorf("it passes: %s", text)
			case name == "exit":
				path, step = filepath.Join(folder, "TestScenarios.tumble"), 5
			}
			if want < 0 || path == "" || step != want {
				t.Fatalf("want step %d: %s", want, text)
			}
			replayed(t, path, step)
		})
	}
}
