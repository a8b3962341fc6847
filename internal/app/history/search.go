package history

// Search goes back to where something began to hold: the last tick before the present one after which it holds, and did
// not after the tick before. Going forwards, a condition stops time at the same ticks.
type Search struct {
	h     *History
	enter func()
	holds func(n int) (bool, error)

	to int // the end of the stretch that comes next
	// later is the first tick of the stretch done last, open says that it held there
	later int
	open  bool
	from  int
	// Found is the tick, 0 while there is none.
	Found int
}

// Back begins a search from where the session stands. enter is called where the session was brought to another state,
// or its world was built anew, and holds after every tick that is carried out from there. The session moves; Next
// brings it to the end of the search.
func (h *History) Back(enter func(), holds func(n int) (bool, error)) *Search {
	h.Park()
	return &Search{h: h, enter: enter, holds: holds, to: h.tree.step(h.at), from: h.at}
}

// Next looks through the ticks from one keyframe to the next, going back. At the end the session turns to the tick
// found, or to where it was; Work brings it there.
func (s *Search) Next() (done bool, err error) {
	h := s.h
	if s.to == 0 {
		if s.open {
			s.Found = s.later
		}
		return s.end(), nil
	}
	key := h.keys.before(h, s.to)
	if err := h.give(key, h.keys.of(key)); err != nil {
		return true, err
	}
	s.enter()
	first, opened, held := 0, false, false
	for h.at != s.to {
		n := h.next(s.to)
		before := h.session.World()
		if err := s.step(n); err != nil {
			return true, err
		}
		if h.session.World() != before {
			s.enter()
		}
		holds, err := s.holds(n)
		if err != nil {
			return true, err
		}
		if first == 0 {
			first, opened = n, holds
		} else if holds && !held {
			s.Found = n
		}
		held = holds
	}
	if s.open && !held {
		s.Found = s.later
	}
	s.later, s.open, s.to = first, opened, key
	return s.Found != 0 && s.end(), nil
}

// step carries out a tick, or goes to the state after one that cannot be carried out again.
func (s *Search) step(n int) error {
	if s.h.ticks[n].kinds&kindUndo == 0 {
		return s.h.again(n)
	}
	return s.h.give(n, s.h.keys.of(n))
}

func (s *Search) end() bool {
	if s.h.target = s.from; s.Found != 0 {
		s.h.target = s.Found
	}
	return true
}

// Share is how much of the past was looked through, from 0 to 1.
func (s *Search) Share() float64 { return s.h.shareBefore(s.to, s.from) }

// shareBefore is how much of the way from a tick back to the beginning lies after another one.
func (h *History) shareBefore(to, from int) float64 {
	return 1 - float64(h.Depth(to))/float64(max(h.Depth(from), 1))
}
