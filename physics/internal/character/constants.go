package character

const (
	// planeMargin (m): gap up to which planes count; more than touchGap, so that the ground is seen before it is
	// touched. Without it: TestMoverFallsAndJumps (at 0.0201; at 1 TestMoverSlopes, too).
	planeMargin = 0.05
	// touchGap (m): gap up to which a plane is touched. A step down the stairs must not lose the ground. Without it:
	// TestMoverClimbsStairs (at 0.0005).
	touchGap = 0.02
	// mostYield (m): how far a dynamic body may push the character in one step. A body caught between it and a wall
	// should not throw it. Tried: at 0 TestMoverIsPushed; at 1000 none of the movers fails.
	mostYield = 0.1
	// steepUp (1): sine of the slope below which a surface counts as upright. It is far above rounding. Without it:
	// TestMoverClimbsStairs (at 0.6).
	steepUp = 0.02
	// risingSpeed (m/s): how fast a character in the air leaves ground that it does not land on. It is far above
	// rounding. Tried: at −20 TestMoverWalks; at 20 none of the movers fails.
	risingSpeed = 0.05
	// projectionRounds (rounds): most rounds over the planes. Walls at right angles take one, a wedge some more.
	// Without it: TestDisplacementIsTheNearest (at 3).
	projectionRounds = 32
	// projected (m): change of a plane below which the displacement counts as found. A hundredth of a millimetre cannot
	// be seen. Without it: TestDisplacementIsTheNearest (at 0.01).
	projected = 1e-5
)
