package history

import (
	"slices"

	"tumble/internal/app/session"
	"tumble/physics"
)

// How keyframes are placed.
const (
	// fewestTicks and mostTicks are how many ticks lie between keyframes at least and at most, ticksWithoutClock how
	// many where nothing measures them.
	fewestTicks       = 4
	mostTicks         = 64
	ticksWithoutClock = 256
	// keyframeWork is how long the ticks between keyframes take (ns): the cost of going to a tick between them.
	// keyframeShare is how many times as long as a keyframe they take at least.
	// From mostWork on (ns) one is taken whatever it takes: with the state to be unpacked, that is the longest way to a
	// tick while the budget lasts.
	keyframeWork  = 20_000_000
	keyframeShare = 50
	mostWork      = 45_000_000
	// recentSeconds is how far back keyframes lie evenly (s); those before lie the wider the older they are.
	recentSeconds = 60
	// mostKeyframes bounds the list.
	mostKeyframes = 4096
	// unpacked is the number of newest keyframes that are never packed; the others are packed from 1/packShare of the
	// budget on. The rest of the budget is room for keyframes that wait to be packed.
	unpacked  = 3
	packShare = 4
	// restLoad is the load of a tick in which nothing moves: the cost of a tick beside its bodies and contacts.
	restLoad = 10
)

// How much longer a keyframe is kept than another in its place.
const (
	weightRoot = 0 // for ever
)

// keyframe is the state after a tick.
type keyframe struct {
	tick, bytes int
	weight      float64
	packed      bool // or cannot be
	moment      *session.Moment
}

// keyframes are states in the order of their ticks.
type keyframes struct {
	clock func() int64
	list  []keyframe
	bytes int
	runs  []keptRun
	free  *session.Moment // storage for the next one, nil for none

	steps int   // the ticks done since the newest
	begun int64 // when the tick being done began (ns)
	work  int64 // what those ticks took (ns)
	last  int64 // what the newest tick took (ns)
	cost  int64 // what the newest took (ns)

	packing *session.Moment // by a goroutine, nil for none
	packer  *session.Packer // of that
	packed  chan packed
	storage int // for packing, when it ended last (bytes)
}

// packed is a compressed keyframe, and the storage that packing it took (bytes).
type packed struct {
	data    []byte
	err     error
	storage int
}

// begin starts to measure a tick, stepped counts it.
func (k *keyframes) begin() { k.begun = k.now() }

// stepped counts a tick. Of two in a row the cheaper counts: a tick that waited for another program took long only
// once.
func (k *keyframes) stepped() {
	took := k.now() - k.begun
	k.steps++
	k.work += min(took, k.last)
	k.last = took
}

// load is about the work of the newest tick, in units of a body and its contact: unlike the time it took it is the same
// whatever else the machine does.
func load(w *physics.World) uint32 {
	c := w.Counters()
	return uint32(restLoad + c.AwakeBodies + c.TouchingContacts)
}

// due reports whether the state after the newest tick is to be kept.
func (k *keyframes) due() bool {
	if k.clock == nil {
		return k.steps >= ticksWithoutClock
	}
	return k.steps >= mostTicks || k.steps >= fewestTicks && k.work >= min(max(keyframeWork, keyframeShare*k.cost),
		mostWork)
}

// take keeps the state of the session, which is that after tick n.
func (k *keyframes) take(h *History, n int, weight float64) error {
	at, found := k.position(n)
	if found {
		if f := &k.list[at]; f.weight != weightRoot && weight > f.weight {
			f.weight = weight
		}
		return nil
	}
	begin := k.now()
	m := k.moment()
	if err := m.Take(h.session); err != nil {
		return err
	}
	f := keyframe{tick: n, bytes: m.Bytes(), weight: weight, moment: m}
	k.list = slices.Insert(k.list, at, f)
	k.bytes += f.bytes
	k.hold(m)
	h.session.Prepare(m)
	k.cost = k.now() - begin
	k.steps, k.work = 0, 0
	k.pack(h)
	k.shrink(h)
	return nil
}

// shrink keeps the budget.
func (k *keyframes) shrink(h *History) {
	budget := max(h.options.Budget-h.logBytes()-h.near.bytes-h.parkedBytes-k.spare(), 0)
	for (k.bytes+k.worlds(h.session) > budget || len(k.list) > mostKeyframes) && k.thin(h) {
	}
}

// spare is the size of the storage for the next keyframe, for packing and for reading packed ones (bytes).
func (k *keyframes) spare() int {
	n := k.storage
	if k.packer != nil {
		n += k.packer.Reading()
	}
	if k.free != nil {
		n += k.free.Bytes()
	}
	return n
}

// pack takes the packed keyframe of the goroutine, and gives it the oldest keyframe that is to be. One that cannot be
// packed stays as it is.
func (k *keyframes) pack(h *History) {
	if k.packing != nil {
		select {
		case p := <-k.packed:
			k.settle(p)
			k.shrink(h)
		default:
			return
		}
	}
	if k.bytes < h.options.Budget/packShare {
		return
	}
	for i := range len(k.list) - unpacked {
		f := &k.list[i]
		if f.packed {
			continue
		}
		if k.packer == nil {
			k.packer, k.packed = &session.Packer{}, make(chan packed, 1)
		}
		k.packing = f.moment
		go pack(k.packer, f.moment, k.packed)
		return
	}
}

func pack(p *session.Packer, m *session.Moment, out chan<- packed) {
	data, err := p.Pack(m)
	out <- packed{data, err, p.Writing()}
}

// settle keeps a packed keyframe, if it was not dropped meanwhile.
func (k *keyframes) settle(p packed) {
	m := k.packing
	k.packing, k.storage = nil, p.storage
	for i := range k.list {
		f := &k.list[i]
		if f.moment != m {
			continue
		}
		f.packed = true
		if p.err == nil {
			k.recycle(m.Keep(p.data, k.packer))
			k.bytes -= f.bytes
			f.bytes = m.Bytes()
			k.bytes += f.bytes
		}
		return
	}
}

// recycle keeps the storage of a moment for the next one.
func (k *keyframes) recycle(m *session.Moment) {
	if k.free == nil && m != k.packing && !m.Busy() {
		k.free = m
	}
}

func (k *keyframes) now() int64 {
	if k.clock == nil {
		return 0
	}
	return k.clock()
}

// moment returns one whose storage can be used again.
func (k *keyframes) moment() *session.Moment {
	m := k.free
	if m == nil {
		return &session.Moment{}
	}
	k.free = nil
	return m
}

// position is where tick n stands in the list, or would.
func (k *keyframes) position(n int) (int, bool) {
	return slices.BinarySearchFunc(k.list, n, func(f keyframe, n int) int { return f.tick - n })
}

// thin drops the keyframe that is missed least: the load between its neighbours is smallest against its distance from
// now. It reports whether there was one.
func (k *keyframes) thin(h *History) bool {
	drop, least := -1, 0.0
	now := h.at
	recent := float64(recentSeconds * max(int(h.ticks[len(h.ticks)-1].hertz), 1))
	s := 0
	for i := range k.list {
		f := &k.list[i]
		for h.tree.spans[s].last < f.tick {
			s++
		}
		span := &h.tree.spans[s]
		if f.weight == weightRoot || f.moment == k.packing {
			continue
		}
		before, after := max(span.first-1, 0), span.last
		if i > 0 {
			before = max(before, k.list[i-1].tick)
		}
		if i+1 < len(k.list) {
			after = min(after, k.list[i+1].tick)
		}
		load := h.ticks[after].load - h.ticks[before].load
		if cost := float64(load) * f.weight / max(float64(now-f.tick), recent); drop < 0 || cost < least {
			drop, least = i, cost
		}
	}
	if drop < 0 {
		return false
	}
	k.drop(drop)
	return true
}

// drop takes a keyframe out of the list.
func (k *keyframes) drop(i int) {
	k.bytes -= k.list[i].bytes
	k.release(k.list[i].moment)
	if !k.list[i].packed {
		k.recycle(k.list[i].moment)
	}
	k.list = slices.Delete(k.list, i, i+1)
}

// forget drops the keyframes of a branch.
func (k *keyframes) forget(t *tree, branch int) {
	for i := len(k.list) - 1; i >= 0; i-- {
		if f := &k.list[i]; f.weight != weightRoot && t.of(f.tick).branch == branch {
			k.drop(i)
		}
	}
}

// before is the last tick with a keyframe before tick n on the way to it.
func (k *keyframes) before(h *History, n int) int {
	for to := n - 1; ; {
		s := h.tree.of(n)
		if n == s.first {
			to = s.parent
			s = h.tree.of(to)
		}
		i, found := k.position(to)
		if !found {
			i--
		}
		if i >= 0 && k.list[i].tick >= s.first {
			return k.list[i].tick
		}
		if s.first == 0 {
			return 0
		}
		n = s.first
	}
}

// of is the state after a tick that has one.
func (k *keyframes) of(n int) *session.Moment {
	i, _ := k.position(n)
	return k.list[i].moment
}

func (k *keyframes) ticks(buf []int) []int {
	for i := range k.list {
		buf = append(buf, k.list[i].tick)
	}
	return buf
}
