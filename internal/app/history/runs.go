package history

import (
	"slices"

	"tumble/internal/app/session"
	"tumble/physics/scenes"
)

// keptRun is a scene as it was built once: its world stays in memory with the states that belong to it.
type keptRun struct {
	run           *scenes.Run
	states, bytes int
}

// About what a world takes: worldBytes, and for a state of so many bytes worldShare halves of them.
const (
	worldBytes = 40 << 10
	worldShare = 3
)

// hold counts a state for its run.
func (k *keyframes) hold(m *session.Moment) {
	i := slices.IndexFunc(k.runs, func(r keptRun) bool { return r.run == m.Run() })
	if i < 0 {
		i = len(k.runs)
		k.runs = append(k.runs, keptRun{run: m.Run()})
	}
	r := &k.runs[i]
	r.states++
	r.bytes = max(r.bytes, worldBytes+m.Bytes()*worldShare/2)
}

// release takes a state away from its run.
func (k *keyframes) release(m *session.Moment) {
	i := slices.IndexFunc(k.runs, func(r keptRun) bool { return r.run == m.Run() })
	if k.runs[i].states--; k.runs[i].states == 0 {
		k.runs = slices.Delete(k.runs, i, i+1)
	}
}

// worlds estimates the memory of worlds that are kept for their states alone (bytes).
func (k *keyframes) worlds(s *session.Session) int {
	sum := 0
	for i := range k.runs {
		if k.runs[i].run != s.Run {
			sum += k.runs[i].bytes
		}
	}
	return sum
}
