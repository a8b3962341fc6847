package engine

import (
	"fmt"
	"runtime/metrics"

	"tumble/renderer"
)

// Cause is what made a frame long.
type Cause uint8

// The causes. CauseWait is time in which the program wanted to run and did not, or waited for events that the
// system held back.
const (
	CauseNone Cause = iota
	CauseStep
	CauseRecord
	CauseDraw
	CauseSwap
	CauseCollector
	CauseWait
)

func (c Cause) String() string {
	return [...]string{"none", "step", "record", "draw", "swap", "collector", "wait"}[min(c, CauseWait)]
}

// Hitch is a frame that took more than two periods of the display.
type Hitch struct {
	Frame   uint64
	FrameNs int64
	Cause   Cause
	// Part is the time that the cause accounts for (ns).
	Part int64
}

func (h Hitch) String() string {
	return fmt.Sprintf("frame %d took %.1f ms, %.1f ms of it: %s", h.Frame, float64(h.FrameNs)/1e6, float64(h.Part)/1e6, h.Cause)
}

// hitchWatch finds long frames and what made them long.
type hitchWatch struct {
	cycles   [1]metrics.Sample
	last     uint64
	step     int64 // wall time of all ticks up to now that no judgement has counted
	seen     Hitch
	prepared bool
}

// collected reports whether a cycle of the garbage collector has ended since the last call.
func (w *hitchWatch) collected() bool {
	if !w.prepared {
		w.prepared = true
		w.cycles[0].Name = "/gc/cycles/total:gc-cycles"
	}
	metrics.Read(w.cycles[:])
	n := uint64(0)
	if v := w.cycles[0].Value; v.Kind() == metrics.KindUint64 {
		n = v.Uint64()
	}
	ended := n != w.last
	w.last = n
	return ended
}

// judge looks at the time since the last recorded frame: its ticks, its recording, what the executor
// reported last, and the rest. own is the time of the ticks just run, which belong to the frame
// that begins; period is that of the display (ns).
func (w *hitchWatch) judge(frame uint64, frameNs, own, recordNs, period int64, p *renderer.Present) bool {
	collected := w.collected()
	step := w.step - own
	w.step = own
	if frameNs <= 2*period {
		return false
	}
	h := Hitch{Frame: frame, FrameNs: frameNs, Cause: CauseStep, Part: step}
	consider := func(c Cause, ns int64) {
		if ns > h.Part {
			h.Cause, h.Part = c, ns
		}
	}
	consider(CauseRecord, recordNs)
	consider(CauseDraw, p.DrawEnd-p.Begin)
	// a swap that waits for the display waits up to a period by right
	consider(CauseSwap, p.SwapEnd-p.SwapBegin-period)
	rest := frameNs - step - recordNs - (p.SwapEnd - p.Begin)
	if collected {
		consider(CauseCollector, rest)
	} else {
		consider(CauseWait, rest)
	}
	w.seen = h
	return true
}
