package extension

// JointKinds are the joints of the engine that a file can name in TUMBLE_physics.
var JointKinds = []string{"ball", "hinge", "slider", "fixed", "distance", "motor", "parallel", "wheel", "six", "gear",
	"rack", "pulley", "path"}

// PathRotations name how a body on a path rotates, in the order of physics.PathTurn.
var PathRotations = []string{"free", "fixed", "follow"}
