package nettime

// Playout holds snapshots back until the next one is there as well, so that pictures lie between two. The delay
// follows the measured lateness: with stamps s and arrivals a, a picture of time a(k) − d lies before the snapshot
// k−1 if d > a(k) − s(k−1), which counts latency, spacing, jitter and loss alike, and the unknown offset of the
// clocks. Time runs evenly, and never back.
type Playout[T any] struct {
	slots   [playoutKept]slot[T]
	first   int // oldest
	count   int
	late    Spread // a(k) − s(k−1), ns
	delay   float64
	started bool
	now     int64
	// Stale counts snapshots that came after a newer one.
	Stale int
}

type slot[T any] struct {
	stamp int64
	value T
}

func (p *Playout[T]) at(i int) *slot[T] { return &p.slots[(p.first+i)%playoutKept] }

// Put takes the snapshot of a time of its sender (ns) that arrived at a time of the receiver's clock (ns). It returns
// where to write the value, nil for one that is older than the newest: the pictures are past it.
func (p *Playout[T]) Put(stamp, arrived int64) *T {
	if p.count > 0 {
		newest := p.at(p.count - 1).stamp
		if stamp <= newest {
			p.Stale++
			return nil
		}
		p.late.Observe(float64(arrived - newest))
	}
	if p.count == playoutKept {
		p.first, p.count = (p.first+1)%playoutKept, p.count-1
	}
	p.count++
	s := p.at(p.count - 1)
	s.stamp = stamp
	return &s.value
}

// Newest returns the newest snapshot.
func (p *Playout[T]) Newest() (stamp int64, v *T, ok bool) {
	if p.count == 0 {
		return 0, nil, false
	}
	s := p.at(p.count - 1)
	return s.stamp, &s.value, true
}

// Advance moves the picture to a time of the receiver's clock (ns) and returns the moment of the sender that it shows
// (ns). ok is false until two snapshots have come.
func (p *Playout[T]) Advance(now int64) (shown int64, ok bool) {
	if p.late.Samples == 0 {
		return 0, false
	}
	wanted := p.late.Above()
	if !p.started {
		p.started, p.delay, p.now = true, wanted, now
	}
	most := playoutSlew * float64(now-p.now)
	p.delay += min(max(wanted-p.delay, -most), most)
	p.now = now
	return now - int64(p.delay), true
}

// Delay (ns) is the time by which the picture follows the stamps, the offset between both clocks included.
func (p *Playout[T]) Delay() float64 { return p.delay }

// Around returns the snapshots around a moment of the sender (ns), and where between both it lies, from 0 to 1. With
// nothing newer both are the newest and beyond (ns) says how far the moment lies past it.
func (p *Playout[T]) Around(moment int64) (a, b *T, span int64, t float64, beyond int64) {
	i := p.count - 1
	for i > 0 && p.at(i).stamp > moment {
		i--
	}
	from := p.at(i)
	switch {
	case moment <= from.stamp:
		return &from.value, &from.value, 0, 0, 0
	case i == p.count-1:
		return &from.value, &from.value, 0, 0, moment - from.stamp
	}
	to := p.at(i + 1)
	span = to.stamp - from.stamp
	return &from.value, &to.value, span, float64(moment-from.stamp) / float64(span), 0
}
