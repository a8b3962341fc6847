package physics

import (
	"cmp"
	"fmt"
	"slices"

	"tumble/physics/internal/rail"
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
	pathRotationCount
)

const (
	// MinPathStep is the least distance (m) between neighbouring points of a path.
	MinPathStep = rail.MinStep
	// MaxPathPoints is the largest number of points of a path.
	MaxPathPoints = rail.MaxPoints
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

// CreatePathJoint keeps a body on a path.
func (w *World) CreatePathJoint(def PathJointDef) (Joint, error) {
	if r := w.recorder(); r != nil {
		return r.worldCreatePathJoint(w, def)
	}
	curve := def.Path.curve()
	err := cmp.Or(
		checkMade(def.made, "path joint", "DefaultPathJointDef"),
		checkPathRotation(def.Turn),
		curve.Check(),
		def.Axis.check("path"),
	)
	return w.createJoint(PathJoint, &def.JointFrames, err, func(r *solve.Joint) {
		r.Kind, r.Rotation = solve.PathJoint, solve.PathRotation(def.Turn)
		w.rails.Lay(r, curve)
		def.Axis.put(&r.Axes[0])
		w.rails.Bound(r)
		w.rails.Locate(r)
	})
}

func checkPathRotation(mode PathTurn) error {
	if mode >= pathRotationCount {
		return fmt.Errorf("physics: path joint turn %d: must be 0 to %d", mode, pathRotationCount-1)
	}
	return nil
}

// SetPath lays another path and puts the joint at the place of it that is nearest to the body.
// Limits are cut to it; an open path that ended at its ends does so again.
func (j Joint) SetPath(p Path) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetPath(j, p)
	}
	curve := p.curve()
	r, row, err := j.tunable("path", curve.Check(), PathJoint)
	if err != nil {
		return err
	}
	j.world.rails.Replace(row, curve)
	j.world.step.ForgetLap(j.index)
	row.ClearImpulses()
	return j.tuned(r)
}

// SetPathTurn changes how the body on a path turns.
func (j Joint) SetPathTurn(mode PathTurn) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetPathTurn(j, mode)
	}
	r, row, err := j.tunable("path", checkPathRotation(mode), PathJoint)
	if err != nil {
		return err
	}
	row.Rotation = solve.PathRotation(mode)
	row.ClearImpulses()
	return j.tuned(r)
}

// PathLength returns the length (m) of the path of a path joint.
func (j Joint) PathLength() float32 {
	if j.Kind() != PathJoint {
		return 0
	}
	return j.row().Rest
}

// PathFrame returns the place s metres along the path (m, world), with the x axis along the path.
func (j Joint) PathFrame(s float32) Transform {
	if j.Kind() != PathJoint || !vec.IsFinite(s) {
		return TransformIdentity
	}
	return j.world.rails.FrameAt(j.row(), s)
}

// PathPoints appends points (m, world) of the path, near enough to each other to draw lines
// between them. A closed path ends where it began.
func (j Joint) PathPoints(buf []Vec3) []Vec3 {
	if j.Kind() != PathJoint {
		return buf
	}
	return j.world.rails.AppendPoints(j.row(), buf)
}

// Lap returns how often the body went round a closed path, negative for backwards.
func (j Joint) Lap() int { return int(j.row().Lap) }
