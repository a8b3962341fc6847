package physics

import (
	"errors"
	"fmt"
	"slices"

	"tumble/physics/internal/rail"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
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
	pathRotationCount
)

const (
	// MinPathStep is the least distance (m) between neighbouring points of a path.
	MinPathStep = 1e-3
	// MaxPathPoints is the largest number of points of a path.
	MaxPathPoints = 4096
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

// curve is the path as plain values.
func (p *Path) curve() *rail.Curve {
	return &rail.Curve{Points: p.Points, Closed: p.Closed, Straight: p.Straight, Up: p.Up}
}

func (p *Path) check() error {
	if n := len(p.Points); n < 2 || n > MaxPathPoints || p.Closed && n < 3 {
		return fmt.Errorf("physics: path of %d points: must be 2 to %d, and 3 for a closed path", n, MaxPathPoints)
	}
	if err := state.CheckVector("path: upward direction", p.Up, maxCoordinate); err != nil {
		return err
	}
	for i, x := range p.Points {
		if err := state.CheckVector(fmt.Sprintf("path: point %d", i), x, MaxPosition); err != nil {
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
		return r.worldCreatePathJoint(w, def)
	}
	check := func() error {
		if err := checkMade(def.made, "path", "DefaultPathJointDef"); err != nil {
			return err
		}
		if def.Turn >= pathRotationCount {
			return errors.New("physics: path joint: unknown way of turning")
		}
		if err := def.Path.check(); err != nil {
			return err
		}
		return def.Axis.check("path")
	}
	return w.createJoint("path", PathJoint, &def.JointFrames, check, func(r *solve.Joint) {
		r.Kind, r.Rotation = solve.PathJoint, solve.PathRotation(def.Turn)
		w.rails.Lay(r, def.Path.curve())
		setAxis(&r.Axes[0], &def.Axis)
		w.rails.Bound(r)
		w.rails.Locate(r)
	})
}

// SetPath lays another path and puts the joint at the place of it that is nearest to the body.
// Limits are cut to it; an open path that ended at its ends does so again.
func (j Joint) SetPath(p Path) bool {
	if r := j.world.recorder(); r != nil {
		return r.jointSetPath(j, p)
	}
	r, row := j.tunable()
	if r == nil {
		return false
	}
	w := j.world
	if JointKind(r.Kind) != PathJoint || p.check() != nil {
		return w.refuse()
	}
	a := &row.Axes[0]
	if !row.Closed && a.Lower == 0 && a.Upper == row.Rest {
		a.Flags &^= solve.AxisLimit
	}
	w.rails.Drop(row)
	w.rails.Lay(row, p.curve())
	w.rails.Bound(row)
	w.rails.Locate(row)
	w.step.ForgetLap(j.index)
	row.ClearImpulses()
	return j.tuned(r)
}

// SetPathTurn changes how the body on a path turns.
func (j Joint) SetPathTurn(mode PathTurn) bool {
	if r := j.world.recorder(); r != nil {
		return r.jointSetPathTurn(j, mode)
	}
	r, row := j.tunable()
	if r == nil {
		return false
	}
	if JointKind(r.Kind) != PathJoint || mode >= pathRotationCount {
		return j.world.refuse()
	}
	row.Rotation = solve.PathRotation(mode)
	row.ClearImpulses()
	return j.tuned(r)
}

// PathLength returns the length (m) of the path of a path joint.
func (j Joint) PathLength() float32 {
	if r := j.record(); r != nil && JointKind(r.Kind) == PathJoint {
		return j.world.state.Rows[j.index].Rest
	}
	return 0
}

// PathFrame returns the place s metres along the path (m, world), with the x axis along the path.
func (j Joint) PathFrame(s float32) Transform {
	r := j.record()
	if r == nil || JointKind(r.Kind) != PathJoint || !vec.IsFinite(s) {
		return TransformIdentity
	}
	row := &j.world.state.Rows[j.index]
	a, _ := row.Frames(j.world.state.Sims)
	rail := solve.AlongPath(j.world.rails.KnotsOf(row), row.Closed, s)
	q := vec.Mat3Cols(rail.Tangent, rail.Up, rail.Tangent.Cross(rail.Up)).Quat()
	return Transform{P: a.Apply(rail.Point), Q: a.Q.Mul(q)}
}

// PathPoints appends points (m, world) of the path, near enough to each other to draw lines
// between them. A closed path ends where it began.
func (j Joint) PathPoints(buf []Vec3) []Vec3 {
	r := j.record()
	if r == nil || JointKind(r.Kind) != PathJoint {
		return buf
	}
	row := &j.world.state.Rows[j.index]
	a, _ := row.Frames(j.world.state.Sims)
	for i := range j.world.rails.KnotsOf(row) {
		buf = append(buf, a.Apply(j.world.state.Knots[int(row.PathBegin)+i].P))
	}
	return buf
}

// Lap returns how often the body went round a closed path, negative for backwards.
func (j Joint) Lap() int {
	if r := j.record(); r != nil && JointKind(r.Kind) == PathJoint {
		return int(j.world.state.Rows[j.index].Lap)
	}
	return 0
}
