package nettime

// The numbers of the links and of the estimators. `Without it` names a test of this package.
const (
	// mostUnderway (packets): packets that a link carries at a time; further packets are lost, as in the full queue of
	// a router. Without it: TestLinkIsBounded.
	mostUnderway = 4096
	// spreadGain (1): part by which a sample moves a mean and a deviation, as 1/8 in RFC 6298; at 60 samples a second a
	// quarter of a second. Tried: 1/8: no test failed.
	spreadGain = 1.0 / 16
	// safeDeviations (1): mean deviations above the mean that are allowed for. RFC 6298 has 4. Tried: 2: one snapshot
	// in thirty is late, TestPlayoutRarelyRunsDry.
	safeDeviations = 4
	// steerGain (1/tick): part of a second by which a second goes faster for each tick of error. The feedback is half a
	// second old at worst. Tried: .06, the rate swings, TestSteeringConverges.
	steerGain = .01
	// SteerMost (1): largest change of the rate of ticks. Nobody sees or hears a per cent or two (Ford 2017). Without
	// it: TestSteeringConverges.
	SteerMost = .02
	// playoutSlew (1): part of the time by which the delay of a playout changes. Motion is a tenth faster or slower
	// then. Without it: pictures stand and jump, TestPlayoutNeverGoesBack.
	playoutSlew = .1
	// playoutKept (snapshots): states that a playout keeps. They are a second of 60 a second and more than the
	// longest delay. Without it:
	// TestPlayoutIsBounded.
	playoutKept = 64
	// mostInputs (ticks): inputs in a packet; the oldest that the other side may lack come first. Without it:
	// TestPacketsAreBounded.
	mostInputs = 64
	// MostDepth (ticks): longest prediction. It is a second at 60 Hz. Without it: TestSessionMemory.
	MostDepth = 64
)

// The numbers of the coding of states: ranges and steps of the quantities of a body.
const (
	// positionStep (m), positionBits (bits): positions to 2 mm within 512 m. Given by: an error that nobody sees at
	// arm's length.
	positionStep, positionBits = 1.0 / 512, 19
	// rotationBits (bits): of each of three components of a quaternion, 0.04 degrees. Given by: the same error at the
	// end of a metre.
	rotationBits = 11
	// velocityStep (m/s), velocityBits (bits): velocities to 8 mm/s within 64 m/s; spins the same in rad/s. Given by: a
	// hundred milliseconds of extrapolation go wrong by less than a step of a position.
	velocityStep, velocityBits = 1.0 / 64, 13
	// smallBits, mediumBits (bits): sizes of the differences between two states of a body; larger ones are sent whole.
	// Tried: 4 and 8, more bytes in football.
	smallBits, mediumBits = 5, 10
	// baselinesKept (packets): states of a body that both ends remember; an older acknowledgement is of no use. Without
	// it: TestCodecMemory.
	baselinesKept = 64
)
