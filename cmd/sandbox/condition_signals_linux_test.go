package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"tumble/internal/cli"
)

// endOfACondition is the most that a signal may wait for a condition: time of the processors, whatever else they do.
const endOfACondition = 100 * time.Millisecond

// TestSignalsBesideAHeavyCondition: a run whose condition is as heavy as the language allows ends by a signal at once.
func TestSignalsBesideAHeavyCondition(t *testing.T) {
	condition := strings.Repeat(`touching("body0", "body36") || `, 40) + "energy.total > 1e30 || solver.residual > 1e30"
	for signal, code := range map[syscall.Signal]int{
		syscall.SIGINT: cli.ExitInterrupted, syscall.SIGTERM: cli.ExitTerminated,
	} {
		c := asSandbox(t, "sim", "pyramid36", "--steps", "100000000", "--break", condition)
		var errs strings.Builder
		c.Stderr = &errs
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		// it is built in a tenth of that
		for began := time.Now(); worked(c.Process.Pid) < time.Second/2 && time.Since(began) < time.Minute; {
			time.Sleep(10 * time.Millisecond)
		}
		before := worked(c.Process.Pid)
		_ = c.Process.Signal(signal)
		_ = c.Wait()
		work := c.ProcessState.UserTime() + c.ProcessState.SystemTime() - before
		if have := c.ProcessState.ExitCode(); have != code || work > endOfACondition {
			t.Errorf("%v: code %d after %v of the processors; says %q", signal, have, work, &errs)
		}
	}
}

// worked is how long the processors have worked for a process.
func worked(pid int) time.Duration {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	// after the name, which may hold anything, the times are the 12th and 13th field, in hundredths of a second
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond
}
