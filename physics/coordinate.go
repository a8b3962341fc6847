package physics

// Coordinate is one degree of freedom of a joint: the angle (rad) of a hinge, the way (m) of a slider, or one of
// several of a wheel or a generic joint. Forces are torques (N·m) where it is an angle.
type Coordinate struct {
	Joint Joint
	// Axis counts as Joint.Axis does.
	Axis int
}

// At returns a coordinate, 0 ≤ i < AxisCount.
func (j Joint) At(i int) Coordinate { return Coordinate{j, i} }

// Position returns the angle (rad) or way (m).
func (c Coordinate) Position() float32 {
	x, _ := c.Joint.Coordinate(c.Axis)
	return x
}

// Rate returns the speed (rad/s, m/s).
func (c Coordinate) Rate() float32 {
	_, v := c.Joint.Coordinate(c.Axis)
	return v
}
