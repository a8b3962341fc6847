package renderer

import "sync/atomic"

// Present is the result of one executed packet. Times are ns of the executor's clock.
type Present struct {
	ID            uint64
	Tick          uint64
	SimTime       int64
	TargetPresent int64
	OldestInput   int64
	NewestInput   int64

	Submitted int64 // handed over by the main thread
	Begin     int64 // taken by the executor
	DrawEnd   int64 // the last call on the device made
	SwapBegin int64
	SwapEnd   int64
	FenceDone int64 // when the frame before was found finished by the device
	DrawCPU   int64 // processor time of the program from Begin to DrawEnd, 0 unknown
	// LateDelay and DrawDelay are how long a thread of the program had no core from the DrawEnd before to Begin, and
	// from there to DrawEnd, where the processor draws (ns); 0 unknown
	LateDelay, DrawDelay int64

	Interval     int32 // swap interval in force
	Swapped      bool  // false for a frame of size zero
	Latched      bool  // drawn from a newer eye than the recorded one
	VsyncChanged bool  // this frame is the first with Interval
	Inline       bool  // drawn by the main thread

	Stats Stats
}

// Stats are the figures of one executed packet.
type Stats struct {
	Ops, Passes, Draws      int32
	Instances, Lines, Quads int32
	Resources               int32 // resource commands executed before it
}

// presentRing hands records from the executor to the main thread. One side writes, one reads; a
// record that finds the ring full is counted and dropped, because feedback may be lost and nobody
// may wait for it.
type presentRing struct {
	records [64]Present
	head    atomic.Uint64 // next to read
	tail    atomic.Uint64 // next to write
	dropped atomic.Uint64
}

func (r *presentRing) push(p *Present) {
	tail := r.tail.Load()
	if tail-r.head.Load() == uint64(len(r.records)) {
		r.dropped.Add(1)
		return
	}
	r.records[tail%uint64(len(r.records))] = *p
	r.tail.Store(tail + 1)
}

func (r *presentRing) pop(p *Present) bool {
	head := r.head.Load()
	if head == r.tail.Load() {
		return false
	}
	*p = r.records[head%uint64(len(r.records))]
	r.head.Store(head + 1)
	return true
}
