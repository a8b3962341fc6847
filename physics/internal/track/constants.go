package track

const (
	// positionScale (1/m): positions are multiples of 0.12 mm. A third of a pixel at 1 m, and 2^63 of them reach
	// beyond any world. Tried: 4096 (10 % less): TestShowIsWhatWas failed.
	positionScale = 1 << 13
	// rotationScale (1): components of rotations are multiples of 1/8192, angles right to 0.25 mrad. Given by:
	// positionScale, whose error it has at 1 m from the axis.
	rotationScale = 1 << 13
	// longestUnary (bits): a quotient of so many ones or more is written as 64 bits. A body that jumps costs 88
	// bits a number instead of thousands. Tried: 12 (1 % more): no test failed.
	longestUnary = 24
	// meanShift (1): residuals are averaged over 2^2 steps. A power of two is divided by with a shift. Tried: 1 and 3
	// (5 % more for boxes that fall on each other): no test failed.
	meanShift = 2
)
