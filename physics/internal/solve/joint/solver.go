package joint

import (
	"slices"

	"tumble/physics/internal/solve/graph"
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/internal/solve/motion"
)

// Solver are the joint constraints of a step: general rows, and blocks of ball joints and hinges.
type Solver struct {
	bodies *motion.Bodies
	list   []Joint
	knots  []PathKnot // of all path joints
	direct []HeldRow  // of the articulations, see Direct

	active []int32 // all joints of the graph, ascending
	work   []int32 // joints and blocks with rows to iterate over, see AddColor

	// Blocks of ball joints and hinges, with the joints and the springs of each lane.
	angularBlocks []kernel.AngularBlock
	pointBlocks   []kernel.PointBlock
	angularLanes  laneList
	pointLanes    laneList
	laneSprings   []keptSprings
}

// Begin begins a step, or a look at joints between two steps.
func (s *Solver) Begin(b *motion.Bodies, list []Joint, knots []PathKnot) {
	s.bodies, s.list, s.knots = b, list, knots
	s.angularLanes.begin(b.H)
	s.pointLanes.begin(b.H)
}

// Activate finds the joints of the graph, after these have changed.
func (s *Solver) Activate(g *graph.Graph) {
	s.active = s.active[:0]
	for color := range int32(graph.ColorCount) {
		s.active = append(s.active, g.Joints(color)...)
	}
	slices.Sort(s.active)
	for _, index := range s.active {
		j := &s.list[index]
		j.options, j.inLane, j.direct, j.springs = j.countOptions(), false, false, false
	}
}

// Active lists the joints of the graph, ascending, valid until the next step.
func (s *Solver) Active() []int32 { return s.active }

// Joint is documented with Count.
func (s *Solver) Joint(index int32) *Joint { return &s.list[index] }

// Count is the number of joints, Joint one of them.
func (s *Solver) Count() int { return len(s.list) }

// Direct takes over the held rows of the articulations, which Joint.SolveDirectly refers to.
func (s *Solver) Direct(rows []HeldRow) { s.direct = rows }

// SolvedDirectly reports whether an articulation solves the held rows.
func (j *Joint) SolvedDirectly() bool { return j.direct }

// Clear empties the list of AddColor.
func (s *Solver) Clear() {
	s.work = s.work[:0]
	s.angularBlocks, s.pointBlocks = s.angularBlocks[:0], s.pointBlocks[:0]
	s.angularLanes.clear()
	s.pointLanes.clear()
}

// Marks are how much AddColor has listed so far.
type Marks struct{ Work, Angular, Point int32 }

// Marks returns them.
func (s *Solver) Marks() Marks {
	return Marks{int32(len(s.work)), int32(len(s.angularBlocks)), int32(len(s.pointBlocks))}
}

// Work returns a range of the list of AddColor, for WarmStart and Solve.
func (s *Solver) Work(r kernel.Range) []int32 { return s.work[r.Begin:r.End] }

// AppendUnits appends the units of Prepare and Finish: the joints that are no lanes, ascending, and the blocks since
// some marks.
func (s *Solver) AppendUnits(units, joints []int32, since Marks) []int32 {
	first := len(units)
	for _, index := range joints {
		if !s.list[index].inLane {
			units = append(units, index)
		}
	}
	slices.Sort(units[first:])
	for i := since.Angular; i < int32(len(s.angularBlocks)); i++ {
		units = append(units, ^(i | angularBit))
	}
	for i := since.Point; i < int32(len(s.pointBlocks)); i++ {
		units = append(units, ^(i | pointBit))
	}
	return units
}

// EndList makes room for the springs of all lanes.
func (s *Solver) EndList() {
	n := kernel.Width * len(s.angularBlocks)
	s.laneSprings = slices.Grow(s.laneSprings[:0], n)[:n]
}
