package main

import "math"

// scene is a case at work: an engine, and the first error of it, after which all else is skipped.
type scene struct {
	engine
	count int
	err   error
	last  []state
}

const (
	earth = 9.81
	rate  = 100
	// defaultBounce (m/s) is the slowest approach that bounces by default in all three engines; elastic is for bodies
	// that keep their energy.
	defaultBounce = 1
	elastic       = 0
)

func (s *scene) note(err error) {
	if s.err == nil {
		s.err = err
	}
}

func (s *scene) world(gravity, bounce float64, sleep bool) {
	s.count = 0
	s.note(s.begin(worldDef{gravity, bounce, sleep}))
}

// body adds a body, of 1000 kg/m³ unless it says another density, and returns its number.
func (s *scene) body(b bodyDef) int {
	if b.density == 0 {
		b.density = 1000
	}
	s.note(s.add(b))
	s.count++
	return s.count - 1
}

func (s *scene) floor(friction, restitution float64) int {
	return s.body(bodyDef{kind: static, shape: box, size: [3]float64{100, 1, 100}, at: vec{0, -1, 0},
		friction: friction, restitution: restitution})
}

// cube is a dynamic cube of an edge (m).
func (s *scene) cube(edge float64, at vec, b bodyDef) int {
	b.kind, b.shape, b.size, b.at = dynamic, box, [3]float64{edge / 2, edge / 2, edge / 2}, at
	return s.body(b)
}

// ball is a dynamic ball.
func (s *scene) ball(radius float64, at vec, b bodyDef) int {
	b.kind, b.shape, b.size, b.at = dynamic, ball, [3]float64{radius, 0, 0}, at
	return s.body(b)
}

func (s *scene) push(body int, v, w vec) { s.note(s.setVelocity(body, v, w)) }

func (s *scene) connect(j jointDef) { s.note(s.join(j)) }

// run steps for a time (s).
func (s *scene) run(seconds float64) { s.steps(int(seconds*rate + 0.5)) }

func (s *scene) steps(n int) {
	if s.err == nil {
		s.note(s.step(n))
	}
}

// all reads all bodies.
func (s *scene) all() []state {
	if s.err == nil {
		list, err := s.states()
		s.note(err)
		if err == nil {
			s.last = list
		}
	}
	if len(s.last) < s.count {
		s.last = make([]state, s.count)
	}
	return s.last
}

func (s *scene) of(body int) state { return s.all()[body] }

// each steps for a time and looks at all bodies after each step, until look returns false.
func (s *scene) each(seconds float64, look func([]state) bool) {
	for range int(seconds*rate + 0.5) {
		s.steps(1)
		if s.err != nil || !look(s.all()) {
			return
		}
	}
}

// solidBox is the mass and the inertia of a box of half sizes, for a body of this mass.
func solidBox(mass, x, y, z float64) (float64, vec) {
	return mass, vec{mass / 3 * (y*y + z*z), mass / 3 * (x*x + z*z), mass / 3 * (x*x + y*y)}
}

func solidBall(mass, r float64) (float64, vec) {
	i := 0.4 * mass * r * r
	return mass, vec{i, i, i}
}

// worst is the larger of two errors, and NaN if one is.
func worst(a, b float64) float64 { return math.Max(a, math.Abs(b)) }
