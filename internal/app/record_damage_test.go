package app

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"tumble/engine/record"
	"tumble/internal/app/history"
	"tumble/internal/app/session"
	"tumble/internal/openscene"
	"tumble/physics"
	"tumble/scene"
)

// stormRecording is the recording of a session that does a bit of everything.
func stormRecording(t *testing.T) []byte {
	t.Helper()
	folder := t.TempDir()
	r := &recordStorm{rig: newRig(t, "box", nil), random: rand.New(rand.NewPCG(8, 5)),
		file: filepath.Join(folder, "scene.gltf")}
	defer r.close()
	if err := openscene.Save(r.file, r.app.session.Run, 100, r.app.session.Config.Scene.View); err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	writer, err := record.NewRecorder(&file, r.app.session.Info(), physics.DefaultRecordOptions())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.app.session.Record(writer); err != nil {
		t.Fatal(err)
	}
	if err := r.loop.Record(writer); err != nil {
		t.Fatal(err)
	}
	for range 40 {
		r.step()
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// A session that is cut at any byte opens with all that is before, or says why not: 100 random bytes, 2,000 in a soak.
func TestSessionIsCutAnywhere(t *testing.T) {
	data := stormRecording(t)
	cuts := 100
	if os.Getenv("TUMBLE_SOAK") == "1" {
		cuts = 2000
	}
	random := rand.New(rand.NewPCG(1, 24))
	at := make([]int, cuts)
	for i := range at {
		at[i] = random.IntN(len(data))
	}
	slices.Sort(at)
	opened, most := 0, 0
	for _, n := range at {
		rec, err := record.Read(bytes.NewReader(data[:n]), int64(n))
		if err != nil {
			if most > 0 {
				t.Fatalf("%d of %d bytes: %v", n, len(data), err)
			}
			continue
		}
		opened++
		end, steps := rec.Calls.End(), rec.Calls.Steps()
		if end.Whole || end.Reason == "" || end.At > int64(n) || steps < most {
			t.Fatalf("%d of %d bytes: %+v, %d steps after %d", n, len(data), end, steps, most)
		}
		if steps > most && rec.Calls.HasWorld() && opened%20 == 0 {
			replayCalls(t, rec)
		}
		most = steps
	}
	t.Logf("%d of %d cuts in %d bytes open, with up to %d steps", opened, cuts, len(data), most)
	if opened < cuts*3/4 {
		t.Errorf("%d of %d open", opened, cuts)
	}
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// damaged changes bytes of some records and makes their checksums right again.
func damaged(data []byte, random *rand.Rand) []byte {
	const head, frame = 16, 12
	data = bytes.Clone(data)
	var records [][]byte
	for at := head; at < len(data); {
		n := frame + int(binary.LittleEndian.Uint32(data[at:]))
		records = append(records, data[at:at+n])
		at += n
	}
	for range 1 + random.IntN(4) {
		r := records[random.IntN(len(records))]
		for range 1 + random.IntN(3) {
			if len(r) > frame {
				at := frame + random.IntN(len(r)-frame)
				r[at] = []byte{0, 255, 127, 128, byte(random.Uint32()), r[at] ^ 1<<random.IntN(8)}[random.IntN(6)]
			}
		}
		if random.IntN(6) == 0 {
			r[6] = byte(random.IntN(12)) // another call or entry
		}
		binary.LittleEndian.PutUint32(r[8:], crc32.Update(crc32.Checksum(r[:8], castagnoli), castagnoli, r[frame:]))
	}
	return data
}

// Sessions with damaged entries are refused, or replayed as far as they make sense: 200, and 20,000 in a soak.
func TestDamagedSessions(t *testing.T) {
	data := stormRecording(t)
	rounds, longest, replayed := 200, time.Duration(0), 0
	if os.Getenv("TUMBLE_SOAK") == "1" {
		rounds = 20_000
	}
	for round := range rounds {
		b := damaged(data, rand.New(rand.NewPCG(uint64(round), 3)))
		begin := time.Now()
		func() {
			defer func() {
				if e := recover(); e != nil {
					t.Fatalf("round %d: %v\n%s", round, e, debug.Stack())
				}
			}()
			replayed += replayDamaged(b)
		}()
		longest = max(longest, time.Since(begin))
	}
	t.Logf("%d damaged sessions of %d bytes: %d ticks replayed, at most %v each", rounds, len(data), replayed, longest)
	if replayed < rounds {
		t.Errorf("%d ticks", replayed)
	}
}

// replayDamaged carries out the beginning of every scene of a session that may hold anything.
func replayDamaged(data []byte) (ticks int) {
	rec, err := record.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return 0
	}
	for i := range rec.Parts[:min(len(rec.Parts), 2)] {
		part := &rec.Parts[i]
		if scene.IsFile(part.Info.Scene) {
			continue // that another test has
		}
		s, err := session.OpenPart(rec, i, nil)
		if err != nil {
			continue
		}
		again, err := history.NewReplay(s, part, part.From)
		for tick := part.From + 1; err == nil && tick <= min(part.LastTick(), part.From+20); tick++ {
			if err = again.Tick(tick); err == nil {
				ticks++
				err = again.Check(tick)
			}
		}
		s.World().Close()
	}
	return ticks
}
