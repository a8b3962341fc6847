//go:build cgo && linux && !wayland

package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"tumble/engine/record"
	"tumble/internal/app/journal"
	"tumble/internal/cli"
)

// openWindow is the program in a small window, with folders of its own.
type openWindow struct {
	*exec.Cmd
	state string // what the program keeps
	errs  strings.Builder
}

// startWindow opens a scene on a display. No file of the program may exceed limit bytes, if it is not 0. Its journal
// keeps so many megabytes.
func startWindow(t *testing.T, display string, limit, megabytes int, args ...string) *openWindow {
	t.Helper()
	w := newWindow(t, display, limit, megabytes, args...)
	w.start(t)
	return w
}

func (w *openWindow) start(t *testing.T) {
	t.Helper()
	if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Process.Kill() })
}

// newWindow is startWindow without the start.
func newWindow(t *testing.T, display string, limit, megabytes int, args ...string) *openWindow {
	t.Helper()
	folder := t.TempDir()
	settings := filepath.Join(folder, "tumble")
	if err := os.Mkdir(settings, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(settings, "settings.toml"), fmt.Appendf(nil, "journal_megabytes = %d\n",
		megabytes), 0o600); err != nil {
		t.Fatal(err)
	}
	w := &openWindow{Cmd: asSandbox(t, append([]string{"run", "--width", "64", "--height", "48"}, args...)...),
		state: filepath.Join(folder, "state")}
	w.Dir, w.Stderr = folder, &w.errs
	w.Env = append(w.Env, "DISPLAY=:"+display, "LIBGL_ALWAYS_SOFTWARE=1", "XDG_CONFIG_HOME="+folder,
		"XDG_STATE_HOME="+w.state, "HOME="+folder)
	if limit > 0 {
		w.Env = append(w.Env, fmt.Sprintf("%s=%d", fileLimit, limit))
	}
	return w
}

// journal is the folder of all its sessions.
func (w *openWindow) journal() string { return filepath.Join(w.state, "tumble", "journal") }

// written is how much the journal has, in how many parts, and when it was written last.
func (w *openWindow) written() (bytes int64, parts int, last time.Time) {
	files, _ := filepath.Glob(filepath.Join(w.journal(), "*", "*.tumble*"))
	for _, path := range files {
		// the file of the next part is made ahead
		if info, err := os.Stat(path); err == nil && info.Size() > 0 {
			bytes += info.Size()
			parts++
			if info.ModTime().After(last) {
				last = info.ModTime()
			}
		}
	}
	return bytes, parts, last
}

// begun waits until so many parts of the journal have begun. A part ends after 20 s at the latest.
func (w *openWindow) begun(t *testing.T, parts int) {
	t.Helper()
	for deadline := time.Now().Add(time.Duration(parts) * 30 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		_, n, _ := w.written()
		if n >= parts {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d parts of a journal, want %d: %s", n, parts, &w.errs)
		}
	}
}

// end sends a signal and waits for the end. It returns how long before the journal was written last.
func (w *openWindow) end(t *testing.T, s syscall.Signal) (age time.Duration) {
	t.Helper()
	if err := w.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
	ended := time.Now()
	_ = w.Wait()
	want := map[syscall.Signal]int{
		syscall.SIGKILL: -1, syscall.SIGTERM: cli.ExitTerminated, syscall.SIGHUP: cli.ExitHungUp,
		// the runtime prints the stacks, as after a panic in any goroutine
		syscall.SIGQUIT: 2, syscall.SIGSEGV: 2,
	}[s]
	if code := w.ProcessState.ExitCode(); code != want {
		t.Errorf("%v: code %d, want %d: %s", s, code, want, &w.errs)
	}
	_, _, last := w.written()
	return max(ended.Sub(last), 0)
}

// check opens every part of the journal and replays all of them, by calls and by inputs. It returns the steps and the
// parts.
func (w *openWindow) check(t *testing.T) (steps, parts int) {
	t.Helper()
	left := journal.Leftovers(w.journal())
	if len(left) != 1 {
		t.Fatalf("%d sessions: %s", len(left), &w.errs)
	}
	for _, path := range left[0].Parts {
		rec, err := record.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		steps += rec.Calls.Steps()
		rec.Close()
	}
	t.Setenv("XDG_STATE_HOME", w.state)
	code, out, errs := sandbox(t, "replay", "--last")
	if code != 0 || steps > 0 && !strings.Contains(out, "all equal") {
		t.Fatalf("replay of %d steps: code %d, %s%s", steps, code, out, errs)
	}
	if cut := left[0].CutOff() != ""; cut != strings.Contains(errs, "the last session: ") {
		t.Errorf("cut off: %v, replay says %q", cut, errs)
	}
	return steps, len(left[0].Parts)
}

// A window that is killed at a random moment, or ended by a signal, leaves a journal that opens and replays to its last
// step, and that has all but the last moments; so does one that crashes. Half of them end parts of the journal many
// times a second.
func TestJournalOfAKilledWindow(t *testing.T) {
	if _, err := exec.LookPath("Xvfb"); err != nil {
		t.Skip("no Xvfb")
	}
	number, _ := startDisplay(t)
	kinds := [...]syscall.Signal{syscall.SIGKILL, syscall.SIGTERM, syscall.SIGQUIT, syscall.SIGKILL, syscall.SIGHUP,
		syscall.SIGSEGV}
	ran := [...]struct {
		scene     string
		megabytes int
		parts     int // that have begun before the end
	}{{"pyramid36", 256, 1}, {"rain", 1, 2}, {"rain", 1, 2}, {"mixed_rain", 256, 1}}
	steps, parts, oldest := 0, 0, time.Duration(0)
	rounds := soaked(6, 120)
	for round := range rounds {
		t.Run(fmt.Sprint(round), func(t *testing.T) {
			kind, r := kinds[round%len(kinds)], ran[round%len(ran)]
			if kind == syscall.SIGHUP && signal.Ignored(kind) {
				kind = syscall.SIGKILL
			}
			random := rand.New(rand.NewPCG(6, uint64(round)))
			w := startWindow(t, number, 0, r.megabytes, r.scene)
			w.begun(t, r.parts)
			time.Sleep(time.Duration(random.Int64N(int64(2 * time.Second))))
			age := w.end(t, kind)
			if crash := kind != syscall.SIGTERM && kind != syscall.SIGHUP; crash {
				oldest = max(oldest, age)
				if left := journal.Leftovers(w.journal()); len(left) != 1 || !left[0].Crashed {
					t.Errorf("%v: it is not known as a crash: %+v", kind, left)
				}
			}
			s, p := w.check(t)
			steps += s
			parts = max(parts, p)
		})
	}
	t.Logf("%d steps in %d rounds, up to %d parts; at most the last %v are missing", steps, rounds, parts, oldest)
	if oldest > 1250*time.Millisecond {
		t.Errorf("the last %v are missing", oldest)
	}
	if steps < rounds || parts < 2 {
		t.Errorf("%d steps, %d parts", steps, parts)
	}
}

// On a full disk a window goes on, ends as without, and what it wrote until then opens and replays: its journal, and in
// every second round a recording. Each round has another room.
func TestWindowOnAFullDisk(t *testing.T) {
	if _, err := exec.LookPath("Xvfb"); err != nil {
		t.Skip("no Xvfb")
	}
	number, _ := startDisplay(t)
	for round := range soaked(2, 100) {
		t.Run(fmt.Sprint(round), func(t *testing.T) {
			room := int64(30_000 + round*307)
			args := []string{"pyramid36"}
			if round%2 == 1 {
				args = append(args, "--record", "run.tumble")
			}
			w := startWindow(t, number, int(room), 256, args...)
			path := filepath.Join(w.Dir, "run.tumble.part")
			full := func() bool {
				info, err := os.Stat(path)
				kept, _, _ := w.written()
				return kept == room && (round%2 == 0 || err == nil && info.Size() == room)
			}
			for deadline := time.Now().Add(2 * time.Minute); !full(); time.Sleep(20 * time.Millisecond) {
				if time.Now().After(deadline) {
					t.Fatalf("the disk does not get full: %s", &w.errs)
				}
			}
			time.Sleep(time.Second)
			w.end(t, syscall.SIGTERM)
			if steps, _ := w.check(t); steps == 0 {
				t.Error("no step")
			}
			if round%2 == 1 {
				if stepsOf(t, path) == 0 {
					t.Error("no step is recorded")
				}
				if !strings.Contains(w.errs.String(), "run.tumble.part") {
					t.Errorf("it says %q", &w.errs)
				}
			}
		})
	}
}

// A window whose script asks for answers that nobody reads any more ends with 73, and its session is whole.
func TestWindowWithoutReader(t *testing.T) {
	if _, err := exec.LookPath("Xvfb"); err != nil {
		t.Skip("no Xvfb")
	}
	number, _ := startDisplay(t)
	w := newWindow(t, number, 0, 256, "pyramid36", "--script", "-")
	script, err := w.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	_ = read.Close()
	w.Stdout = write
	w.start(t)
	_ = write.Close()
	w.begun(t, 1)
	if _, err := io.WriteString(script, "state\n"); err != nil {
		t.Fatal(err)
	}
	_ = w.Wait()
	if code := w.ProcessState.ExitCode(); code != cli.ExitOutput {
		t.Errorf("code %d, want %d: %s", code, cli.ExitOutput, &w.errs)
	}
	w.check(t)
}
