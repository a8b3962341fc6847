package journal

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// TestLastEndedWaitsForOneThatEnds: a session whose process is being taken down still has its lock; it is the last one,
// not the one before.
func TestLastEndedWaitsForOneThatEnds(t *testing.T) {
	root := t.TempDir()
	older, newer := filepath.Join(root, "10-1"), filepath.Join(root, "11-1")
	for i, dir := range []string{older, newer} {
		part := filepath.Join(dir, "part.tumble")
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(part, []byte("recorded"), 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Unix(int64(1000+i), 0)
		if err := os.Chtimes(part, at, at); err != nil {
			t.Fatal(err)
		}
	}
	if last, running := LastEnded(root); running || last == nil || last.dir != newer {
		t.Fatalf("%+v, running %v", last, running)
	}
	// one that ends between the two looks is looked for again
	if writtenSince(root, &Leftover{time: time.Unix(1000, 0).UnixNano()}) != newer {
		t.Error("the last session is overlooked")
	}
	held, err := takeLock(filepath.Join(newer, lockName))
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan bool)
	go func() {
		time.Sleep(3 * endingPause)
		held.release()
		close(ended)
	}()
	if last, running := LastEnded(root); running || last == nil || last.dir != newer {
		t.Errorf("%+v, running %v", last, running)
	}
	<-ended
	// one that stays open is told, and not waited for forever
	if held, err = takeLock(filepath.Join(newer, lockName)); err != nil {
		t.Fatal(err)
	}
	defer held.release()
	if last, running := LastEnded(root); !running || last == nil || last.dir != older {
		t.Errorf("%+v, running %v", last, running)
	}
	if _, err := os.Stat(filepath.Join(root, lockName)); err == nil {
		t.Error("a lock was made where no session is")
	}
}

// TestLastEndedAfterTheClockWasSetBack: sessions of the future are older than all that follow, and keep their order.
func TestLastEndedAfterTheClockWasSetBack(t *testing.T) {
	root, now := t.TempDir(), time.Now()
	session := func(name string, at time.Time) (dir string) {
		dir = filepath.Join(root, name)
		part := filepath.Join(dir, "part.tumble")
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(part, []byte("recorded"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(part, at, at); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	first, second := session("11-1", now.Add(24*time.Hour)), session("10-1", now.Add(25*time.Hour))
	j, err := Open(Options{Root: root, Budget: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	third := session("9-1", now.Add(time.Minute))
	var dirs []string
	for _, l := range Leftovers(root) {
		dirs = append(dirs, l.dir)
	}
	if want := []string{third, second, first}; !slices.Equal(dirs, want) {
		t.Errorf("the newest first: %v, want %v", dirs, want)
	}
}
