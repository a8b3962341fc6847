package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tumble/physics"
	"tumble/physics/vec"
)

// panicFile is the recording of a program that ends by a panic.
const panicFile = "TUMBLE_PANIC_FILE"

// runUntilPanic records a world of which a hook panics now and then, until another goroutine panics, too.
func runUntilPanic(path string) error {
	r, err := Create(path, SceneInfo{Scene: "s", Hz: 100}, physics.DefaultRecordOptions())
	if err != nil {
		return err
	}
	w, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		return err
	}
	for _, y := range []float32{0, 1, 2, 3} {
		def, shape := physics.DefaultBodyDef(), physics.DefaultShapeDef()
		if def.Position = vec.V3(0, y, 0); y > 0 {
			def.Type = physics.Dynamic
		}
		shape.Hooks = true
		b, err := w.CreateBody(def)
		if err != nil {
			return err
		}
		if _, err := b.CreateShape(physics.BoxHalf(0.5, 0.5, 0.5), shape); err != nil {
			return err
		}
	}
	calls := 0
	w.SetPreSolve(func(c *physics.ContactUpdate) {
		if calls++; calls%97 == 0 {
			panic("in a hook")
		}
		c.Friction = 0.1 * float32(calls%7)
	})
	if err := r.Follow(w); err != nil {
		return err
	}
	begin := time.Now()
	go func() {
		time.Sleep(1600 * time.Millisecond)
		panic("in a goroutine")
	}()
	for tick := uint64(1); ; tick++ {
		// a hook that panics is an error of the step, which is done all the same
		var hook *physics.HookError
		if err := w.Step(0.01); err != nil && !errors.As(err, &hook) {
			return err
		}
		if err := r.Tick(tick, w.Digest()); err != nil {
			return err
		}
		fmt.Println(tick, time.Since(begin).Milliseconds())
		time.Sleep(time.Millisecond)
	}
}

// oldTicks is how many ticks had been done a second and a quarter before the last one, by their numbers and times (ms).
func oldTicks(out io.Reader) (old uint64) {
	var times []int
	for {
		var tick, ms int
		if _, err := fmt.Fscan(out, &tick, &ms); err != nil {
			break
		}
		times = append(times, ms)
	}
	for old < uint64(len(times)) && times[old]+1250 < times[len(times)-1] {
		old++
	}
	return old
}

// A program that panics leaves a recording that opens and replays, with the panics of its hooks. No tick is missing
// that was done a second and a quarter before its end.
func TestRecordingOfAPanic(t *testing.T) {
	if path := os.Getenv(panicFile); path != "" {
		t.Fatal(runUntilPanic(path))
	}
	rounds := 2
	if os.Getenv("TUMBLE_SOAK") == "1" {
		rounds = 50
	}
	steps, olds := 0, uint64(0)
	for range rounds {
		path := filepath.Join(t.TempDir(), "a.tumble")
		c := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestRecordingOfAPanic$")
		c.Env = append(os.Environ(), panicFile+"="+path)
		var out, errs bytes.Buffer
		c.Stdout, c.Stderr = &out, &errs
		if err := c.Run(); err == nil || !strings.Contains(errs.String(), "panic: in a goroutine") {
			t.Fatalf("%v: %s", err, &errs)
		}
		rec, err := Open(path + partSuffix)
		if err != nil {
			t.Fatal(err)
		}
		p, err := physics.NewReplay(rec.Calls, physics.DefaultReplayOptions())
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Seek(rec.Calls.Steps()); err != nil {
			t.Error(err)
		}
		p.Close()
		old := oldTicks(&out)
		if rec.First().LastTick() < old || rec.Calls.Steps() < int(old) {
			t.Errorf("%d ticks are older than 1.25 s, the recording has %d and %d steps", old, rec.First().LastTick(),
				rec.Calls.Steps())
		}
		olds += old
		steps += rec.Calls.Steps()
		rec.Close()
	}
	t.Logf("%d steps in %d recordings, %d of them older than 1.25 s", steps, rounds, olds)
	if olds == 0 {
		t.Error("no tick is that old")
	}
}
