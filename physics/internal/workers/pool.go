package workers

import (
	"context"
	"errors"
	"runtime"
	"runtime/pprof"
	"sync"
	"sync/atomic"
)

// ErrBusy is the error of a Run during another Run of the same pool.
var ErrBusy = errors.New("workers: run during another run of the same pool")

// Pool is a set of goroutines that wait for work. One goroutine at a time may use it. A pool that
// is dropped without Close ends its goroutines when it is collected.
type Pool struct {
	*team
	one      [1]Stage
	governor governor
}

// team is the state that the goroutines share. It knows the function of a run only during the run, so
// that parked workers do not keep a pool and all it belongs to alive.
type team struct {
	size int

	// fn, stage, blocks and segments may be read by those that claimed a block, and by the caller.
	fn               Func
	stage            *Stage
	blocks, segments int32
	// number counts the stages that were shared, target is done at the end of the stage.
	number, target uint32

	busy  atomic.Bool
	ended sync.WaitGroup

	_ pad
	// open holds the number of the stage in its upper half and the number of its segments in the lower
	// one. It is written when all of these are open. Workers without work read this line all the time.
	open    atomic.Uint64
	closing atomic.Bool
	_       pad
	// done counts the finished blocks of all stages.
	done atomic.Uint32
	_    pad
	// parked counts the flags that are set, or about to be.
	parked       atomic.Int32
	callerParked atomic.Bool
	callerWake   chan struct{}
	slots        []slot

	fault fault
	wakes wakes
}

// slot is the state of one worker.
type slot struct {
	wake   chan struct{}
	parked atomic.Bool
	// woken is when the wake-up was sent (ns), written before it and read after it
	woken int64
	_     pad
	// claim is the free rest of the segment with which this worker begins a stage: the first block in the upper half,
	// the end in the lower one. Every block of a stage is claimed once: a worker that compares with an equal word of an
	// earlier stage has claimed blocks of this one.
	claim atomic.Uint64
	_     pad
}

// pad keeps words that different cores write in different cache lines.
type pad [64]byte

// New returns a pool of n workers, the caller of Run included: n-1 goroutines. It is cut down
// to 1..MaxWorkers and to GOMAXPROCS, because more goroutines than cores only get in each other's way.
func New(n int) *Pool {
	n = max(1, min(n, MaxWorkers, runtime.GOMAXPROCS(0)))
	c := &team{size: n, callerWake: make(chan struct{}, 1), slots: make([]slot, n)}
	for i := 1; i < n; i++ {
		c.slots[i].wake = make(chan struct{}, 1)
		c.ended.Add(1)
		go c.work(i)
	}
	p := &Pool{team: c}
	if n > 1 {
		runtime.AddCleanup(p, (*team).dismiss, c)
	}
	return p
}

// Size returns the number of workers, the caller of Run included.
func (p *Pool) Size() int { return p.size }

// Close ends the goroutines and waits for them. A later Run takes place on the caller alone.
func (p *Pool) Close() {
	p.dismiss()
	p.ended.Wait()
	p.size = 1
}

// dismiss tells the goroutines to end.
func (c *team) dismiss() {
	if c.closing.Swap(true) {
		return
	}
	c.wake(len(c.slots))
}

// work is the life of a worker.
func (c *team) work(worker int) {
	defer c.ended.Done()
	pprof.SetGoroutineLabels(pprof.WithLabels(context.Background(), pprof.Labels("loop", "worker")))
	seen := uint64(0) // the last stage of which nothing is left to claim
	for spins := 0; !c.closing.Load(); {
		open := c.open.Load()
		switch {
		case open != seen:
			c.takeAll(worker, int32(uint32(open)))
			seen, spins = open, 0
		case spins < workerRounds:
			spins++
			pause()
		default:
			c.park(&c.slots[worker], seen)
			spins = 0
		}
	}
}

// takeAll claims and runs blocks until none of the segments has any left. A worker begins with its own
// segment, so that in stages that are much alike it meets the items, and the memory, of the last one again; then it
// helps the others, in turn. It reports its finished blocks once a segment: all workers write that count, and to fetch
// it from another core takes a tenth of a block.
func (c *team) takeAll(worker int, segments int32) {
	for k := range segments {
		i := (int32(worker) + k) % segments
		taken := int32(0)
		for {
			n := c.takeSome(worker, i, k > 0)
			if n == 0 {
				break
			}
			taken += n
		}
		if taken > 0 {
			c.finishBlocks(taken)
		}
	}
}

// takeSome claims some of the blocks of a segment, if there are any, and runs them. It returns their number. A worker
// goes through its own segment from the front and helps others from the back: where one is always a little slower,
// others help with the same blocks in all stages, and find them in their caches.
func (c *team) takeSome(worker int, segment int32, helps bool) int32 {
	claim := &c.slots[segment].claim
	for {
		word := claim.Load()
		first, end := unpack(word)
		left := end - first
		if left <= 0 {
			return 0
		}
		n := min(max(left/claimShare, 1), maxClaim)
		rest := pack(first+n, end)
		if helps {
			first, rest = end-n, pack(first, end-n)
		}
		if claim.CompareAndSwap(word, rest) {
			// The stage cannot end, and its fields cannot change, before these blocks are done.
			for next := first; next < first+n; {
				next = runBlocks(c.fn, c.stage, worker, next, first+n, &c.fault)
			}
			return n
		}
	}
}

// pack makes the word of a claim.
func pack(first, end int32) uint64 { return uint64(uint32(first))<<32 | uint64(uint32(end)) }

func unpack(word uint64) (first, end int32) { return int32(uint32(word >> 32)), int32(uint32(word)) }

// segment returns the blocks of a segment.
func (c *team) segment(i int32) (begin, end int32) {
	n, rest := c.blocks/c.segments, c.blocks%c.segments
	begin = i*n + min(i, rest)
	if end = begin + n; i < rest {
		end++
	}
	return begin, end
}

func (c *team) finishBlocks(n int32) {
	target := c.target
	if c.done.Add(uint32(n)) == target && c.callerParked.Load() && c.callerParked.CompareAndSwap(true, false) {
		c.callerWake <- struct{}{}
	}
}

// park blocks until there is a reason to look for work again.
//
// The worker raises its flag and then looks once more; whoever publishes work writes it and then
// looks for flags. One of the two sees the other. Whoever takes the flag down owes the wake-up.
//
// Values written before such a look are swapped in, not stored. Stores would do for the memory model of Go, but QEMU,
// where it emulates arm64 on amd64, lets an atomic load overtake an atomic store: then both sides look too early and
// sleep for ever.
func (c *team) park(s *slot, seen uint64) {
	c.parked.Add(1)
	s.parked.Swap(true)
	if (c.open.Load() != seen || c.closing.Load()) && s.parked.CompareAndSwap(true, false) {
		c.parked.Add(-1)
		return
	}
	<-s.wake
	c.wakes.note(s.woken)
}

// wake wakes up to n parked workers.
func (c *team) wake(n int) {
	if c.parked.Load() == 0 {
		return
	}
	for i := 1; i < len(c.slots) && n > 0; i++ {
		s := &c.slots[i]
		if s.parked.Load() && s.parked.CompareAndSwap(true, false) {
			c.parked.Add(-1)
			c.wakes.stamp(&s.woken)
			s.wake <- struct{}{}
			n--
		}
	}
}

// pause lets some nanoseconds pass without touching memory that other cores write.
//
//go:noinline
func pause() {
	for range spinPause {
	}
}
