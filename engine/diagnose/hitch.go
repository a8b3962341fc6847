package diagnose

import "fmt"

// Cause is the cause of a long frame.
type Cause uint8

// The causes. CauseStep, CauseRecord and CauseDraw are work, CauseSwap is a swap that blocked,
// CauseCollector time taken by the garbage collector, CauseScheduler time in which the main thread had work and
// no core, and CauseWait time in which the program wanted to run and nothing of that tells why it did not.
const (
	CauseNone Cause = iota
	CauseStep
	CauseRecord
	CauseDraw
	CauseSwap
	CauseCollector
	CauseScheduler
	CauseWait
	causeCount
)

var causeNames = [causeCount]string{"none", "step", "record", "draw", "swap", "collector", "descheduled", "wait"}

func (c Cause) String() string { return causeNames[min(c, CauseWait)] }

// Trigger is the sign by which a hitch was noticed.
type Trigger uint8

// The triggers.
const (
	TriggerNone      Trigger = iota
	TriggerWork              // work took longer than the budget and far longer than usual
	TriggerBacklog           // ticks began to be given up
	TriggerRefresh           // the display showed a frame longer than it should have
	TriggerCollector         // the collector held the main thread up
	TriggerScheduler         // the main thread wanted to run and had no core
)

var triggerNames = [...]string{"none", "work", "backlog", "missed refresh", "collector", "scheduler"}

func (t Trigger) String() string { return triggerNames[min(t, TriggerScheduler)] }

// Hitch is a frame that took longer than it should have.
type Hitch struct {
	Frame   uint64
	Tick    uint64 // the newest tick of the frame
	FrameNs int64
	Trigger Trigger
	Cause   Cause
	// Part is the time that the cause accounts for (ns).
	Part int64
	// Besides is the second cause, of most of the time that Cause leaves, BesidesPart its time (ns).
	Besides     Cause
	BesidesPart int64
	// Time is the reading of the clock at which it was found (ns).
	Time int64
}

func (h Hitch) String() string {
	return fmt.Sprintf("frame %d took %.1f ms, %.1f ms of it: %s", h.Frame, float64(h.FrameNs)/1e6, float64(h.Part)/1e6, h.Cause)
}
