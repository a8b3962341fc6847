package timestep

// stepCount is the part that strategies without a Stepper share: how many steps there were and which
// simulation time they have reached.
type stepCount struct {
	tick uint64
	time int64 // ns
	hz   int64 // nominal rate
	left int64 // virtual time not yet simulated, ns
	cost int64
	// kept is time and left at the last account, skipped what was given up since then, less what was made up (ns)
	kept, skipped int64
}

func (c *stepCount) Enter(st StepState) {
	c.tick, c.time, c.left, c.hz = st.Tick, st.Time, st.LeftOver, st.Hz
	c.kept, c.skipped = c.time+c.left, 0
}

// account implements accountant.
func (c *stepCount) account() (kept, skipped int64) {
	kept, skipped = c.time+c.left-c.kept, c.skipped
	c.kept, c.skipped = c.time+c.left, 0
	return kept, skipped
}

// single is a step that was asked for by hand: no time belongs to it.
func (c *stepCount) single() TickTime {
	c.skipped -= c.period()
	return c.step(c.period())
}

func (c *stepCount) State() StepState {
	return StepState{Tick: c.tick, Time: c.time, LeftOver: c.left, Hz: c.hz}
}

func (c *stepCount) Ran(cost int64) { c.cost = cost }

// step advances by ns and describes the step.
func (c *stepCount) step(ns int64) TickTime {
	c.tick++
	c.time += ns
	return TickTime{N: c.tick, Ns: c.time, Since: ns, Dt: float32(float64(ns) / 1e9), Hz: c.hz}
}

// period is the length of a nominal step (ns, rounded down).
func (c *stepCount) period() int64 { return Second / c.hz }

// blended is the picture between the last two steps of length ns with left ns left over.
func (c *stepCount) blended(length int64) Show {
	// a frame that was broken off owes whole steps: it shows the last one
	left := min(c.left, length-1)
	return Show{
		Draw: true, Mode: Interpolate, Alpha: float64(left) / float64(length), Shown: c.time - length + left,
	}
}

// pendingTime keeps the time of frames until ticks have used it, and the single steps that were asked for.
type pendingTime struct {
	stepCount
	singles int64
}

func (s *pendingTime) Begin(f FrameTime) {
	s.left += f.Virtual
	s.singles = f.Single
}

// pendingSingle takes a single step, if one was asked for.
func (s *pendingTime) pendingSingle() (TickTime, bool) {
	if s.singles <= 0 {
		return TickTime{}, false
	}
	s.singles--
	return s.single(), true
}
