package scenes

import "tumble/physics"

// SensorKind is the quantity that a sensor measures.
type SensorKind uint8

// The kinds of sensors. Those that are mounted see along the axes of their mount; "relative" values are seen from the
// other mount.
const (
	// SensorGyro and SensorVelocity are the angular velocity (rad/s) and the velocity (m/s) of the mount,
	// SensorAcceleration is the quantity that an accelerometer feels (m/s²): its acceleration as the mean of the last
	// step, less gravity.
	SensorGyro SensorKind = iota
	SensorVelocity
	SensorAcceleration
	// SensorField is a field of the world, as a magnetometer feels it.
	SensorField
	// SensorRange is the distance (m) of the first body along the z axis of the mount, −1 for none.
	SensorRange
	// SensorTouch is the sum of the normal forces (N) of contacts of the body whose points, or the rays from them along
	// their normal into the body, are in the zone.
	SensorTouch
	// SensorForce (N) and SensorTorque (N·m) are those of the parent on the body through its joint, the mean of the
	// last step.
	SensorForce
	SensorTorque
	// SensorPosition (m), SensorRotation (quaternion w x y z) and the axes of the mount, relative to the other mount.
	SensorPosition
	SensorRotation
	SensorAxisX
	SensorAxisY
	SensorAxisZ
	// Relative velocities and accelerations along the axes of the other mount.
	SensorLinearVelocity
	SensorAngularVelocity
	SensorLinearAcceleration
	SensorAngularAcceleration
	// SensorJointSpeed is the angular velocity (rad/s) of the mount relative to the other one, along its own axes.
	SensorJointSpeed
	// SensorCoordinate (rad, m) is the sum of the terms, SensorSpeed that of their speeds, SensorDrive (N, N·m) the
	// force of a drive for that coordinate.
	SensorCoordinate
	SensorSpeed
	SensorDrive
	// Of a tree of bodies: the centre of its mass (m), the velocity of that (m/s) and the angular momentum about it
	// (kg·m²/s), along the axes of the other mount.
	SensorTreeCenter
	SensorTreeVelocity
	SensorTreeMomentum
	// SensorInside is 1 while the mount is in the zone of the other one.
	SensorInside
	// Of the world: the time (s), and energies (J).
	SensorClock
	SensorPotential
	SensorKinetic
)

// Components are the names of the values of a sensor of this kind.
func (k SensorKind) Components() []string {
	switch k {
	case SensorRange, SensorTouch, SensorCoordinate, SensorSpeed, SensorDrive, SensorInside, SensorClock,
		SensorPotential, SensorKinetic:
		return scalar
	case SensorRotation:
		return quaternion
	}
	return vector
}

// String is the kind in words.
func (k SensorKind) String() string {
	if int(k) < len(sensorWords) {
		return sensorWords[k]
	}
	return "Sensor"
}

var sensorWords = [...]string{
	SensorGyro: "Angular velocity", SensorVelocity: "Velocity", SensorAcceleration: "Acceleration without gravity",
	SensorField: "Magnetic field",
	SensorRange: "Distance", SensorTouch: "Contact force", SensorForce: "Force", SensorTorque: "Torque",
	SensorPosition: "Position", SensorRotation: "Rotation", SensorAxisX: "Axis x", SensorAxisY: "Axis y",
	SensorAxisZ:          "Axis z",
	SensorLinearVelocity: "Linear velocity", SensorAngularVelocity: "Angular velocity",
	SensorLinearAcceleration:  "Linear acceleration",
	SensorAngularAcceleration: "Angular acceleration", SensorJointSpeed: "Angular velocity in a joint",
	SensorCoordinate: "Coordinate",
	SensorSpeed:      "Speed of a coordinate", SensorDrive: "Force of a drive",
	SensorTreeCenter:   "Centre of mass of a tree",
	SensorTreeVelocity: "Velocity of a tree", SensorTreeMomentum: "Angular momentum of a tree",
	SensorInside: "Whether it is inside",
	SensorClock:  "Time", SensorPotential: "Potential energy", SensorKinetic: "Kinetic energy",
}

var scalar, vector, quaternion = []string{"value"}, []string{"x", "y", "z"}, []string{"w", "x", "y", "z"}

// Sensor is a quantity that a scene file wants to be measured.
type Sensor struct {
	// Name is that of the file, unique among the sensors of the scene.
	Name string
	Kind SensorKind
	// Unit of its values in SI, empty for pure numbers.
	Unit string
	// At is the mount, Relative the other one.
	At, Relative Mount
	// Zone of SensorTouch and SensorInside.
	Zone Zone
	// Terms of the coordinate of a joint, a tendon or an actuator.
	Terms []SensorTerm
	// Force, Stiffness and Damping are the law of a drive: Force − Stiffness·x − Damping·v, between Least and Most
	// where Limited.
	Force, Stiffness, Damping float32
	Limited                   bool
	Least, Most               float32
	// Field of SensorField, in the axes of the world.
	Field physics.Vec3
	// Joint is the order of the joint between the body and its parent, see physics.Joint.Order, of forces.
	Joint uint64
	// Bodies are those of a tree, by their index in the world.
	Bodies []int
	// Cutoff bounds the magnitude of the values, 0 for none.
	Cutoff float32
}

// Mount is a frame on a body.
type Mount struct {
	// Body is the index in the world, −1 for the world.
	Body  int
	Local physics.Transform
}

// SensorTerm is Factor·(q + Offset) of a coordinate of a joint.
type SensorTerm struct {
	// Joint is its order in the world, see physics.Joint.Order.
	Joint          uint64
	Axis           int
	Factor, Offset float32
}

// ZoneShape is the form of a zone.
type ZoneShape uint8

// The forms of zones.
const (
	ZoneBall ZoneShape = iota
	ZoneCapsule
	ZoneEllipsoid
	ZoneCylinder
	ZoneBox
)

// Zone is a volume about the origin of a mount: Size are half lengths (m); of a ball, a capsule and a cylinder X is the
// radius, and of the two others Y half the length along z.
type Zone struct {
	Shape ZoneShape
	Size  physics.Vec3
}
