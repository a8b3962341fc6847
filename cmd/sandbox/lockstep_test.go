//go:build unix

package main

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"tumble/internal/cli"
)

// asSandbox is this test program as the sandbox with arguments.
func asSandbox(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), asProgram+"="+strings.Join(args, "\n"))
	return cmd
}

// lockstepPair runs two processes over loopback, the second with further arguments, and returns what they print.
func lockstepPair(t *testing.T, common []string, second ...string) (texts [2]string, codes [2]int) {
	t.Helper()
	a := asSandbox(t, append([]string{"lockstep", "stack10", "--listen", "127.0.0.1:0"}, common...)...)
	var errs [2]strings.Builder
	a.Stderr = &errs[0]
	pipe, err := a.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Start(); err != nil {
		t.Fatal(err)
	}
	out := bufio.NewScanner(pipe)
	if !out.Scan() {
		t.Fatalf("no address: %s", &errs[0])
	}
	address := strings.TrimPrefix(out.Text(), "listening at ")
	b := asSandbox(t, append(append([]string{"lockstep", "stack10", "--join", address}, common...), second...)...)
	b.Stderr = &errs[1]
	text, _ := b.Output()
	texts[1] = string(text) + errs[1].String()
	for out.Scan() {
		texts[0] += out.Text() + "\n"
	}
	_ = a.Wait()
	texts[0] += errs[0].String()
	return texts, [2]int{a.ProcessState.ExitCode(), b.ProcessState.ExitCode()}
}

var lockstepLine = regexp.MustCompile(`player ([01]): (\d+) steps in .* hash ([0-9a-f]{16})`)

// Two processes over loopback with loss, delay and reordering, one of them slowed: equal hashes; a planted difference
// is named on both sides.
func TestLockstepOfTwoProcesses(t *testing.T) {
	steps := "300"
	if os.Getenv("TUMBLE_SOAK") == "1" {
		steps = "10000"
	}
	texts, codes := lockstepPair(t, []string{"--steps", steps, "--jitter", "200ms", "--loss", "5%"}, "--slow", "4ms")
	a, b := lockstepLine.FindStringSubmatch(texts[0]), lockstepLine.FindStringSubmatch(texts[1])
	if codes != [2]int{} || a == nil || b == nil || a[2] != steps || b[2] != steps || a[3] != b[3] {
		t.Errorf("codes %v\n%s\n%s", codes, texts[0], texts[1])
	}
	texts, codes = lockstepPair(t, []string{"--steps", "300", "--jitter", "30ms", "--loss", "5%"}, "--plant", "50:3")
	for i, text := range texts {
		if codes[i] != cli.ExitFailed ||
			!strings.Contains(text, "the states differ from step 50 on, first in body 3; found after step 5") {
			t.Errorf("code %d\n%s", codes[i], text)
		}
	}
}

func TestLockstepRefuses(t *testing.T) {
	for _, c := range [][]string{
		{"--rollback", "8"}, {"--rollback", "-1"}, {"--rollback", "8", "--slow", "1ms"}, {"--latency", "-1ms"},
		{"--plant", "x"}, {"--steps", "0"}, {"--loss", "100%"}, {"--jitter", "-1s"},
		{"--listen", "127.0.0.1:0", "--join", "127.0.0.1:1"}, {"--join", "nowhere"},
	} {
		var out, errs strings.Builder
		if code := execute(t.Context(), append([]string{"lockstep", "box"}, c...), &out, &errs); code != cli.ExitUsage {
			t.Errorf("%v: code %d, %s", c, code, &errs)
		}
	}
}

// TestOpenAddressesNeedAToken: each command of a game refuses each address that other machines may reach, unless a file
// with a token is named.
func TestOpenAddressesNeedAToken(t *testing.T) {
	t.Setenv("DISPLAY", "")
	// one that listens after all does not wait for a player
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, address := range []string{
		"0.0.0.0:0", "[::]:0", ":0", "0:0", "[::ffff:0.0.0.0]:0", "[::%lo]:0", "192.0.2.1:0", "10.0.0.1:7770",
		"169.254.1.1:0", "[2001:db8::1]:0", "[fe80::1%lo]:0", "128.0.0.1:0", "2130706433:0", "224.0.0.1:0",
		"255.255.255.255:0", "other.example:0", "127.0.0.1.other.example:0", "localhost.other.example:0",
	} {
		for _, args := range [][]string{
			{"lockstep", "box", "--listen", address}, {"lockstep", "box", "--join", address},
			{"lockstep", "football", "--rollback", "8", "--listen", address},
			{"host", "football", "--listen", address}, {"join", address},
		} {
			var out, errs strings.Builder
			code := execute(ctx, args, &out, &errs)
			says := address + ": other machines reach this address; --token-file is needed"
			if code != cli.ExitUsage || out.Len() > 0 || !strings.Contains(errs.String(), says) {
				t.Errorf("%v: code %d, %s%s", args, code, &out, &errs)
			}
		}
	}
}
