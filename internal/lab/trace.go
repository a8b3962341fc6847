package lab

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"tumble/engine"
)

// Trace has the frame times of a real run.
type Trace struct {
	Name string
	// Refresh is the nominal period of the display (ns), 0 if unknown.
	Refresh int64
	Frames  []TraceFrame
}

// TraceFrame is one frame: when the driver had it and when its swap had returned (ns).
type TraceFrame struct{ DrawEnd, Stamp int64 }

const (
	traceHeader    = "tumble frame trace 1"
	maxTraceFrames = 10_000_000
)

// TraceWriter writes a trace while a program runs.
type TraceWriter struct {
	w   *bufio.Writer
	buf []byte
	err error
}

// NewTraceWriter starts a trace; refresh is the nominal period of the display (ns), 0 unknown.
func NewTraceWriter(w io.Writer, refresh int64) *TraceWriter {
	t := &TraceWriter{w: bufio.NewWriter(w)}
	_, t.err = fmt.Fprintf(t.w, "%s refresh_ns=%d\n", traceHeader, refresh)
	return t
}

// Frame adds a frame.
func (t *TraceWriter) Frame(f TraceFrame) {
	if t.err != nil {
		return
	}
	t.buf = strconv.AppendInt(t.buf[:0], f.DrawEnd, 10)
	t.buf = append(t.buf, ' ')
	t.buf = strconv.AppendInt(t.buf, f.Stamp, 10)
	t.buf = append(t.buf, '\n')
	_, t.err = t.w.Write(t.buf)
}

// Close writes what is left and returns the first error.
func (t *TraceWriter) Close() error {
	if t.err != nil {
		return t.err
	}
	return t.w.Flush()
}

// ReadTrace reads a trace; name is for errors.
func ReadTrace(r io.Reader, name string) (*Trace, error) {
	s := bufio.NewScanner(r)
	if !s.Scan() {
		return nil, fmt.Errorf("%s:1: not a frame trace: empty", name)
	}
	t := &Trace{Name: name}
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

// hz is the rate of the display, from the stamps if the window did not know it.
func (t *Trace) hz() float64 {
	if t.Refresh > 0 {
		return 1e9 / float64(t.Refresh)
	}
	n := len(t.Frames) - 1
	if d := t.Frames[n].Stamp - t.Frames[0].Stamp; d > 0 {
		return math.Max(1, math.Min(10_000, float64(n)*1e9/float64(d)))
	}
	return 60
}

// traceSource replays the trace. The true refreshes are not known; the stamps are put on the display's grid
// where there is one.
type traceSource struct {
	t     *Trace
	index int
	at    float64
}

func (t *Trace) source() *traceSource { return &traceSource{t: t} }

func (s *traceSource) next(float64) (drawEnd, refresh float64, reading int64, ok bool) {
	if s.index == len(s.t.Frames) {
		return 0, 0, 0, false
	}
	f, base := s.t.Frames[s.index], s.t.Frames[0].Stamp
	s.index++
	shift := float64(engine.Second - base)
	at := float64(f.Stamp) + shift
	if p := float64(s.t.Refresh); p > 0 {
		n := math.Max(1, math.Round((at-s.at)/p))
		if s.at == 0 {
			s.at = at
		} else {
			// the grid follows slow changes of the period
			s.at += n*p + .05*(at-s.at-n*p)
		}
	} else {
		s.at = at
	}
	return float64(f.DrawEnd) + shift, s.at, int64(at), true
}

func (s *traceSource) nap(ns float64) (now float64, reading int64) {
	s.at += ns
	return s.at, int64(s.at)
}
