package scenes

import "tumble/physics"

// RunState is the state of a run beside its world: the lists of bodies that the scene has made, its counts, and the
// positions of its axes. With a snapshot of the world it is the whole state of the run. The zero value is empty; its
// storage is used again.
type RunState struct {
	bodies, movers []physics.Body
	base           []physics.Transform
	characters     []*physics.Mover
	seen           EventCount
	steps          int
	rigs           [2]int
	controls       [mostPlayers][maxControls]float32
	taken          [mostPlayers]bool
}

// Take copies the state of a run.
func (st *RunState) Take(r *Run) {
	st.bodies = append(st.bodies[:0], r.Bodies...)
	st.movers = append(st.movers[:0], r.Movers...)
	st.base = append(st.base[:0], r.Base...)
	st.characters = st.characters[:0]
	for _, m := range r.Characters {
		st.characters = append(st.characters, m.In(r.World))
	}
	st.seen, st.steps = r.Seen, r.StepCount
	st.rigs = [2]int{len(r.Ragdolls), len(r.Vehicles)}
	st.controls, st.taken = r.controls, r.taken
}

// Give brings a run whose world was restored to the state. The run must be the one that the state was taken of.
func (st *RunState) Give(r *Run) {
	r.Bodies = append(r.Bodies[:0], st.bodies...)
	r.Movers = append(r.Movers[:0], st.movers...)
	r.Base = append(r.Base[:0], st.base...)
	r.Characters = r.Characters[:0]
	for _, m := range st.characters {
		r.Characters = append(r.Characters, m.In(r.World))
	}
	r.Seen, r.StepCount = st.seen, st.steps
	r.Ragdolls, r.Vehicles = r.Ragdolls[:st.rigs[0]], r.Vehicles[:st.rigs[1]]
	r.controls, r.taken = st.controls, st.taken
}
