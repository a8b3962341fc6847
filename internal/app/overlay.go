package app

import (
	"github.com/go-gl/mathgl/mgl32"

	"tumble/engine"
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/renderer"
)

// Show says what is drawn besides the bodies.
type Show struct {
	Contacts, Bounds, Sleep, Joints, Mass, Velocities bool
	Wireframe, Shadows                                bool
	// Sensors draws sensor shapes as volumes of glass.
	Sensors bool
	// Color is what the colour of a body means.
	Color                ColorMode
	Hud, Help, Interface bool
	// Strategy is the card that explains the time step in use.
	Strategy bool

	Selected, Hovered physics.Body
}

// Overlay draws what cannot be seen on bodies: contacts, bounds, joints, velocities.
type Overlay struct {
	contacts []physics.ContactInfo
	joints   []physics.Joint
	shapes   []physics.Shape
}

var (
	contactPen  = renderer.Pen{Color: renderer.Hex(0xff5a3c), Width: 2, Depth: renderer.DepthHint}
	touchColor  = renderer.Hex(0xffd23f)
	gapColor    = renderer.Hex(0x59c3ff)
	boundsPen   = renderer.Pen{Color: renderer.Hex(0x57d68d).WithAlpha(150), Width: 1, Depth: renderer.DepthHint}
	sleepPen    = renderer.Pen{Color: renderer.Hex(0x8f9aa8).WithAlpha(150), Width: 1, Depth: renderer.DepthHint}
	jointPen    = renderer.Pen{Color: renderer.Hex(0xff7ad9), Width: 2.5, Depth: renderer.DepthHint}
	velocityPen = renderer.Pen{Color: renderer.Hex(0x4cc9f0), Width: 2, Depth: renderer.DepthHint}
	spinPen     = renderer.Pen{Color: renderer.Hex(0xb68bff), Width: 2, Depth: renderer.DepthHint}
	massPen     = renderer.Pen{Color: renderer.Hex(0xffffff), Width: 2, Depth: renderer.DepthHint}
)

// forceLength is the length (m) of the arrow of a force equal to the weight of a ton; arrows
// grow with the square root of the force, so that the top and the foot of a pile are both seen.
const forceLength = 0.35

// Draw records the chosen overlays.
func (o *Overlay) Draw(f *engine.Frame, w *physics.World, show *Show, hertz float32) {
	if show.Contacts {
		o.drawContacts(f.Packet, w, hertz)
	}
	if show.Bounds {
		o.drawBounds(f.Packet, w)
	}
	if show.Joints {
		o.drawJoints(f.Packet, w)
	}
	if show.Mass || show.Velocities {
		o.drawMotion(f, w, show)
	}
}

func (o *Overlay) drawContacts(p *renderer.Packet, w *physics.World, hertz float32) {
	o.contacts = w.Contacts(o.contacts[:0])
	for i := range o.contacts {
		c := &o.contacts[i]
		for k := range c.Points[:c.Count] {
			pt := &c.Points[k]
			color := touchColor
			if pt.Separation > physics.LinearSlop {
				color = gapColor
			}
			at := gpu(pt.Point)
			p.AddPoint(renderer.DepthHint, renderer.Point{
				X: at[0], Y: at[1], Z: at[2], Size: 7, Color: color, Shape: renderer.PointDisc,
			})
			if pt.Impulse > 0 {
				force := pt.Impulse * hertz
				length := forceLength * vec.Sqrt(force/9810)
				p.Arrow(contactPen, at, gpu(pt.Point.Add(c.Normal.Mul(length))), 0.08)
			}
		}
	}
}

func (o *Overlay) drawBounds(p *renderer.Packet, w *physics.World) {
	for i := range w.BodyCapacity() {
		b, ok := w.BodyAt(i)
		if !ok {
			continue
		}
		pen := boundsPen
		if !b.Awake() {
			pen = sleepPen
		}
		o.shapes = b.Shapes(o.shapes[:0])
		for _, s := range o.shapes {
			box := s.BroadBounds()
			p.Bounds(pen, gpu(box.Min), gpu(box.Max))
		}
	}
}

func (o *Overlay) drawJoints(p *renderer.Packet, w *physics.World) {
	o.joints = w.Joints(o.joints[:0])
	for _, j := range o.joints {
		a, b := j.Anchors()
		p.Segment(jointPen, gpu(a), gpu(b))
		p.Mark(jointPen, gpu(a), 8, renderer.PointRing)
		p.Mark(jointPen, gpu(b), 6, renderer.PointDisc)
	}
}

// drawMotion draws centres of mass and velocities at the drawn poses of the bodies.
func (o *Overlay) drawMotion(f *engine.Frame, w *physics.World, show *Show) {
	for i := range w.BodyCapacity() {
		b, ok := w.BodyAt(i)
		if !ok || b.Type() == physics.Static {
			continue
		}
		pose, ok := f.Poses.Render(int32(i), b.Generation())
		if !ok {
			continue
		}
		at := gpu(pose.Apply(b.LocalCenter()))
		if show.Mass {
			f.Packet.Axes(massPen, at, mgl32.Quat{W: pose.Q.W, V: mgl32.Vec3{pose.Q.X, pose.Q.Y, pose.Q.Z}}, 0.3)
		}
		if show.Velocities && b.Awake() {
			if v := b.LinearVelocity(); v.Len2() > 1e-6 {
				f.Packet.Arrow(velocityPen, at, at.Add(gpu(v.Mul(0.1))), 0.15)
			}
			if v := b.AngularVelocity(); v.Len2() > 1e-6 {
				f.Packet.Arrow(spinPen, at, at.Add(gpu(v.Mul(0.1))), 0.15)
			}
		}
	}
}
