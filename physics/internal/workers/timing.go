package workers

// Govern lets the pool choose, from the times of whole steps, whether Run shares its work or leaves
// it to the caller. A step lasts from BeginStep to EndStep. Without a clock, which nil
// stands for and which is how a pool begins, Run always shares.
func (p *Pool) Govern(clock Clock) {
	p.governor = governor{clock: clock, ratio: initialRatio, wait: doubtInterval}
	if clock != nil {
		p.wakes.clock.Store(&clock)
	} else {
		p.wakes.clock.Store(nil)
	}
}

// BeginStep begins a step for the governor.
func (p *Pool) BeginStep() {
	g := &p.governor
	if g.clock == nil || p.size == 1 {
		return
	}
	g.offered = false
	g.probing = g.wait <= 0 && g.usual > 0
	g.start = g.clock()
}

// EndStep ends the step.
func (p *Pool) EndStep() {
	g := &p.governor
	if g.clock == nil || p.size == 1 || !g.offered {
		return
	}
	g.note(g.clock() - g.start)
}

// TakeWakes returns how many workers were woken since the last call, how long they took to run altogether
// and the longest of them (ns). Without the clock of Govern all are 0.
func (p *Pool) TakeWakes() (count, ns, most int64) {
	return p.wakes.count.Swap(0), p.wakes.ns.Swap(0), p.wakes.most.Swap(0)
}
