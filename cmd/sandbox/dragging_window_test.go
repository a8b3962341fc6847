//go:build linux && cgo

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tumble/engine/diagnose"
)

// TestDraggingInTheRealWindow drags the playhead back and forth over a minute of 500 bodies, in a window of 640 × 360,
// and counts the frames: the picture has to follow the hand.
func TestDraggingInTheRealWindow(t *testing.T) {
	const (
		balls     = 60
		left      = 20
		right     = 280
		playhead  = "222"
		strokes   = 4
		perStroke = 100
		fewest    = 15 // frames a second
	)
	trace := filepath.Join(t.TempDir(), "frames.txt")
	o := newOperator(t, "tumbler", "--set", "scene.count=440", "--width", "640", "--height", "360", "--vsync", "off",
		"--trace-frames", trace)
	o.do("mousemove", "150", "150", "keydown", "shift", "click", "--repeat", strconv.Itoa(balls), "--delay", "50", "1",
		"keyup", "shift")
	o.pause(130)
	o.do("key", "p")
	if m := o.moment(); m.Step < 4000 {
		t.Errorf("only %d steps in a minute", m.Step)
	}
	o.do("key", "z")
	o.pause(4)
	// a move of the mouse every 20 ms
	move := []string{"mousemove", strconv.Itoa(right), playhead, "mousedown", "1"}
	for i := range strokes * perStroke {
		x := i % perStroke
		if i/perStroke%2 == 0 {
			x = perStroke - x
		}
		move = append(move, "mousemove", strconv.Itoa(left+(right-left)*x/perStroke), playhead, "sleep", "0.02")
	}
	from, before := time.Since(o.started), o.processorTime()
	o.do(append(move, "mouseup", "1")...)
	to, work := time.Since(o.started)-time.Second, o.processorTime()-before // do() pauses
	o.look("dragging")
	o.quit()
	file, err := os.Open(trace)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	frames, err := diagnose.ReadFrameTrace(file, "frames")
	if err != nil {
		t.Fatal(err)
	}
	var gaps []time.Duration
	last := time.Duration(0)
	for _, f := range frames.Frames {
		if at := time.Duration(f.Stamp); at > from && at < to {
			if last > 0 {
				gaps = append(gaps, at-last)
			}
			last = at
		}
	}
	slices.Sort(gaps)
	if len(gaps) == 0 {
		t.Fatal("no frame while the playhead was dragged")
	}
	rate := float64(len(gaps)) / (to - from).Seconds()
	t.Logf(
		"%.1f frames a second over %v; from one to the next %v in the middle, %v at most; "+
			"%v of processor time for each",
		rate, to-from, gaps[len(gaps)/2], gaps[len(gaps)-1], work/time.Duration(len(gaps)))
	if rate < fewest {
		t.Errorf("%.1f frames a second while the playhead is dragged, at least %d are wanted", rate, fewest)
	}
}

// processorTime is the time that the program has used of all processors.
func (o *operator) processorTime() time.Duration {
	o.t.Helper()
	data, err := os.ReadFile("/proc/" + strconv.Itoa(o.cmd.Process.Pid) + "/stat")
	if err != nil {
		o.t.Fatal(err)
	}
	// the name of the program may have blanks and ends with a bracket; user and system time are fields 14 and 15, in
	// 1/100 s
	_, rest, _ := strings.Cut(string(data), ") ")
	ticks := 0
	for _, field := range strings.Fields(rest)[11:13] {
		n, err := strconv.Atoi(field)
		if err != nil {
			o.t.Fatal(err)
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}
