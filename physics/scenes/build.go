package scenes

import (
	"tumble/physics"
	"tumble/physics/vec"
)

// at returns the unrotated pose at (x, y, z) metres.
func at(x, y, z float32) physics.Transform {
	return physics.Transform{P: vec.V3(x, y, z), Q: vec.QuatIdentity}
}

// along returns the n-th of evenly spaced numbers: start + n·step, the product rounded by
// itself, as all products that feed a sum.
func along(start, step float32, n int) float32 { return start + float32(step*float32(n)) }

// centred returns the i-th of n numbers that are spaced by pitch around zero.
func centred(i, n int, pitch float32) float32 {
	return float32(pitch * float32(2*i-n+1) / 2)
}

// material returns the default surface with another friction coefficient.
func material(friction float32) physics.ShapeDef {
	def := physics.DefaultShapeDef()
	def.Material.Friction = friction
	return def
}

// body creates a body without shapes.
func (r *Run) body(def physics.BodyDef) physics.Body {
	if r.err != nil {
		return physics.Body{}
	}
	b, err := r.World.CreateBody(def)
	if err != nil {
		r.fail(err)
		return physics.Body{}
	}
	switch def.Type {
	case physics.Dynamic:
		r.Bodies = append(r.Bodies, b)
	case physics.Kinematic:
		r.Movers = append(r.Movers, b)
	}
	return b
}

// bodyAt returns the definition of a body of the given type and pose.
func bodyAt(t physics.BodyType, pose physics.Transform) physics.BodyDef {
	def := physics.DefaultBodyDef()
	def.Type = t
	def.Position = pose.P
	def.Rotation = pose.Q
	return def
}

// attach gives a body a shape.
func (r *Run) attach(b physics.Body, g physics.Geometry, def physics.ShapeDef) {
	if r.err != nil {
		return
	}
	if _, err := b.CreateShape(g, def); err != nil {
		r.fail(err)
	}
}

// static creates a body that never moves, with one shape.
func (r *Run) static(pose physics.Transform, g physics.Geometry, def physics.ShapeDef) physics.Body {
	b := r.body(bodyAt(physics.Static, pose))
	r.attach(b, g, def)
	return b
}

// dynamic creates a moving body with one shape.
func (r *Run) dynamic(pose physics.Transform, g physics.Geometry, def physics.ShapeDef) physics.Body {
	b := r.body(bodyAt(physics.Dynamic, pose))
	r.attach(b, g, def)
	return b
}

// compound creates a moving body of several convex pieces.
func (r *Run) compound(def physics.BodyDef, geometries []physics.Geometry, surface physics.ShapeDef) physics.Body {
	b := r.body(def)
	if r.err != nil {
		return b
	}
	if _, err := b.CreateShapes(geometries, surface); err != nil {
		r.fail(err)
	}
	return b
}

// mesh returns the mesh of a definition and keeps the error of its constructor.
func (r *Run) mesh(def physics.MeshDef) physics.Geometry {
	m, err := physics.NewMesh(def)
	if err != nil {
		r.fail(err)
	}
	return m
}

// character adds a mover to the run.
func (r *Run) character(def physics.MoverDef) *physics.Mover {
	if r.err != nil {
		return nil
	}
	m, err := r.World.CreateMover(def)
	if err != nil {
		r.fail(err)
		return nil
	}
	r.Characters = append(r.Characters, m)
	return m
}

// boxAt returns a box with a placement in its body.
func boxAt(x, y, z float32, local physics.Transform) physics.Geometry {
	return physics.Box{Half: vec.V3(x, y, z), Center: local.P, Rotation: local.Q}
}

// capsule returns an upright capsule: half is half the length of its core segment.
func capsule(half, radius float32) physics.Geometry {
	return physics.Capsule{A: vec.V3(0, -half, 0), B: vec.V3(0, half, 0), Radius: radius}
}

// hull returns the convex hull of points and keeps the error of its constructor.
func (r *Run) hull(points []vec.Vec3) physics.Geometry {
	h, err := physics.NewHull(points)
	if err != nil {
		r.fail(err)
	}
	return h
}

// ground creates a static box whose top is the plane y = 0.
func (r *Run) ground(halfX, halfZ, friction float32) {
	r.static(at(0, -1, 0), physics.BoxHalf(halfX, 1, halfZ), material(friction))
}

// ring appends a horizontal ring of n points.
func ring(points []vec.Vec3, n int, radius, y float32) []vec.Vec3 {
	for i := range n {
		s, c := vec.SinCos(float32(2*vec.Pi) * float32(i) / float32(n))
		points = append(points, vec.V3(float32(radius*c), y, float32(radius*s)))
	}
	return points
}

// rotatedBy returns the rotation by an angle (rad) about a unit axis.
func rotatedBy(axis vec.Vec3, angle float32) vec.Quat { return vec.QuatAxisAngle(axis, angle) }

// random is the xorshift generator of Marsaglia (2003) with shifts 13, 17, 5: the same
// numbers on every platform.
type random uint32

func (s *random) next() uint32 {
	x := uint32(*s)
	x ^= x << 13
	x ^= x >> 17
	x ^= x << 5
	*s = random(x)
	return x
}

// between returns a number in [lo, hi).
func (s *random) between(lo, hi float32) float32 {
	return lo + float32((hi-lo)*float32(s.next()>>8)/(1<<24))
}

// rotation returns a random rotation; uniform enough for scattered bodies.
func (s *random) rotation() vec.Quat {
	axis := vec.V3(s.between(-1, 1), s.between(-1, 1), s.between(-1, 1)).Norm()
	if axis == (vec.Vec3{}) {
		axis = vec.AxisY
	}
	return rotatedBy(axis, s.between(-vec.Pi, vec.Pi))
}

const benchmarkHertz = 60

func noSleep(def *physics.WorldDef) { def.Settings.SleepEnabled = false }

// rock returns the hull of n points of a Fibonacci lattice on a sphere.
func (r *Run) rock(radius float32, n int) physics.Geometry {
	const golden = 1.6180339887
	points := make([]vec.Vec3, 0, n)
	for i := range n {
		z := 1 - float32(2*i+1)/float32(n)
		flat := vec.Sqrt(1 - float32(z*z))
		s, c := vec.SinCos(float32(i) * float32(2*vec.Pi/golden))
		points = append(points, vec.V3(float32(flat*c), float32(flat*s), z).Mul(radius))
	}
	return r.hull(points)
}

// walls puts two pairs of boxes around the middle of a body, at height y in its frame: those with
// half extents halfX at ±x, those with halfZ at ±z.
func (r *Run) walls(b physics.Body, x float32, halfX vec.Vec3, z float32, halfZ vec.Vec3, y float32,
	def physics.ShapeDef) {
	for side := float32(-1); side <= 1; side += 2 {
		r.attach(b, physics.Box{Half: halfX, Center: vec.V3(float32(side*x), y, 0)}, def)
		r.attach(b, physics.Box{Half: halfZ, Center: vec.V3(0, y, float32(side*z))}, def)
	}
}

// bin creates a floor at y = 0 and four walls around the square |x|, |z| ≤ half.
func (r *Run) bin(half, height float32) {
	def := material(0.6)
	b := r.body(bodyAt(physics.Static, physics.TransformIdentity))
	r.attach(b, boxAt(half+1, 0.5, half+1, at(0, -0.5, 0)), def)
	up := height / 2
	r.walls(b, half+0.5, vec.V3(0.5, up, half+1), half+0.5, vec.V3(half, up, 0.5), up, def)
}

// closedBox creates a hollow cube of the given half size on the ground, with walls twice thick (m).
func (r *Run) closedBox(half, thick float32, def physics.ShapeDef) {
	b := r.body(bodyAt(physics.Static, at(0, half, 0)))
	out := half + thick
	r.walls(b, out, vec.V3(thick, out, out), out, vec.V3(out, out, thick), 0, def)
	for side := float32(-1); side <= 1; side += 2 {
		r.attach(b, physics.Box{Half: vec.V3(out, thick, out), Center: vec.V3(0, float32(side*out), 0)}, def)
	}
}

// Fail notes an error of a Build from outside of this package; the first error counts.
func (r *Run) Fail(err error) { r.fail(err) }
