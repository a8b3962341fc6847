package diagnose

import "fmt"

// Cause is the cause of a long frame.
type Cause uint8

// The causes. CauseStep, CauseRecord and CauseDraw are work, CauseSwap is a swap that blocked. The others are time in
// which a thread with work did not run, or the kernel ran for it, as far as a counter of that very thing moved:
// finished cycles and pauses of the garbage collector, threads that were ready without a core, page faults, blocks of a
// disk, waits for locks. CauseUnknown is time that no counter explains.
const (
	CauseNone Cause = iota
	CauseStep
	CauseRecord
	CauseDraw
	CauseSwap
	CauseCollector
	CauseScheduler
	CausePageFaults
	CauseDisk
	CauseLock
	CauseUnknown
	causeCount
)

var causeNames = [causeCount]string{"none", "step", "record", "draw", "swap", "collector", "descheduled", "page faults",
	"disk", "lock", "unknown"}

func (c Cause) String() string { return causeNames[min(c, CauseUnknown)] }

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
	// Besides is the second cause, which explains most of the rest, BesidesPart its time (ns).
	Besides     Cause
	BesidesPart int64
	// Time is the reading of the clock (ns) when the hitch was found.
	Time int64
}

func (h Hitch) String() string {
	return fmt.Sprintf("frame %d took %.1f ms, %.1f ms of it: %s", h.Frame, float64(h.FrameNs)/1e6, float64(h.Part)/1e6,
		h.Cause)
}
