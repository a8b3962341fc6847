package app

import (
	"cmp"
	"slices"

	"tumble/engine"
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/renderer"
)

// look is how a part of a shape is drawn, as the recording of a frame reads it;
// engine.Node.Material is its index.
type look struct {
	color   renderer.Color
	flags   renderer.InstanceFlags
	stretch float32
	// radius (m) around the origin of the part; negative for the ground slab of a scene, which
	// the ground of the picture stands for.
	radius float32
	// paint is the colour that a scene file gives, 0 for none, and surface its material.
	paint   renderer.Color
	surface uint32
}

// lookOwner is where a look comes from, which only painting needs.
type lookOwner struct {
	body  physics.Body
	shape physics.Shape
}

// Stage keeps what is drawn in step with the world: which bodies there are, with which
// meshes and colours, and where they were after the last two ticks.
type Stage struct {
	meshes  *meshSet
	batches renderer.Batches

	// looks and owners have the same index.
	looks    []look
	owners   []lookOwner
	world    *physics.World
	revision uint64
	shapes   []physics.Shape
	forms    []form
	known    []uint32    // generation per body slot that has nodes, 0 none
	parts    []int32     // shapes per body slot
	asleep   []bool      // per body slot
	awake    int         // number of bodies that asleep says are awake
	clear    []clearPart // in the frame being recorded
	alone    [1]onStage
	problem  error

	// latchWay (m) is how far the eye may be moved after the recording
	latchWay float32
	// detail is a factor on the size by which round things are drawn in more or less detail
	detail float32

	guest bool // the meshes belong to another stage

	dress   dress
	painter painter
	mode    ColorMode // of the colours in looks
	stale   bool      // a tick has passed since they were painted

	// center and radius of everything that moves (m), for shadows and for framing.
	center vec.Vec3
	radius float32
	// ground is the height (m) at which the ground is drawn.
	ground float32
}

// NewStage makes the meshes that all scenes share.
func NewStage(resources *renderer.Resources) (*Stage, error) {
	meshes, err := newMeshSet(resources)
	if err != nil {
		return nil, err
	}
	return &Stage{meshes: meshes, detail: 1}, nil
}

// beside returns a stage for another world in the same picture. It shares the meshes, which belong to the first.
func (s *Stage) beside() *Stage {
	s.meshes.guests++
	return &Stage{meshes: s.meshes, detail: s.detail, guest: true}
}

// Release destroys the meshes.
func (s *Stage) Release() {
	if s.guest {
		s.meshes.guests--
		return
	}
	for _, mesh := range s.meshes.meshes {
		s.meshes.resources.DestroyMesh(mesh)
	}
	s.meshes.meshes = nil
	s.meshes.round = nil
}

// Reset forgets everything, for a new world.
func (s *Stage) Reset() {
	s.world, s.revision = nil, 0
	s.looks, s.owners = s.looks[:0], s.owners[:0]
	clear(s.known)
	s.meshes.clearOwn()
	clear(s.dress.meshes)
}

// Update tells the stores what happened in the tick: motion, bodies that came or went, and
// bodies that were put elsewhere.
func (s *Stage) Update(w *physics.World, poses *engine.PoseStore, nodes *engine.NodeStore) {
	if w != s.world || w.Revision() != s.revision {
		s.sync(w, poses, nodes)
	}
	s.stale = true
	for _, m := range w.MovedBodies() {
		slot, gen := int32(m.Body.Index()), m.Body.Generation()
		s.setAsleep(int(slot), m.FellAsleep)
		start, ok := poses.LastWorld(slot, gen)
		if !ok {
			continue
		}
		poses.Move(slot, gen, start, m.Transform, m.Body.AngularVelocity())
	}
	for _, b := range w.Events().Placed {
		poses.Teleport(int32(b.Index()), b.Generation(), b.Transform())
	}
	// bodies also fall asleep and wake up by calls, of which no motion tells
	if s.awake != w.Counters().AwakeBodies {
		s.readSleep(w)
	}
}

func (s *Stage) setAsleep(slot int, asleep bool) {
	if s.asleep[slot] == asleep {
		return
	}
	s.asleep[slot] = asleep
	if asleep {
		s.awake--
	} else {
		s.awake++
	}
}

// readSleep asks every body whether it sleeps. Static bodies do not count as asleep.
func (s *Stage) readSleep(w *physics.World) {
	s.awake = 0
	for slot := range s.asleep {
		b, ok := w.BodyAt(slot)
		awake := ok && b.Awake() && b.Type() != physics.Static
		if awake {
			s.awake++
		}
		s.asleep[slot] = ok && !awake && b.Type() != physics.Static
	}
}

// sync compares the bodies of the world with those that have nodes.
func (s *Stage) sync(w *physics.World, poses *engine.PoseStore, nodes *engine.NodeStore) {
	s.world, s.revision = w, w.Revision()
	for len(s.known) < w.BodyCapacity() {
		s.known = append(s.known, 0)
		s.parts = append(s.parts, 0)
		s.asleep = append(s.asleep, false)
	}
	s.compact(nodes)
	for slot := range s.known {
		b, ok := w.BodyAt(slot)
		gen := uint32(0)
		if ok {
			gen = b.Generation()
		}
		if s.known[slot] != gen && s.known[slot] != 0 {
			poses.Despawn(int32(slot), s.known[slot])
			s.known[slot] = 0
		}
		if !ok || b.ShapeCount() == 0 && s.dressOf(b) == nil {
			continue
		}
		if s.known[slot] == gen && int(s.parts[slot]) == b.ShapeCount() {
			continue
		}
		if s.known[slot] == gen && int(s.parts[slot]) > b.ShapeCount() {
			// which of its shapes has gone is not known: it is drawn anew
			poses.Despawn(int32(slot), gen)
			s.known[slot] = 0
		}
		s.enter(b, poses, nodes)
	}
	s.readSleep(w)
	s.measure(w)
}

// compact drops the looks of bodies that are gone when they have become the larger part.
func (s *Stage) compact(nodes *engine.NodeStore) {
	if len(s.looks) < 2*nodes.Len()+1024 {
		return
	}
	looks, owners := make([]look, 0, nodes.Len()), make([]lookOwner, 0, nodes.Len())
	for i := range nodes.Len() {
		n := nodes.At(i)
		looks, owners = append(looks, s.looks[n.Material]), append(owners, s.owners[n.Material])
		n.Material = uint32(i)
	}
	s.looks, s.owners = looks, owners
}

// enter gives a body its nodes; one that has some already gets nodes for its new shapes.
func (s *Stage) enter(b physics.Body, poses *engine.PoseStore, nodes *engine.NodeStore) {
	slot, gen := int32(b.Index()), b.Generation()
	have := 0
	if s.known[slot] == gen {
		have = int(s.parts[slot])
	} else if err := poses.Spawn(slot, gen, b.Transform()); err != nil {
		s.problem = err
		return
	}
	s.shapes = b.Shapes(s.shapes[:0])
	s.known[slot], s.parts[slot] = gen, int32(len(s.shapes))
	drawings := s.dressOf(b)
	if have == 0 {
		owner := physics.Shape{}
		if len(s.shapes) > 0 {
			owner = s.shapes[0]
		}
		for i := range drawings {
			s.addDrawing(b, owner, &drawings[i], nodes)
		}
	}
	for i := min(have, len(s.shapes)); i < len(s.shapes); i++ {
		if drawings != nil && !s.shapes[i].Sensor() {
			continue
		}
		var err error
		s.forms, err = s.meshes.appendForms(s.shapes[i].Geometry(), s.forms[:0])
		if err != nil {
			s.problem = err
			continue
		}
		for k := range s.forms {
			s.addNode(b, s.shapes[i], &s.forms[k], nodes)
		}
	}
}

// addNode adds one part of a shape.
func (s *Stage) addNode(b physics.Body, shape physics.Shape, f *form, nodes *engine.NodeStore) {
	_, err := nodes.Add(engine.Node{
		Slot: int32(b.Index()), Gen: b.Generation(), Mesh: uint32(f.kind), Material: uint32(len(s.looks)),
		Local: f.local, Scale: f.scale,
	})
	if err != nil {
		s.problem = err
		return
	}
	l := look{color: paintOf(b), stretch: f.stretch, radius: f.radius}
	if s.meshes.isBall(f.kind) {
		l.flags |= renderer.InstanceChecker
	}
	if shape.Sensor() {
		l.flags |= renderer.InstanceSensor
		l.color = sensorColor
	}
	if isFloor(b, shape.Geometry()) {
		l.radius = -1
	}
	s.looks, s.owners = append(s.looks, l), append(s.owners, lookOwner{b, shape})
}

// floorSize is the smallest half extent (m) of a slab that counts as the ground.
const floorSize = 10

// isFloor reports whether a shape is a level plane or wide slab with its top at height 0: the ground of
// the picture shows it better, with a grid in metres.
func isFloor(b physics.Body, g physics.Geometry) bool {
	if p, ok := g.(physics.Plane); ok && b.Type() == physics.Static {
		return b.Rotation() == vec.QuatIdentity && p.Normal == vec.AxisY && vec.Abs(b.Position().Y+p.Offset) < physics.LinearSlop
	}
	box, ok := g.(physics.Box)
	if !ok || b.Type() != physics.Static || b.Rotation() != vec.QuatIdentity || box.Rotation != (vec.Quat{}) && box.Rotation != vec.QuatIdentity {
		return false
	}
	top := b.Position().Y + box.Center.Y + box.Half.Y
	return box.Half.X >= floorSize && box.Half.Z >= floorSize && vec.Abs(top) < physics.LinearSlop
}

// groundHeight is where the ground of the picture is: at 0 if the scene has a floor there, else below
// its meshes and height fields, so that it hides no terrain.
func groundHeight(w *physics.World) float32 {
	lowest := float32(0)
	var shapes []physics.Shape
	for i := range w.BodyCapacity() {
		b, ok := w.BodyAt(i)
		if !ok || b.Type() != physics.Static {
			continue
		}
		shapes = b.Shapes(shapes[:0])
		for _, shape := range shapes {
			geometry := shape.Geometry()
			if isFloor(b, geometry) {
				return 0
			}
			switch geometry.(type) {
			case physics.Mesh, physics.HeightField:
				lowest = min(lowest, shape.Bounds().Min.Y)
			}
		}
	}
	return lowest
}

// largestScene (m) is the size above which a static body says nothing about where the scene is: a plane
// has no end.
const largestScene = 1e4

// measure finds the ball around what moves, or around everything if nothing does.
func (s *Stage) measure(w *physics.World) {
	s.ground = groundHeight(w)
	moving, all := vec.EmptyAABB, vec.EmptyAABB
	for i := range w.BodyCapacity() {
		b, ok := w.BodyAt(i)
		if !ok || b.ShapeCount() == 0 {
			continue
		}
		if b.Type() == physics.Static {
			if b.Bounds().Half().Len() > largestScene {
				continue
			}
			all = all.Union(b.Bounds())
		} else {
			moving = moving.Union(b.Bounds())
		}
	}
	if !moving.IsValid() {
		moving = all
	}
	if !moving.IsValid() {
		moving = vec.AABBAround(vec.Vec3{}, vec.V3(5, 5, 5))
	}
	s.center, s.radius = moving.Center(), max(moving.Half().Len(), 0.5)
}

// sunLength is how far a shadow is followed, for culling (m).
const sunLength = 200

// onStage is a stage with the motion of its bodies, in one pane of the picture.
type onStage struct {
	stage *Stage
	nodes *engine.NodeStore
	show  *Show
	pane  int
	mark  marks
}

// Draw records all bodies. Those outside of the view are left out unless their shadow falls
// into it.
func (s *Stage) Draw(f *engine.Frame, show *Show) {
	s.alone[0] = onStage{stage: s, nodes: f.Nodes, show: show}
	drawStages(f, s.alone[:])
	s.alone[0] = onStage{}
}

// drawStages records stages that share their meshes: however many there are, each mesh is one draw.
func drawStages(f *engine.Frame, list []onStage) {
	first := list[0].stage
	batches, meshes := &first.batches, first.meshes
	batches.Begin(len(meshes.meshes))
	for i := range list {
		o := &list[i]
		o.mark = newMarks(o.show, o.pane)
		if o.show.Color != o.stage.mode || o.stage.stale && o.stage.mode != ColorPaint {
			o.stage.paint(o.show.Color, float32(f.Status.Hz))
		}
		o.stage.addSurfaces(f.Packet)
		o.stage.choose(f, o, batches)
	}
	batches.Layout(f.Packet)
	for i := range list {
		o := &list[i]
		d := o.nodes.Drawn()
		for k := range d.Nodes {
			if in := batches.Next(); in != nil {
				o.stage.fill(in, &d.Places[k], &d.Nodes[k], &o.mark)
			}
		}
	}
	flags := renderer.DrawEdges
	if !list[0].show.Shadows {
		flags |= renderer.DrawNoShadow
	}
	var own []renderer.DrawFlags
	if list[0].show.Flat {
		own = meshes.flat
	}
	batches.Draw(f.Packet, meshes.meshes, flags, own)
	for i := range list {
		list[i].drawClear(f)
		list[i].outline(f)
	}
}

// paint colours every look anew.
func (s *Stage) paint(mode ColorMode, hertz float32) {
	s.mode, s.stale = mode, false
	s.painter.prepare(s.world, mode, hertz)
	for i := range s.looks {
		// what is only a ghost keeps its colour
		if o := &s.owners[i]; o.shape.Valid() {
			s.looks[i].color = s.painter.colorOf(mode, o.body, o.shape)
			if p := s.looks[i].paint; p != 0 && mode == ColorPaint {
				s.looks[i].color = p
			}
		}
	}
}

// choose culls the bodies and picks the level of detail of round ones.
func (s *Stage) choose(f *engine.Frame, o *onStage, batches *renderer.Batches) {
	view := &f.Packet.View
	frustum, pad := view.Frustum(), float32(0)
	if f.Packet.Header.Flags&renderer.FrameLatch != 0 {
		// the frame may be drawn from an eye that has moved on
		frustum, pad = view.Wide(latchTurn), s.latchWay
	}
	sun := f.Packet.Environment.SunDirection
	detail := newDetail(view, f.Height)
	detail.pixels *= s.detail
	round := s.meshes.round
	eye := world(view.Eye)
	s.clear = s.clear[:0]
	inner := s.innerBall(view, &frustum)
	sx, sy, sz := -sun[0]*sunLength, -sun[1]*sunLength, -sun[2]*sunLength
	d := o.nodes.Drawn()
	nodes, centers, visible := d.Nodes, d.Centers[:len(d.Nodes)], d.Visible[:len(d.Nodes)]
	looks := s.looks
	for i := range nodes {
		n := &nodes[i]
		l := &looks[n.Material]
		sensor := l.flags&renderer.InstanceSensor != 0
		if !visible[i] || l.radius < 0 || sensor && !o.show.Sensors {
			batches.Skip()
			continue
		}
		x, y, z, radius := centers[i].X, centers[i].Y, centers[i].Z, l.radius+pad
		seen := inner.holds(x, y, z, radius) || frustum.SeesSphere(x, y, z, radius)
		if !seen && !frustum.SeesShadow(x, y, z, radius, sx, sy, sz) {
			batches.Skip()
			continue
		}
		kind := int(n.Mesh)
		if round[kind] {
			kind += detail.level(x, y, z, l.radius)
		}
		opacity := l.color.A()
		if opacity == 255 && !sensor {
			batches.Add(kind, seen)
			continue
		}
		if seen {
			s.clear = append(s.clear, clearPart{i, kind, vec.V3(x, y, z).Dist(eye)})
		}
		if opacity >= darkAlpha && !sensor {
			batches.Add(kind, false)
		} else {
			batches.Skip()
		}
	}
}

// ball is a ball in the view.
type ball struct{ x, y, z, radius float32 }

// innerBall is a large ball that is in view altogether: what is within it need not be asked plane by plane. It is around
// the point of the line of sight that is beside the middle of the scene, or around that if it has more room.
func (s *Stage) innerBall(v *renderer.View, f *renderer.Frustum) ball {
	c, m := s.center, &v.View
	depth := m[2]*c.X + m[6]*c.Y + m[10]*c.Z + m[14]
	b := ball{v.Eye[0] + m[2]*depth, v.Eye[1] + m[6]*depth, v.Eye[2] + m[10]*depth, 0}
	b.radius = f.Depth(b.x, b.y, b.z)
	if r := f.Depth(c.X, c.Y, c.Z); r > b.radius {
		b = ball{c.X, c.Y, c.Z, r}
	}
	return b
}

// holds reports whether a sphere is within the ball.
func (b *ball) holds(x, y, z, radius float32) bool {
	x, y, z, radius = x-b.x, y-b.y, z-b.z, b.radius-radius
	return radius > 0 && x*x+y*y+z*z < radius*radius
}

// detail finds how many pixels large things are.
type detail struct {
	x, y, z, w float32 // of the distance along the view direction, m
	pixels     float32 // of a metre at the distance 1
}

func newDetail(v *renderer.View, height int) detail {
	m := &v.ViewProj
	return detail{m[3], m[7], m[11], m[15], 0.5 * float32(height) * v.Proj[5]}
}

// level is the level of detail of a round thing.
func (d *detail) level(x, y, z, radius float32) int {
	w := d.x*x + d.y*y + d.z*z + d.w
	return renderer.RoundLevel(radius * d.pixels / max(w, 1e-3))
}

// marks are the bodies that look different from the others.
type marks struct {
	selected, hovered       int32 // body slots, −1 none
	selectedGen, hoveredGen uint32
	sleep                   bool
	pane                    renderer.InstanceFlags
}

func newMarks(show *Show, pane int) marks {
	m := marks{selected: -1, hovered: -1, sleep: show.Sleep, pane: renderer.InstanceFlags(0).In(pane)}
	if b := show.Selected; b.Valid() {
		m.selected, m.selectedGen = int32(b.Index()), b.Generation()
	}
	if b := show.Hovered; b.Valid() {
		m.hovered, m.hoveredGen = int32(b.Index()), b.Generation()
	}
	return m
}

func (s *Stage) fill(in *renderer.Instance, at *engine.Affine, n *engine.NodeRef, mark *marks) {
	in.Affine = *at
	l := &s.looks[n.Material]
	in.Color, in.Material, in.Stretch = l.color, 0, l.stretch
	if l.surface > 0 {
		in.Material = s.dress.base + l.surface - 1
	}
	flags := l.flags | mark.pane
	if s.asleep[n.Slot] && mark.sleep {
		flags |= renderer.InstanceSleeping
	}
	if n.Slot == mark.selected && n.Gen == mark.selectedGen {
		flags |= renderer.InstanceSelected
	} else if n.Slot == mark.hovered && n.Gen == mark.hoveredGen {
		flags |= renderer.InstanceHovered
	}
	in.Flags = flags
}

// clearPart is a node that light shines through: a sensor, or of a material that is not opaque.
type clearPart struct {
	node, kind int
	far        float32 // from the eye, m
}

// darkAlpha is the opacity from which what light shines through casts a shadow.
const darkAlpha = 128

// drawClear draws what light shines through, far parts first; neighbours in that order with the same mesh are one
// draw.
func (o *onStage) drawClear(f *engine.Frame) {
	s := o.stage
	slices.SortFunc(s.clear, func(a, b clearPart) int { return cmp.Or(cmp.Compare(b.far, a.far), a.node-b.node) })
	const flags = renderer.DrawEdges | renderer.DrawNoShadow
	first, count := uint32(0), uint32(0)
	for i, c := range s.clear {
		at, _ := o.nodes.RenderAt(c.node)
		var in renderer.Instance
		s.fill(&in, at, o.nodes.At(c.node), &o.mark)
		k := f.Packet.AddInstance(in)
		if count == 0 {
			first = k
		}
		count++
		if i+1 == len(s.clear) || s.clear[i+1].kind != c.kind {
			f.Packet.DrawMeshBlended(s.meshes.meshes[c.kind], first, count, c.far, flags)
			count = 0
		}
	}
}

// outline draws the silhouette of the selected body.
func (o *onStage) outline(f *engine.Frame) {
	if o.mark.selected < 0 {
		return
	}
	s := o.stage
	for i := range o.nodes.Len() {
		n := o.nodes.At(i)
		at, ok := o.nodes.RenderAt(i)
		if !ok || n.Slot != o.mark.selected || n.Gen != o.mark.selectedGen {
			continue
		}
		kind := int(n.Mesh)
		if s.meshes.round[kind] {
			kind += renderer.RoundLevels - 1
		}
		var in renderer.Instance
		s.fill(&in, at, n, &o.mark)
		f.Packet.DrawOutline(s.meshes.meshes[kind], f.Packet.AddInstance(in), 1)
	}
}

// Problem returns and clears the last thing that could not be drawn.
func (s *Stage) Problem() error {
	err := s.problem
	s.problem = nil
	return err
}
