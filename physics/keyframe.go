package physics

// keyframe is the state after a number of steps.
type keyframe struct {
	step  int
	bytes int
	state *Snapshot
}

// keyframes are states in the order of their steps, within a budget of memory.
type keyframes struct {
	every, budget int
	bytes         int
	frames        []keyframe
}

// offer keeps the state of w after a number of steps if it is time for it.
func (k *keyframes) offer(w *World, step int) error {
	if k.budget <= 0 || k.every <= 0 || step%k.every != 0 {
		return nil
	}
	at := len(k.frames)
	for at > 0 && k.frames[at-1].step >= step {
		at--
	}
	if at < len(k.frames) && k.frames[at].step == step {
		return nil
	}
	f := keyframe{step: step, state: &Snapshot{}}
	if err := w.Snapshot(f.state); err != nil {
		return err
	}
	f.bytes = f.state.held.Memory()
	k.frames = append(k.frames, keyframe{})
	copy(k.frames[at+1:], k.frames[at:])
	k.frames[at] = f
	k.bytes += f.bytes
	for k.bytes > k.budget && len(k.frames) > 1 {
		k.thin(step)
	}
	return nil
}

// thin drops the frame that is missed least: the gap it leaves is smallest against its distance
// from now, so that the frames lie closer the nearer they are.
func (k *keyframes) thin(now int) {
	drop, least := 0, float64(0)
	for i := range k.frames {
		before, after := 0, now
		if i > 0 {
			before = k.frames[i-1].step
		}
		if i+1 < len(k.frames) {
			after = k.frames[i+1].step
		}
		distance := now - k.frames[i].step
		if distance < 0 {
			distance = -distance
		}
		if cost := float64(after-before) / float64(distance+k.every); i == 0 || cost < least {
			drop, least = i, cost
		}
	}
	k.bytes -= k.frames[drop].bytes
	k.frames = append(k.frames[:drop], k.frames[drop+1:]...)
}

// before returns the last frame before a step, nil if there is none.
func (k *keyframes) before(step int) *keyframe {
	for i := len(k.frames) - 1; i >= 0; i-- {
		if k.frames[i].step < step {
			return &k.frames[i]
		}
	}
	return nil
}
