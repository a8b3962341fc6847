//go:build linux

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"tumble/internal/cli"
)

// output is a command that writes a file.
type output struct {
	name string
	// args are those of the command, with OUT for the file and DIR for a folder with inputs.
	args string
	// file is its output below OUT, where OUT is a folder.
	file string
	// same: two runs write the same bytes.
	same bool
}

// allOutputs are the files that commands without a window write.
var allOutputs = []output{
	{"--out", "sim pyramid36 --steps 60 --out OUT", "", true},
	{"--hash", "sim pyramid36 --steps 600 --hash OUT", "", true},
	{"--events", "sim pyramid36 --steps 60 --events OUT", "", true},
	{"--measure-out csv", "sim pyramid36 --steps 60 --measure energy --measure-out OUT.csv", ".csv", true},
	{"--measure-out mcap", "sim pyramid36 --steps 60 --measure energy --measure-out OUT.mcap", ".mcap", true},
	{"--record", "sim pyramid36 --steps 60 --record OUT.tumble", ".tumble", false},
	{"--save", "sim pyramid36 --steps 60 --save 60:OUT", "", true},
	{"--cpuprofile", "sim pyramid36 --steps 300 --cpuprofile OUT", "", false},
	{"--memprofile", "sim pyramid36 --steps 60 --memprofile OUT", "", false},
	{"--trace", "sim pyramid36 --steps 60 --trace OUT", "", false},
	{"bench --json", "bench pyramid36 --steps 20 --repeat 1 --workers 1 --json OUT", "", false},
	{"bench --csv", "bench pyramid36 --steps 20 --repeat 1 --workers 1 --csv OUT", "", false},
	{"replay --hash", "replay DIR/in.tumble --hash OUT", "", true},
	{"sweep --out", "sweep DIR/study.toml --out OUT", "/results.csv", true},
	{"sweep --report", "sweep DIR/study.toml --out DIR/rows --report OUT.html", ".html", false},
}

// folderWithInputs has a recording, a study, and the program.
func folderWithInputs(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if code, _, errs := sandbox(t, "sim", "pyramid36", "--steps", "300", "--record",
		filepath.Join(dir, "in.tumble")); code != 0 {
		t.Fatal(errs)
	}
	if err := os.WriteFile(filepath.Join(dir, "study.toml"), []byte(studyText), 0o666); err != nil {
		t.Fatal(err)
	}
	// workers of a sweep are started by the program's own name
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", filepath.Join(dir, "sandbox"),
		".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return dir
}

// command is the sandbox with the arguments of an output, and the file that it writes.
func (o *output) command(t *testing.T, dir, out string) (c *exec.Cmd, file string) {
	t.Helper()
	args := strings.Fields(strings.NewReplacer("OUT", out, "DIR", dir).Replace(o.args))
	return exec.CommandContext(t.Context(), filepath.Join(dir, "sandbox"), args...), out + o.file
}

var oldText = bytes.Repeat([]byte("the old file\n"), 300)

// old writes the old file.
func old(t *testing.T, file string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, oldText, 0o666)); err != nil {
		t.Fatal(err)
	}
}

// count is the number of trials of a test: that of the environment, soak in soak, short otherwise.
func count(soak, short int) int {
	if n, err := strconv.Atoi(os.Getenv("TUMBLE_TRIALS")); err == nil {
		return n
	}
	if os.Getenv("TUMBLE_SOAK") != "" {
		return soak
	}
	return short
}

// TestOutputsOnAFullDisk: without room for it every output ends with 73 and names the file, and the old one stays. Each
// trial has another length of the run or another room.
func TestOutputsOnAFullDisk(t *testing.T) {
	dir := folderWithInputs(t)
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=2m"); err != nil {
		t.Skipf("no small disk here: %v", err)
	}
	defer func() { _ = syscall.Unmount(disk, 0) }()
	random := rand.New(rand.NewPCG(1, 2))
	seen, refused := map[string]bool{}, 0
	for n := 0; len(seen) < max(count(100, 1), len(allOutputs)); n++ {
		o := allOutputs[n%len(allOutputs)]
		o.args = strings.Replace(o.args, "--steps 60 ", fmt.Sprintf("--steps %d ", 60+random.IntN(60)), 1)
		c, file := o.command(t, dir, filepath.Join(t.TempDir(), "out"))
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", o.name, err, out)
		}
		whole, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		room := block * random.Int64N((whole.Size()+block-1)/block)
		trial := fmt.Sprint(o.args, room)
		if seen[trial] {
			continue
		}
		seen[trial] = true
		c, file = o.command(t, dir, filepath.Join(disk, "out"))
		old(t, file)
		fill(t, filepath.Join(disk, "full"), room)
		var errs strings.Builder
		c.Stderr = &errs
		_ = c.Run()
		now, err := os.ReadFile(file)
		code, kept := c.ProcessState.ExitCode(), bytes.Equal(now, oldText)
		switch {
		case code == cli.ExitOutput:
			refused++
			if err != nil || !kept || !strings.Contains(errs.String(), filepath.Join(disk, "out")) {
				t.Errorf("%s with %d bytes left: the old file kept %v, %v; says %q", o.args, room, kept, err, &errs)
			}
		case code != 0 || o.same || err != nil || kept:
			t.Errorf("%s with %d bytes left: code %d, the old file kept %v, %v; says %q",
				o.args, room, code, kept, err, &errs)
		}
		emptyFolder(t, disk)
	}
	t.Logf("%d full disks, %d outputs refused", len(seen), refused)
}

// block is the smallest part of a tmpfs (bytes).
const block = 4096

// fill writes a file that leaves so much of a disk (bytes).
func fill(t *testing.T, file string, room int64) {
	t.Helper()
	full, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = full.Write(make([]byte, block))
	}
	info, err := full.Stat()
	if err != nil || full.Truncate(info.Size()-room) != nil || full.Close() != nil {
		t.Fatal(err)
	}
}

func emptyFolder(t *testing.T, folder string) {
	t.Helper()
	list, err := os.ReadDir(folder)
	for _, e := range list {
		err = errors.Join(err, os.RemoveAll(filepath.Join(folder, e.Name())))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestOutputsKilled: a process that is killed at any time leaves the old file or the whole new one.
func TestOutputsKilled(t *testing.T) {
	dir, folder := folderWithInputs(t), t.TempDir()
	whole, took := map[string][]byte{}, map[string]time.Duration{}
	random := rand.New(rand.NewPCG(3, 4))
	killed, replaced := 0, 0
	for n := 0; killed < count(500, 1) || n < len(allOutputs); n++ {
		o := &allOutputs[n%len(allOutputs)]
		if took[o.name] == 0 {
			c, file := o.command(t, dir, filepath.Join(folder, "out"))
			begin := time.Now()
			if out, err := c.CombinedOutput(); err != nil {
				t.Fatalf("%s: %v: %s", o.name, err, out)
			}
			var err error
			if whole[o.name], err = os.ReadFile(file); err != nil {
				t.Fatal(err)
			}
			took[o.name] = time.Since(begin)
			emptyFolder(t, folder)
		}
		c, file := o.command(t, dir, filepath.Join(folder, "out"))
		old(t, file)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(random.Int64N(int64(took[o.name]) * 9 / 10)))
		_ = c.Process.Kill()
		_ = c.Wait()
		if !c.ProcessState.Exited() {
			killed++
		}
		now, err := os.ReadFile(file)
		isOld := bytes.Equal(now, oldText)
		if !isOld {
			replaced++
		}
		if err != nil || !isOld && (o.same && !bytes.Equal(now, whole[o.name]) || len(now) == 0) {
			t.Errorf("%s: %v; %d bytes are neither the old file nor the new one of %d", o.name, err, len(now),
				len(whole[o.name]))
		}
		if n/len(allOutputs)%2 == 1 {
			emptyFolder(t, folder) // otherwise what it left is there for the next one
		} else if err := os.RemoveAll(filepath.Join(folder, "out")); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d killed, %d new files", killed, replaced)
}

// TestOneWriter: of two processes that write one file the second ends with 73 and a word, and the file is that of the
// first.
func TestOneWriter(t *testing.T) {
	for _, flag := range []string{"--out", "--record"} {
		file := filepath.Join(t.TempDir(), "run.tumble")
		first := asSandbox(t, "sim", "pyramid36", "--steps", "100000000", flag, file)
		if err := first.Start(); err != nil {
			t.Fatal(err)
		}
		for range 1000 {
			if info, err := os.Stat(file + ".part"); err == nil && info.Size() > 0 {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		code, _, errs := sandbox(t, "sim", "box", "--steps", "5", flag, file)
		if code != cli.ExitOutput || !strings.Contains(errs, file+": another process is writing it") {
			t.Errorf("%s: code %d, says %q", flag, code, errs)
		}
		_ = first.Process.Signal(os.Interrupt)
		_ = first.Wait()
		if _, err := os.Stat(file); first.ProcessState.ExitCode() != cli.ExitInterrupted || err != nil {
			t.Errorf("%s: the first ends with %d, %v", flag, first.ProcessState.ExitCode(), err)
		}
		if _, err := os.Stat(file + ".part"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: the part is left: %v", flag, err)
		}
	}
}

// TestOutputsThatShareAFile: a link to a file that is not there yet names that file, and stays a link.
func TestOutputsThatShareAFile(t *testing.T) {
	dir := t.TempDir()
	link, file := filepath.Join(dir, "link"), filepath.Join(dir, "file")
	if err := os.Symlink("file", link); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := sandbox(t, "sim", "box", "--steps", "5", "--out", link, "--hash",
		file); code != cli.ExitUsage || !strings.Contains(errs, "both name the file") {
		t.Errorf("code %d, says %q", code, errs)
	}
	if code, _, errs := sandbox(t, "sim", "box", "--steps", "5", "--out", link); code != 0 {
		t.Fatal(errs)
	}
	info, err := os.Lstat(file)
	if target, linkErr := os.Readlink(link); err != nil || !info.Mode().IsRegular() || linkErr != nil ||
		target != "file" {
		t.Errorf("the link leads to %q, %v, %v", target, linkErr, err)
	}
}
