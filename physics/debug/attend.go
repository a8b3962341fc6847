package debug

import (
	"time"

	"tumble/physics"
)

// attend does for viewers what is due between two steps, and waits as long as they hold the program.
func (s *Server) attend(dt float32) {
	for {
		s.carryOutAll()
		s.admit()
		due := s.dueTime()
		goes, speed := s.goes(due != nil)
		if goes {
			s.setDue(dt, speed)
			break
		}
		select {
		case <-s.wake:
		case <-s.closing:
		case <-due:
			s.due = nil
		}
	}
	for _, h := range s.hands {
		h.follow()
	}
}

// admit begins the recording for new viewers, opens the hands of those that have left, and ends the recording after the
// last one.
func (s *Server) admit() {
	list := s.all()
	var fresh []*viewer
	present := map[*viewer]bool{}
	for _, v := range list {
		present[v] = true
		if !v.asked {
			v.asked = true
			fresh = append(fresh, v)
		}
	}
	for v := range s.hands {
		if !present[v] {
			s.release(v)
		}
	}
	if len(fresh) > 0 {
		s.welcome(fresh)
	}
	if len(list) > 0 {
		return
	}
	if s.recorder != nil {
		s.endRecording()
	}
	s.mu.Lock()
	s.watched.Store(len(s.viewers) > 0)
	s.mu.Unlock()
}

// welcome begins the recording for viewers.
func (s *Server) welcome(fresh []*viewer) {
	first := s.recorder == nil
	if first {
		s.feed = &feed{}
	}
	s.feed.join(fresh) // before its Table is written
	var err error
	if first {
		s.recorder, err = s.world.Record(s.feed, physics.RecordOptions{Memory: s.memory, Program: s.name, Lazy: true})
	} else {
		err = s.recorder.Begin()
	}
	for _, v := range fresh {
		v.welcome <- err
	}
	switch {
	case err != nil && !first:
		s.dropAll()
	case err == nil && first:
		s.pushed = make(chan struct{})
		r, end := s.recorder, s.pushed
		s.background.Go(func() { push(r, end) })
	}
}

// push hands over recorded bytes until the end.
func push(r *physics.Recorder, end <-chan struct{}) {
	tick := time.NewTicker(pushEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			r.Push()
		case <-end:
			return
		}
	}
}

// goes reports whether the next step may be done, and the speed asked for. A program runs without viewers, and without
// a Control for HoldTime.
func (s *Server) goes(early bool) (goes bool, speed float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.ended || len(s.viewers) == 0 || s.lapsed:
		s.paused, s.left, s.speed = false, 0, 0
		return true, 0
	case early && s.speed == s.pace:
		return false, s.speed
	case s.paused && s.left == 0:
		return false, s.speed
	case s.paused:
		s.left--
	}
	return true, s.speed
}

// dueTime is when the next step is due, nil for now.
func (s *Server) dueTime() <-chan time.Time {
	if s.due == nil {
		return nil
	}
	return s.due.C
}

// setDue sets when the step after the next one is due, for a step of dt seconds.
func (s *Server) setDue(dt float32, speed float64) {
	if s.due != nil {
		s.due.Stop()
	}
	s.due, s.pace = nil, speed
	if wait := float64(dt) / speed; speed > 0 && wait > 0 {
		s.due = time.NewTimer(time.Duration(min(wait, longestWait) * float64(time.Second)))
	}
}

// longestWait (s) is how long a step of a slow program waits at most.
const longestWait = 3600
