package diagnose

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"tumble/engine/timestep"
)

// FrameTrace has the frame times of a real run.
type FrameTrace struct {
	Name string
	// Refresh is the nominal period of the display (ns), 0 if unknown.
	Refresh int64
	Frames  []TraceFrame
}

// TraceFrame is one frame: the time when the driver had the frame and the time when its swap returned (ns).
type TraceFrame struct{ DrawEnd, Stamp int64 }

const (
	traceHeader    = "tumble frame trace 1"
	maxTraceFrames = 10_000_000
)

// FrameTraceWriter writes a trace while a program runs.
type FrameTraceWriter struct {
	w   *bufio.Writer
	buf []byte
	err error
}

// NewFrameTraceWriter starts a trace; refresh is the nominal period of the display (ns), 0 unknown.
func NewFrameTraceWriter(w io.Writer, refresh int64) *FrameTraceWriter {
	t := &FrameTraceWriter{w: bufio.NewWriter(w)}
	_, t.err = fmt.Fprintf(t.w, "%s refresh_ns=%d\n", traceHeader, refresh)
	return t
}

// Frame adds a frame.
func (t *FrameTraceWriter) Frame(f TraceFrame) {
	if t.err != nil {
		return
	}
	t.buf = strconv.AppendInt(t.buf[:0], f.DrawEnd, 10)
	t.buf = append(t.buf, ' ')
	t.buf = strconv.AppendInt(t.buf, f.Stamp, 10)
	t.buf = append(t.buf, '\n')
	_, t.err = t.w.Write(t.buf)
}

// Close writes the rest and returns the first error.
func (t *FrameTraceWriter) Close() error {
	if t.err != nil {
		return t.err
	}
	return t.w.Flush()
}

// ReadFrameTrace reads a trace; name is for errors.
func ReadFrameTrace(r io.Reader, name string) (*FrameTrace, error) {
	s := bufio.NewScanner(r)
	if !s.Scan() {
		return nil, fmt.Errorf("%s:1: not a frame trace: empty", name)
	}
	t := &FrameTrace{Name: name}
	rest, ok := strings.CutPrefix(s.Text(), traceHeader+" refresh_ns=")
	if !ok {
		return nil, fmt.Errorf("%s:1: not a frame trace: %.60q", name, s.Text())
	}
	var err error
	if t.Refresh, err = strconv.ParseInt(rest, 10, 64); err != nil || t.Refresh < 0 {
		return nil, fmt.Errorf("%s:1: refresh_ns %.40q: must be a whole number ≥ 0", name, rest)
	}
	for line := 2; s.Scan(); line++ {
		a, b, ok := strings.Cut(s.Text(), " ")
		drawEnd, errA := strconv.ParseInt(a, 10, 64)
		stamp, errB := strconv.ParseInt(b, 10, 64)
		if !ok || errA != nil || errB != nil {
			return nil, fmt.Errorf("%s:%d: %.60q: must be two whole numbers", name, line, s.Text())
		}
		if n := len(t.Frames); n > 0 && stamp < t.Frames[n-1].Stamp {
			return nil, fmt.Errorf("%s:%d: stamp %d is before the one of the line above", name, line, stamp)
		}
		if len(t.Frames) == maxTraceFrames {
			return nil, fmt.Errorf("%s:%d: more than %d frames", name, line, maxTraceFrames)
		}
		t.Frames = append(t.Frames, TraceFrame{drawEnd, stamp})
	}
	if err := s.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(t.Frames) < 3 {
		return nil, fmt.Errorf("%s: only %d frames", name, len(t.Frames))
	}
	return t, nil
}

// Hz is the rate of the display, from the stamps if the window did not know it.
func (t *FrameTrace) Hz() float64 {
	if t.Refresh > 0 {
		return 1e9 / float64(t.Refresh)
	}
	n := len(t.Frames) - 1
	if d := t.Frames[n].Stamp - t.Frames[0].Stamp; d > 0 {
		return math.Max(1, math.Min(10_000, float64(n)*(1e9/float64(d))))
	}
	return 60
}

// refreshGrid puts stamps on the grid of a display's refreshes. The true times of refreshes are not known: the grid
// counts refreshes and follows slow changes of the period. Without a period the stamps stay unchanged.
type refreshGrid struct {
	period float64 // ns, 0 none
	at     float64
}

// put returns the refresh of a stamp.
func (g *refreshGrid) put(at float64) float64 {
	if g.period <= 0 || g.at == 0 {
		g.at = at
		return at
	}
	due := g.at + float64(math.Max(1, math.Round((at-g.at)/g.period))*g.period)
	g.at = due + float64(.05*(at-due))
	return g.at
}

// FramePlayer replays a trace frame by frame.
type FramePlayer struct {
	t     *FrameTrace
	index int
	grid  refreshGrid
}

// Play returns a player at the start of the trace, whose times begin one second after 0.
func (t *FrameTrace) Play() *FramePlayer {
	return &FramePlayer{t: t, grid: refreshGrid{period: float64(t.Refresh)}}
}

// Next gives the next frame: the time at which the driver had it, the refresh that shows it and the reading of that
// refresh (ns). ok is false at the end.
func (s *FramePlayer) Next() (drawEnd int64, refresh float64, reading int64, ok bool) {
	if s.index == len(s.t.Frames) {
		return 0, 0, 0, false
	}
	f, shift := s.t.Frames[s.index], timestep.Second-s.t.Frames[0].Stamp
	s.index++
	at := f.Stamp + shift
	return f.DrawEnd + shift, s.grid.put(float64(at)), at, true
}

// Nap lets time pass without a frame.
func (s *FramePlayer) Nap(ns float64) (now float64, reading int64) {
	s.grid.at += ns
	return s.grid.at, int64(s.grid.at)
}

// Index is the number of frames that Next has given.
func (s *FramePlayer) Index() int { return s.index }
