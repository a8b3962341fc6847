package animation

import (
	"cmp"
	"math"

	"tumble/engine/pose"
	"tumble/internal/app/look"
	"tumble/internal/app/stage"
	"tumble/internal/bodyname"
	"tumble/internal/keyframe"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/renderer"
)

// Take is a run as it is being followed. Memory grows with the keys of the motion, not with the steps.
type Take struct {
	// Markers are chosen before Begin.
	Markers Markers

	cast   *cast
	meshes *stage.Stage // has the meshes of all scenes and no world
	shelf  *shelf
	marks  []*marker
	bodies []*body // in the order in which they came
	parts  []*part
	title  string
	steps  int
	time   float64 // s
	before float32 // the time of the step before, s

	// of the scene seen last: the ball around what moves, the height of the ground (m), and the light
	center vec.Vec3
	radius float32
	ground float32
	light  renderer.Environment
}

// cast has the bodies and parts of one scene.
type cast struct {
	stage  *stage.Stage
	poses  *pose.Store
	nodes  *pose.NodeStore
	seen   uint64  // the revision of the nodes that parts has
	bodies []*body // by slot, nil for none
	parts  map[pose.NodeID]*part

	markers markers
}

// body is a body that was in the world for some time.
type body struct {
	name   string
	gen    uint32
	track  keyframe.Track
	last   vec.Transform
	step   int // of the pose in last
	radius float32
	parts  []*part
}

// part is a mesh on a body, or in the world if body is nil, from one time (s) to another.
type part struct {
	body        *body
	node        pose.Node
	look        stage.Part
	shelf       *shelf
	ball        bool
	born, ended float32
}

// never is the end of parts that are there at the end.
const never = math.MaxFloat32

// shelf keeps the meshes that a stage asks for.
type shelf struct{ meshes []renderer.MeshDesc }

func (s *shelf) CreateMesh(d renderer.MeshDesc) (renderer.Mesh, error) {
	s.meshes = append(s.meshes, d)
	return renderer.Mesh{}, nil
}

func (s *shelf) DestroyMesh(renderer.Mesh) bool { return true }

// Begin begins a take with the present state of a world, or goes on with another world: the bodies of the world before
// end.
func (t *Take) Begin(scene *scenes.Scene, w *physics.World) error {
	t.end()
	t.endMarkers()
	s, err := t.newStage()
	if err != nil {
		return err
	}
	s.Dress(scene)
	t.cast = &cast{
		stage: s, poses: pose.NewStore(w.BodyCapacity()), nodes: pose.NewNodeStore(1024),
		parts:   map[pose.NodeID]*part{},
		markers: markers{points: map[pointKey]*marker{}, anchors: map[anchorKey]*marker{}},
	}
	t.light = look.Of(scene).Environment(look.MoodScene)
	t.title = cmp.Or(t.title, scene.Name)
	return t.look(w, 0)
}

// newStage returns a stage for the next scene. All scenes share their meshes, as the meshes of round things take 9 MB.
func (t *Take) newStage() (*stage.Stage, error) {
	if t.meshes == nil {
		var err error
		t.shelf = &shelf{}
		if t.meshes, err = stage.New(t.shelf); err != nil {
			return nil, err
		}
	}
	return t.meshes.Beside(), nil
}

// end ends all that is there.
func (t *Take) end() {
	if t.cast == nil {
		return
	}
	for _, p := range t.cast.parts {
		p.ended = min(p.ended, t.now())
	}
}

func (t *Take) now() float32 { return float32(t.time) }

// Step takes the world after a step of dt seconds. A step within the rounding of a time in 32 bits is taken
// with the step after it.
func (t *Take) Step(w *physics.World, dt float64) error {
	before := t.now()
	t.time += dt
	if t.now() <= before {
		return nil
	}
	t.before = before
	t.steps++
	return t.look(w, dt)
}

// look takes the world as it is now.
func (t *Take) look(w *physics.World, dt float64) error {
	c := t.cast
	c.poses.BeginTick(uint64(t.steps), float32(dt))
	c.stage.Update(w, c.poses, c.nodes)
	c.poses.EndTick()
	if err := c.stage.Problem(); err != nil {
		return err
	}
	for len(c.bodies) < w.BodyCapacity() {
		c.bodies = append(c.bodies, nil)
	}
	var come []physics.Body
	for slot := range c.bodies {
		if there, ok := w.BodyAt(slot); !ok {
			t.remove(slot)
		} else if b := c.bodies[slot]; b == nil || b.gen != there.Generation() {
			t.remove(slot)
			come = append(come, there)
		}
	}
	t.add(w, come)
	if c.seen != c.nodes.Revision() {
		c.seen = c.nodes.Revision()
		t.dress()
	}
	for _, moved := range w.Events().Placed {
		if b := c.bodies[moved.Index()]; b != nil && b.gen == moved.Generation() && t.steps > 0 {
			t.jump(b, moved.Transform())
		}
	}
	for slot, b := range c.bodies {
		if b != nil {
			there, _ := w.BodyAt(slot)
			t.move(b, there.Transform())
		}
	}
	t.note(w)
	return nil
}

// add enters bodies that have come.
func (t *Take) add(w *physics.World, come []physics.Body) {
	if len(come) == 0 {
		return
	}
	names := bodyname.Paths(w, come)
	for i, there := range come {
		b := &body{name: names[i], gen: there.Generation(), last: there.Transform(), step: t.steps}
		b.grow(sizeOf(there))
		b.track.Add(t.now(), b.last)
		t.cast.bodies[there.Index()] = b
		t.bodies = append(t.bodies, b)
	}
}

// sizeOf is the radius (m) of the shapes of a body around its origin; endless shapes do not count.
func sizeOf(there physics.Body) float32 {
	r := float32(0)
	for _, s := range there.Shapes(nil) {
		if _, endless := s.Geometry().(physics.Plane); !endless {
			box := s.Bounds()
			r = max(r, box.Center().Dist(there.Position())+box.Half().Len())
		}
	}
	return r
}

// grow sets the tolerance of the body for a radius (m) around its origin: one half goes to its position, the other
// to its rotation.
func (b *body) grow(radius float32) {
	b.radius = max(b.radius, radius, leastRadius)
	each := 0.5 * b.maxError()
	b.track.Position = each
	b.track.Rotation = each / float64(b.radius)
	if b.short() {
		b.track.Rotation -= shortRotation
	}
}

// maxError (m) is how far a point of the body may be off.
func (b *body) maxError() float64 { return min(MaxError, sizeError*float64(b.radius)) }

// short reports whether 16 bits are enough for the parts of a rotation.
func (b *body) short() bool { return float64(b.radius)*shortRotation < 0.25*b.maxError() }

// remove ends a body that has gone.
func (t *Take) remove(slot int) {
	b := t.cast.bodies[slot]
	if b == nil {
		return
	}
	t.cast.bodies[slot] = nil
	for _, p := range b.parts {
		p.ended = min(p.ended, t.now())
	}
}

// dress takes the nodes that have come. A node whose body has gone stays in the stage for a tick.
func (t *Take) dress() {
	c := t.cast
	for i := range c.nodes.Len() {
		id, node := c.nodes.Node(i)
		if c.parts[id] != nil || node.Radius < 0 || int(node.Slot) >= len(c.bodies) {
			continue
		}
		b := c.bodies[node.Slot]
		if b == nil || b.gen != node.Gen {
			continue
		}
		p := &part{
			body: b, node: node, look: c.stage.PartOf(&node, detail), shelf: t.shelf, born: t.now(), ended: never,
		}
		p.ball = c.stage.IsBall(p.look.Mesh)
		if t.steps == 0 {
			p.born = 0
		}
		c.parts[id] = p
		t.parts = append(t.parts, p)
		b.parts = append(b.parts, p)
		if node.Fixed {
			p.body = nil
		} else {
			b.grow(node.Local.P.Len() + node.Radius)
		}
	}
	t.center, t.radius, t.ground = c.stage.Extent()
}

// move takes the pose of a body after a step; a body at rest adds no key.
func (t *Take) move(b *body, at vec.Transform) {
	if at == b.last {
		return
	}
	if b.step < t.steps-1 {
		b.track.Hold(t.before)
	}
	b.track.Add(t.now(), at)
	b.last, b.step = at, t.steps
}

// jump takes the pose of a body that was put elsewhere.
func (t *Take) jump(b *body, at vec.Transform) {
	if at == b.last {
		return
	}
	b.track.Hold(t.before)
	b.track.Jump(t.now(), at)
	b.last, b.step = at, t.steps
}

// Steps counts the steps that were taken, Time (s) is their sum.
func (t *Take) Steps() int { return t.steps }

// Time is how long the run is (s).
func (t *Take) Time() float64 { return t.time }
