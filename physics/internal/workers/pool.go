package workers

import (
	"context"
	"errors"
	"runtime"
	"runtime/pprof"
	"sync"
	"sync/atomic"
)

// MaxWorkers is the largest number of workers of a pool.
const MaxWorkers = 64

// Before they park, the caller of Run looks callerRounds times whether the last blocks are done, for about ten
// microseconds, and workers look workerRounds times for a new stage, with a pause of spinPause between two looks. That is
// longer than most serial parts of a step, and than what lies between two steps that follow at once. To wake a worker
// takes longer still: with the shorter wait large_pyramid woke one five times a step. The counts stand for times,
// because the simulation reads no clock.
const (
	callerRounds = 600
	workerRounds = 6000
	spinPause    = 16
)

// A worker claims one claimShare-th of the blocks that are left of a segment at a time, at least one and at
// most maxClaim.
const (
	claimShare = 4
	maxClaim   = 4
)

// Stage is a number of items that may be worked on in any order, after all items of the stage
// before and before any item of the stage after.
type Stage struct {
	// Kind and Arg tell the function what to do; the pool does not look at them.
	Kind, Arg int32
	// Count is the number of items, Grain the number of items of a block. The last block may
	// be smaller. A Grain below 1 puts all items in one block.
	Count, Grain int32
	// Joined says that the function may get blocks that follow one another in one call, with the number of the first. What
	// it does must not depend on where blocks begin.
	Joined bool
}

// Blocks returns the number of blocks of the stage.
func (s *Stage) Blocks() int32 {
	switch {
	case s.Count <= 0:
		return 0
	case s.Grain < 1 || s.Grain >= s.Count:
		return 1
	default:
		return 1 + (s.Count-1)/s.Grain
	}
}

// bounds returns the items of a block.
func (s *Stage) bounds(block int32) (begin, end int32) {
	if s.Grain < 1 || s.Grain >= s.Count {
		return 0, s.Count
	}
	begin = block * s.Grain
	// not begin+Grain, which overflows near the largest count
	if s.Count-begin <= s.Grain {
		return begin, s.Count
	}
	return begin, begin + s.Grain
}

// Func works on the items [begin, end) of a stage, which are its given block. The worker, 0 for
// the caller of Run and below Pool.Size, chooses scratch memory; results must not depend on it.
// The function must not call the pool and must not end its goroutine.
type Func func(worker int, stage *Stage, block, begin, end int32)

// ErrBusy is the error of a Run during another Run of the same pool.
var ErrBusy = errors.New("workers: run during another run of the same pool")

// Pool is a set of goroutines that wait for work. One goroutine at a time may use it. A pool that
// is dropped without Close ends its goroutines when it is collected.
type Pool struct {
	*crew
	one      [1]Stage
	governor governor
}

// crew is what the goroutines hold on to. It knows the function of a run only during the run, so
// that parked workers do not keep a pool and all it belongs to alive.
type crew struct {
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
	seats        []seat

	fault fault
	wakes wakes
}

// seat is the place of a worker.
type seat struct {
	wake   chan struct{}
	parked atomic.Bool
	// woken is when the wake-up was sent (ns), written before it and read after it
	woken int64
	_     pad
	// claim is what nobody has claimed yet of the segment of the stage that this worker begins with: its first block
	// in the upper half, the end in the lower one. Blocks of one stage are claimed once each, so that who claims with a
	// word of an earlier stage that happens to be the same has claimed blocks of this one.
	claim atomic.Uint64
	_     pad
}

// pad keeps words that different cores write in different cache lines.
type pad [64]byte

// New returns a pool of n workers, the caller of Run included: n-1 goroutines. It is cut down
// to 1..MaxWorkers and to GOMAXPROCS, because more goroutines than cores only get in each other's way.
func New(n int) *Pool {
	n = max(1, min(n, MaxWorkers, runtime.GOMAXPROCS(0)))
	c := &crew{size: n, callerWake: make(chan struct{}, 1), seats: make([]seat, n)}
	for i := 1; i < n; i++ {
		c.seats[i].wake = make(chan struct{}, 1)
		c.ended.Add(1)
		go c.work(i)
	}
	p := &Pool{crew: c}
	if n > 1 {
		runtime.AddCleanup(p, (*crew).dismiss, c)
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
func (c *crew) dismiss() {
	if c.closing.Swap(true) {
		return
	}
	c.wake(len(c.seats))
}

// work is the life of a worker.
func (c *crew) work(worker int) {
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
			c.park(&c.seats[worker], seen)
			spins = 0
		}
	}
}

// takeAll claims and runs blocks until none of the segments has any left. A worker begins with its own
// segment, so that in stages that are much alike it meets the items, and the memory, of the last one again; then it helps
// the others, in turn. What it has done it reports once a segment: all workers write that count, and to fetch it from
// another core takes a tenth of a block.
func (c *crew) takeAll(worker int, segments int32) {
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

// takeSome claims some of the blocks of a segment, if there are any, and runs them. It returns their number. A worker goes
// through its own segment from the front and helps others from the back: where one is always a little slower, others
// find what they do for it in the same place in all stages, and in their caches.
func (c *crew) takeSome(worker int, segment int32, helps bool) int32 {
	claim := &c.seats[segment].claim
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
func (c *crew) segment(i int32) (begin, end int32) {
	n, rest := c.blocks/c.segments, c.blocks%c.segments
	begin = i*n + min(i, rest)
	if end = begin + n; i < rest {
		end++
	}
	return begin, end
}

func (c *crew) finishBlocks(n int32) {
	target := c.target
	if c.done.Add(uint32(n)) == target && c.callerParked.Load() && c.callerParked.CompareAndSwap(true, false) {
		c.callerWake <- struct{}{}
	}
}

// park blocks until there is a reason to look for work again.
//
// The worker raises its flag and then looks once more; whoever publishes work writes it and then
// looks for flags. One of the two sees the other. Who takes the flag down owes the wake-up.
//
// What is written before such a look is swapped in, not stored. Stores would do for the memory model of Go, but QEMU, where it emulates
// arm64 on amd64, lets an atomic load overtake an atomic store: then both sides look too early and sleep for ever.
func (c *crew) park(s *seat, seen uint64) {
	c.parked.Add(1)
	s.parked.Swap(true)
	if (c.open.Load() != seen || c.closing.Load()) && s.parked.CompareAndSwap(true, false) {
		c.parked.Add(-1)
		return
	}
	<-s.wake
	c.wakes.note(s)
}

// wake wakes up to n parked workers.
func (c *crew) wake(n int) {
	if c.parked.Load() == 0 {
		return
	}
	for i := 1; i < len(c.seats) && n > 0; i++ {
		s := &c.seats[i]
		if s.parked.Load() && s.parked.CompareAndSwap(true, false) {
			c.parked.Add(-1)
			c.wakes.stamp(s)
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
