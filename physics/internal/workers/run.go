package workers

import (
	"runtime"
)

// Run works through the stages in order and returns when all are done. fn and the stages must not
// change meanwhile. Nothing is allocated.
//
// A panic in fn does not spread: the blocks of its stage are finished, later stages are left
// out, and Run returns a *PanicError for the lowest block that panicked. The pool stays usable.
func (p *Pool) Run(fn Func, stages []Stage) error {
	if p.size == 1 || p.governor.staysAlone() {
		return p.runSerial(fn, stages)
	}
	if !p.busy.CompareAndSwap(false, true) {
		return ErrBusy
	}
	err := p.runShared(fn, stages)
	runtime.KeepAlive(p)
	p.busy.Store(false)
	return err
}

// RunSerial is Run on the caller alone, in the order of the blocks. It suits steps so
// small that waking others costs more than they save.
func (p *Pool) RunSerial(fn Func, stages []Stage) error { return p.runSerial(fn, stages) }

// For works on count items in blocks of grain items.
func (p *Pool) For(fn Func, count, grain int32) error {
	p.one[0] = Stage{Count: count, Grain: grain}
	return p.Run(fn, p.one[:])
}

func (c *team) runSerial(fn Func, stages []Stage) error {
	for i := range stages {
		s := &stages[i]
		blocks := s.Blocks()
		for block := int32(0); block < blocks; {
			block = runBlocks(fn, s, 0, block, blocks, &c.fault)
		}
		if c.fault.set {
			err := c.fault.err(s)
			c.fault = fault{}
			return err
		}
	}
	return nil
}

func (c *team) runShared(fn Func, stages []Stage) error {
	// with fewer cores than when the pool was made, fewer workers are woken
	helpers := min(c.size, runtime.GOMAXPROCS(0)) - 1
	c.fn = fn
	defer c.forget()
	for i := range stages {
		s := &stages[i]
		blocks := s.Blocks()
		if blocks == 0 {
			continue
		}
		c.stage, c.blocks = s, blocks
		if blocks == 1 || helpers == 0 {
			for block := int32(0); block < blocks; {
				block = runBlocks(fn, s, 0, block, blocks, &c.fault)
			}
		} else {
			c.share(blocks, helpers)
		}
		if c.fault.set {
			return c.fault.err(s)
		}
	}
	return nil
}

// forget drops the references of the run.
func (c *team) forget() {
	c.fn, c.stage = nil, nil
	c.fault = fault{}
}

// share opens the blocks of the stage to all workers, takes part, and waits for the end.
func (c *team) share(blocks int32, helpers int) {
	c.target += uint32(blocks)
	c.segments = min(int32(helpers)+1, blocks)
	c.number++
	high := uint64(c.number) << 32
	for i := range c.segments {
		c.slots[i].claim.Store(pack(c.segment(i)))
	}
	c.open.Swap(high | uint64(uint32(c.segments)))
	c.wake(min(helpers, int(blocks)-1))
	c.takeAll(0, c.segments)
	for spins := 0; c.done.Load() != c.target; spins++ {
		if spins < callerRounds {
			pause()
			continue
		}
		// The flag goes up before the last look at the count. A worker of an earlier stage
		// may take it down late, so a wake-up is only a reason to look again.
		c.callerParked.Swap(true)
		if c.done.Load() == c.target && c.callerParked.CompareAndSwap(true, false) {
			return
		}
		<-c.callerWake
		spins = 0
	}
}
