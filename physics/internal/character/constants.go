package character

const (
	// planeMargin (m): gap up to which planes count. Without it: the character moves into what it has not seen yet and is
	// pushed out of it.
	planeMargin = 0.05
	// touchGap (m): gap up to which a plane is touched. Without it: the ground is lost from step to step.
	touchGap = 0.02
	// mostYield (m): how far a dynamic body may push the character in one step. Without it: a body that is caught between
	// it and a wall throws it.
	mostYield = 0.1
	// steepUp (1): sine of the slope below which a surface counts as upright. Without it: walls slide under rounding.
	steepUp = 0.02
	// risingSpeed (m/s): how fast a character in the air leaves ground that it does not land on. Without it: it lands in the
	// step in which it jumps.
	risingSpeed = 0.05
)
