package app

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/engine/record"
	"tumble/internal/app/history"
	"tumble/internal/app/session"
	"tumble/internal/capsule"
)

// TestCapsuleFromTheWindow makes a capsule with its key after a body was shot: it opens at the same digest, and its
// recording leads there.
func TestCapsuleFromTheWindow(t *testing.T) {
	t.Run("now", func(t *testing.T) { testCapsule(t, false) })
	t.Run("past", func(t *testing.T) { testCapsule(t, true) })
}

func testCapsule(t *testing.T, past bool) {
	folder := t.TempDir()
	r := newRig(t, "pyramid36", func(_ *engine.LoopConfig, o *Options) {
		o.Output, o.Journal.Folder = folder, filepath.Join(folder, "journal")
	})
	r.run(20)
	r.key(key(' '), 0)
	r.run(20)
	if past {
		r.key(input.KeyComma, input.ModShift)
	}
	digest, steps := fmt.Sprintf("%016x", r.app.session.Digest()), r.app.session.Steps()
	r.loop.Virtual().SetPaused(true)
	r.key(key('K'), input.ModControl)
	r.run(5)
	files, _ := filepath.Glob(filepath.Join(folder, "*.capsule"))
	if len(files) != 1 {
		t.Fatalf("capsules: %v; %s", files, r.app.panels.Message())
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*.png")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	c, err := capsule.Open(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if c.Digest != digest || c.Step != steps || c.Scene != "pyramid36" || len(c.Picture) == 0 ||
		c.Camera.Distance <= 0 {
		t.Errorf("%+v, want step %d with digest %s", c.Manifest, steps, digest)
	}
	for name, data := range map[string][]byte{"moment": c.Moment, "journal": c.Journal} {
		rec, err := record.Read(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(name, err)
		}
		s, err := session.OpenPart(rec, 0, nil)
		if err != nil {
			t.Fatal(name, err)
		}
		again, err := history.NewReplay(s, rec.First(), rec.First().From)
		if err != nil {
			t.Fatal(name, err)
		}
		for tick := rec.First().From + 1; tick <= rec.First().LastTick(); tick++ {
			if err := again.Tick(tick); err != nil {
				t.Fatal(name, err)
			}
		}
		if err := again.Finish(rec.First().LastTick()); err != nil {
			t.Fatal(name, err)
		}
		if got := fmt.Sprintf("%016x", s.Digest()); got != digest || s.Steps() != steps {
			t.Errorf("%s: step %d with digest %s, want %d with %s", name, s.Steps(), got, steps, digest)
		}
		s.World().Close()
		rec.Close()
	}
	r.close()
}
