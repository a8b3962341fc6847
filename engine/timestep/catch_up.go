package timestep

// DefaultBreath is the wall time (ns) after which a frame breaks its steps off, so that input, signals and the
// picture have their turn in a loop that has no limit of its own. Time without ticks stays owed.
const DefaultBreath = 100 * Millisecond

const (
	// behindFor is how long a debt has to grow before the loop counts as one that does not catch up (ns).
	behindFor = Second / 2
	// behindLeast is the debt that every loop may have after a long frame (ns).
	behindLeast = Second / 10
)

// CatchUp watches whether a loop works off the time that it owes.
type CatchUp struct {
	behind  int64 // after the last frame, ns
	from    int64 // reading of the clock at the start of the stretch that is judged, ns
	then    int64 // debt at that moment, ns
	failing bool
}

// observe takes the debt after a frame that began at a reading of the clock (both ns).
func (c *CatchUp) observe(now, behind int64) {
	c.behind = behind
	switch {
	case behind < behindLeast:
		c.failing, c.from, c.then = false, now, behind
	case now-c.from >= behindFor || now < c.from:
		c.failing, c.from, c.then = behind > c.then, now, behind
	}
}

// Behind is the virtual time that waits to be simulated beyond a tick (ns).
func (c *CatchUp) Behind() int64 { return c.behind }

// Failing reports whether the debt has grown for half a second: the loop no longer catches up.
func (c *CatchUp) Failing() bool { return c.failing }
