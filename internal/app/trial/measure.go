package trial

import (
	"math"

	"tumble/engine/timestep"
	"tumble/internal/app/session"
	"tumble/internal/meter"
)

// measured measures one world of a trial after every step: the goals, reduced to a number each, and the curves.
type measured struct {
	goals    meter.Set
	reducers []meter.Reducer
	watched  meter.Set
	values   []float64
	world    any // *physics.World that the sets are bound to, nil for none
	hertz    int // rate of the last step
	// curves are the values of the watched meters, by meter and step of the trial
	curves [][]float32
}

// begin forgets all values and takes goals and watched meters from a plan.
func (m *measured) begin(p *Plan) {
	meters := make([]*meter.Meter, len(p.Goals))
	m.reducers = make([]meter.Reducer, len(p.Goals))
	for i, g := range p.Goals {
		meters[i], m.reducers[i].Kind = g.Meter, g.Reduce
	}
	m.goals, m.watched = *meter.NewSet(meters), *meter.NewSet(p.Watched)
	m.curves = make([][]float32, len(p.Watched))
	m.world = nil
}

// prepare binds the meters to the world of a session, if the world is new, so that the world measures their quantities
// in the next step.
func (m *measured) prepare(s *session.Session) {
	w := s.World()
	if m.world == any(w) {
		return
	}
	m.world = w
	for _, set := range []*meter.Set{&m.goals, &m.watched} {
		// quantities that the world lacks measure no number
		_ = set.Bind(w, s.Run.Scene)
		set.Begin(w)
	}
}

// step measures the world of a session after the step t.
func (m *measured) step(s *session.Session, t timestep.TickTime) {
	m.prepare(s)
	at := meter.Moment{Step: int(t.N), Time: float64(t.Ns) * 1e-9, Length: float64(t.Dt)}
	m.hertz = int(t.Hz)
	m.values = m.goals.Measure(s.World(), at, m.values[:0])
	for i, v := range m.values {
		if !math.IsNaN(v) {
			m.reducers[i].Add(v)
		}
	}
	m.values = m.watched.Measure(s.World(), at, m.values[:0])
	for i, v := range m.values {
		m.curves[i] = append(m.curves[i], float32(v))
	}
}

// value is the number of a goal, by its index in the plan.
func (m *measured) value(goal int) float64 { return m.reducers[goal].Result(m.hertz) }

// Curve returns the values of a watched meter in a member after each step of the trial, nil for a meter without curve.
func (t *Trial) Curve(m *Member, watched *meter.Meter) []float32 {
	for i, x := range t.plan.Watched {
		if x == watched {
			return m.measured.curves[i]
		}
	}
	return nil
}
