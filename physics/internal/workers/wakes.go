package workers

import "sync/atomic"

// wakes measures how long parked workers take to run again after they were woken: what sharing a step costs
// before it gains anything.
type wakes struct {
	clock atomic.Pointer[Clock] // nil measures nothing
	count atomic.Int64
	ns    atomic.Int64
	most  atomic.Int64
}

// stamp notes that a worker is about to be woken.
func (w *wakes) stamp(s *seat) {
	s.woken = 0
	if clock := w.clock.Load(); clock != nil {
		s.woken = (*clock)()
	}
}

// note counts a worker that runs again.
func (w *wakes) note(s *seat) {
	clock := w.clock.Load()
	if clock == nil || s.woken == 0 {
		return
	}
	d := max((*clock)()-s.woken, 0)
	w.count.Add(1)
	w.ns.Add(d)
	for {
		most := w.most.Load()
		if d <= most || w.most.CompareAndSwap(most, d) {
			return
		}
	}
}

// TakeWakes returns how many workers were woken since the last call, how long they took to run altogether
// and the longest of them (ns). Without the clock of Govern all are 0.
func (p *Pool) TakeWakes() (count, ns, most int64) {
	return p.wakes.count.Swap(0), p.wakes.ns.Swap(0), p.wakes.most.Swap(0)
}
