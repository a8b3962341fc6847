// Package rail lays the curves of path joints: it cuts a path into knots of known length and finds points on it.
//
// It owns the list of knots, and of a path joint's row the range of its knots, the length and the bounds of its axis.
package rail

import (
	"fmt"
	"slices"

	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// Rails are the curves of the path joints of a world.
type Rails struct{ *state.State }

// New returns the room for a world.
func New(st *state.State) *Rails { return &Rails{st} }

// Curve is the values of physics.Path.
type Curve struct {
	Points           []vec.Vec3
	Closed, Straight bool
	Up               vec.Vec3
}

const (
	// MinStep is the least distance (m) between neighbouring points of a path, MaxPoints their largest number.
	MinStep   = 1e-3
	MaxPoints = 4096
)

// Check returns an error that names what is wrong with a path.
func (p *Curve) Check() error {
	if n := len(p.Points); n < 2 || n > MaxPoints || p.Closed && n < 3 {
		return fmt.Errorf("physics: path of %d points: must be 2 to %d, and 3 for a closed path", n, MaxPoints)
	}
	if err := state.CheckVector("path: upward direction", p.Up, state.MaxCoordinate); err != nil {
		return err
	}
	for i, x := range p.Points {
		if !state.ValidVector(x, state.MaxPosition) {
			return state.CheckVector(fmt.Sprintf("path: point %d", i), x, state.MaxPosition)
		}
		next := i + 1
		if next == len(p.Points) {
			if !p.Closed {
				break
			}
			next = 0
		}
		if step := x.Dist(p.Points[next]); !(step >= MinStep) {
			return fmt.Errorf("physics: path: points %d and %d are %g m apart: must be at least %g m", i, next, step,
				float32(MinStep))
		}
	}
	return nil
}

// Segments is the number of segments between two points of a smooth path.
const Segments = 8

// Lay appends the knots of a path and gives them to a joint.
func (rs *Rails) Lay(r *solve.Joint, p *Curve) {
	r.PathBegin = int32(len(rs.Knots))
	rs.Knots = appendKnots(rs.Knots, p)
	r.PathEnd = int32(len(rs.Knots))
	r.Closed = p.Closed
	r.Rest = solve.PathLength(rs.KnotsOf(r))
}

// KnotsOf returns the knots of a joint.
func (rs *Rails) KnotsOf(r *solve.Joint) []solve.PathKnot { return rs.Knots[r.PathBegin:r.PathEnd] }

// CurveOf returns a path that lays the knots of a joint again: that of the definition, or one of straight lines where
// that cannot be told any more.
func (rs *Rails) CurveOf(r *solve.Joint) Curve {
	knots := rs.KnotsOf(r)
	every := Segments
	for i := 1; i < len(knots)-1; i++ {
		if knots[i].In.Dot(knots[i].Out) < 0.99999 {
			every = 1
			break
		}
	}
	if (len(knots)-1)%every != 0 {
		every = 1
	}
	c := Curve{Closed: r.Closed, Straight: every == 1, Up: knots[0].Up}
	for i := 0; i < len(knots); i += every {
		c.Points = append(c.Points, knots[i].P)
	}
	if c.Closed {
		c.Points = c.Points[:len(c.Points)-1]
	}
	return c
}

// Drop takes the knots of a joint out of the store.
func (rs *Rails) Drop(r *solve.Joint) {
	count := r.PathEnd - r.PathBegin
	rs.Knots = slices.Delete(rs.Knots, int(r.PathBegin), int(r.PathEnd))
	for i := range rs.Joints {
		o := &rs.Rows[i]
		if rs.Joints[i].Alive() && rs.Joints[i].Kind == solve.PathJoint && o.PathBegin > r.PathBegin {
			o.PathBegin, o.PathEnd = o.PathBegin-count, o.PathEnd-count
		}
	}
	r.PathBegin, r.PathEnd = 0, 0
}

// Replace lays another path for a joint and puts it at the place nearest to its body. Limits are cut to it; an open
// path that ended at its ends does so again.
func (rs *Rails) Replace(r *solve.Joint, p *Curve) {
	if a := &r.Axes[0]; !r.Closed && a.Lower == 0 && a.Upper == r.Rest {
		a.Flags &^= solve.AxisLimit
	}
	rs.Drop(r)
	rs.Lay(r, p)
	rs.Bound(r)
	rs.Locate(r)
}

// FrameAt returns the place (m, world) at a distance s (m) along the path, with the x axis along it.
func (rs *Rails) FrameAt(r *solve.Joint, s float32) vec.Transform {
	a, _ := r.Frames(rs.Sims)
	rail := solve.AlongPath(rs.KnotsOf(r), r.Closed, s)
	q := vec.Mat3Cols(rail.Tangent, rail.Up, rail.Tangent.Cross(rail.Up)).Quat()
	return vec.Transform{P: a.Apply(rail.Point), Q: a.Q.Mul(q)}
}

// AppendPoints appends the knots of a path (m, world) to buf.
func (rs *Rails) AppendPoints(r *solve.Joint, buf []vec.Vec3) []vec.Vec3 {
	a, _ := r.Frames(rs.Sims)
	for _, k := range rs.KnotsOf(r) {
		buf = append(buf, a.Apply(k.P))
	}
	return buf
}

// Bound limits the distance along an open path to its ends.
func (rs *Rails) Bound(r *solve.Joint) {
	if r.Closed {
		return
	}
	a := &r.Axes[0]
	if a.Flags&solve.AxisLimit == 0 {
		a.Lower, a.Upper, a.LimitHertz, a.LimitStiffness = 0, r.Rest, 0, 0
	}
	a.Flags |= solve.AxisLimit
	a.Lower = vec.Clamp(a.Lower, 0, r.Rest)
	a.Upper = vec.Clamp(a.Upper, a.Lower, r.Rest)
}

// Locate finds the place of the path that is nearest to anchor B now.
func (rs *Rails) Locate(r *solve.Joint) {
	a, b := r.Frames(rs.Sims)
	at := a.InvApply(b.P)
	knots := rs.KnotsOf(r)
	nearest, best := float32(0), knots[0].P.Dist2(at)
	for i := range knots[1:] {
		k, o := &knots[i], &knots[i+1]
		chord := o.P.Sub(k.P)
		u := vec.Clamp(at.Sub(k.P).Dot(chord)/chord.Len2(), 0, 1)
		if d := k.P.MulAdd(u, chord).Dist2(at); d < best {
			best, nearest = d, k.S+float32(u*(o.S-k.S))
		}
	}
	rail := solve.NearPath(knots, r.Closed, at, nearest)
	r.Phase, r.Lap = rail.S, 0
}

// appendKnots cuts a path into pieces of known length.
func appendKnots(knots []solve.PathKnot, p *Curve) []solve.PathKnot {
	first := len(knots)
	n := len(p.Points)
	at := func(i int) vec.Vec3 {
		if p.Closed {
			i = (i + n) % n
		}
		return p.Points[i]
	}
	tangent := func(i int) vec.Vec3 {
		switch {
		case p.Closed || i > 0 && i < n-1:
			return circleTangent(at(i-1), at(i), at(i+1))
		case n == 2:
			return at(1).Sub(at(0)).Norm()
		case i == 0:
			return mirrorTangent(at(0), at(1), circleTangent(at(0), at(1), at(2)))
		}
		return mirrorTangent(at(n-2), at(n-1), circleTangent(at(n-3), at(n-2), at(n-1)))
	}
	segments, travelled := n-1, 0.0
	if p.Closed {
		segments = n
	}
	knots = append(knots, solve.PathKnot{P: at(0)})
	for i := range segments {
		a, b := at(i), at(i+1)
		chord, length := b.Sub(a).NormLen()
		if p.Straight {
			knots[len(knots)-1].Out = chord
			travelled += float64(length)
			knots = append(knots, solve.PathKnot{P: b, In: chord, Out: chord, S: float32(travelled)})
			continue
		}
		ta, tb := tangent(i), tangent(i+1)
		knots[len(knots)-1].Out = ta
		// a circular arc that turns by θ is met best with slopes of chord/cos²(θ/4)
		half := vec.Sqrt(vec.Max(0, 0.5+float32(0.5*ta.Dot(tb))))
		slope := length / (0.5 + float32(0.5*half))
		s := hermite{a, b, ta.Mul(slope), tb.Mul(slope)}
		for k := range Segments {
			travelled += s.length(float64(k)/Segments, float64(k+1)/Segments)
			point, slope := s.at(float32(k+1) / Segments)
			if k == Segments-1 {
				point = b // to the bit: PathJoint.Path gives the knots as points
			}
			t := slope.Norm()
			knots = append(knots, solve.PathKnot{P: point, In: t, Out: t, S: float32(travelled)})
		}
	}
	own := knots[first:]
	if last := &own[len(own)-1]; p.Closed {
		last.Out, own[0].In = own[0].Out, last.In
	} else {
		own[0].In = own[0].Out
	}
	rotateKnots(own, p)
	return knots
}

// circleTangent is the direction at b of the circle through three points.
func circleTangent(a, b, c vec.Vec3) vec.Vec3 {
	in, out := b.Sub(a), c.Sub(b)
	if t := in.Mul(1/in.Len2()).MulAdd(1/out.Len2(), out).Norm(); t != (vec.Vec3{}) {
		return t
	}
	// the path turns back on itself
	return out.Norm()
}

// mirrorTangent is the direction at one end of the circular arc from a to b whose direction at the other end is t.
func mirrorTangent(a, b, t vec.Vec3) vec.Vec3 {
	chord := b.Sub(a).Norm()
	return chord.Mul(float32(2 * chord.Dot(t))).Sub(t).Norm()
}

// hermite is a cubic from a to b with the slopes ta and tb.
type hermite struct{ a, b, ta, tb vec.Vec3 }

// at returns the point and the slope at u.
func (s *hermite) at(u float32) (point, slope vec.Vec3) {
	v := 1 - u
	chord := s.b.Sub(s.a)
	point = s.a.MulAdd(float32(float32(u*u)*(3-float32(2*u))), chord).
		MulAdd(float32(u*float32(v*v)), s.ta).MulSub(float32(v*float32(u*u)), s.tb)
	slope = chord.Mul(float32(6*float32(u*v))).
		MulAdd(float32(v*(v-float32(2*u))), s.ta).MulAdd(float32(u*(u-float32(2*v))), s.tb)
	return point, slope
}

// length is the length between two parameters by Gauss's rule of five points.
func (s *hermite) length(from, to float64) float64 {
	nodes := [...]float64{0, 0.5384693101056831, 0.9061798459386640}
	weights := [...]float64{0.5688888888888889, 0.4786286704993665, 0.2369268850561891}
	middle, half := float64(0.5*(from+to)), float64(0.5*(to-from))
	sum := 0.0
	for i, x := range nodes {
		_, low := s.at(float32(middle - float64(half*x)))
		_, high := s.at(float32(middle + float64(half*x)))
		l := float64(low.Len()) + float64(high.Len())
		if i == 0 {
			l = float64(low.Len())
		}
		sum += float64(weights[i] * l)
	}
	return float64(half * sum)
}

// rotateKnots gives every knot its upward axis.
func rotateKnots(knots []solve.PathKnot, p *Curve) {
	first, last := &knots[0], &knots[len(knots)-1]
	up := p.Up
	const square = 1e-6
	if vec.Abs(up.Len2()-1) > square || vec.Abs(up.Dot(first.Out)) > square {
		// a vector already at a right angle keeps its bits: it may come from a joint
		up = up.MulSub(up.Dot(first.Out), first.Out).Norm()
	}
	if up == (vec.Vec3{}) {
		up = first.Out.Perp()
	}
	first.Up = up
	for i := range knots[1:] {
		k := &knots[i+1]
		k.Up = vec.QuatBetween(knots[i].Out, k.Out).Rotate(knots[i].Up)
		k.Up = k.Up.MulSub(k.Up.Dot(k.Out), k.Out).Norm()
	}
	if !p.Closed {
		return
	}
	// the last knot is the first one again
	side := last.Out.Cross(last.Up)
	missing := vec.Atan2(first.Up.Dot(side), first.Up.Dot(last.Up))
	for i := range knots {
		k := &knots[i]
		k.Up = vec.QuatAxisAngle(k.Out, float32(missing*(k.S/last.S))).Rotate(k.Up)
	}
	last.Up = first.Up
}
