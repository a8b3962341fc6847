package articulation

// Constants of this package, each as: name (unit): meaning. Reason for the value. Without it: scene or test.

// costLimit (multiplications): most work for one factoring of an articulation. Nets and cloths, whose cost grows faster
// than their size, stay with the iterative solver. Without it: TestNetsStayIterative; the
// factors of joint_grid would not fit in memory.
const costLimit = 1 << 18

// correctionRate (1): fraction of the position error that an articulation takes back in each sub-step. One system needs
// no caution for the answer of neighbours. Without it: chain100, crane.
const correctionRate = 0.5

// optionPasses (passes): most pieces of a search for the limits and motors that act. Each of them changes one row at
// least and lowers the energy; 12 motors and limits that begin at once take 15. Without it: numbers that are not
// finite, which no search settles.
const optionPasses = 256

// leastPass (m/s, rad/s): how fast a limit has to be passed to act, or a motor to let go. Rounding of a speed of 10
// m/s. Without it: ropes at their length would begin and cease to act.
const leastPass = 1e-5

// optionCompliance (1): compliance of the rows of limits and motors, as joint.Compliance is that of held rows, which
// say the same thing twice in loops. Pushing a limit back through a gear against a heavy arm, a softer row keeps a part
// of the push as speed. Without it: two of 544 robots gain up to 2.8 % of Σm·g·l as an arm falls on the limit of a
// light cylinder.
const optionCompliance = 1e-6

// leastGive (1): least compliance of the row of a spring, as a fraction of the mobility along it, as joint.Compliance
// is that of held rows. It keeps the matrix regular where dampers say the same thing twice. Without it: two of 10⁹
// N·m·s side by side.
const leastGive = 1e-9

// hingeRows (rows): rows of a hinge, and of two ball joints of the same two bodies. Three of position, two of rotation.
// Without it: rope_bridge counts as rigid.
const hingeRows = 5

// swingLimit (rad², per sub-step): square of the largest angle in which the fastest swing of a link may advance. Beyond
// a radian the sub-steps cannot follow. Without it: light links between strong pulls gain energy; no claim of crane,
// chain100 and ragdoll_pile fails.
const swingLimit = 1.0

// repeatAngles (rad², per sub-step): squared angles from which on an articulation is solved once more, to find the
// rotations that it makes itself. Without it: tops nutate several per cent too slowly, which no claim
// of spinning_tops sees.
var repeatAngles = [2]float32{0.05 * 0.05, 0.15 * 0.15}

// pivotRepeats (passes): how often more a mechanism, or a body that swings about a pivot, is solved then for each of
// the angles. The rest falls with each, the cost of swinging articulations grows. Without it: the rest of its arc takes
// energy, 3e-4 in a swing of a rod of 0.8 m that rotates by 0.027 rad in a sub-step; a crank at 3000/min comes apart.
const pivotRepeats = 3
