package physics

import (
	"bytes"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"tumble/physics/internal/snapshot"
)

// TestRandomCalls makes random calls with hooks, records them, and looks at four promises after every few hundred: the
// world is whole, a saved state loads and goes on with the same bits, and the replay of the recording does what was
// done. TUMBLE_CALLS is the number of calls: ten million in soak.
func TestRandomCalls(t *testing.T) {
	const calls = 300
	total := 30_000
	if soak() {
		total = 10_000_000
	}
	if n, err := strconv.Atoi(os.Getenv("TUMBLE_CALLS")); err == nil {
		total = n
	}
	first, _ := strconv.Atoi(os.Getenv("TUMBLE_SEED"))
	bad := 0
	for seed := range uint64(total / calls) {
		seed += uint64(first)
		if why := randomCalls(t, seed, calls); why != "" {
			t.Errorf("seed %d: %s", seed, why)
			if bad++; bad == 10 {
				t.Fatal("and so on")
			}
		}
	}
}

// randomCalls returns which promise was broken, empty if none.
func randomCalls(t *testing.T, seed uint64, calls int) string {
	r := rand.New(rand.NewPCG(seed, 3))
	data := make([]byte, 45*calls)
	for i := range data {
		data[i] = byte(r.UintN(250 + 6*uint(seed&1)))
	}
	d := newDriver(t, data)
	defer d.w.Close()
	// what hooks decide follows from the world alone
	d.w.SetContactFilter(func(a, b Shape) bool { return (a.Index()+3*b.Index())%5 != 0 })
	d.w.SetPreSolve(func(c *ContactUpdate) {
		switch k := c.ShapeA.Index() + c.ShapeB.Index(); k % 4 {
		case 0:
			c.Friction = 0
		case 1:
			c.SurfaceVelocity = V3(1, 0, 0)
		case 2:
			c.Disabled = k%8 == 2
		}
	})
	var log bytes.Buffer
	recorder, err := d.w.Record(&log, RecordOptions{})
	if err != nil {
		return err.Error()
	}
	var used Snapshot
	for i := range calls {
		d.call()
		if i%8 < 2 && !sameSnapshot(d.w, &used) {
			return "a snapshot is not what the world is"
		}
		if d.byte()%3 == 0 {
			if err := d.w.Step([4]float32{0.01, 0.01, 1.0 / 60, 0}[d.byte()&3]); err != nil {
				return err.Error()
			}
		}
	}
	err = recorder.Stop()
	if err != nil {
		return "recording: " + err.Error()
	}
	if err := d.w.Validate(); err != nil {
		return err.Error()
	}
	rec, err := OpenRecording(bytes.NewReader(log.Bytes()), int64(log.Len()))
	if err != nil {
		return "recording: " + err.Error()
	}
	replay, err := NewReplay(rec, ReplayOptions{})
	if err != nil {
		return "replay: " + err.Error()
	}
	defer replay.Close()
	if err := replay.Seek(rec.Steps()); err != nil {
		return "replay: " + err.Error()
	}
	return goesOnAfterLoading(d.w)
}

// sameSnapshot takes a snapshot into storage that was used and one into new storage, and reports whether they have
// what a copy of all lists has.
func sameSnapshot(w *World, used *Snapshot) bool {
	var fresh Snapshot
	if w.Snapshot(used) != nil || w.Snapshot(&fresh) != nil {
		return false
	}
	a, errA := used.MarshalBinary()
	b, errB := fresh.MarshalBinary()
	var whole snapshot.Snapshot
	whole.Take(&w.rooms, snapshot.Stamp{})
	whole.Rooms().CopyFrom(&w.rooms)
	c, errC := whole.AppendBinary(nil)
	return errA == nil && errB == nil && errC == nil && bytes.Equal(a, b) && bytes.Equal(b, c)
}

// goesOnAfterLoading saves a world, loads it into another one and steps both.
func goesOnAfterLoading(w *World) string {
	var taken, read Snapshot
	if err := w.Snapshot(&taken); err != nil {
		return err.Error()
	}
	data, err := taken.MarshalBinary()
	if err == nil {
		err = read.UnmarshalBinary(data)
	}
	if err != nil {
		return "saved and loaded: " + err.Error()
	}
	other, err := NewWorld(DefaultWorldDef())
	if err != nil {
		return err.Error()
	}
	defer other.Close()
	if err := other.Restore(&read); err != nil {
		return err.Error()
	}
	other.SetContactFilter(w.hooks.filter)
	other.SetPreSolve(w.hooks.preSolve)
	for range 5 {
		if a, b := w.Hash(), other.Hash(); a != b {
			return "loaded: the world goes on otherwise"
		}
		if w.Step(0.01) != nil || other.Step(0.01) != nil {
			return "loaded: a step fails"
		}
	}
	return ""
}
