package history

import "tumble/internal/app/session"

// nearby are states close to where the session was last, so that stepping back need not begin at a keyframe every time.
type nearby struct {
	list  [nearMoments]nearMoment
	next  int
	bytes int
}

type nearMoment struct {
	tick   int // 0 for none
	moment session.Moment
	bytes  int
}

// take keeps the state of the session after tick n.
func (k *nearby) take(h *History, n int) error {
	for i := range k.list {
		if k.list[i].tick == n {
			return nil
		}
	}
	m := k.slot(h.options.Budget / nearShare)
	if err := m.moment.Take(h.session); err != nil {
		m.tick = 0
		return err
	}
	m.tick = n
	k.bytes -= m.bytes
	m.bytes = m.moment.Bytes()
	k.bytes += m.bytes
	h.keys.shrink(h)
	return nil
}

// slot is where the next state is kept. The list begins anew where it is full, or takes its share of the memory.
func (k *nearby) slot(most int) *nearMoment {
	sum := 0
	for i := range k.next {
		sum += k.list[i].bytes
	}
	if k.next == nearMoments || k.next >= fewestNear && sum+sum/k.next > most {
		for i := k.next; i < nearMoments; i++ {
			k.bytes -= k.list[i].bytes
			k.list[i] = nearMoment{}
		}
		k.next = 0
	}
	k.next++
	return &k.list[k.next-1]
}

// before is the last of them that lies on the way to tick n, before it and after tick than; nil for none.
func (k *nearby) before(h *History, n, than int) *nearMoment {
	var best *nearMoment
	for i := range k.list {
		m := &k.list[i]
		if m.tick > than && m.tick < n && h.tree.follows(m.tick, n) {
			best, than = m, m.tick
		}
	}
	return best
}
