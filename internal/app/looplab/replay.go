package looplab

import (
	"tumble/engine/diagnose"
	"tumble/engine/timestep"
)

// replayWarm is the largest number of frames that pass before the figures of a replay begin.
const replayWarm = 600

// replay goes through the frame times of a recorded run.
type replay struct {
	trace  *diagnose.FrameTrace
	player *diagnose.FramePlayer // nil while the window's own frames drive the panes

	reading int64  // of the clock in the trace, ns
	id      uint64 // number of the frame that was drawn last
	done    bool   // the trace has ended
	warm    int    // frames that the figures leave out
}

// running reports whether a trace drives the panes.
func (r *replay) running() bool { return r.player != nil }

// start begins the trace anew.
func (r *replay) start() {
	*r = replay{trace: r.trace, player: r.trace.Play(), reading: timestep.Second,
		warm: min(replayWarm, len(r.trace.Frames)/4)}
}

// stop gives the panes back to the frames of the window; the trace is kept.
func (r *replay) stop() { r.player = nil }

// part is the share of the trace that has passed, 0 to 1.
func (r *replay) part() float64 {
	if !r.running() {
		return 0
	}
	return float64(r.player.Index()) / float64(len(r.trace.Frames))
}

// warmedUp reports whether the figures begin with the next frame.
func (r *replay) warmedUp() bool { return r.player.Index() == r.warm }

// next moves on to the next frame of the trace. It returns the feedback about the frame drawn last and the refresh that
// shows the frame (ns); ok is false at the end of the trace.
func (r *replay) next() (fb timestep.Feedback, refresh float64, ok bool) {
	drawEnd, refresh, reading, ok := r.player.Next()
	if !ok {
		r.done = true
		return fb, 0, false
	}
	r.reading = reading
	return timestep.Feedback{ID: r.id, DrawEnd: drawEnd, Stamp: reading, Vsync: true, Changed: r.id == 1}, refresh, true
}
