package wholefile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The tests of this file run the test binary again, as a process that saves a file over and over or
// that has no room for it.
const (
	writerPath  = "TUMBLE_WRITER_PATH"
	writerLimit = "TUMBLE_WRITER_LIMIT"
)

// version n of the file: its number, and a block of one byte whose length depends on the number.
func version(n uint32) []byte {
	return append(binary.LittleEndian.AppendUint32(nil, n), bytes.Repeat([]byte{byte(n)}, 1<<20+int(n%7)<<16)...)
}

// checkVersion returns the number of a whole file.
func checkVersion(data []byte) (uint32, error) {
	if len(data) < 4 {
		return 0, fmt.Errorf("%d bytes", len(data))
	}
	n := binary.LittleEndian.Uint32(data)
	if !bytes.Equal(data, version(n)) {
		return n, fmt.Errorf("version %d is not whole: %d bytes", n, len(data))
	}
	return n, nil
}

func writeVersion(path string, n uint32) error {
	return Write(path, func(w io.Writer) error {
		_, err := w.Write(version(n))
		return err
	})
}

// TestWriter is the process that the other tests start; by itself it does nothing.
func TestWriter(t *testing.T) {
	path := os.Getenv(writerPath)
	if path == "" {
		t.Skip("started by the other tests")
	}
	if limit, err := strconv.ParseUint(os.Getenv(writerLimit), 10, 64); err == nil {
		// no file may grow beyond the limit, as on a full disk
		signal.Ignore(syscall.SIGXFSZ)
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
			t.Fatal(err)
		}
		fmt.Println(writeVersion(path, 2))
		return
	}
	for n := uint32(2); ; n++ {
		if err := writeVersion(path, n); err != nil {
			t.Fatal(err)
		}
	}
}

func writer(t *testing.T, path string, env ...string) *exec.Cmd {
	t.Helper()
	c := exec.Command(os.Args[0], "-test.run=^TestWriter$", "-test.v")
	c.Env = append(append(os.Environ(), writerPath+"="+path), env...)
	return c
}

// TestKilled kills a process in the middle of its saves: whatever is under the name is a whole version,
// and a newer one than before if there was time.
func TestKilled(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.glb")
	if err := writeVersion(path, 1); err != nil {
		t.Fatal(err)
	}
	kills, middle := 12, 0
	if os.Getenv("TUMBLE_SOAK") != "" {
		kills = 300
	}
	newest := uint32(1)
	random := rand.New(rand.NewPCG(1, 2))
	for range kills {
		c := writer(t, path)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		// wait for its first save, then for some part of another
		for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
			if data, err := os.ReadFile(path); err != nil {
				t.Fatalf("while it is saved: %v", err)
			} else if n, err := checkVersion(data); err != nil {
				t.Fatalf("while it is saved: %v", err)
			} else if n != newest {
				break
			}
		}
		time.Sleep(time.Duration(random.IntN(20_000)) * time.Microsecond)
		_ = c.Process.Kill()
		_ = c.Wait()
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatalf("after a kill: %v", err)
		}
		if newest, err = checkVersion(data); err != nil {
			t.Fatalf("after a kill: %v", err)
		}
		left, _ := filepath.Glob(filepath.Join(folder, ".tumble-*"))
		middle += len(left)
		for _, name := range left {
			_ = os.Remove(name)
		}
	}
	if middle == 0 {
		t.Errorf("none of %d kills came in the middle of a save", kills)
	}
	t.Logf("%d of %d kills in the middle of a save", middle, kills)
}

// TestTooLarge holds that a file for which there is no room leaves the old one.
func TestTooLarge(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.glb")
	if err := writeVersion(path, 1); err != nil {
		t.Fatal(err)
	}
	out, err := writer(t, path, writerLimit+"=65536").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if want := "saving " + path + ": file too large"; !strings.Contains(string(out), want) {
		t.Errorf("want %q, have\n%s", want, out)
	}
	checkOld(t, folder, path)
}

// TestFullDisk is the same on a disk without room, where one can be made.
func TestFullDisk(t *testing.T) {
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size=2m"); err != nil {
		t.Skipf("no small disk here: %v", err)
	}
	defer func() { _ = syscall.Unmount(folder, 0) }()
	path := filepath.Join(folder, "a.glb")
	if err := writeVersion(path, 1); err != nil {
		t.Fatal(err)
	}
	err := writeVersion(path, 6)
	if !errors.Is(err, syscall.ENOSPC) || err.Error() != "saving "+path+": no space left on device" {
		t.Errorf("error %v", err)
	}
	checkOld(t, folder, path)
}

func checkOld(t *testing.T, folder, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := checkVersion(data); err != nil || n != 1 {
		t.Errorf("the old file is version %d: %v", n, err)
	}
	if list := names(t, folder); len(list) != 1 {
		t.Errorf("left behind: %v", list)
	}
}

// TestUmask: a new file gets what the umask leaves of 0666; a file that was there keeps its mode.
func TestUmask(t *testing.T) {
	old := syscall.Umask(0)
	defer syscall.Umask(old)
	for _, mask := range []int{0, 0o022, 0o027, 0o077} {
		syscall.Umask(mask)
		path := filepath.Join(t.TempDir(), "file")
		write := func(w io.Writer) error { _, err := io.WriteString(w, "text"); return err }
		if err := Write(path, write); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != fs.FileMode(0o666&^mask) {
			t.Errorf("umask %03o: mode %v, %v", mask, info.Mode(), err)
		}
		if err := errors.Join(os.Chmod(path, 0o640), Write(path, write)); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
			t.Errorf("umask %03o: the mode 0640 became %v, %v", mask, info.Mode(), err)
		}
	}
}
