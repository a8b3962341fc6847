package stage

import (
	"strconv"

	"tumble/engine"
	"tumble/internal/app/mglvec"
	"tumble/internal/app/plate"
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/renderer"
)

// Overlay draws the hidden state of bodies over them: contacts, bounds, joints, velocities. Its
// buffers are kept: a frame allocates nothing.
type Overlay struct {
	labels   labels
	contacts []physics.ContactInfo
	joints   jointOverlay
	shapes   []physics.Shape
	nodes    []physics.TreeNode
	boxes    []islandBox
	trails   trails
	measure  Yardstick
	drawings *Drawings // nil for none
}

// The colours of contacts and joints.
var (
	ContactColor = renderer.Hex(0xff5a3c)
	JointColor   = renderer.Hex(0xff7ad9)
)

var (
	contactPen  = renderer.Pen{Color: ContactColor, Width: 2, Depth: renderer.DepthHint}
	frictionPen = renderer.Pen{Color: renderer.Hex(0xffb02e), Width: 2, Depth: renderer.DepthHint}
	touchColor  = renderer.Hex(0xffd23f)
	gapColor    = renderer.Hex(0x59c3ff)
	boundsPen   = renderer.Pen{Color: renderer.Hex(0x57d68d).WithAlpha(150), Width: 1, Depth: renderer.DepthHint}
	sleepPen    = renderer.Pen{Color: renderer.Hex(0x8f9aa8).WithAlpha(150), Width: 1, Depth: renderer.DepthHint}
	velocityPen = renderer.Pen{Color: renderer.Hex(0x4cc9f0), Width: 2, Depth: renderer.DepthHint}
	spinPen     = renderer.Pen{Color: renderer.Hex(0xb68bff), Width: 2, Depth: renderer.DepthHint}
	massPen     = renderer.Pen{Color: renderer.Hex(0xffffff), Width: 2, Depth: renderer.DepthHint}
	inertiaPen  = renderer.Pen{Color: renderer.Hex(0xff9de2), Width: 1.5, Depth: renderer.DepthHint}
)

// treeDepth is how deep the boxes of the broad phase are drawn; deeper ones are the bounds.
const treeDepth = 8

// velocityScale (s) is the length of the arrow of a velocity over the velocity, m over m/s.
const velocityScale = 0.1

// NewOverlay makes an overlay that writes names with the letters of an atlas.
func NewOverlay(atlas *renderer.Atlas) Overlay { return Overlay{labels: labels{atlas: atlas}} }

// Track notes where the bodies are after a tick, if their trails are shown.
func (o *Overlay) Track(w *physics.World, show *Show) {
	if show.Trails {
		o.trails.track(w)
	}
}

// SetDrawings shows the drawings of a program.
func (o *Overlay) SetDrawings(d *Drawings) { o.drawings = d }

// Draw records the chosen overlays.
func (o *Overlay) Draw(f *engine.Frame, w *physics.World, show *Show, hertz float32) {
	size := show.GlyphSize()
	o.labels.begin()
	if show.Tree {
		o.drawTree(f.Packet, w)
	}
	if show.Bounds {
		o.drawBounds(f.Packet, w)
	}
	if show.Islands {
		o.drawIslands(f.Packet, w)
	}
	if show.Trails {
		o.trails.draw(f.Packet, hertz)
	}
	if show.Contacts || show.Friction {
		o.drawContacts(f.Packet, w, show, hertz, size)
	}
	o.joints.drawHand(f.Packet, &o.labels)
	if show.Joints {
		forces := &o.measure
		if !show.Contacts {
			forces = nil
		}
		o.joints.draw(f.Packet, w, forces, size, &o.labels)
	}
	if show.Mass || show.Velocities || show.Inertia {
		o.drawMotion(f, w, show, size)
	}
	if show.Names {
		o.addNames(f, w)
	}
	if o.drawings != nil {
		o.drawings.draw(f, &o.labels)
	}
	o.labels.draw(f)
}

func (o *Overlay) drawContacts(p *renderer.Packet, w *physics.World, show *Show, hertz, size float32) {
	o.measure.Measure(w)
	o.contacts = w.Contacts(o.contacts[:0])
	for i := range o.contacts {
		c := &o.contacts[i]
		var middle vec.Vec3
		for k := range c.Points[:c.Count] {
			pt := &c.Points[k]
			middle = middle.Add(pt.Point.Mul(1 / float32(c.Count)))
			if !show.Contacts {
				continue
			}
			color := touchColor
			if pt.Separation > physics.LinearSlop {
				color = gapColor
			}
			at := mglvec.Of(pt.Point)
			p.AddPoint(renderer.DepthHint, renderer.Point{
				X: at[0], Y: at[1], Z: at[2], Size: 7, Color: color, Shape: renderer.PointDisc,
			})
			if pt.Impulse > 0 {
				length := o.measure.Arrow(pt.Impulse*hertz, size)
				p.Arrow(contactPen, at, mglvec.Of(pt.Point.Add(c.Normal.Mul(length))), 0.2*length)
			}
		}
		if direction, impulse := c.FrictionImpulse.NormLen(); show.Friction && impulse > 0 {
			length := o.measure.Arrow(impulse*hertz, size)
			p.Arrow(frictionPen, mglvec.Of(middle), mglvec.Of(middle.Add(direction.Mul(length))), 0.2*length)
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
			drawBox(p, pen, s.BroadBounds())
		}
	}
}

// drawBox draws a box unless it has no end, as that of a plane.
func drawBox(p *renderer.Packet, pen renderer.Pen, box vec.AABB) {
	if box.Half().Len() < largestScene {
		p.Bounds(pen, mglvec.Of(box.Min), mglvec.Of(box.Max))
	}
}

// drawTree draws the broad phase: warm boxes are near the root, cold ones deep down.
func (o *Overlay) drawTree(p *renderer.Packet, w *physics.World) {
	for _, kind := range [...]physics.BodyType{physics.Static, physics.Kinematic, physics.Dynamic} {
		o.nodes = w.TreeNodes(kind, treeDepth, o.nodes[:0])
		for i := range o.nodes {
			n := &o.nodes[i]
			t := 1 - float32(n.Depth)/treeDepth
			pen := renderer.Pen{Color: ramp(heatRamp[1:], t).WithAlpha(uint8(110 + 120*t)), Width: 1 + t,
				Depth: renderer.DepthHint}
			drawBox(p, pen, n.Bounds)
		}
	}
}

// islandBox is the box around an island.
type islandBox struct {
	box    vec.AABB
	bodies int
	awake  bool
}

func (o *Overlay) drawIslands(p *renderer.Packet, w *physics.World) {
	o.boxes = o.boxes[:0]
	for i := range w.BodyCapacity() {
		b, ok := w.BodyAt(i)
		if !ok {
			continue
		}
		n, ok := b.Island()
		if !ok || b.ShapeCount() == 0 {
			continue
		}
		for len(o.boxes) <= n {
			o.boxes = append(o.boxes, islandBox{box: vec.EmptyAABB})
		}
		o.boxes[n].box = o.boxes[n].box.Union(b.Bounds())
		o.boxes[n].awake = b.Awake()
		o.boxes[n].bodies++
	}
	for n := range o.boxes {
		// a body that sleeps alone is no news
		if !o.boxes[n].box.IsValid() || !o.boxes[n].awake && o.boxes[n].bodies == 1 {
			continue
		}
		pen := renderer.Pen{Color: scattered(n), Width: 2, Depth: renderer.DepthHint}
		if !o.boxes[n].awake {
			pen.Dash, pen.Width = 6, 1.5
		}
		drawBox(p, pen, o.boxes[n].box)
	}
}

// drawMotion draws centres of mass, inertia and velocities at the drawn poses of the bodies.
func (o *Overlay) drawMotion(f *engine.Frame, w *physics.World, show *Show, size float32) {
	for i := range w.BodyCapacity() {
		b, ok := w.BodyAt(i)
		if !ok || b.Type() == physics.Static {
			continue
		}
		pose, ok := f.Poses.Render(int32(i), b.Generation())
		if !ok {
			continue
		}
		at := mglvec.Of(pose.Apply(b.LocalCenter()))
		if show.Mass {
			f.Packet.Axes(massPen, at, mglvec.Quat(pose.Q), 0.3*size)
			f.Packet.Mark(massPen, at, 5, renderer.PointDisc)
		}
		if show.Inertia && b.Type() == physics.Dynamic {
			half, axes := inertiaBox(b.Mass(), b.Inertia())
			f.Packet.WireBox(inertiaPen, at, mglvec.Quat(pose.Q.Mul(axes)), mglvec.Of(half))
		}
		if show.Velocities && b.Awake() {
			if v := b.LinearVelocity(); v.Len2() > 1e-6 {
				f.Packet.Arrow(velocityPen, at, at.Add(mglvec.Of(v.Mul(velocityScale*size))), 0.15*size)
			}
			if v := b.AngularVelocity(); v.Len2() > 1e-6 {
				f.Packet.Arrow(spinPen, at, at.Add(mglvec.Of(v.Mul(velocityScale*size))), 0.15*size)
			}
		}
	}
}

// addNames asks for labels with the names of bodies, or their numbers, above them.
func (o *Overlay) addNames(f *engine.Frame, w *physics.World) {
	l := &o.labels
	for i := range w.BodyCapacity() {
		b, ok := w.BodyAt(i)
		if !ok || b.Type() == physics.Static && b.Name() == "" {
			continue
		}
		pose, ok := f.Poses.Render(int32(i), b.Generation())
		if !ok {
			continue
		}
		from := len(l.text)
		if name := b.Name(); name != "" {
			l.text = append(l.text, name...)
		} else {
			l.text = strconv.AppendInt(append(l.text, '#'), int64(i), 10)
		}
		// above the body, where it does not hide its own name
		at := pose.Apply(b.LocalCenter())
		at.Y = b.Bounds().Max.Y
		if at.Y > largestScene {
			at.Y = pose.P.Y
		}
		l.add(f.Packet.View.Eye, mglvec.Of(at), from, plate.Text)
	}
}
