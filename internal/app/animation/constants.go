package animation

const (
	// MaxError (m): how far any point of a body may be from where it was at a step. A pixel at a distance of
	// one metre. Tried: 0.1 mm: twice the bytes; 1 cm: resting stacks are seen to breathe.
	MaxError = 1e-3
	// sizeError (m/m): the same in radii of the body, which holds where it is less. A millimetre is much of a marble.
	// Without it: TestPoses, with marbles.
	sizeError = 0.01
	// leastRadius (m): the radius of bodies without a size. Given by: there is nothing of them to be seen.
	leastRadius = 1e-3
	// shortRotation (rad): what a rotation in four numbers of 16 bits may be off by. Given by: 4·asin(‖e‖/2) with
	// every part e of half a unit of 1/32767.
	shortRotation = 6.2e-5
	// detail (level): the level of detail of round meshes. 40 corners around: the outline of a ball of 250 pixels
	// differs from a circle by less than a pixel, and quarters begin at corners. Tried: 3: the meshes are three times
	// as large.
	detail = 2
	// groundReach (m/m) and leastGround (m): the half side of the ground in radii of the ball around all that moves,
	// and the least one. It reaches beyond the picture from where scenes are looked at. Tried: 4: its edge is seen from
	// the cameras of the scenes.
	groundReach = 12
	leastGround = 30
	// sensorOpacity (share): opacity of sensors. The window draws them by their rims. Tried: 0.5: bodies in water are
	// hard to see.
	sensorOpacity = 0.25
	// markerWidth and anchorSize (m/m) are the radii of cones and balls of markers in arrows of the mean weight of a
	// body. The window draws forces in such arrows. Tried: twice as wide: cones of neighbouring points merge; balls of
	// 0.12: links of a chain hide them.
	markerWidth = 0.08
	anchorSize  = 0.35
	// markerError (m/m, rad) is how far a marker may be from its place, size and direction, in the same arrows.
	// Forces flicker from step to step. Tried:
	// 0.002: a third more bytes, nothing to be seen.
	markerError = 0.02
	// markerGlow (1): light that markers give by themselves. They are seen in shadows, too. Without it: markers are
	// dark there.
	markerGlow = 0.4
)
