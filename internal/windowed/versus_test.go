package windowed

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"
)

// agreedLine finds the step up to which a side has found the states equal, and its hash.
var agreedLine = regexp.MustCompile(`player (\d): step (\d+); equal up to (\d+), hash ([0-9a-f]{16}); (\d+) rollbacks`)

// Two windows play football through delay, jitter and loss: each second both have the same hash, and prediction was
// corrected. Five minutes of it in a soak.
func TestTwoWindowsPlayFootball(t *testing.T) {
	if os.Getenv("DISPLAY") == "" || testing.Short() {
		t.Skip("needs a display, and minutes on a busy machine")
	}
	steps, within := 300, 4*time.Minute
	if os.Getenv("TUMBLE_SOAK") == "1" {
		steps, within = 5*60*60, 10*time.Minute
	}
	program, home := buildSandbox(t), t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), within)
	defer cancel()
	free, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.LocalAddr().String()
	_ = free.Close()
	var out [2]strings.Builder
	var sides [2]*exec.Cmd
	for i, args := range [2][]string{{"host", "football", "--listen", address}, {"join", address, "football"}} {
		args = append(args, "--pilot", "--quality", "least", "--width", "320", "--height", "200",
			"--steps", fmt.Sprint(steps), "--latency", "120ms", "--jitter", "20ms", "--loss", "3%", "--rollback", "60")
		c := exec.CommandContext(ctx, program, args...)
		for _, kind := range []string{"CONFIG", "STATE", "CACHE", "DATA"} {
			c.Env = append(c.Environ(), "XDG_"+kind+"_HOME="+home)
		}
		c.Stdout, c.Stderr = &out[i], &out[i]
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		sides[i] = c
	}
	for i, c := range sides {
		if err := c.Wait(); err != nil {
			t.Errorf("side %d: %v", i, err)
		}
	}
	hashes, ends, rollbacks := map[string]string{}, 0, false
	for i := range out {
		lines := agreedLine.FindAllStringSubmatch(out[i].String(), -1)
		if len(lines) < steps/60 {
			t.Fatalf("side %d:\n%s", i, &out[i])
		}
		for _, l := range lines {
			if h, known := hashes[l[3]]; known && h != l[4] {
				t.Errorf("hashes %s and %s at step %s", h, l[4], l[3])
			}
			hashes[l[3]] = l[4]
		}
		last := lines[len(lines)-1]
		rollbacks = rollbacks || last[5] != "0"
		if last[3] == fmt.Sprint(steps) {
			ends++
		}
	}
	if ends != 2 || !rollbacks || len(hashes) < steps/60 {
		t.Errorf("%d sides came to the end, %d hashes\n%s\n%s", ends, len(hashes), &out[0], &out[1])
	}
}
