//go:build linux && cgo

package windowed

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// realKeys are pressed at random. Those that quit are left out: the test ends the window itself.
var realKeys = []string{"space", "Tab", "Return", "Escape", "BackSpace", "Delete", "Up", "Down", "Left", "Right", "F1",
	"F2", "F3", "F4", "F5", "F6", "F7", "F8",
	"F9", "F10", "F11", "F12", "ctrl+z", "ctrl+y", "ctrl+c", "ctrl+v", "ctrl+s", "ctrl+o", "ctrl+a", "ctrl+d", "ctrl+p",
	"shift+Tab", "comma", "period", "plus", "minus",
	"Home", "End", "Prior", "Next"}

// realEvents are the words of xdotool for n events of mouse and keyboard.
func realEvents(random *rand.Rand, n int) (words []string) {
	at := func() []string {
		return []string{"mousemove", strconv.Itoa(random.IntN(640)), strconv.Itoa(random.IntN(360))}
	}
	for range n {
		switch random.IntN(8) {
		case 0, 1:
			words = append(words, at()...)
		case 2:
			words = append(append(words, at()...), "click", strconv.Itoa(1+random.IntN(5)))
		case 3:
			words = append(append(words, at()...), "mousedown", "1")
			words = append(append(words, at()...), "mouseup", "1")
		case 4, 5:
			words = append(words, "key", string(rune('a'+random.IntN(26))))
		case 6:
			words = append(words, "key", realKeys[random.IntN(len(realKeys))])
		case 7:
			words = append(words, "key", strconv.Itoa(random.IntN(10)))
		}
		words = append(words, "sleep", "0.02")
	}
	return words
}

// TestRealStorm sends the window of the program real events of mouse and keyboard, ends it by a signal in the middle of
// them, and replays its session, again and again for as long as TUMBLE_STORM says, once in short runs: it ends with the
// code of the signal, after little work, and the session is there. A file dialog and other programs that a key starts
// are left out on purpose.
func TestRealStorm(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	needsXdotool(t)
	program, begin, length := buildSandbox(t), time.Now(), stormTime(t)
	random := rand.New(rand.NewPCG(21, 22))
	scenes := []string{"pyramid36", "stack10", "ragdoll_gym", "card_house", "newtons_cradle"}
	rounds, events := 0, 0
	var longest, hardest time.Duration
	for rounds == 0 || time.Since(begin) < length {
		home := t.TempDir()
		scene := scenes[rounds%len(scenes)]
		c := exec.Command(program, "run", scene, "--width", "640", "--height", "360", "--vsync", "off", "--fps-limit",
			"30", "--quality", "least", "--output", home)
		env := append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_STATE_HOME="+home,
			"XDG_CACHE_HOME="+home, "XDG_DATA_HOME="+home)
		c.Env = env
		var said strings.Builder
		c.Stderr = &said
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() {
			_ = c.Wait()
			close(ended)
		}()
		// a software renderer takes seconds for its first frames
		time.Sleep(4 * time.Second)
		for range 4 + random.IntN(8) {
			if out, err := exec.Command("xdotool", realEvents(random, 60)...).CombinedOutput(); err != nil {
				t.Fatalf("xdotool: %v: %s", err, out)
			}
			events += 60
		}
		kind, code := syscall.SIGTERM, 143
		if rounds%2 == 1 {
			kind, code = syscall.SIGINT, 130
		}
		before, asked := worked(c.Process.Pid), time.Now()
		_ = c.Process.Signal(kind)
		last, late, look := before, time.After(time.Minute), time.NewTicker(10*time.Millisecond)
		for open := true; open; {
			select {
			case <-ended:
				open = false
			case <-look.C:
				last = max(last, worked(c.Process.Pid))
			case <-late:
				_ = c.Process.Kill()
				t.Errorf("round %d, %s: it does not end", rounds, scene)
			}
		}
		look.Stop()
		took, work := time.Since(asked), last-before
		longest, hardest = max(longest, took), max(hardest, work)
		if work > endWork {
			t.Errorf("round %d, %s: its end takes %v of the processors", rounds, scene, work)
		}
		if have := c.ProcessState.ExitCode(); have != code || strings.Contains(said.String(), "panic") {
			t.Errorf("round %d, %s: code %d, want %d; says %q", rounds, scene, have, code, said.String())
		}
		c = exec.Command(program, "replay", "--last")
		c.Env = env
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("round %d, %s: its session: %v: %s", rounds, scene, err, out)
		}
		rounds++
		fmt.Printf("round %d, %s: %d events so far, ended in %v, %v of the processors\n", rounds, scene, events,
			took.Round(time.Millisecond), work.Round(time.Millisecond))
	}
	t.Logf("%d windows, %d events, the longest end %v, %v of the processors", rounds, events, longest, hardest)
}

// endWork is the most that the end of a window may take of the processors: three seconds on a machine that does nothing
// else.
const endWork = 3 * time.Second

// worked is how long the processors have worked for a process, without those that it started; 0 for one that is gone.
func worked(pid int) time.Duration {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	// after the name, which may hold anything, the times are the 12th and 13th field, in hundredths of a second
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond
}
