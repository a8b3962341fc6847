package joint

// Constants of this package, each as: name (unit): meaning. Reason for the value. Without it: scene or test.

// MaxHeld (rows): largest number of rows that a joint holds. Given by: the six coordinates of two bodies.
const MaxHeld = 6

// MaxRows (rows): largest number of rows of a joint in an articulation. Given by: each of six coordinates is held, or
// has options in one row and a rotor in another.
const MaxRows = 12

// noLimit (N·s, N·m·s): an impulse that no row reaches, as a limit where there is none. Far above MaxImpulse and
// far below the largest float32. Without it: a branch for each row.
const noLimit = 1e30

// Compliance (1): compliance of held rows, as a fraction of the mobility along the row. It keeps the matrix regular
// where joints say the same thing twice; a load of a hundred times the weight of a link stretches it by a hundredth of
// a per cent. Without it: rope_bridge.
const Compliance = 1e-4

// leastMesh (1): least determinant of the two conditions on a mesh of gears. Gears on the same axle have none. Without
// it: impulses without bound for gears on one axle.
const leastMesh = 1e-3

// leastGap (m²): squared distance below which two axles coincide. A micrometre. Without it: as leastMesh.
const leastGap = 1e-12

// axleTolerance (1): distance of two axles, as a part of the arms from the centres of their bodies, below which they
// coincide. Hinges of gears that rotate leave some tenths of a thousandth open. Without it: gears on one axle mesh side
// by side once their hinges have opened by a micrometre, and a rod of 1 kg on a rotor of 30 kg rises by 19 % of
// Σm·g·l (TestGearsStayOnOneAxle).
const axleTolerance = 1e-3

// maxLaps (laps): how often a coordinate on a closed path is taken round at once. Nothing passes so many in a step
// but a body that flies apart. Without it: a loop without end for numbers that are not finite.
const maxLaps = 64

// leastPathStep (m): step along a path below which the nearest point is found. A micrometre. Without it: twelve steps
// for each joint of a path.
const leastPathStep = 1e-6

// leastFree (1): fraction of its mobility that the held rows have to leave a row, so that it counts. Ten roundings of a
// float32 in six rows. Without it: motors along held directions, such as that of a slider that cannot move.
const leastFree = 1e-5

// leastShare (1): least part of the velocity that others give in a sub-step which the spring of an articulation counts
// as taking back. Weaker springs feel nothing of it. Without it: springs below 0.01 Hz divide by 0.
const leastShare = 1e-9

// leastPivot (1/kg): pivot below which a row of a matrix has no mass. Far below the inverse of the largest mass, 1e-12.
// Without it: division by zero for joints between bodies that impulses do not move.
const leastPivot = 1e-30

// grabGravity (m/s²): acceleration by which the weight of a dragged body is counted. That of the earth. Without it:
// a mouse joint that was given no force pulls with none.
const grabGravity = 9.81

// mouseTorque (1): braking torque of a mouse joint, as a fraction of the torque of its force on the lever of the body's
// size. Enough to calm a swinging load, too little to hold it against its weight. Without it:
// TestMouseJointCalmsALoad.
const mouseTorque = 0.05

// nearlyAll (1): fraction of its largest impulse from which on a motor counts as one that has no more. Clamping the
// length of a vector rounds four times. Without it: TestResidualOfMotors.
const nearlyAll = 0.9999
