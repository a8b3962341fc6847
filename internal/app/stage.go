package app

import (
	"tumble/engine"
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/renderer"
)

// look is how a shape of a body is drawn; engine.Node.Material is its index.
type look struct {
	body    physics.Body
	color   renderer.Color
	stretch float32
	radius  float32
	checker bool
	// floor is set for the ground slab of a scene, which the ground of the picture stands for.
	floor bool
}

// Stage keeps what is drawn in step with the world: which bodies there are, with which
// meshes and colours, and where they were after the last two ticks.
type Stage struct {
	meshes  *meshSet
	batches renderer.Batches

	looks    []look
	world    *physics.World
	revision uint64
	shapes   []physics.Shape
	known    []uint32 // generation per body slot that has nodes, 0 none
	parts    []int32  // shapes per body slot
	problem  error

	// center and radius of everything that moves (m), for shadows and for framing.
	center vec.Vec3
	radius float32
}

// NewStage makes the meshes that all scenes share.
func NewStage(resources *renderer.Resources) (*Stage, error) {
	meshes, err := newMeshSet(resources)
	if err != nil {
		return nil, err
	}
	return &Stage{meshes: meshes}, nil
}

// Release destroys the meshes.
func (s *Stage) Release() {
	for _, mesh := range s.meshes.meshes {
		s.meshes.resources.DestroyMesh(mesh)
	}
	s.meshes.meshes = nil
}

// Reset forgets everything, for a new world.
func (s *Stage) Reset() {
	s.world, s.revision = nil, 0
	s.looks = s.looks[:0]
	clear(s.known)
	s.meshes.clearHulls()
}

// Update tells the stores what happened in the tick: motion, bodies that came or went, and
// bodies that were put elsewhere.
func (s *Stage) Update(w *physics.World, poses *engine.PoseStore, nodes *engine.NodeStore) {
	if w != s.world || w.Revision() != s.revision {
		s.sync(w, poses, nodes)
	}
	for _, m := range w.MovedBodies() {
		slot, gen := int32(m.Body.Index()), m.Body.Generation()
		start, ok := poses.LastWorld(slot, gen)
		if !ok {
			continue
		}
		poses.Move(slot, gen, start, m.Transform, m.Body.AngularVelocity())
	}
	for _, b := range w.Events().Placed {
		poses.Teleport(int32(b.Index()), b.Generation(), b.Transform())
	}
}

// sync compares the bodies of the world with those that have nodes.
func (s *Stage) sync(w *physics.World, poses *engine.PoseStore, nodes *engine.NodeStore) {
	s.world, s.revision = w, w.Revision()
	for len(s.known) < w.BodyCapacity() {
		s.known = append(s.known, 0)
		s.parts = append(s.parts, 0)
	}
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
		if !ok || b.ShapeCount() == 0 {
			continue
		}
		if s.known[slot] == gen && int(s.parts[slot]) == b.ShapeCount() {
			continue
		}
		s.enter(b, poses, nodes)
	}
	s.measure(w)
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
	for i := min(have, len(s.shapes)); i < len(s.shapes); i++ {
		f, err := s.meshes.formOf(s.shapes[i].Geometry())
		if err != nil {
			s.problem = err
			continue
		}
		_, err = nodes.Add(engine.Node{
			Slot: slot, Gen: gen, Mesh: uint32(f.kind), Material: uint32(len(s.looks)),
			Local: f.local, Scale: f.scale,
		})
		if err != nil {
			s.problem = err
			continue
		}
		s.looks = append(s.looks, look{
			body: b, color: bodyColor(b), stretch: f.stretch, radius: f.radius,
			checker: f.kind == s.meshes.sphere, floor: isFloor(b, s.shapes[i].Geometry()),
		})
	}
}

// floorSize is the smallest half extent (m) of a slab that counts as the ground.
const floorSize = 10

// isFloor reports whether a shape is a wide level slab with its top at height 0: the ground of
// the picture shows it better, with a grid in metres.
func isFloor(b physics.Body, g physics.Geometry) bool {
	box, ok := g.(physics.Box)
	if !ok || b.Type() != physics.Static || b.Rotation() != vec.QuatIdentity || box.Rotation != (vec.Quat{}) && box.Rotation != vec.QuatIdentity {
		return false
	}
	top := b.Position().Y + box.Center.Y + box.Half.Y
	return box.Half.X >= floorSize && box.Half.Z >= floorSize && vec.Abs(top) < physics.LinearSlop
}

// measure finds the ball around what moves, or around everything if nothing does.
func (s *Stage) measure(w *physics.World) {
	moving, all := vec.EmptyAABB, vec.EmptyAABB
	for i := range w.BodyCapacity() {
		b, ok := w.BodyAt(i)
		if !ok || b.ShapeCount() == 0 {
			continue
		}
		if b.Type() == physics.Static {
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

// The colours of bodies: warm and cold paints of equal brightness, so that neighbours are
// told apart and none cries out.
var palette = [...]renderer.Color{
	renderer.Hex(0xd9622b), renderer.Hex(0x2b7fb8), renderer.Hex(0xe8a21e), renderer.Hex(0x5a5fb0),
	renderer.Hex(0x4f9d57), renderer.Hex(0xc2413f), renderer.Hex(0x2f9a92), renderer.Hex(0xe9e2d3),
}

var (
	staticColor    = renderer.Hex(0x85898e)
	kinematicColor = renderer.Hex(0x3f74a8)
	shotColor      = renderer.Hex(0x2a2d31)
)

// bodyColor depends on the body only, so that a scene looks the same after a restart.
func bodyColor(b physics.Body) renderer.Color {
	switch {
	case b.Type() == physics.Static:
		return staticColor
	case b.Type() == physics.Kinematic:
		return kinematicColor
	case b.Bullet():
		return shotColor
	}
	// multiplicative hashing spreads neighbouring slots over the palette (Knuth)
	return palette[uint32(b.Index())*2654435769>>16%uint32(len(palette))]
}

// sunLength is how far a shadow is followed, for culling (m).
const sunLength = 200

// Draw records all bodies. Those outside of the view are left out unless their shadow falls
// into it.
func (s *Stage) Draw(f *engine.Frame, show *Show) {
	p := f.Packet
	frustum := p.View.Frustum()
	sun := p.Environment.SunDirection
	s.batches.Begin(len(s.meshes.meshes))
	for i := range f.Nodes.Len() {
		at, ok := f.Nodes.RenderAt(i)
		if !ok {
			s.batches.Skip()
			continue
		}
		n := f.Nodes.At(i)
		if s.looks[n.Material].floor {
			s.batches.Skip()
			continue
		}
		r := s.looks[n.Material].radius
		seen := frustum.SeesSphere(at.XW, at.YW, at.ZW, r)
		if !seen && !frustum.SeesShadow(at.XW, at.YW, at.ZW, r, -sun[0]*sunLength, -sun[1]*sunLength, -sun[2]*sunLength) {
			s.batches.Skip()
			continue
		}
		s.batches.Add(int(n.Mesh), seen)
	}
	s.batches.Layout(p)
	for i := range f.Nodes.Len() {
		in := s.batches.Next()
		if in == nil {
			continue
		}
		at, _ := f.Nodes.RenderAt(i)
		l := &s.looks[f.Nodes.At(i).Material]
		s.fill(in, at, l, show)
	}
	flags := renderer.DrawEdges
	if !show.Shadows {
		flags |= renderer.DrawNoShadow
	}
	s.batches.Draw(p, s.meshes.meshes, flags)
	s.outline(f, show)
}

func (s *Stage) fill(in *renderer.Instance, at *engine.Affine, l *look, show *Show) {
	in.XX, in.XY, in.XZ, in.XT = at.XX, at.XY, at.XZ, at.XW
	in.YX, in.YY, in.YZ, in.YT = at.YX, at.YY, at.YZ, at.YW
	in.ZX, in.ZY, in.ZZ, in.ZT = at.ZX, at.ZY, at.ZZ, at.ZW
	in.Color, in.Material, in.Stretch = l.color, 0, l.stretch
	in.Flags = 0
	if l.checker {
		in.Flags |= renderer.InstanceChecker
	}
	if show.Sleep && l.body.Type() != physics.Static && !l.body.Awake() {
		in.Flags |= renderer.InstanceSleeping
	}
	if l.body == show.Selected {
		in.Flags |= renderer.InstanceSelected
	} else if l.body == show.Hovered {
		in.Flags |= renderer.InstanceHovered
	}
}

// outline draws the silhouette of the selected body.
func (s *Stage) outline(f *engine.Frame, show *Show) {
	if !show.Selected.Valid() {
		return
	}
	for i := range f.Nodes.Len() {
		n := f.Nodes.At(i)
		l := &s.looks[n.Material]
		at, ok := f.Nodes.RenderAt(i)
		if !ok || l.body != show.Selected {
			continue
		}
		var in renderer.Instance
		s.fill(&in, at, l, show)
		f.Packet.DrawOutline(s.meshes.meshes[n.Mesh], f.Packet.AddInstance(in), 1)
	}
}

// Problem returns and clears the last thing that could not be drawn.
func (s *Stage) Problem() error {
	err := s.problem
	s.problem = nil
	return err
}
