package extension

// SensorKinds name the kinds of sensors in the order of scenes.SensorKind, and ZoneShapes the forms of zones in that of
// scenes.ZoneShape.
var (
	SensorKinds = []string{"gyro", "velocity", "acceleration", "field", "range", "touch", "force", "torque", "position",
		"rotation", "axisX", "axisY", "axisZ", "linearVelocity", "angularVelocity", "linearAcceleration",
		"angularAcceleration",
		"jointSpeed", "coordinate", "speed", "drive", "treeCenter", "treeVelocity", "treeMomentum", "inside", "clock",
		"potential", "kinetic"}
	ZoneShapes = []string{"ball", "capsule", "ellipsoid", "cylinder", "box"}
)

// ActuatorKinds name the laws of actuators, the empty one first.
var ActuatorKinds = []string{"", "motor", "position", "velocity", "general"}
