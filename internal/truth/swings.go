package truth

import (
	"math"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// swingHeight is where pendulum and chain hang (m), swingHalf half the length of the rod.
const (
	swingHeight = 3
	swingHalf   = 1.0
)

// hanging is the place at a distance l (m) from a pivot, at an angle (rad) from straight down.
func hanging(pivot vector, l, angle float64) vector {
	s, c := math.Sincos(angle)
	return pivot.add(vector{l * s, -l * c, 0})
}

var pendulum = Rig{
	Name: "pendulum", Formula: "T = 4·√(I/(m·g·l))·K(sin θ₀/2)", Seconds: 5, Order: 1,
	Scene: &scenes.Scene{
		Text: "a rod swings about its end", View: view(0, swingHeight, 8, 0, 0),
		Params: []scenes.Param{number("angle", "°", 1, 179, 120, "angle at the start, from straight down")},
		Build: func(r *scenes.Run) {
			b, pivot := builder{r}, vector{0, swingHeight, 0}
			rod := b.moving(hanging(pivot, swingHalf, degrees(r)), aboutZ(degrees(r)),
				physics.BoxHalf(0.1, swingHalf, 0.1), ghostly(), nil)
			d := physics.DefaultHingeJointDef()
			d.Connect(physics.Body{}, rod, physics.Transform{P: narrow(pivot), Q: vec.QuatIdentity})
			b.join(&d)
		},
	},
	solve: func(r *scenes.Run) solution {
		m, i := masses(r.Bodies[0])
		return &swinging{y: [2]float64{degrees(r), 0}, share: m * swingHalf / (i[2] + m*swingHalf*swingHalf)}
	},
}

// swinging obeys θ″ = −share·g·sin θ.
type swinging struct {
	y      [2]float64
	share  float64
	method integrator
}

func (s *swinging) advance(dt float64, c conditions) {
	s.method.advance(s.y[:], dt, func(y, dy []float64) { dy[0], dy[1] = y[1], -s.share*c.gravity*math.Sin(y[0]) })
}

func (s *swinging) poses(out []Pose) []Pose {
	return append(out, Pose{hanging(vector{0, swingHeight, 0}, swingHalf, s.y[0]), aboutZ(s.y[0])})
}

// linkHalf is half the length of a link of the chain (m).
const linkHalf = 0.3

var chain = Rig{
	Name: "chain", Formula: "Lagrange's equations of n rods", Seconds: 2, Order: 1,
	Scene: &scenes.Scene{
		Text: "a chain of rods swings from one end", View: view(0, swingHeight-0.5, 7, 0, 0),
		Params: []scenes.Param{
			{Key: "links", Min: 2, Max: 8, Default: 4, Whole: true, Text: "links of the chain"},
			number("angle", "°", 1, 170, 60, "angle at the start, from straight down"),
		},
		Build: func(r *scenes.Run) {
			b, end, before := builder{r}, vector{0, swingHeight, 0}, physics.Body{}
			for range int(r.Value("links")) {
				link := b.moving(hanging(end, linkHalf, degrees(r)), aboutZ(degrees(r)),
					physics.BoxHalf(0.06, linkHalf, 0.06), ghostly(), nil)
				b.ball(before, link, end)
				before, end = link, hanging(end, 2*linkHalf, degrees(r))
			}
		},
	},
	solve: func(r *scenes.Run) solution {
		n := len(r.Bodies)
		s := &hangingChain{n: n, y: make([]float64, 2*n), matrix: make([][]float64, n)}
		s.mass, s.inertia = masses(r.Bodies[0])
		for i := range n {
			s.y[i], s.matrix[i] = degrees(r), make([]float64, n)
		}
		return s
	},
}

// hangingChain is n equal rods, one on the other. y has their angles and then their rates.
type hangingChain struct {
	n       int
	mass    float64
	inertia vector
	y       []float64
	matrix  [][]float64
	method  integrator
}

// lever is how far the centre of rod k moves (m) when rod j turns by 1 rad.
func lever(k, j int) float64 {
	switch {
	case j < k:
		return 2 * linkHalf
	case j == k:
		return linkHalf
	}
	return 0
}

// rates are Σ M(θ)·θ″ = −Σ A·sin(θᵢ − θⱼ)·θⱼ′² − g·b·sin θᵢ.
func (s *hangingChain) rates(y, dy []float64, gravity float64) {
	n := s.n
	for i := range n {
		dy[i], dy[n+i] = y[n+i], 0
		for j := range n {
			both := 0.0
			for k := range n {
				both += s.mass * lever(k, i) * lever(k, j)
			}
			s.matrix[i][j] = both * math.Cos(y[i]-y[j])
			dy[n+i] -= both * math.Sin(y[i]-y[j]) * y[n+j] * y[n+j]
		}
		s.matrix[i][i] += s.inertia[2]
		for k := range n {
			dy[n+i] -= gravity * s.mass * lever(k, i) * math.Sin(y[i])
		}
	}
	solveLinear(s.matrix, dy[n:])
}

func (s *hangingChain) advance(dt float64, c conditions) {
	s.method.advance(s.y, dt, func(y, dy []float64) { s.rates(y, dy, c.gravity) })
}

func (s *hangingChain) poses(out []Pose) []Pose {
	end := vector{0, swingHeight, 0}
	for i := range s.n {
		out = append(out, Pose{hanging(end, linkHalf, s.y[i]), aboutZ(s.y[i])})
		end = hanging(end, 2*linkHalf, s.y[i])
	}
	return out
}

var spring = Rig{
	Name: "spring", Formula: "x″ = −ω²·x − 2·ζ·ω·x′", Seconds: 3, Order: 1,
	Scene: &scenes.Scene{
		Text: "a box on a spring of a chosen frequency and damping", View: view(0, 1, 7, 0, 10),
		Params: []scenes.Param{
			number("frequency", "Hz", 0.1, 20, 1, "oscillations a second without damping"),
			number("damping", "", 0, 3, 0.1, "damping ratio ζ"),
			number("amplitude", "m", 0.1, 3, 1.5, "distance from rest at the start"),
		},
		Build: func(r *scenes.Run) {
			b, at := builder{r}, physics.Transform{P: physics.V3(0, 1, 0), Q: vec.QuatIdentity}
			box := b.moving(vector{0, 1, 0}, identity, physics.BoxHalf(0.3, 0.3, 0.3), ghostly(), nil)
			d := physics.DefaultSliderJointDef()
			d.Connect(physics.Body{}, box, at)
			d.Axis.Hertz, d.Axis.DampingRatio = float32(r.Value("frequency")), float32(r.Value("damping"))
			b.join(&d)
			at.P.X = float32(r.Value("amplitude"))
			box.SetTransform(at)
		},
	},
	solve: func(r *scenes.Run) solution {
		return &sprung{y: [2]float64{r.Value("amplitude"), 0}, omega: 2 * math.Pi * r.Value("frequency"),
			zeta: r.Value("damping")}
	},
}

type sprung struct {
	y           [2]float64
	omega, zeta float64
	method      integrator
}

func (s *sprung) advance(dt float64, _ conditions) {
	s.method.advance(s.y[:], dt, func(y, dy []float64) {
		dy[0], dy[1] = y[1], -s.omega*s.omega*y[0]-2*s.zeta*s.omega*y[1]
	})
}

func (s *sprung) poses(out []Pose) []Pose { return append(out, Pose{vector{s.y[0], 1, 0}, identity}) }

// cycloidRadius is that of the circle that rolls off the cycloid (m), cycloidLow the height of its lowest point.
const (
	cycloidRadius = 1.0
	cycloidLow    = 0.5
)

// onCycloid is the point of the cycloid at an angle u of the circle; the lowest is at π.
func onCycloid(u float64) vector {
	s, c := math.Sincos(u)
	return vector{cycloidRadius * (u - s - math.Pi), cycloidLow + cycloidRadius*(1+c), 0}
}

// cycloidStarts are where the beads begin, as angles of the circle.
var cycloidStarts = [3]float64{0.3 * math.Pi, 0.5 * math.Pi, 0.75 * math.Pi}

var tautochrone = Rig{
	Name: "tautochrone", Formula: "s = s₀·cos(√(g/4r)·t): all arrive after π·√(r/g)", Seconds: 3, Order: 1,
	Scene: &scenes.Scene{
		Text: "beads on a cycloid arrive together", View: view(0, 1.3, 6, 0, 0),
		Build: func(r *scenes.Run) {
			b, path := builder{r}, physics.Path{}
			const points = 160
			for i := range points + 1 {
				path.Points = append(path.Points, narrow(onCycloid(math.Pi*(0.1+1.8*float64(i)/points))))
			}
			for _, u := range cycloidStarts {
				bead := b.moving(onCycloid(u), identity, physics.Sphere{Radius: 0.06}, ghostly(), nil)
				d := physics.DefaultPathJointDef()
				d.ConnectPath(physics.Body{}, bead, path)
				b.join(&d)
			}
		},
	},
	solve: func(*scenes.Run) solution {
		s := &beads{}
		for i, u := range cycloidStarts {
			s.y[i] = 4 * cycloidRadius * math.Cos(u/2)
		}
		return s
	},
}

// beads are at the arc lengths y from the lowest point, and then their speeds.
type beads struct {
	y      [6]float64
	method integrator
}

func (s *beads) advance(dt float64, c conditions) {
	s.method.advance(s.y[:], dt, func(y, dy []float64) {
		for i := range 3 {
			dy[i], dy[3+i] = y[3+i], -c.gravity/(4*cycloidRadius)*y[i]
		}
	})
}

func (s *beads) poses(out []Pose) []Pose {
	for i := range 3 {
		out = append(out, Pose{onCycloid(2 * math.Acos(max(min(s.y[i]/(4*cycloidRadius), 1), -1))), identity})
	}
	return out
}
