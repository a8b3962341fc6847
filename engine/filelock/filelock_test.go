package filelock_test

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"tumble/engine/filelock"
)

// holdName names the file that another process of the test locks.
const holdName = "TUMBLE_HOLD"

// TestOneWriter: while a process has a file nobody else takes it, everybody can read it, and the lock goes with the
// process, even one that is killed.
func TestOneWriter(t *testing.T) {
	if path := os.Getenv(holdName); path != "" {
		hold(t, path)
	}
	switch runtime.GOOS {
	case "js", "wasip1", "plan9", "solaris", "illumos", "aix":
		t.Skip("no locks here")
	}
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("text"), 0o666); err != nil {
		t.Fatal(err)
	}
	other := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestOneWriter$")
	other.Env = append(os.Environ(), holdName+"="+path)
	out, err := other.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "taken\n" {
		t.Fatalf("the other process says %q, %v", line, err)
	}
	if err := take(t, path); !errors.Is(err, filelock.ErrHeld) {
		t.Errorf("beside another writer: %v", err)
	}
	if text, err := os.ReadFile(path); string(text) != "text" {
		t.Errorf("beside a writer it reads %q, %v", text, err)
	}
	_ = other.Process.Kill()
	_ = other.Wait()
	if err := take(t, path); err != nil {
		t.Errorf("after the other process: %v", err)
	}
}

// take locks a file for a moment, and within it from a second handle.
func take(t *testing.T, path string) error {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := filelock.Take(f); err != nil {
		return err
	}
	again, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if err := filelock.Take(again); !errors.Is(err, filelock.ErrHeld) {
		t.Errorf("a second handle of one process: %v", err)
	}
	return nil
}

// hold has a file until the process is killed.
func hold(t *testing.T, path string) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err == nil {
		err = filelock.Take(f)
	}
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("taken")
	time.Sleep(time.Hour)
}
