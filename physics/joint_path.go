package physics

import (
	"cmp"
	"fmt"
	"slices"

	"tumble/physics/internal/rail"
	"tumble/physics/internal/solve"
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

// createPathJoint does the work of CreatePathJoint.
func (w *World) createPathJoint(def PathJointDef) (Joint, error) {
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
	return w.createJoint(KindPath, &def.JointFrames, err, func(r *solve.Joint) {
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

// setPath does the work of PathJoint.SetPath.
func (j Joint) setPath(p Path) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetPath(j, p)
	}
	curve := p.curve()
	r, row, err := j.tunable("path", curve.Check(), KindPath)
	if err != nil {
		return err
	}
	j.world.rails.Replace(row, curve)
	j.world.step.ForgetLap(j.index)
	row.ClearImpulses()
	return j.tuned(r)
}

// setPathTurn does the work of PathJoint.SetRotation.
func (j Joint) setPathTurn(mode PathTurn) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetPathTurn(j, mode)
	}
	r, row, err := j.tunable("path", checkPathRotation(mode), KindPath)
	if err != nil {
		return err
	}
	row.Rotation = solve.PathRotation(mode)
	row.ClearImpulses()
	return j.tuned(r)
}
