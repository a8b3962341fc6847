package solve

import (
	"tumble/physics/internal/energy"
	"tumble/physics/internal/solve/articulation"
	"tumble/physics/internal/solve/contact"
	"tumble/physics/internal/solve/graph"
	"tumble/physics/internal/solve/joint"
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/internal/solve/motion"
	"tumble/physics/vec"
)

// Input is the input of a step of the solver; the fields are those of Solver.
type Input struct {
	Sims      []motion.Sim
	States    []kernel.State
	Awake     []int32
	Manifolds []contact.Manifold
	Joints    []joint.Joint
	Knots     []joint.PathKnot
	Whole     bool
	Workers   int
	Clock     func() int64
}

// Solver runs the constraint stages of a step. The caller gives it bodies, manifolds and joints by Read and calls Begin
// with the graph, then Step; or Open, and the stages of Opening and Stages through RunStage, each cut in ranges as it
// likes. The zero value is ready; buffers are kept between steps.
type Solver struct {
	motion.Bodies
	// Manifolds and Joints are the records to which the entries of the graph point.
	Manifolds []contact.Manifold
	Joints    []joint.Joint
	// Knots are the curves of all path joints.
	Knots []joint.PathKnot
	// Sagging are the contacts that their load presses in too far, in any order.
	Sagging []Sag
	// Bounces says that a manifold of the graph may have a restitution.
	Bounces bool
	// Belts says that a manifold of the graph may have a surface velocity.
	Belts bool
	// Weighed lists bodies, in any order, whose islands may gain energy, see energyBounds.
	Weighed []int32
	// Pinched lists bodies between immovable ones that leave them no way, in any order: they are not searched.
	Pinched []int32
	// Deep says that movable bodies overlap each other deeply.
	Deep bool
	// Whole keeps islands from being divided among island batches. The bits are the same.
	Whole bool
	// Islands names the island of each awake body, −1 for none; islands share no movable body.
	// Empty keeps all in one, see layout.divide. It is read by Lay.
	Islands []int32
	// Books are the accounts of the ledger of energy, nil for none, see BeforeStage.
	Books *energy.Books
	// Workers is how many may solve at a time, 0 for one.
	Workers int
	// Clock counts nanoseconds for IslandBatchTimes; may be nil.
	Clock func() int64

	graph         *graph.Graph // of this step
	contacts      contact.Solver
	joints        joint.Solver
	articulations articulation.Solver
	layout        layout
	laid          bool // Lay was called in this step
	stages        []Stage
	weighed       []int32 // Weighed, and from pressed on bodies of limits that press
	pressed       int
	energyBounds  energyBounds
	closed        closedSystems
	poses         []pose   // per awake body, of sumsOf
	search        searches // of islands in no island batch
	blows         contact.Blows
	searchMarks   searchMarks
	searching     bool // some island is searched
	workers       []batchWorker
	deepPairs     []deepPair
	relaxesDeep   bool // some of them are relaxed again, see markDeep
	residuals     residuals
	bookkeeping   bookkeeping
}

// Read takes over the settings and records for the next step, before Open.
func (s *Solver) Read(in *Input) {
	s.Sims, s.States, s.Awake = in.Sims, in.States, in.Awake
	s.Manifolds, s.Joints, s.Knots = in.Manifolds, in.Joints, in.Knots
	s.Whole, s.Workers, s.Clock = in.Whole, in.Workers, in.Clock
}

// ReadJoints takes over what RailFrame and Coordinate read between steps.
func (s *Solver) ReadJoints(sims []motion.Sim, states []kernel.State, knots []joint.PathKnot) {
	s.Sims, s.States, s.Knots = sims, states, knots
}

// Expect says for the next step which contacts sag, see Sagging, whether contacts may bounce, and surfaces may move on
// bodies.
func (s *Solver) Expect(sagging []Sag, bounces, belts bool) {
	s.Sagging, s.Bounces, s.Belts = sagging, bounces, belts
}

// ClearWeighed empties the list Weighed and says that nothing overlaps deeply, AddWeighed appends to the list.
func (s *Solver) ClearWeighed() {
	s.Weighed, s.Pinched = s.Weighed[:0], s.Pinched[:0]
	s.Deep, s.deepPairs = false, s.deepPairs[:0]
}

// ExpectDeep says that in the next step two movable bodies overlap each other deeply, and whether they push each other
// from both sides.
func (s *Solver) ExpectDeep(a, b int32, wedged bool) {
	s.Deep = true
	s.deepPairs = append(s.deepPairs, deepPair{a, b, wedged})
}

// AddPinched appends a body to the lists Weighed and Pinched.
func (s *Solver) AddPinched(body int32) {
	s.Weighed, s.Pinched = append(s.Weighed, body), append(s.Pinched, body)
}

func (s *Solver) AddWeighed(bodies ...int32) { s.Weighed = append(s.Weighed, bodies...) }

// ContactSums are the sums of the manifolds in the graph after the last step.
func (s *Solver) ContactSums() *ContactSums { return &s.contacts.Sums }

// ReadIslands takes over the islands of the awake bodies, before Lay.
func (s *Solver) ReadIslands(islands []int32) { s.Islands = islands }

// ActiveJoints lists the joints of the graph, ascending, valid until the next Begin.
func (s *Solver) ActiveJoints() []int32 { return s.joints.Active() }

// LaneCount is the number of joints that are solved eight at a time.
func (s *Solver) LaneCount() int { return s.joints.LaneCount() }

// IslandBatchCount is the number of island batches, each of which one worker solves, and IslandBatchChunks the number
// of chunks of joints in them.
func (s *Solver) IslandBatchCount() int { return len(s.layout.islands.list) }

// IslandBatchChunks is documented with IslandBatchCount.
func (s *Solver) IslandBatchChunks() int { return len(s.layout.islands.chunks) }

// Coordinate returns the value of axis i of a joint at the poses of the bodies, and how fast it
// changes. The bodies of j must be those of the solver.
func (s *Solver) Coordinate(j *joint.Joint, i int) (value, speed float32) {
	s.joints.Begin(&s.Bodies, s.Joints, s.Knots)
	return s.joints.Coordinate(j, i)
}

// PassiveEnergy returns the energy of rotors and passive springs of a joint, see PassiveEnergy of its solver.
func (s *Solver) PassiveEnergy(j *joint.Joint) (kinetic, stored float64) {
	s.joints.Begin(&s.Bodies, s.Joints, s.Knots)
	return s.joints.PassiveEnergy(j)
}

// DriveImpulse returns the impulse of spring and motor of axis i of a joint, see DriveImpulse of its solver.
func (s *Solver) DriveImpulse(j *joint.Joint, i int, h float32) float32 {
	s.joints.Begin(&s.Bodies, s.Joints, s.Knots)
	return s.joints.DriveImpulse(j, i, h)
}

// Mass returns the effective mass of axis i of a joint at the poses of the bodies, see Mass of its solver.
func (s *Solver) Mass(j *joint.Joint, i int) float32 {
	s.joints.Begin(&s.Bodies, s.Joints, s.Knots)
	return s.joints.Mass(j, i)
}

// RailFrame returns the frame of the path of a PathJoint in the world where its body is now. The
// bodies of j must be those of the solver.
func (s *Solver) RailFrame(j *joint.Joint) vec.Transform {
	s.joints.Begin(&s.Bodies, s.Joints, s.Knots)
	return s.joints.RailFrame(j)
}

// islandOf is the island of an awake body by its state, −1 for none.
func (s *Solver) islandOf(body int32) int32 {
	state := s.Sims[body].StateIndex
	switch {
	case state == 0 || s.Sims[body].InvMass == 0:
		return -1
	case len(s.Islands) == 0:
		return 0
	}
	return s.Islands[state-1]
}
