package diagnose

import "runtime"

// lockWaitRate (ns): the runtime counts all waits from this length on, and samples shorter ones.
const lockWaitRate = 1_000_000

// WatchLocks has the runtime keep account of long waits, so that a hitch can be blamed on a lock. A block profile of a
// finer rate serves as well.
func WatchLocks() { runtime.SetBlockProfileRate(lockWaitRate) }

// lockWaits finds the waits of the main thread for locks in the block profile.
type lockWaits struct {
	records []runtime.BlockProfileRecord
	seen    map[[32]uintptr]int64 // ticks of the processor by stack
	perNs   float64               // ticks in a nanosecond
}

// mainFrame is the function whose calls are the work of the main thread, lockFunctions are functions that wait for a
// lock.
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

// lockOfMain reports whether a stack shows the main thread waiting for a lock.
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

// lockLooks is the number of frames of an account of locks: the cause of a hitch is not older than its account.
const lockLooks = 64

// lockAccount has the time ns (ns) for which the main thread waited for locks in frames that took span (ns) together.
type lockAccount struct{ ns, span int64 }

func (a *lockAccount) rate() float64 { return float64(a.ns) / float64(max(a.span, 1)) }

// accountForLocks adds a frame of so many ns to the account. The runtime tells a wait when the wait ends, perhaps in
// the ticks of the next frame: the waits of a closed account count for two frames more.
func (d *HitchDetector) accountForLocks(frame int64) {
	d.account.span += frame
	switch d.looks++; d.looks % lockLooks {
	case 0:
		d.account.ns = d.source.LockWait()
		d.accounts = [2]lockAccount{d.account, d.accounts[0]}
	case 2:
		d.account = lockAccount{span: d.account.span - d.accounts[0].span}
	}
}

// locked returns the time for which the main thread waited for locks (ns), beyond the lesser rate of the newest two
// accounts, and begins a new account.
func (d *HitchDetector) locked() int64 {
	usual := min(d.accounts[0].rate(), d.accounts[1].rate())
	ns := d.account.ns + d.source.LockWait() - int64(rareFactor*usual*float64(d.account.span))
	d.looks, d.account = 0, lockAccount{}
	return max(ns, 0)
}
