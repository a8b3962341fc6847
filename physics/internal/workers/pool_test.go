package workers

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// withProcs runs the test under several values of GOMAXPROCS and sizes of the pool.
func withProcs(t *testing.T, test func(t *testing.T, p *Pool)) {
	for _, procs := range []int{1, 2, 4} {
		for _, size := range []int{1, 2, 4} {
			t.Run(fmt.Sprintf("procs=%d/workers=%d", procs, size), func(t *testing.T) {
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
				p := New(size)
				defer p.Close()
				if want := min(size, procs); p.Size() != want {
					t.Fatalf("size %d, want %d", p.Size(), want)
				}
				test(t, p)
			})
		}
	}
}

func randomStages(r *rand.Rand) []Stage {
	stages := make([]Stage, r.IntN(30))
	for i := range stages {
		stages[i] = Stage{Kind: int32(i), Arg: int32(r.IntN(3)), Count: int32(r.IntN(200)), Grain: int32(r.IntN(40))}
		if r.IntN(3) == 0 {
			stages[i].Count = int32(r.IntN(3))
		}
		stages[i].Joined = r.IntN(2) == 0
	}
	return stages
}

// TestStages holds that every item runs exactly once, in a block that does not depend on the
// workers, after all items of the stage before. The counters are plain memory, so the race
// detector sees a missing barrier.
func TestStages(t *testing.T) {
	withProcs(t, func(t *testing.T, p *Pool) {
		r := rand.New(rand.NewPCG(1, uint64(p.Size())))
		var stages []Stage
		var hits [][]int32
		var wrong atomic.Int32
		fn := func(worker int, s *Stage, block, begin, end int32) {
			if worker < 0 || worker >= p.Size() || s != &stages[s.Kind] {
				wrong.Add(1)
			}
			if begin >= end || end > s.Count || s.Grain > 0 && begin != block*s.Grain || s.Grain < 1 && block != 0 {
				wrong.Add(1)
			}
			if s.Kind > 0 {
				for _, h := range hits[s.Kind-1] {
					if h != 1 {
						wrong.Add(1)
					}
				}
			}
			for i := begin; i < end; i++ {
				hits[s.Kind][i]++
			}
		}
		for round := range 300 {
			stages = randomStages(r)
			hits = make([][]int32, len(stages))
			for i := range hits {
				hits[i] = make([]int32, stages[i].Count)
			}
			run := p.Run
			if round%10 == 9 {
				run = p.RunSerial
			}
			if err := run(fn, stages); err != nil {
				t.Fatal(err)
			}
			for i := range hits {
				for k, h := range hits[i] {
					if h != 1 {
						t.Fatalf("round %d: item %d of stage %d ran %d times", round, k, i, h)
					}
				}
			}
			if round%50 == 0 {
				time.Sleep(time.Millisecond) // lets the workers park
			}
		}
		if n := wrong.Load(); n > 0 {
			t.Errorf("%d blocks with wrong arguments or before their time", n)
		}
	})
}

// TestShare holds that the workers do take part: while one block waits, another worker runs the rest.
func TestShare(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	p := New(4)
	defer p.Close()
	for range 50 {
		var inside atomic.Int32
		err := p.For(func(worker int, _ *Stage, block, _, _ int32) {
			// all four meet here, so it takes four goroutines to get through
			inside.Add(1)
			for inside.Load() < 4 {
				runtime.Gosched()
			}
		}, 4, 1)
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestSegments holds that the segments of a stage follow one another, cover all blocks and differ by one block at
// most.
func TestSegments(t *testing.T) {
	for blocks := int32(1); blocks < 200; blocks++ {
		for segments := int32(1); segments <= min(blocks, MaxWorkers); segments++ {
			c := team{blocks: blocks, segments: segments}
			next := int32(0)
			for i := range segments {
				begin, end := c.segment(i)
				if n := end - begin; begin != next || n < blocks/segments || n > blocks/segments+1 {
					t.Fatalf("%d blocks in %d segments: number %d has %d to %d", blocks, segments, i, begin, end)
				}
				next = end
			}
			if next != blocks {
				t.Fatalf("%d blocks in %d segments: %d are covered", blocks, segments, next)
			}
		}
	}
}

// TestClaims holds that a worker goes through its own segment from the front and helps others from the back, a quarter
// of the rest at a time but no more than maxClaim blocks, and that the blocks of a joined stage come in one call.
func TestClaims(t *testing.T) {
	for _, joined := range []bool{false, true} {
		type call struct{ block, begin, end int32 }
		var calls []call
		stage := Stage{Count: 63, Grain: 2, Joined: joined}
		c := team{size: 2, slots: make([]slot, 2), stage: &stage, blocks: stage.Blocks(), segments: 2,
			fn: func(_ int, _ *Stage, block, begin, end int32) {
				calls = append(calls, call{block, begin, end})
			}}
		for i := range c.segments {
			c.slots[i].claim.Store(pack(c.segment(i)))
		}
		for _, want := range []struct {
			segment     int32
			helps       bool
			first, last int32
		}{
			{0, false, 0, 3}, {0, true, 13, 15}, {0, false, 4, 5}, {0, true, 12, 12},
			{1, true, 28, 31}, {1, false, 16, 18}, {1, false, 19, 20},
		} {
			calls = calls[:0]
			if n := c.takeSome(0, want.segment, want.helps); n != want.last-want.first+1 {
				t.Fatalf("joined %v: %d blocks, want %d to %d", joined, n, want.first, want.last)
			}
			var expected []call
			for b := want.first; b <= want.last; b++ {
				begin, end := stage.bounds(b)
				expected = append(expected, call{b, begin, end})
			}
			if joined {
				expected = []call{{want.first, expected[0].begin, expected[len(expected)-1].end}}
			}
			if !slices.Equal(calls, expected) {
				t.Errorf("joined %v: blocks %v, want %v", joined, calls, expected)
			}
		}
	}
}

func TestBlocks(t *testing.T) {
	for _, s := range []Stage{
		{Count: 0, Grain: 4}, {Count: -3, Grain: 4}, {Count: 1}, {Count: 10, Grain: 0}, {Count: 10, Grain: -1},
		{Count: 10, Grain: 3}, {Count: 9, Grain: 3}, {Count: 10, Grain: 100}, {Count: 1<<31 - 1, Grain: 1 << 30},
		{Count: 1<<31 - 1, Grain: 1<<30 + 1}, {Count: 1<<31 - 1, Grain: 1<<31 - 1},
	} {
		next := int32(0)
		for b := range s.Blocks() {
			begin, end := s.bounds(b)
			if begin != next || end <= begin {
				t.Errorf("%v: block %d is [%d, %d), want it to begin at %d", s, b, begin, end, next)
			}
			next = end
		}
		if next != max(s.Count, 0) {
			t.Errorf("%v: blocks end at %d", s, next)
		}
	}
}

var errTest = errors.New("broken shape")

func explode(value any) { panic(value) }

func TestPanic(t *testing.T) {
	withProcs(t, func(t *testing.T, p *Pool) {
		var ran [3]atomic.Int32
		bad := map[int32]any{}
		fn := func(worker int, s *Stage, block, begin, end int32) {
			ran[s.Kind].Add(1)
			if value, ok := bad[block]; ok && s.Kind == 1 {
				explode(value)
			}
		}
		stages := []Stage{{Kind: 0, Count: 40, Grain: 1}, {Kind: 1, Arg: 7, Count: 50, Grain: 1},
			{Kind: 2, Count: 40, Grain: 1}}
		for round := range 100 {
			for i := range ran {
				ran[i].Store(0)
			}
			clear(bad)
			lowest := int32(round % 40)
			bad[lowest], bad[lowest+3], bad[lowest+9] = errTest, "second", "third"
			err := p.Run(fn, stages)
			var pe *PanicError
			if !errors.As(err, &pe) || !errors.Is(err, errTest) {
				t.Fatalf("round %d: error %v", round, err)
			}
			if pe.Block != lowest || pe.Stage != stages[1] || pe.Value != errTest {
				t.Fatalf("round %d: %+v, want block %d", round, pe, lowest)
			}
			if !bytes.Contains(pe.Stack, []byte("explode")) ||
				!strings.HasPrefix(err.Error(), "workers: panic in block") {
				t.Fatalf("stack without the place of the panic: %s", pe.Stack)
			}
			if ran[0].Load() != 40 || ran[1].Load() != 50 || ran[2].Load() != 0 {
				t.Fatalf("ran %d, %d and %d blocks", ran[0].Load(), ran[1].Load(), ran[2].Load())
			}
			// the pool goes on
			clear(bad)
			if err := p.Run(fn, stages); err != nil || ran[2].Load() != 40 {
				t.Fatalf("after a panic: %v, %d blocks", err, ran[2].Load())
			}
		}
		if err := p.For(func(int, *Stage, int32, int32, int32) { panic("text") }, 1, 1); err == nil ||
			errors.Unwrap(err) != nil {
			t.Errorf("error %v", err)
		}
	})
}

// settle waits until the condition holds.
func settle(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for range 2000 {
		if condition() {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatalf("%s did not happen", what)
}

func TestCloseAndIdle(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	before := runtime.NumGoroutine()
	sum := func(p *Pool) int32 {
		var n atomic.Int32
		if err := p.For(func(_ int, _ *Stage, _, begin, end int32) { n.Add(end - begin) }, 1000, 10); err != nil {
			t.Fatal(err)
		}
		return n.Load()
	}
	for round := range 30 {
		p := New(4)
		if round%3 > 0 {
			if n := sum(p); n != 1000 {
				t.Fatalf("%d items", n)
			}
		}
		if round%3 == 2 {
			settle(t, "parking", func() bool { return p.parked.Load() == 3 })
		}
		p.Close()
		p.Close()
		if n := runtime.NumGoroutine(); n > before {
			settle(t, "end of the goroutines", func() bool { return runtime.NumGoroutine() <= before })
		}
		if n := sum(p); n != 1000 || p.Size() != 1 {
			t.Fatalf("after close: %d items, size %d", n, p.Size())
		}
	}
}

// TestDropped holds that a pool that is forgotten without Close leaves no goroutine behind, also
// if the function of its runs refers to it.
func TestDropped(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	before := runtime.NumGoroutine()
	func() {
		p := New(4)
		fn := func(worker int, _ *Stage, _, _, _ int32) { _ = p.Size() }
		if err := p.For(fn, 100, 1); err != nil {
			t.Fatal(err)
		}
	}()
	settle(t, "end of the goroutines", func() bool {
		runtime.GC()
		return runtime.NumGoroutine() <= before
	})
}

func TestBusy(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	p := New(2)
	defer p.Close()
	var nested error
	nothing := func(int, *Stage, int32, int32, int32) {}
	if err := p.For(func(int, *Stage, int32, int32, int32) {
		nested = p.Run(nothing, []Stage{{Count: 1}})
	}, 1, 1); err != nil {
		t.Fatal(err)
	}
	if nested != ErrBusy {
		t.Errorf("nested run: %v", nested)
	}
	if err := p.Run(nothing, nil); err != nil {
		t.Error(err)
	}
}

// TestProcsChange holds that the pool follows GOMAXPROCS down and up during its life.
func TestProcsChange(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	p := New(4)
	defer p.Close()
	for round := range 40 {
		runtime.GOMAXPROCS(1 + round%4)
		items := make([]int32, 500)
		for range 20 {
			if err := p.For(func(_ int, _ *Stage, _, begin, end int32) {
				for i := begin; i < end; i++ {
					items[i]++
				}
			}, 500, 7); err != nil {
				t.Fatal(err)
			}
		}
		if slices.Min(items) != 20 || slices.Max(items) != 20 {
			t.Fatalf("round %d: items ran %d to %d times", round, slices.Min(items), slices.Max(items))
		}
	}
}

func TestNoAllocation(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	for _, size := range []int{1, 2} {
		p := New(size)
		out := make([]int32, 64)
		fn := func(_ int, s *Stage, block, begin, end int32) { out[block] += end - begin }
		stages := []Stage{{Kind: 0, Count: 640, Grain: 10}, {Kind: 1, Count: 1, Grain: 1},
			{Kind: 2, Count: 100, Grain: 30}, {Kind: 3, Count: 0, Grain: 1}}
		n := testing.AllocsPerRun(200, func() {
			if p.Run(fn, stages) != nil || p.For(fn, 640, 10) != nil || p.RunSerial(fn, stages) != nil {
				t.Fatal("run failed")
			}
		})
		if n != 0 {
			t.Errorf("%d workers: %v allocations", size, n)
		}
		p.Close()
	}
}

func TestLabels(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	p := New(2)
	defer p.Close()
	settle(t, "a goroutine labelled loop=worker", func() bool {
		var b bytes.Buffer
		if err := pprof.Lookup("goroutine").WriteTo(&b, 1); err != nil {
			t.Fatal(err)
		}
		return strings.Contains(b.String(), `"loop":"worker"`)
	})
}
