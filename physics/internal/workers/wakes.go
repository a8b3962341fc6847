package workers

import "sync/atomic"

// wakes measures how long parked workers take to run again after they were woken: the cost of sharing a step
// before any gain.
type wakes struct {
	clock atomic.Pointer[Clock] // nil measures nothing
	count atomic.Int64
	ns    atomic.Int64
	most  atomic.Int64
}

// stamp sets woken to the time (ns) at which a worker is about to be woken, 0 without a clock.
func (w *wakes) stamp(woken *int64) {
	*woken = 0
	if clock := w.clock.Load(); clock != nil {
		*woken = (*clock)()
	}
}

// note counts a worker that runs again, woken at a time that stamp set.
func (w *wakes) note(woken int64) {
	clock := w.clock.Load()
	if clock == nil || woken == 0 {
		return
	}
	d := max((*clock)()-woken, 0)
	w.count.Add(1)
	w.ns.Add(d)
	for {
		most := w.most.Load()
		if d <= most || w.most.CompareAndSwap(most, d) {
			return
		}
	}
}
