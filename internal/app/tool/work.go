package tool

import (
	"fmt"
	"math"

	"tumble/engine/input"
	"tumble/internal/app/session"
	"tumble/physics"
	"tumble/physics/vec"
)

// Work is the action of the left button in the scene.
type Work uint8

// The kinds of work.
const (
	// WorkSelect selects and drags.
	WorkSelect Work = iota
	WorkThrow
	WorkDrop
	WorkPush
	WorkExplode
	// WorkJoin makes a joint by two clicks.
	WorkJoin
	// WorkCut removes the joint nearest to the cursor.
	WorkCut
	// WorkPin holds a body where it is, or lets it go.
	WorkPin
	// WorkMeasure measures between two or three clicks.
	WorkMeasure
	// WorkProbe shows the hits of a ray or a shape.
	WorkProbe
	// WorkWind lets a wind blow from a point.
	WorkWind
	// WorkWater pours a box of water.
	WorkWater
	// WorkPaint gives bodies another material.
	WorkPaint
	WorkCount
)

// WorkNames are the names of the kinds of work.
var WorkNames = [WorkCount]string{"select", "throw", "drop", "push", "explode", "join", "cut", "pin", "measure",
	"probe", "wind", "water", "paint"}

// String is the name of the kind of work.
func (w Work) String() string { return WorkNames[w] }

// WorkHelp says how each kind of work is done.
var WorkHelp = [WorkCount]string{
	"Click selects, drag moves. Ctrl+click adds, Ctrl+drag draws a box.",
	"Click throws at the point under the cursor.",
	"Click drops above the point under the cursor, drag gives the size.",
	"Click pushes a body away.",
	"Click lets the point under the cursor explode.",
	"Click the first end, then the second; the ground is the world.",
	"Click near a joint removes it.",
	"Click holds a body where it is, or frees it.",
	"Click two points; a third one gives the angle at the second.",
	"Click shows all that a ray meets, or where a shape stops.",
	"Click lets a wind blow in the box that is drawn.",
	"Click fills the box that is drawn.",
	"Click or drag gives bodies the material.",
}

// Axis is the axis of a joint that is made.
type Axis int

// The axes.
const (
	AxisNormal Axis = iota // of the surface at the second click
	AxisX
	AxisY
	AxisZ
	AxisCount
)

// AxisNames are the names of the axes.
var AxisNames = [AxisCount]string{"surface", "x", "y", "z"}

// Options are the settings of the tools.
type Options struct {
	Throw                   session.SpawnKind
	Size, Speed, Mass       float64 // m, m/s, kg; 0 kg takes the mass of the size
	BlastRadius, BlastSpeed float64 // m, m/s
	PushSpeed               float64 // m/s
	Join                    session.JoinKind
	Axis                    Axis
	Strength                float64 // rad/s of a motor, Hz of a spring; 0 for the usual
	// Limited gives hinges (degrees) and sliders (m) the limits below.
	Limited                  bool
	Lower, Upper             float64
	SlideLower, SlideUpper   float64
	Snap                     bool
	SnapDistance, SnapDegree float64 // m, degrees
	SnapScale                float64 // steps of the factor
	Probe                    Probe
	ProbeSize                float64 // m
	DropSize                 float64 // m
	FlowSize, FlowDepth      float64 // sides and height of the box of a wind or water, m
	WindSpeed                float64 // m/s
	WindAxis                 Axis    // AxisNormal for away from the eye
	WaterDensity             float64 // kg/m³
	Material                 int     // of Materials
}

// DefaultOptions are the options at the start of the program.
func DefaultOptions() Options {
	return Options{Throw: session.SpawnSphere, Size: shotSize, Speed: shotSpeed, BlastRadius: blastRadius,
		BlastSpeed: blastSpeed,
		PushSpeed:  5, Lower: -90, Upper: 90, SlideLower: -1, SlideUpper: 1, SnapDistance: 0.25, SnapDegree: 15,
		SnapScale: 0.25, ProbeSize: 0.25, DropSize: dropSize,
		FlowSize: 6, FlowDepth: 3, WindSpeed: 10, WaterDensity: 1000}
}

// Worker is the action of the left button beside selecting.
type Worker struct {
	// Options may be changed between frames.
	Options Options

	host    Host
	cursor  *Cursor
	thrower *Thrower
	work    Work
	points  []mark
	result  string
	changed bool
	joints  []physics.Joint
	hits    []physics.RayHit
	probed  probed
	sizing  sizing
	painted physics.Body // that the mouse has painted last
	flows   []session.Flow
}

// mark is a clicked point: of a body, in the frame of the body, or of the world.
type mark struct {
	body  physics.Body
	local vec.Vec3
}

// at is where the point is now.
func (m *mark) at() vec.Vec3 {
	if m.body.Valid() {
		return m.body.Transform().Apply(m.local)
	}
	return m.local
}

// Work is the action of the left button.
func (w *Worker) Work() Work { return w.work }

// Result is the last measurement or hit, empty for nothing.
func (w *Worker) Result() string { return w.result }

// Changed reports once that the work was chosen.
func (w *Worker) Changed() bool {
	changed := w.changed
	w.changed = false
	return changed
}

// SetWork changes the action of the left button.
func (w *Worker) SetWork(work Work) {
	w.work, w.changed = work, true
	w.forget()
}

// Cancel takes the last point back, or returns to selecting; it reports whether there was something to cancel.
func (w *Worker) Cancel() bool {
	if len(w.points) > 0 {
		w.forget()
		return true
	}
	was := w.work
	w.SetWork(WorkSelect)
	return was != WorkSelect
}

// forget drops points on bodies that are gone.
func (w *Worker) forget() {
	w.points, w.result, w.painted, w.probed = w.points[:0], "", physics.Body{}, probed{}
}

// under is the point under the cursor with the surface there.
func (w *Worker) under() (hit physics.RayHit, ok bool) {
	return w.cursor.Seen()
}

// Click does the work at the cursor.
func (w *Worker) Click(e *input.Event, queue *input.Queue) {
	switch w.work {
	case WorkThrow:
		w.thrower.Shoot(e, queue)
	case WorkPush:
		c, ok := w.cursor.aim(
			func(o, t vec.Vec3) input.Event { return session.PushCommand(o, t, float32(w.Options.PushSpeed)) })
		if ok {
			w.host.Send(queue, e, c)
		}
	case WorkExplode:
		w.thrower.Explode(e, queue)
	case WorkJoin:
		w.join(e, queue)
	case WorkCut:
		if j, ok := w.nearestJoint(); ok {
			w.host.Send(queue, e, session.CutCommand(j))
		}
	case WorkPin:
		if hit, ok := w.under(); ok {
			w.host.Send(queue, e, PinCommand(hit.Shape.Body()))
		}
	case WorkMeasure:
		w.measure()
	case WorkProbe:
		w.probe()
	case WorkWind, WorkWater:
		w.flow(e, queue)
	case WorkPaint:
		w.painted = physics.Body{}
		w.paint(e, queue)
	}
}

// PinCommand holds a moving body where it is, or lets a held body move.
func PinCommand(b physics.Body) input.Event {
	kind := physics.Static
	if b.Type() == physics.Static {
		kind = physics.Dynamic
	}
	return session.EditCommand(b, session.PropertyType, float64(kind))
}

// join takes an end of a joint, and makes it with the second.
func (w *Worker) join(e *input.Event, queue *input.Queue) {
	hit, ok := w.under()
	if !ok {
		return
	}
	b := hit.Shape.Body()
	m := mark{local: hit.Point}
	if b.Type() != physics.Static {
		m = mark{body: b, local: b.Transform().InvApply(hit.Point)}
	}
	if len(w.points) == 0 {
		w.points = append(w.points, m)
		return
	}
	from := w.points[0]
	w.points = w.points[:0]
	w.host.Send(queue, e, w.anchor(&from))
	w.host.Send(queue, e, session.JoinCommand(w.Options.Join, m.body, hit.Point, w.axis(hit.Normal),
		float32(w.Options.Strength)))
}

// anchor is the command for the first end of a joint.
func (w *Worker) anchor(from *mark) input.Event {
	o := &w.Options
	if lower, upper, ok := o.limits(); ok {
		return session.LimitedAnchorCommand(from.body, from.at(), lower, upper)
	}
	return session.AnchorCommand(from.body, from.at())
}

// limits are the limits of the joint that is made (rad, m).
func (o *Options) limits() (lower, upper float64, ok bool) {
	switch o.Join {
	case session.JoinHinge, session.JoinMotor:
		return min(o.Lower, o.Upper) * math.Pi / 180, max(o.Lower, o.Upper) * math.Pi / 180, o.Limited
	case session.JoinSlider:
		return min(o.SlideLower, o.SlideUpper), max(o.SlideLower, o.SlideUpper), o.Limited
	}
	return 0, 0, false
}

// axis is the axis of a joint on a surface.
func (w *Worker) axis(normal vec.Vec3) vec.Vec3 { return w.direction(w.Options.Axis, normal) }

// direction is the direction of an axis; normal stands for AxisNormal.
func (w *Worker) direction(a Axis, normal vec.Vec3) vec.Vec3 {
	switch a {
	case AxisX:
		return vec.AxisX
	case AxisY:
		return vec.AxisY
	case AxisZ:
		return vec.AxisZ
	}
	return normal
}

// cutReach is how far from the ray under the cursor a joint may be, as a part of its distance.
const cutReach = 0.05

// nearestJoint is the joint whose anchors are nearest to the ray under the cursor.
func (w *Worker) nearestJoint() (best physics.Joint, ok bool) {
	o, t := w.cursor.Ray()
	d := t.Norm()
	nearest := float32(cutReach)
	w.joints = w.host.World().Joints(w.joints[:0])
	for _, j := range w.joints {
		a, b := j.Anchors()
		for _, p := range [3]vec.Vec3{a, b, a.Add(b).Mul(0.5)} {
			to := p.Sub(o)
			along := to.Dot(d)
			if along <= 0 || j.Kind() == physics.KindMouse {
				continue
			}
			if off := to.Sub(d.Mul(along)).Len() / along; off < nearest {
				nearest, best, ok = off, j, true
			}
		}
	}
	return best, ok
}

// measure takes a point, and measures from the second one on.
func (w *Worker) measure() {
	hit, ok := w.under()
	if !ok {
		return
	}
	if len(w.points) == 3 {
		w.points = w.points[:0]
	}
	b := hit.Shape.Body()
	w.points = append(w.points, mark{body: b, local: b.Transform().InvApply(hit.Point)})
	w.result = ""
	switch len(w.points) {
	case 2:
		a, c := w.points[0].at(), w.points[1].at()
		d := c.Sub(a)
		w.result = fmt.Sprintf("distance %.4g m (%.4g, %.4g, %.4g)", d.Len(), d.X, d.Y, d.Z)
		if p, q := w.points[0].body, w.points[1].body; p != q {
			if gap, ok := Clearance(p, q); ok {
				w.result += fmt.Sprintf(", clearance %.4g m", gap)
			}
		}
	case 3:
		a, c, d := w.points[0].at(), w.points[1].at(), w.points[2].at()
		w.result = fmt.Sprintf("angle %.4g°", angleBetween(a.Sub(c), d.Sub(c)))
	}
}
