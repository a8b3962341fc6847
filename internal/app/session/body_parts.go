package session

// bodyParts are the parts of a body that an edit changes.
type bodyParts uint16

const (
	partMotion bodyParts = 1 << iota // place, rotation and velocities
	partSurface
	partMass
	partDamping
	partSleep
	partBullet
	partType
	partShapes
)
