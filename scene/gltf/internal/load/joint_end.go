package load

import "tumble/physics/vec"

// ends are the two sides of a joint.
type ends struct {
	a, b           int // bodies, −1 for the world
	frameA, frameB vec.Transform
	collide        bool
	name           string
}
