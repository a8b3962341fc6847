// Package scenetest is the common part of the tests of all scene formats: a scene built and simulated,
// and hostile bytes fed to a reader within bounds of time and memory.
package scenetest

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/scene/model"
)

// Decode reads a scene of some format.
type Decode func(data []byte, f *model.Faults) *model.Model

// Start builds the world of a scene.
func Start(tb testing.TB, s *model.Model) *scenes.Run {
	tb.Helper()
	scene := s.Scene()
	r, err := scene.New(scene.WorldDef(), nil)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// Build reads a text that must have no errors and builds its world.
func Build(tb testing.TB, text string, decode Decode) (*model.Model, *model.Faults, *scenes.Run) {
	tb.Helper()
	f := &model.Faults{}
	s := decode([]byte(text), f)
	if err := f.Err(); err != nil {
		tb.Fatal(err)
	}
	return s, f, Start(tb, s)
}

// Named returns the bodies of a run by name.
func Named(r *scenes.Run) map[string]physics.Body {
	byName := map[string]physics.Body{}
	for _, b := range r.World.Bodies(nil) {
		byName[b.Name()] = b
	}
	return byName
}

// Refuses holds that every text has an error.
func Refuses(t *testing.T, texts map[string]string, decode Decode) {
	t.Helper()
	for name, text := range texts {
		f := &model.Faults{}
		decode([]byte(text), f)
		if !f.Failed() {
			t.Errorf("%s: no fault", name)
		}
	}
}

// Listed holds that all words are in the warnings.
func Listed(t *testing.T, f *model.Faults, words ...string) {
	t.Helper()
	all := ""
	for _, w := range f.List {
		all += w.String() + "\n"
	}
	for _, want := range words {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not listed:\n%s", want, all)
		}
	}
}

const (
	// perByte and base bound what a reader may allocate in total, bytes, which is more than it ever
	// holds at a time.
	perByte, base = 512, 64 << 20
	// tries of a run that took too long: another program may have had the processor.
	tries = 3
	// mostBodies of a scene that is simulated.
	mostBodies = 300
)

// Within runs f and fails on whatever takes too much memory or time for an input of so many bytes.
func Within(tb testing.TB, size int, f func()) {
	tb.Helper()
	var before, after runtime.MemStats
	limit := 5*time.Second + time.Duration(size)*100*time.Microsecond
	for try := range tries {
		runtime.ReadMemStats(&before)
		began := time.Now()
		f()
		took := time.Since(began)
		runtime.ReadMemStats(&after)
		if grown := after.TotalAlloc - before.TotalAlloc; grown > perByte*uint64(size)+base {
			tb.Errorf("%d bytes of input took %d bytes of memory", size, grown)
			return
		}
		if took <= limit {
			return
		}
		if try == tries-1 {
			tb.Errorf("%d bytes of input took %v", size, took)
		}
	}
}

// Swallow reads data within bounds of time and memory and, if it is accepted, builds its world and
// steps it ten times. It returns the run, nil if there is none.
func Swallow(tb testing.TB, data []byte, decode Decode) *scenes.Run {
	tb.Helper()
	var s *model.Model
	var f *model.Faults
	Within(tb, len(data), func() {
		f = &model.Faults{}
		s = decode(data, f)
	})
	for _, fault := range f.List {
		if line := fault.String(); strings.ContainsAny(line, "\n\r") {
			tb.Errorf("a fault of more than one line: %q", line)
		}
	}
	if f.Failed() || len(s.Bodies) > mostBodies {
		return nil
	}
	scene := s.Scene()
	began := time.Now()
	r, err := scene.New(scene.WorldDef(), nil)
	if err != nil {
		return nil
	}
	for range 10 {
		if err := r.Advance(0); err != nil {
			tb.Fatal(err)
		}
	}
	if err := r.World.Validate(); err != nil {
		tb.Fatal(err)
	}
	// meshes of many triangles may be slow; nothing here may be endless
	if took := time.Since(began); took > time.Minute {
		tb.Errorf("ten steps took %v", took)
	}
	return r
}

// Broken calls each with truncations of a file and with flipped bytes.
func Broken(data []byte, each func([]byte)) {
	for k := range 16 {
		each(data[:len(data)*k/16])
	}
	step := max(1, len(data)/64)
	for i := 0; i < len(data); i += step {
		for _, flip := range []byte{0xff, 1 << (i % 8)} {
			flipped := append([]byte(nil), data...)
			flipped[i] ^= flip
			each(flipped)
		}
	}
}
