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

// Memory is about how much memory the state takes for each body that the scene has made (bytes).
func (st *RunState) Memory() int {
	return (cap(st.bodies)+cap(st.movers))*handleBytes + cap(st.base)*transformBytes
}

// Sizes of a handle and of a transform (bytes).
const (
	handleBytes    = 16
	transformBytes = 28
)

// Give brings a run whose world was restored to the state: the run that the state was taken of, or another one of its
// scene that has the same figures and vehicles.
func (st *RunState) Give(r *Run) {
	r.Bodies = bodiesIn(r.Bodies[:0], st.bodies, r.World)
	r.Movers = bodiesIn(r.Movers[:0], st.movers, r.World)
	r.Base = append(r.Base[:0], st.base...)
	r.Characters = r.Characters[:0]
	for _, m := range st.characters {
		r.Characters = append(r.Characters, m.In(r.World))
	}
	r.Seen, r.StepCount = st.seen, st.steps
	r.Ragdolls, r.Vehicles = r.Ragdolls[:min(st.rigs[0], len(r.Ragdolls))], r.Vehicles[:min(st.rigs[1],
		len(r.Vehicles))]
	r.controls, r.taken = st.controls, st.taken
}

// bodiesIn appends the same bodies of another world to buf.
func bodiesIn(buf, list []physics.Body, w *physics.World) []physics.Body {
	for _, b := range list {
		buf = append(buf, b.In(w))
	}
	return buf
}
