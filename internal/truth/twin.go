package truth

import (
	"math"

	"tumble/physics"
	"tumble/physics/scenes"
)

// Twin is the exact solution beside a run.
type Twin struct {
	Rig      *Rig
	run      *scenes.Run
	solution solution
	time     float64
	ghosts   []Pose
	shapes   []physics.Shape
	largest  float64
}

// Follow begins the exact solution of a run at its start; nil if its scene is no rig.
func Follow(run *scenes.Run) *Twin {
	r, ok := Of(run.Scene)
	if !ok {
		return nil
	}
	t := &Twin{Rig: r, run: run}
	t.begin()
	return t
}

func (t *Twin) begin() {
	t.solution, t.time, t.largest = t.Rig.solve(t.run), 0, 0
	t.setGhosts()
}

// setGhosts puts the ghosts where the solution is. One of bodies that were pinned or removed may be nowhere.
func (t *Twin) setGhosts() {
	t.ghosts = t.solution.poses(t.ghosts[:0])
	for i := range t.ghosts {
		g := &t.ghosts[i]
		if sum := g.P[0] + g.P[1] + g.P[2] + g.Q[0] + g.Q[1] + g.Q[2] + g.Q[3]; math.IsNaN(sum) || math.IsInf(sum, 0) {
			t.ghosts = t.ghosts[:0]
			return
		}
	}
}

// Follows reports whether the solution is that of a run.
func (t *Twin) Follows(run *scenes.Run) bool { return t != nil && t.run == run }

// AdvanceTo goes on to a time since the run was built (s), under the conditions of the world now. An earlier time
// begins anew.
func (t *Twin) AdvanceTo(time float64) {
	if time < t.time {
		t.begin()
	}
	if time > t.time {
		t.solution.advance(time-t.time, t.conditions())
		t.time = time
		t.setGhosts()
	}
	t.largest = max(t.largest, t.Error())
}

func (t *Twin) conditions() conditions {
	w := t.run.World
	c := conditions{gravity: -float64(w.Gravity().Y), slowest: float64(w.Settings().RestitutionSpeed)}
	if len(t.run.Bodies) > 0 {
		if t.shapes = t.run.Bodies[0].Shapes(t.shapes[:0]); len(t.shapes) > 0 {
			m := t.shapes[0].Material()
			c.friction, c.restitution = float64(m.Friction), float64(m.Restitution)
		}
	}
	return c
}

// Ghosts are the exact poses of the bodies of the run; the slice is good until the next step.
func (t *Twin) Ghosts() []Pose { return t.ghosts }

// Body is the body of a ghost.
func (t *Twin) Body(i int) physics.Body { return t.run.Bodies[i] }

// Error is how far the farthest body is from its exact place (m), or turned from its exact rotation (rad).
func (t *Twin) Error() float64 {
	most := 0.0
	for i := range t.ghosts {
		b := t.run.Bodies[i]
		if !b.Valid() {
			continue
		}
		if t.Rig.Angle {
			most = max(most, t.ghosts[i].Q.angleTo(b.Rotation()))
			continue
		}
		p := b.Position()
		most = max(most, vector{float64(p.X), float64(p.Y), float64(p.Z)}.sub(t.ghosts[i].P).length())
	}
	return most
}

// Largest is the largest error since the solution began.
func (t *Twin) Largest() float64 { return t.largest }
