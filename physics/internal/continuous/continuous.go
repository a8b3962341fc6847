// Package continuous keeps fast bodies from passing through things between two steps.
//
// A body that moved or turned so far that it could jump over something is swept from where it
// was to where the solver put it, and stopped at the first impact. It keeps its velocity and
// loses the rest of its way; the next step makes the contact. All fast bodies stop at static
// shapes, bullets also at others, and where a fast one comes to a bullet. Source: Catto, "Continuous Collision", GDC
// 2013.
//
// It owns the lists of fast bodies and of stopped ones; poses and velocities that it changes are those of the
// solver's records.
package continuous

import (
	"tumble/physics/internal/arena"
	"tumble/physics/internal/broadphase"
	"tumble/physics/internal/narrowphase"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// Sweeper sweeps the fast bodies of a world.
type Sweeper struct {
	*state.State
	broad  *broadphase.BroadPhase
	narrow *narrowphase.NarrowPhase
	// repose is told the place in the awake list of a body that was stopped; several workers call it.
	repose func(slot int)

	dt     float32 // length of the step (s)
	blocks []output
	again  output // of the serial part
	shapes arena.Lists[int32]
	asking arena.Lists[askedBody]
	found  arena.PerWorker // results of searches

	// fast are the bodies that moved fast, kinematic ones among them, awake the bullets, in the order of the awake
	// list.
	fast, awake []int32
	bullets     []int32 // those that are swept, see ListBullets
	// swept are the fast bodies with their boxes while bullets are stopped, none wider than sweptWidth
	// along x (m).
	swept      []fastBody
	sweptWidth float32
	isListed   []bool // by body
	// struck marks bodies that a bullet, or as one, was stopped in this step; struckBodies lists them.
	struck       []bool
	struckBodies []int32

	// lost is the angular momentum that stops of bullets took.
	lost    []LostMoment
	stopped []stoppedBody
	joined  []int32 // bodies that hang together
	// reach is the fraction of its motion that a body of group may make, place one more than where a
	// body was listed last; all zero between uses.
	reach []float32
	slot  []int32
}

// output is the result of a block of fast bodies.
type output struct {
	shapes  []int32 // that left their fat bounds
	asking  []askedBody
	stopped []stoppedBody
	bullets []bulletPath
	near    []int32  // fast bodies near the bullets, see bulletPath
	_       [64]byte // neighbours are written by different workers
}

// New returns the sweeper of a world.
func New(st *state.State, broad *broadphase.BroadPhase, narrow *narrowphase.NarrowPhase,
	repose func(slot int)) *Sweeper {
	return &Sweeper{State: st, broad: broad, narrow: narrow, repose: repose}
}

// BeginStep begins a step of dt seconds without fast bodies.
func (cc *Sweeper) BeginStep(dt float32) { cc.dt, cc.fast, cc.awake = dt, cc.fast[:0], cc.awake[:0] }

// Add appends fast bodies and awake bullets, in the order of the awake list.
func (cc *Sweeper) Add(fast, bullets []int32) {
	cc.fast, cc.awake = append(cc.fast, fast...), append(cc.awake, bullets...)
}

// Count returns the number of fast bodies.
func (cc *Sweeper) Count() int { return len(cc.fast) }

func (cc *Sweeper) growBlocks(blocks int) {
	for len(cc.blocks) < blocks {
		cc.blocks = append(cc.blocks, output{})
	}
}

// askedBody is a body about which a hook has to be asked, after so many shapes of its block.
type askedBody struct{ body, shapes int32 }

// bulletPath is how far a bullet gets until it hits a moving body.
type bulletPath struct {
	body int32
	// slow is set for one that only fast bodies come to.
	slow bool
	// t is the fraction of its motion up to which it may move, hit the body there, none for none.
	t   float32
	hit int32
	// asks is set when a hook has to be asked about something on the way, which is then not known.
	asks bool
	// near is how many fast bodies came into the boxes of its ways. They are listed one bullet after the
	// other.
	near int32
}

// fastBody is a body that moved fast in this step and the box (m) that it stayed in.
type fastBody struct {
	bounds vec.AABB
	index  int32 // in fast
}

// stoppedBody is a jointed body that was stopped at a fraction of its motion; −1 when that has been
// dealt with.
type stoppedBody struct {
	body     int32
	fraction float32
}
