package diagnose

import (
	"fmt"
	"runtime"
	"runtime/pprof"
	"strings"
)

// lockWaitRate is from which wait on the runtime keeps account of all waits (ns); shorter ones are sampled.
const lockWaitRate = 1_000_000

// WatchLocks has the runtime keep account of long waits, so that a hitch can be blamed on a lock. A block profile that
// somebody takes with a finer rate does as well.
func WatchLocks() { runtime.SetBlockProfileRate(lockWaitRate) }

// lockWaits finds the waits of the main thread for locks in the block profile.
type lockWaits struct {
	records []runtime.BlockProfileRecord
	seen    map[[32]uintptr]int64 // ticks of the processor by stack
	perNs   float64               // ticks in a nanosecond
}

// mainFrame is the function in whose calls the main thread works, lockFunctions are those that wait for a lock.
const mainFrame = "tumble/engine.(*Loop).Frame"

var lockFunctions = []string{"sync.(*Mutex).Lock", "sync.(*RWMutex).Lock", "sync.(*RWMutex).RLock"}

// since is how long the main thread waited for locks since the last call (ns).
func (l *lockWaits) since() (ns int64) {
	n, ok := runtime.BlockProfile(l.records)
	for !ok {
		l.records = make([]runtime.BlockProfileRecord, n+64)
		n, ok = runtime.BlockProfile(l.records)
	}
	if n == 0 {
		return 0
	}
	if l.seen == nil {
		l.seen, l.perNs = map[[32]uintptr]int64{}, ticksPerNs()
	}
	for i := range l.records[:n] {
		r := &l.records[i]
		more := r.Cycles - l.seen[r.Stack0]
		if more == 0 {
			continue
		}
		l.seen[r.Stack0] = r.Cycles
		if lockOfMain(r.Stack()) {
			ns += int64(float64(more) / l.perNs)
		}
	}
	return ns
}

// lockOfMain reports whether a stack is that of the main thread waiting for a lock.
func lockOfMain(stack []uintptr) bool {
	frames := runtime.CallersFrames(stack)
	lock := false
	for {
		f, more := frames.Next()
		for _, name := range lockFunctions {
			lock = lock || f.Function == name
		}
		if lock && f.Function == mainFrame {
			return true
		}
		if !more {
			return false
		}
	}
}

// ticksPerNs is the rate of the ticks in which the runtime counts waits; only the text of its profile tells it.
func ticksPerNs() float64 {
	var b strings.Builder
	if p := pprof.Lookup("block"); p == nil || p.WriteTo(&b, 1) != nil {
		return 1
	}
	_, text, _ := strings.Cut(b.String(), "cycles/second=")
	var rate float64
	if _, err := fmt.Sscan(text, &rate); err != nil || rate <= 0 {
		return 1
	}
	return rate / 1e9
}
