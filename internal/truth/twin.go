package truth

import (
	"math"

	"tumble/physics"
	"tumble/physics/scenes"
)

// conditions are the values of the world that a solution depends on.
type conditions struct {
	// gravity (m/s²) acts downwards.
	gravity               float64
	friction, restitution float64
	// slowest is the slowest approach (m/s) that bounces.
	slowest float64
}

// solution is the exact motion of the bodies of a rig.
type solution interface {
	// advance goes on by dt seconds.
	advance(dt float64, c conditions)
	// poses appends the poses of the bodies in the order of the run.
	poses(out []Pose) []Pose
}

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
	t.ghosts = t.solution.poses(t.ghosts[:0])
}

// Follows reports whether the solution is that of a run.
func (t *Twin) Follows(run *scenes.Run) bool { return t != nil && t.run == run }

// AdvanceTo goes on to a time since the run was built (s), under the conditions of the world now. An earlier time begins anew.
func (t *Twin) AdvanceTo(time float64) {
	if time < t.time {
		t.begin()
	}
	if time > t.time {
		t.solution.advance(time-t.time, t.conditions())
		t.time = time
		t.ghosts = t.solution.poses(t.ghosts[:0])
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

// Pose is a place (m) and a rotation in double precision.
type Pose struct {
	P vector
	Q quaternion
}

// Transform is the pose in single precision.
func (p *Pose) Transform() physics.Transform {
	return physics.Transform{
		P: physics.V3(float32(p.P[0]), float32(p.P[1]), float32(p.P[2])),
		Q: physics.Quat{X: float32(p.Q[1]), Y: float32(p.Q[2]), Z: float32(p.Q[3]), W: float32(p.Q[0])},
	}
}

// finestStep (s) is the longest step of the Runge–Kutta method: at 60 rad/s it is off by some 1e-12 a step.
const finestStep = 1.0 / 4096

// integrator is the classical Runge–Kutta method of fourth order.
type integrator struct{ k1, k2, k3, k4, at []float64 }

// advance integrates y' = f(y) over dt seconds.
func (n *integrator) advance(y []float64, dt float64, f func(y, dy []float64)) {
	if len(n.at) != len(y) {
		all := make([]float64, 5*len(y))
		cut := func(i int) []float64 { return all[i*len(y) : (i+1)*len(y)] }
		n.k1, n.k2, n.k3, n.k4, n.at = cut(0), cut(1), cut(2), cut(3), cut(4)
	}
	steps := int(math.Ceil(dt / finestStep))
	h := dt / float64(steps)
	for range steps {
		f(y, n.k1)
		n.shift(y, n.k1, h/2)
		f(n.at, n.k2)
		n.shift(y, n.k2, h/2)
		f(n.at, n.k3)
		n.shift(y, n.k3, h)
		f(n.at, n.k4)
		for i := range y {
			y[i] += h / 6 * (n.k1[i] + 2*n.k2[i] + 2*n.k3[i] + n.k4[i])
		}
	}
}

func (n *integrator) shift(y, k []float64, h float64) {
	for i := range y {
		n.at[i] = y[i] + h*k[i]
	}
}
