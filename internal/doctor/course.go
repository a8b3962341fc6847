package doctor

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"tumble/internal/bodyname"
	"tumble/internal/meter"
	"tumble/physics"
	"tumble/physics/scenes"
)

const (
	// sinkShare is the part of the smallest side of a body from which an overlap is seen; pyramid210 with one sub-step
	// sinks by 0.7 %.
	sinkShare = 0.005
	// gapShare is the part of that side from which the gap of a joint is seen.
	gapShare = 0.01
	// rests (m/s) is the speed below which bodies count as resting: what trembles there is noise.
	rests = "0.1"
	// flickers is how many contacts begin or end in a step at rest, from which on the scene trembles.
	flickers = 1
	// guardShare is the part of all exchanged energy that guards of the solver may give or take.
	guardShare = 0.01
)

// Symptom is a fault that the steps of a stretch of time showed.
type Symptom struct {
	// Goal measures it, Worst (in the unit of the goal) is its number in the stretch, Limit the number from which it is
	// a fault.
	Goal         *meter.Goal
	Worst, Limit float64
	// Step is the step of the largest value; Bodies are those that it is of, none where it is of the whole world.
	Step   int
	Bodies []physics.Body
	// Text says what was seen. Key and Value are the parameter and the value to try against it.
	Text, Key, Value string
}

// Broken is the condition that holds where the symptom shows.
func (s *Symptom) Broken() string {
	return "(" + s.Goal.Meter.Key + ") > " + strconv.FormatFloat(s.Limit, 'g', 4, 64)
}

// symptom is a Symptom while its steps go by.
type symptom struct {
	Symptom
	format  string // of Text, with the number and its unit
	reducer meter.Reducer
	most    float64
	worst   func(w *physics.World) []physics.Body
}

// Course watches the steps of a stretch of time for symptoms.
type Course struct {
	list   []*symptom
	set    *meter.Set
	values []float64
	hertz  int
	opened bool // the ledger, by the course
}

// Watch begins to watch a world at hertz steps a second, before the first step of the stretch.
func Watch(w *physics.World, scene *scenes.Scene, hertz int) (*Course, error) {
	side, weight := math.Inf(1), math.Inf(1)
	for _, b := range w.Bodies(nil) {
		if b.Type() == physics.Dynamic && b.ShapeCount() > 0 {
			side = min(side, float64(extent(b)))
			weight = min(weight, float64(b.Mass()*w.Gravity().Len()))
		}
	}
	c := &Course{hertz: hertz}
	steps := w.Settings().SubSteps
	more := strconv.Itoa(int(2 * steps))
	joints := [2]string{"substeps", more}
	if !w.Settings().DirectJoints {
		joints = [2]string{"direct_joints", "true"}
	}
	var failed error
	add := func(goal string, limit float64, format, key, value string, worst func(*physics.World) []physics.Body) {
		g, err := meter.ParseGoal(goal)
		failed = cmp.Or(failed, err)
		if err == nil && !math.IsInf(limit, 0) {
			c.list = append(c.list, &symptom{Symptom: Symptom{Goal: g, Limit: limit, Key: key, Value: value},
				format: format, reducer: meter.Reducer{Kind: g.Reduce}, worst: worst})
		}
	}
	atRest := func(quantity string) string { return "speed.max < " + rests + " ? " + quantity + " : 0" }
	add("penetration.max mean smaller", sinkShare*side, "bodies sink into each other by %s", "substeps", more, deepest)
	add("joint.error max smaller", gapShare*side, "a joint is open by %s", joints[0], joints[1], widest)
	add(atRest("contact.noise")+" mean smaller", weight/float64(hertz),
		"contacts at rest change their impulses by %s in a step, more than the weight of the lightest body", "substeps",
		more, nil)
	add(atRest("contact.flicker")+" mean smaller", flickers, "%s contacts begin or end in a step at rest", "substeps",
		more, nil)
	add("ledger.guards / (ledger.exchanged + 1*J) last smaller", guardShare,
		"guards of the solver changed %s of the energy", "substeps", more, nil)
	if failed != nil {
		return nil, fmt.Errorf("doctor: %w", failed)
	}
	meters := make([]*meter.Meter, len(c.list))
	for i, s := range c.list {
		meters[i] = s.Goal.Meter
	}
	c.set = meter.NewSet(meters)
	if err := c.set.Bind(w, scene); err != nil {
		return nil, fmt.Errorf("doctor: %w", err)
	}
	_, open := w.EnergyLedger(nil)
	c.opened = !open
	c.set.Begin(w)
	return c, nil
}

// After looks at the world after a step.
func (c *Course) After(w *physics.World, at meter.Moment) {
	c.values = c.set.Measure(w, at, c.values[:0])
	for i, v := range c.values {
		s := c.list[i]
		s.reducer.Add(v)
		if v > s.most {
			s.most, s.Step, s.Bodies = v, at.Step, nil
			if s.worst != nil && v > s.Limit {
				s.Bodies = s.worst(w)
			}
		}
	}
}

// End closes the ledger of energy, unless that was open before, and returns the symptoms that showed, the worst in
// proportion to its limit first.
func (c *Course) End(w *physics.World) (list []Symptom) {
	if c.opened {
		w.KeepEnergyLedger(false)
	}
	for _, s := range c.list {
		s.Worst = s.reducer.Result(c.hertz)
		if !(s.Worst > s.Limit) {
			continue
		}
		figure := strconv.FormatFloat(s.Worst, 'g', 3, 64)
		if unit := s.Goal.Meter.Unit; unit != "" {
			figure += " " + unit
		}
		s.Text = fmt.Sprintf(s.format, figure) + ", step " + strconv.Itoa(s.Step)
		for i, path := range bodyname.Paths(w, s.Bodies) {
			s.Text += []string{": ", " and "}[min(i, 1)] + path
		}
		list = append(list, s.Symptom)
	}
	slices.SortStableFunc(list, func(a, b Symptom) int { return cmp.Compare(b.Worst/b.Limit, a.Worst/a.Limit) })
	return list
}

// deepest are the bodies of the contact with the deepest overlap.
func deepest(w *physics.World) (list []physics.Body) {
	most := float32(0)
	for _, k := range w.Contacts(nil) {
		for _, p := range k.Points[:k.Count] {
			if -p.Separation > most {
				most, list = -p.Separation, []physics.Body{k.ShapeA.Body(), k.ShapeB.Body()}
			}
		}
	}
	return list
}

// widest are the bodies of the joint with the widest gap.
func widest(w *physics.World) (list []physics.Body) {
	most := float32(0)
	for _, j := range w.Joints(nil) {
		switch j.Kind() {
		case physics.KindBall, physics.KindHinge, physics.KindFixed:
		default:
			continue
		}
		if a, b := j.Anchors(); a.Dist(b) > most {
			most, list = a.Dist(b), nil
			x, y := j.Bodies()
			for _, body := range []physics.Body{x, y} {
				if body.Valid() {
					list = append(list, body)
				}
			}
		}
	}
	return list
}
