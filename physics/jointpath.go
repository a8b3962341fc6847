package physics

import (
	"errors"
	"fmt"
	"slices"

	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// Path is a curve, given by points that it passes through.
type Path struct {
	// Points (m), at least two, each at least MinPathStep from the one before.
	Points []Vec3
	// Closed leads back from the last point to the first.
	Closed bool
	// Straight leads from point to point along straight lines; a body loses in a corner the part of
	// its speed that does not point along the new line. Otherwise the curve is smooth: a cubic
	// spline whose tangents are those of circles through three neighbouring points, so that points
	// on a circle give the circle.
	Straight bool
	// Up is the direction of the y axis of the path at its start, as far as it is at a right
	// angle to the path; zero for any. From there on the axis turns as little as it can; on a
	// closed path what is missing at the end is spread over the whole length. Source: Wang,
	// Jüttler, Zheng and Liu, "Computation of Rotation Minimizing Frames", 2008.
	Up Vec3
}

// PathTurn says how a body on a path turns.
type PathTurn uint8

const (
	// PathFree lets it turn about its anchor.
	PathFree PathTurn = iota
	// PathFixed keeps its frame parallel to frame A.
	PathFixed
	// PathFollow keeps the x axis of its frame along the path and the y axis along that of the
	// path, as a carriage on rails.
	PathFollow
	pathTurnCount
)

const (
	// MinPathStep is the least distance (m) between neighbouring points of a path.
	MinPathStep = 1e-3
	// MaxPathPoints is the largest number of points of a path.
	MaxPathPoints = 4096
	// pathPieces is the number of pieces between two points of a smooth path.
	pathPieces = 8
)

// PathJointDef keeps the anchor of B on a curve in frame A. Make it with DefaultPathJointDef.
type PathJointDef struct {
	made bool
	JointFrames
	// Path in frame A.
	Path Path
	Turn PathTurn
	// Axis acts on the way (m) along the path from its start. An open path always ends at its
	// ends. On a closed one every lap adds the length of the path, and a spring pulls the short
	// way round.
	Axis JointAxis
}

// DefaultPathJointDef returns a joint that lets B turn.
func DefaultPathJointDef() PathJointDef {
	return PathJointDef{made: true, JointFrames: defaultFrames()}
}

// ConnectPath ties the origin of body b to a path whose points are in the world. The zero body a
// stands for the world. With PathFollow, frame B is that of body b: its x axis leads ahead.
func (d *PathJointDef) ConnectPath(a, b Body, path Path) {
	d.JointFrames.BodyA, d.JointFrames.BodyB = a, b
	d.FrameA, d.FrameB = TransformIdentity, TransformIdentity
	d.Path = path
	d.Path.Points = slices.Clone(path.Points)
	if a.Valid() {
		pose := a.Transform()
		for i, p := range d.Path.Points {
			d.Path.Points[i] = pose.InvApply(p)
		}
		d.Path.Up = pose.Q.InvRotate(path.Up)
	}
}

func (p *Path) check() error {
	if n := len(p.Points); n < 2 || n > MaxPathPoints || p.Closed && n < 3 {
		return fmt.Errorf("physics: path of %d points: must be 2 to %d, and 3 for a closed path", n, MaxPathPoints)
	}
	if err := checkVector("path: upward direction", p.Up, maxCoordinate); err != nil {
		return err
	}
	for i, x := range p.Points {
		if err := checkVector(fmt.Sprintf("path: point %d", i), x, MaxPosition); err != nil {
			return err
		}
		next := i + 1
		if next == len(p.Points) {
			if !p.Closed {
				break
			}
			next = 0
		}
		if step := x.Dist(p.Points[next]); !(step >= MinPathStep) {
			return fmt.Errorf("physics: path: points %d and %d are %g m apart: must be at least %g m", i, next, step,
				float32(MinPathStep))
		}
	}
	return nil
}

// CreatePathJoint keeps a body on a path.
func (w *World) CreatePathJoint(def PathJointDef) (Joint, error) {
	if r := w.recorder(); r != nil {
		return called2[Joint, error](r, "World.CreatePathJoint", w, def)
	}
	check := func() error {
		if err := checkMade(def.made, "path", "DefaultPathJointDef"); err != nil {
			return err
		}
		if def.Turn >= pathTurnCount {
			return errors.New("physics: path joint: unknown way of turning")
		}
		if err := def.Path.check(); err != nil {
			return err
		}
		return def.Axis.check("path")
	}
	return w.createJoint("path", PathJoint, &def.JointFrames, check, func(r *solve.Joint) {
		r.Kind, r.Turn = solve.PathJoint, solve.PathTurn(def.Turn)
		w.layPath(r, &def.Path)
		setAxis(&r.Axes[0], &def.Axis)
		w.boundPath(r)
		w.placeOnPath(r)
	})
}

// layPath appends the knots of a path and gives them to a joint.
func (w *World) layPath(r *solve.Joint, p *Path) {
	r.PathBegin = int32(len(w.knots))
	w.knots = appendKnots(w.knots, p)
	r.PathEnd = int32(len(w.knots))
	r.Closed = p.Closed
	r.Rest = solve.PathLength(w.knotsOf(r))
}

func (w *World) knotsOf(r *solve.Joint) []solve.PathKnot { return w.knots[r.PathBegin:r.PathEnd] }

// dropPath takes the knots of a joint out of the store.
func (w *World) dropPath(r *solve.Joint) {
	count := r.PathEnd - r.PathBegin
	w.knots = slices.Delete(w.knots, int(r.PathBegin), int(r.PathEnd))
	for i := range w.joints {
		o := &w.rows[i]
		if w.joints[i].alive() && w.joints[i].kind == PathJoint && o.PathBegin > r.PathBegin {
			o.PathBegin, o.PathEnd = o.PathBegin-count, o.PathEnd-count
		}
	}
	r.PathBegin, r.PathEnd = 0, 0
}

// boundPath limits the way along an open path to its ends.
func (w *World) boundPath(r *solve.Joint) {
	if r.Closed {
		return
	}
	a := &r.Axes[0]
	if a.Flags&solve.AxisLimit == 0 {
		a.Lower, a.Upper, a.LimitHertz, a.LimitDamping = 0, r.Rest, 0, 0
	}
	a.Flags |= solve.AxisLimit
	a.Lower = vec.Clamp(a.Lower, 0, r.Rest)
	a.Upper = vec.Clamp(a.Upper, a.Lower, r.Rest)
}

// placeOnPath finds the place of the path that is nearest to anchor B now.
func (w *World) placeOnPath(r *solve.Joint) {
	a, b := r.Frames(w.sims)
	at := a.InvApply(b.P)
	knots := w.knotsOf(r)
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
func appendKnots(knots []solve.PathKnot, p *Path) []solve.PathKnot {
	first := len(knots)
	n := len(p.Points)
	at := func(i int) Vec3 {
		if p.Closed {
			i = (i + n) % n
		}
		return p.Points[i]
	}
	tangent := func(i int) Vec3 {
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
	segments, way := n-1, 0.0
	if p.Closed {
		segments = n
	}
	knots = append(knots, solve.PathKnot{P: at(0)})
	for i := range segments {
		a, b := at(i), at(i+1)
		chord, length := b.Sub(a).NormLen()
		if p.Straight {
			knots[len(knots)-1].Out = chord
			way += float64(length)
			knots = append(knots, solve.PathKnot{P: b, In: chord, Out: chord, S: float32(way)})
			continue
		}
		ta, tb := tangent(i), tangent(i+1)
		knots[len(knots)-1].Out = ta
		// a circular arc that turns by θ is met best with slopes of chord/cos²(θ/4)
		half := vec.Sqrt(vec.Max(0, 0.5+float32(0.5*ta.Dot(tb))))
		slope := length / (0.5 + float32(0.5*half))
		s := hermite{a, b, ta.Mul(slope), tb.Mul(slope)}
		for k := range pathPieces {
			way += s.length(float64(k)/pathPieces, float64(k+1)/pathPieces)
			point, slope := s.at(float32(k+1) / pathPieces)
			if k == pathPieces-1 {
				point = b // to the bit: Joint.Path gives the knots as points
			}
			t := slope.Norm()
			knots = append(knots, solve.PathKnot{P: point, In: t, Out: t, S: float32(way)})
		}
	}
	own := knots[first:]
	if last := &own[len(own)-1]; p.Closed {
		last.Out, own[0].In = own[0].Out, last.In
	} else {
		own[0].In = own[0].Out
	}
	turnKnots(own, p)
	return knots
}

// circleTangent is the direction at b of the circle through three points.
func circleTangent(a, b, c Vec3) Vec3 {
	in, out := b.Sub(a), c.Sub(b)
	if t := in.Mul(1/in.Len2()).MulAdd(1/out.Len2(), out).Norm(); t != (Vec3{}) {
		return t
	}
	// the path turns back on itself
	return out.Norm()
}

// mirrorTangent is the direction at the other end of the circular arc from a to b that has the
// direction t at one of them.
func mirrorTangent(a, b, t Vec3) Vec3 {
	chord := b.Sub(a).Norm()
	return chord.Mul(float32(2 * chord.Dot(t))).Sub(t).Norm()
}

// hermite is a cubic from a to b with the slopes ta and tb.
type hermite struct{ a, b, ta, tb Vec3 }

// at returns the point and the slope at u.
func (s *hermite) at(u float32) (point, slope Vec3) {
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

// turnKnots gives every knot its upward axis.
func turnKnots(knots []solve.PathKnot, p *Path) {
	first, last := &knots[0], &knots[len(knots)-1]
	up := p.Up
	const square = 1e-6
	if vec.Abs(up.Len2()-1) > square || vec.Abs(up.Dot(first.Out)) > square {
		// what is already at a right angle keeps its bits: it may come from a joint
		up = up.MulSub(up.Dot(first.Out), first.Out).Norm()
	}
	if up == (Vec3{}) {
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

// SetPath lays another path and puts the joint at the place of it that is nearest to the body.
// Limits are cut to it; an open path that ended at its ends does so again.
func (j Joint) SetPath(p Path) bool {
	if r := j.world.recorder(); r != nil {
		return called[bool](r, "Joint.SetPath", j, p)
	}
	r, row := j.tunable()
	if r == nil {
		return false
	}
	w := j.world
	if r.kind != PathJoint || p.check() != nil {
		return w.refuse()
	}
	a := &row.Axes[0]
	if !row.Closed && a.Lower == 0 && a.Upper == row.Rest {
		a.Flags &^= solve.AxisLimit
	}
	w.dropPath(row)
	w.layPath(row, &p)
	w.boundPath(row)
	w.placeOnPath(row)
	r.lap = 0
	row.ClearImpulses()
	return j.tuned(r)
}

// SetPathTurn changes how the body on a path turns.
func (j Joint) SetPathTurn(turn PathTurn) bool {
	if r := j.world.recorder(); r != nil {
		return called[bool](r, "Joint.SetPathTurn", j, turn)
	}
	r, row := j.tunable()
	if r == nil {
		return false
	}
	if r.kind != PathJoint || turn >= pathTurnCount {
		return j.world.refuse()
	}
	row.Turn = solve.PathTurn(turn)
	row.ClearImpulses()
	return j.tuned(r)
}

// PathLength returns the length (m) of the path of a path joint.
func (j Joint) PathLength() float32 {
	if r := j.record(); r != nil && r.kind == PathJoint {
		return j.world.rows[j.index].Rest
	}
	return 0
}

// PathFrame returns the place s metres along the path (m, world), with the x axis along the path.
func (j Joint) PathFrame(s float32) Transform {
	r := j.record()
	if r == nil || r.kind != PathJoint || !vec.IsFinite(s) {
		return TransformIdentity
	}
	row := &j.world.rows[j.index]
	a, _ := row.Frames(j.world.sims)
	rail := solve.AlongPath(j.world.knotsOf(row), row.Closed, s)
	q := vec.Mat3Cols(rail.Tangent, rail.Up, rail.Tangent.Cross(rail.Up)).Quat()
	return Transform{P: a.Apply(rail.Point), Q: a.Q.Mul(q)}
}

// PathPoints appends points (m, world) of the path, near enough to each other to draw lines
// between them. A closed path ends where it began.
func (j Joint) PathPoints(buf []Vec3) []Vec3 {
	r := j.record()
	if r == nil || r.kind != PathJoint {
		return buf
	}
	row := &j.world.rows[j.index]
	a, _ := row.Frames(j.world.sims)
	for i := range j.world.knotsOf(row) {
		buf = append(buf, a.Apply(j.world.knots[int(row.PathBegin)+i].P))
	}
	return buf
}

// Lap returns how often the body went round a closed path, negative for backwards.
func (j Joint) Lap() int {
	if r := j.record(); r != nil && r.kind == PathJoint {
		return int(j.world.rows[j.index].Lap)
	}
	return 0
}

// reportPaths lists the joints that passed the start of a closed path in this step or came to an
// end of an open one.
func (w *World) reportPaths() {
	if len(w.knots) == 0 {
		return
	}
	for _, index := range w.solver.ActiveJoints() {
		j, row := &w.joints[index], &w.rows[index]
		if j.kind != PathJoint {
			continue
		}
		lap := row.Lap
		if !row.Closed {
			lap = 0
			if row.Phase >= row.Rest-LinearSlop {
				lap = 1
			} else if row.Phase <= LinearSlop {
				lap = -1
			}
		}
		if lap != j.lap && (row.Closed || lap != 0) {
			w.nextEvents.Path = append(w.nextEvents.Path, PathEvent{Joint: w.jointHandle(index), Lap: int(lap), UserTag: j.userTag})
		}
		j.lap = lap
	}
}
