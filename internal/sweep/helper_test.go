package sweep

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"tumble/engine/timestep"
	"tumble/physics/scenes"
)

// The test program is its own worker, and its own study that is killed.
func TestMain(m *testing.M) {
	switch path := os.Getenv("TUMBLE_STUDY"); os.Getenv("TUMBLE_SWEEP") {
	case "worker":
		s, err := Read(path)
		if err == nil {
			sabotage(s)
			err = Serve(s, "test", os.Stdin, os.Stdout, timestep.RealClock())
		}
		exitOn(err)
	case "carrier":
		exitOn(carrier(os.Stdin, os.Stdout, path))
	case "run":
		s, err := Read(path)
		if err == nil {
			_, err = Run(context.Background(), s, options(filepath.Join(filepath.Dir(path), "out"), processes(path, 2)))
		}
		exitOn(err)
	default:
		os.Exit(m.Run())
	}
}

func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// sabotage makes cells with a friction of 0.3 … 0.7 end badly, in the study that asks for it by its title.
func sabotage(s *Study) {
	if s.Title != "sabotage" {
		return
	}
	scene := *s.Scene
	scene.Step = func(r *scenes.Run, step int) error {
		if step != 5 {
			return nil
		}
		shapes := r.Bodies[0].Shapes(nil)
		switch f := shapes[0].Material().Friction; {
		case f > 0.25 && f < 0.35:
			panic("sweep: planted")
		case f > 0.35 && f < 0.45:
			done := make(chan int)
			go func() { panic("sweep: planted elsewhere") }()
			<-done
		case f > 0.45 && f < 0.55:
			for hangs := true; hangs; {
				hangs = f > 0
			}
		case f > 0.55 && f < 0.65:
			os.Exit(3)
		case f > 0.65 && f < 0.75:
			return fmt.Errorf("planted error %v", math.NaN())
		}
		return nil
	}
	s.Scene = &scene
}

// processes simulates in copies of the test program.
func processes(study string, workers int) Executor {
	if err := os.Setenv("TUMBLE_STUDY", study); err != nil {
		panic("sweep: " + err.Error())
	}
	return &Processes{Command: []string{"env", "TUMBLE_SWEEP=worker", os.Args[0]}, Workers: workers,
		Clock: timestep.RealClock()}
}

func options(dir string, e Executor) Options {
	return Options{Dir: dir, Program: "test", Shards: 1, Executor: e, Clock: timestep.RealClock()}
}

func inline(workers int) Executor { return &Inline{Workers: workers, Clock: timestep.RealClock()} }

// writeStudy writes a study into a folder of its own.
func writeStudy(t testing.TB, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "study.toml")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func mustRead(t testing.TB, path string) *Study {
	t.Helper()
	s, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// mustRun runs a study and returns its tables.
func mustRun(t testing.TB, s *Study, o Options) string {
	t.Helper()
	out, err := Run(t.Context(), s, o)
	if err != nil || out.Missing > 0 {
		t.Fatalf("%+v, %v", out, err)
	}
	return tables(t, o.Dir)
}

// tables are the bytes that depend on the study alone.
func tables(t testing.TB, dir string) string {
	t.Helper()
	text := ""
	for _, name := range []string{"results.jsonl", "results.csv"} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		text += string(b)
	}
	return text
}

// pile is a study of so many cells of some milliseconds.
func pile(cells, steps int) string {
	return `scene = "pyramid36"
steps = ` + strconv.Itoa(steps) + `
seed = 3
[set]
"sleep.enabled" = false
[[parameter]]
key = "material.friction"
range = [0.05, 1.0]
scale = "log"
[[parameter]]
key = "substeps"
range = [1, 8]
[[metric]]
meter = "penetration.max"
[[metric]]
meter = "energy.total"
reduce = "mean"
[[metric]]
name = "slow at"
until = "speed.max < 0.01 and step > 5"
[[guard]]
name = "still"
breaks = "speed.max > 0.2"
[design]
kind = "latin"
cells = ` + strconv.Itoa(cells) + "\n"
}

const wait = 2 * time.Minute
