package looplab

import (
	"tumble/engine/diagnose"
	"tumble/engine/timestep"
)

// replayWarm is how many frames of a trace pass before figures are taken.
const replayWarm = 600

// replay goes through the frame times of a recorded run.
type replay struct {
	trace  *diagnose.FrameTrace
	player *diagnose.FramePlayer // nil while the window's own frames drive the panes

	reading int64 // of the clock in the trace, ns
	id      uint64
	done    bool
	warm    int // frames that the figures leave out
}

func (r *replay) running() bool { return r.player != nil }

// start begins the trace anew.
func (r *replay) start() {
	*r = replay{trace: r.trace, player: r.trace.Play(), reading: timestep.Second, warm: min(replayWarm, len(r.trace.Frames)/4)}
}

func (r *replay) stop() { r.player = nil }

// part is the share of the trace that has passed.
func (r *replay) part() float64 {
	if !r.running() {
		return 0
	}
	return float64(r.player.Index()) / float64(len(r.trace.Frames))
}

// warmedUp reports whether the figures begin with the next frame.
func (r *replay) warmedUp() bool { return r.player.Index() == r.warm }

// next is the feedback about the frame drawn last; ok is false at the end of the trace.
func (r *replay) next() (fb timestep.Feedback, refresh float64, ok bool) {
	drawEnd, refresh, reading, ok := r.player.Next()
	if !ok {
		r.done = true
		return fb, 0, false
	}
	r.reading = reading
	return timestep.Feedback{ID: r.id, DrawEnd: drawEnd, Stamp: reading, Vsync: true, Changed: r.id == 1}, refresh, true
}
