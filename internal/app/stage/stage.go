package stage

import (
	"fmt"

	"tumble/engine/pose"
	"tumble/internal/app/look"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/renderer"
)

// lookOwner is the source of a look, which only painting needs.
type lookOwner struct {
	body  physics.Body
	shape physics.Shape
	// paint is the colour that a scene file gives, 0 for none, and surface its material.
	paint   renderer.Color
	surface uint32
}

// Stage keeps the drawings in step with the world: which bodies there are, with which
// meshes and colours, and where they were after the last two ticks.
type Stage struct {
	meshes  *meshSet
	batches renderer.Batches

	// looks are how the parts of shapes are drawn and owners where that comes from; pose.Node.Material is their index.
	looks    []renderer.Finish
	owners   []lookOwner
	world    *physics.World
	revision uint64
	shapes   []physics.Shape
	forms    []form
	known    []uint32 // generation per body slot that has nodes, 0 none
	parts    []int32  // shapes per body slot
	asleep   []bool   // per body slot
	awake    int      // number of bodies that asleep says are awake
	prepared prepared
	clear    []clearPart // in the frame being recorded
	problem  error

	// latchReach (m) is how far the eye may be moved after the recording
	latchReach float32
	// detail is a factor on the size by which round things are drawn in more or less detail
	detail float32

	guest bool // the meshes belong to another stage
	bare  bool // colliders are drawn instead of the things that they stand for
	// redress is set when all nodes are to be made anew
	redress bool

	dress   dress
	painter painter
	mode    ColorMode // of the colours in looks
	stale   bool      // a tick has passed since they were painted
	hidden  hidden    // of a guest empty: it hides what its host does
	host    *Stage    // nil but of a guest
	seen    uint64    // the version of the hidden bodies that the nodes follow

	// center and radius of everything that moves (m), for shadows and for framing.
	center vec.Vec3
	radius float32
	// others is scratch of the marks
	others []uint32
	// ground is the height (m) at which the ground is drawn.
	ground float32
}

// New makes the meshes that all scenes share.
func New(resources MeshMaker) (*Stage, error) {
	meshes, err := newMeshSet(resources)
	if err != nil {
		return nil, err
	}
	return &Stage{meshes: meshes, detail: 1}, nil
}

// Beside returns a stage for another world in the same picture, which has bodies with the same handles. It shares the
// meshes, which belong to the first, and hides what that hides.
func (s *Stage) Beside() *Stage {
	s.meshes.guests++
	return &Stage{meshes: s.meshes, detail: s.detail, guest: true, host: s}
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

// Reset forgets everything but the hidden bodies, for a new world.
func (s *Stage) Reset() {
	s.world, s.revision, s.prepared.done = nil, 0, false
	s.looks, s.owners = s.looks[:0], s.owners[:0]
	clear(s.known)
	s.meshes.clearOwn()
	clear(s.dress.meshes)
}

// SetTwins takes the distances of the bodies from their twins by slot (m), for ColorDifference; the slice is read until
// the next call.
func (s *Stage) SetTwins(distances []float32) {
	s.painter.twins = distances
	s.stale = true
}

// SetDetail sets the factor on the size by which round things are drawn in more or less detail.
func (s *Stage) SetDetail(factor float32) { s.detail = factor }

// Extent is the ball around everything that moves: its centre and radius (m), and the height of the ground.
func (s *Stage) Extent() (center vec.Vec3, radius, ground float32) {
	return s.center, s.radius, s.ground
}

// SetLatchReach sets how far (m) the eye may move between the recording and the drawing of a frame with
// renderer.FrameLatch.
func (s *Stage) SetLatchReach(reach float32) { s.latchReach = reach }

// Measure finds the ball around everything that moves, or around everything if nothing does: its centre and radius (m).
func (s *Stage) Measure(w *physics.World) (center vec.Vec3, radius float32) {
	s.measure(w)
	return s.center, s.radius
}

// Redress makes the nodes of all bodies anew with the next Update: a handle may stand for another body than before.
func (s *Stage) Redress() { s.redress = true }

// Refresh makes the nodes anew where Bare or Hide has been called since the last tick.
func (s *Stage) Refresh(w *physics.World, poses *pose.Store, nodes *pose.NodeStore) {
	if (s.redress || s.seen != s.hides().version) && w == s.world {
		s.sync(w, poses, nodes)
		// while time stands still nothing else would end the last motion of removed bodies
		poses.DropGhosts()
		nodes.Update(poses)
	}
}

// Update tells the stores what happened in the tick: motion, bodies that came or went, and
// bodies that were put elsewhere.
func (s *Stage) Update(w *physics.World, poses *pose.Store, nodes *pose.NodeStore) {
	if w != s.world || w.Revision() != s.revision || s.redress || s.seen != s.hides().version {
		s.sync(w, poses, nodes)
	}
	s.stale = true
	for _, m := range w.MovedBodies() {
		slot, gen := int32(m.Body.Index()), m.Body.Generation()
		s.setAsleep(int(slot), m.FellAsleep)
		poses.Advance(slot, gen, m.Transform, m.Body.AngularVelocity())
	}
	for _, b := range w.Events().Placed {
		poses.Teleport(int32(b.Index()), b.Generation(), b.Transform())
	}
	// bodies also fall asleep and wake up by calls, of which no motion tells
	if s.awake != w.Counters().AwakeBodies {
		s.readSleep(w)
	}
}

// Resync tells the stores where everything is, for a world that was changed between two ticks.
func (s *Stage) Resync(w *physics.World, poses *pose.Store, nodes *pose.NodeStore) {
	if w != s.world || w.Revision() != s.revision || s.redress || s.seen != s.hides().version {
		s.sync(w, poses, nodes)
	}
	s.stale = true
	for slot, gen := range s.known {
		if b, ok := w.BodyAt(slot); ok && gen != 0 {
			poses.Teleport(int32(slot), gen, b.Transform())
		}
	}
	s.readSleep(w)
}

func (s *Stage) setAsleep(slot int, asleep bool) {
	if s.asleep[slot] == asleep {
		return
	}
	s.asleep[slot], s.prepared.done = asleep, false
	if asleep {
		s.awake--
	} else {
		s.awake++
	}
}

// readSleep asks every body whether it sleeps. Static bodies do not count as asleep.
func (s *Stage) readSleep(w *physics.World) {
	s.awake, s.prepared.done = 0, false
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
func (s *Stage) sync(w *physics.World, poses *pose.Store, nodes *pose.NodeStore) {
	if s.world != w {
		// bodies that are still drawn of another world keep their colour
		for i := range s.owners {
			s.owners[i].shape = physics.Shape{}
		}
	}
	s.world, s.revision, s.seen = w, w.Revision(), s.hides().version
	for len(s.known) < w.BodyCapacity() {
		s.known = append(s.known, 0)
		s.parts = append(s.parts, 0)
		s.asleep = append(s.asleep, false)
	}
	if s.redress {
		s.redress = false
		for slot, gen := range s.known {
			if gen != 0 {
				poses.Despawn(int32(slot), gen)
				s.known[slot] = 0
			}
		}
	}
	s.compact(nodes)
	for slot := range s.known {
		b, ok := w.BodyAt(slot)
		gen := uint32(0)
		if ok = ok && !s.hides().has(b); ok {
			gen = b.Generation()
		}
		if s.known[slot] != gen && s.known[slot] != 0 {
			poses.Despawn(int32(slot), s.known[slot])
			s.known[slot] = 0
		}
		if !ok || b.ShapeCount() == 0 && s.dress.of(b) == nil {
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
func (s *Stage) compact(nodes *pose.NodeStore) {
	if len(s.looks) < 2*nodes.Len()+1024 {
		return
	}
	looks, owners := make([]renderer.Finish, 0, nodes.Len()), make([]lookOwner, 0, nodes.Len())
	for i := range nodes.Len() {
		n := nodes.At(i)
		looks, owners = append(looks, s.looks[n.Material]), append(owners, s.owners[n.Material])
		n.Material = uint32(i)
	}
	s.looks, s.owners, s.prepared.done = looks, owners, false
}

// enter gives a body its nodes; one that has some already gets nodes for its new shapes.
func (s *Stage) enter(b physics.Body, poses *pose.Store, nodes *pose.NodeStore) {
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
	drawings := s.dress.of(b)
	if s.bare {
		drawings = nil
	}
	dressed := drawings != nil
	if have == 0 {
		owner := physics.Shape{}
		if len(s.shapes) > 0 {
			owner = s.shapes[0]
		}
		for i := range drawings {
			s.addDrawing(b, owner, &drawings[i], nodes)
		}
		if !dressed {
			dressed = s.addParts(b, owner, nodes)
		}
	}
	for i := min(have, len(s.shapes)); i < len(s.shapes); i++ {
		if dressed && !s.shapes[i].Sensor() {
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

// Dress sets the scene whose bodies are drawn, from the next Reset or Update on: the drawings of its file, or its look.
func (s *Stage) Dress(scene *scenes.Scene) { s.dress = newDress(scene) }

// Bare draws colliders instead of the things that they stand for, or no longer, from the next Update on.
func (s *Stage) Bare(on bool) {
	if s.bare != on {
		s.bare, s.redress = on, true
	}
}

// addDrawing adds one mesh of a body.
func (s *Stage) addDrawing(b physics.Body, shape physics.Shape, d *scenes.Drawing, nodes *pose.NodeStore) {
	own := s.dress.meshOf(d.Mesh, s.meshes)
	if own.kind < 0 {
		return
	}
	_, err := nodes.Add(pose.Node{
		Slot: int32(b.Index()), Gen: b.Generation(), Mesh: uint32(own.kind), Material: uint32(len(s.looks)),
		Local: d.Local, Scale: vec.V3(1, 1, 1), Radius: own.radius,
	})
	if err != nil {
		s.problem = fmt.Errorf("app: drawing of %q: %w", b.Name(), err)
		return
	}
	color, surface := renderer.RGBA(d.Color[0], d.Color[1], d.Color[2], d.Color[3]), s.dress.drawingSurface(d)
	s.looks = append(s.looks, renderer.Finish{Color: color, Material: s.materialOf(surface)})
	s.owners = append(s.owners, lookOwner{b, shape, color, surface})
}

// addParts adds the things that the look of the scene draws in place of a body, and reports whether there are any.
func (s *Stage) addParts(b physics.Body, shape physics.Shape, nodes *pose.NodeStore) bool {
	if s.bare || s.dress.look == nil {
		return false
	}
	parts, ok := s.dress.look.Parts(s.world, b)
	for i := range parts {
		p := &parts[i]
		s.forms = s.forms[:0]
		if p.Mesh != nil {
			own := s.dress.meshOf(p.Mesh, s.meshes)
			if own.kind < 0 {
				continue
			}
			s.forms = append(s.forms, form{kind: own.kind, local: vec.TransformIdentity, scale: vec.V3(1, 1, 1),
				radius: own.radius})
		} else if s.forms, s.problem = s.meshes.appendForms(p.Geometry, s.forms); s.problem != nil {
			continue
		}
		for k := range s.forms {
			s.addPart(b, shape, p, &s.forms[k], renderer.InstanceFlags(0).Cut(37*b.Index()+i), nodes)
		}
	}
	return ok
}

// addPart adds one form of a part.
func (s *Stage) addPart(b physics.Body, shape physics.Shape, p *look.Part, f *form, flags renderer.InstanceFlags,
	nodes *pose.NodeStore) {
	_, err := nodes.Add(pose.Node{
		Slot: int32(b.Index()), Gen: b.Generation(), Mesh: uint32(f.kind), Material: uint32(len(s.looks)),
		Local: p.Local.Mul(f.local), Scale: f.scale, Radius: f.radius, Fixed: p.Fixed,
	})
	if err != nil {
		s.problem = fmt.Errorf("app: look of %q: %w", b.Name(), err)
		return
	}
	surface := s.dress.surfaceOf(&p.Coat.Material)
	s.looks = append(s.looks, renderer.Finish{Color: p.Coat.Color, Material: s.materialOf(surface), Flags: flags,
		Stretch: f.stretch})
	s.owners = append(s.owners, lookOwner{b, shape, p.Coat.Color, surface})
}

// addNode adds one part of a shape.
func (s *Stage) addNode(b physics.Body, shape physics.Shape, f *form, nodes *pose.NodeStore) {
	radius := f.radius
	if g := shape.Geometry(); isFloor(b, g, 0) || isFloor(b, g, s.ground) {
		// the ground of the picture stands for it
		radius = -1
	}
	_, err := nodes.Add(pose.Node{
		Slot: int32(b.Index()), Gen: b.Generation(), Mesh: uint32(f.kind), Material: uint32(len(s.looks)),
		Local: f.local, Scale: f.scale, Radius: radius,
	})
	if err != nil {
		s.problem = err
		return
	}
	l, o := renderer.Finish{Color: paintOf(b), Flags: renderer.InstanceFlags(0).Cut(37 * b.Index()),
		Stretch: f.stretch}, lookOwner{body: b, shape: shape}
	switch {
	case shape.Sensor():
		l.Flags |= renderer.InstanceSensor
		l.Color = sensorColor
		if s.dress.look != nil && !s.bare {
			if fluid, ok := s.dress.look.Fluid(); ok {
				// water is seen from all sides alike, not by its rim
				m := look.Glass()
				o.paint, o.surface = fluid, s.dress.surfaceOf(&m)
				l.Color, l.Material, l.Flags = fluid, s.materialOf(o.surface), 0
			}
		}
	case s.bare || s.dress.look == nil:
		if s.meshes.isBall(f.kind) {
			l.Flags |= renderer.InstanceChecker
		}
	default:
		c := s.dress.look.Coat(b, shape.Geometry())
		o.paint, o.surface = c.Color, s.dress.surfaceOf(&c.Material)
		l.Color, l.Material = c.Color, s.materialOf(o.surface)
	}
	s.looks, s.owners = append(s.looks, l), append(s.owners, o)
}

// floorSize is the smallest half extent (m) of a slab that counts as the ground.
const floorSize = 10

// isFloor reports whether a shape is a level plane or wide slab with its top at a height (m), that of the ground: the
// ground of the picture shows it better, with a grid in metres.
func isFloor(b physics.Body, g physics.Geometry, height float32) bool {
	top, ok := levelTop(b, g)
	return ok && vec.Abs(top-height) < physics.LinearSlop
}

// levelTop is the height (m) of a static level plane or wide slab; ok is false for everything else.
func levelTop(b physics.Body, g physics.Geometry) (top float32, ok bool) {
	if b.Type() != physics.Static || b.Rotation() != vec.QuatIdentity {
		return 0, false
	}
	switch g := g.(type) {
	case physics.Plane:
		return b.Position().Y + g.Offset, g.Normal == vec.AxisY
	case physics.Box:
		straight := g.Rotation == (vec.Quat{}) || g.Rotation == vec.QuatIdentity
		return b.Position().Y + g.Center.Y + g.Half.Y, straight && g.Half.X >= floorSize && g.Half.Z >= floorSize
	}
	return 0, false
}

// groundHeight is where the ground of the picture is: at 0 if the scene has a floor there, else no higher than a level
// plane, and below its meshes and height fields, so that it hides neither terrain nor what stands on a floor below 0.
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
			if isFloor(b, geometry, 0) {
				return 0
			}
			if top, ok := levelTop(b, geometry); ok {
				lowest = min(lowest, top)
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

// measure finds the ball around moving bodies, or around everything if nothing moves.
func (s *Stage) measure(w *physics.World) {
	s.ground = min(groundHeight(w), s.dress.below(w))
	if s.dress.look != nil {
		if height, ok := s.dress.look.Ground(); ok {
			s.ground = height
		}
	}
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

// Problem returns and clears the last thing that could not be drawn.
func (s *Stage) Problem() error {
	err := s.problem
	s.problem = nil
	return err
}
