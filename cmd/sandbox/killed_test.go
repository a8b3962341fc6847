//go:build unix

package main

import (
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"tumble/engine/record"
)

// A run that is killed inside a write leaves half a record, which ends what is replayed and nothing else. The other end
// of the pipe takes its time, so that the program stands in a write.
func TestKilledInsideAWrite(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 3))
	cut := 0
	rounds := soaked(4, 100)
	for range rounds {
		folder := t.TempDir()
		pipe, path := filepath.Join(folder, "pipe"), filepath.Join(folder, "run.tumble")
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Skip(err)
		}
		c := asSandbox(t, "sim", "mixed_rain", "--steps", "1000000", "--record", pipe)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		from, err := os.Open(pipe)
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		// what is left in the pipe is less than a record of the world
		if _, err := io.CopyN(&got, from, 40_000+random.Int64N(400_000)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(300 * time.Millisecond)
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(&got, from); err != nil {
			t.Fatal(err)
		}
		_ = c.Wait()
		from.Close()
		if err := os.WriteFile(path, got.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		rec, err := record.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(rec.Calls.End().Reason, "ends inside") {
			cut++
		}
		steps := rec.Calls.Steps()
		rec.Close()
		if steps > 0 {
			stepsOf(t, path)
		}
	}
	if cut < rounds/2 {
		t.Errorf("%d of %d runs were killed inside a write", cut, rounds)
	}
}
