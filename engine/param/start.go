package param

import (
	"math/rand/v2"

	"tumble/physics"
	"tumble/physics/vec"
)

// Start varies how a world begins. Bodies that joints hold together are a group, which is moved and pushed as a rigid
// body, uniformly: by up to Position (m) and Rotation (rad) along and about each axis, both ways, and by up to Velocity
// (m/s) and Spin (rad/s). Groups that hang on a body that is not dynamic stay where they are, and are only pushed.
type Start struct {
	// Variation is the number of the draw; 0 leaves the world as the scene builds it.
	Variation                          int
	Position, Rotation, Velocity, Spin float32
}

// Same reports whether all variations are the same world.
func (s *Start) Same() bool {
	return s.Position == 0 && s.Rotation == 0 && s.Velocity == 0 && s.Spin == 0
}

// MostVariations is the largest number of a draw: single precision has all whole numbers up to there.
const MostVariations = 1_000_000

// AddStart binds the variation of the start under "start.". Values take effect when the world is built.
func AddStart(r *Registry, s *Start) error {
	err := r.Add(Spec{
		Key: "start.variation", Heading: "Variation", Kind: Int, Max: MostVariations, High: 1000, Restart: true,
		Text: "Number of the draw that moves and pushes whole groups at the start; 0 leaves them as they are.",
	}, func() float64 { return float64(s.Variation) }, func(v float64) error {
		s.Variation = int(v)
		return nil
	})
	if err != nil {
		return err
	}
	for _, x := range []struct {
		Spec
		at *float32
	}{
		{Spec{Key: "start.position", Unit: "m", Max: 1000, High: 1,
			Text: "Largest displacement of a group along each axis, by start.variation."}, &s.Position},
		{Spec{Key: "start.rotation", Unit: "rad", Max: vec.Pi,
			Text: "Largest rotation of a group about each axis, by start.variation."}, &s.Rotation},
		{Spec{Key: "start.velocity", Unit: "m/s", Max: 1000, High: 20,
			Text: "Largest velocity that a group gets along each axis, by start.variation."}, &s.Velocity},
		{Spec{Key: "start.spin", Unit: "rad/s", Max: 1000, High: 20,
			Text: "Largest angular velocity that a group gets about each axis, by start.variation."}, &s.Spin},
	} {
		x.Heading, x.Restart = "Variation", true
		err := r.Add(x.Spec, func() float64 { return float64(*x.at) }, func(v float64) error {
			*x.at = float32(v)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// group is a set of bodies that joints hold together.
type group struct {
	bodies   []physics.Body
	anchored bool // to a body that is not dynamic, or to the world
}

// groupsOf are the groups of dynamic bodies in the order of their first bodies.
func groupsOf(w *physics.World) (list []*group) {
	bodies, parent := w.Bodies(nil), make([]int, w.BodyCapacity())
	for i := range parent {
		parent[i] = i
	}
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	moves := func(b physics.Body) bool { return b.Valid() && b.Type() == physics.Dynamic }
	joints := w.Joints(nil)
	for _, j := range joints {
		if a, b := j.Bodies(); moves(a) && moves(b) {
			i, k := root(a.Index()), root(b.Index())
			parent[max(i, k)] = min(i, k)
		}
	}
	of := make([]*group, len(parent))
	for _, b := range bodies {
		if !moves(b) {
			continue
		}
		i := root(b.Index())
		if of[i] == nil {
			of[i] = &group{}
			list = append(list, of[i])
		}
		of[i].bodies = append(of[i].bodies, b)
	}
	for _, j := range joints {
		a, b := j.Bodies()
		switch {
		case !moves(a):
			of[root(b.Index())].anchored = true
		case !moves(b):
			of[root(a.Index())].anchored = true
		}
	}
	return list
}

// center is the centre of mass of a group.
func (g *group) center() (c vec.Vec3) {
	mass := float32(0)
	for _, b := range g.bodies {
		c = c.Add(b.WorldCenter().Mul(b.Mass()))
		mass += b.Mass()
	}
	return c.Mul(1 / mass)
}

// Apply varies a world that was just built. Each group has a draw of its own, by its first body: what a scene adds or
// leaves out behind changes no other.
func (s *Start) Apply(w *physics.World) error {
	if s.Variation == 0 {
		return nil
	}
	for _, g := range groupsOf(w) {
		source := rand.NewPCG(uint64(s.Variation), uint64(g.bodies[0].Index()))
		draw := func(scale float32) vec.Vec3 {
			var v [3]float32
			for i := range v {
				// 24 bits are a number in single precision, here from −1 to 1
				u := float32(int32(source.Uint64()>>40)-1<<23) / (1 << 23)
				v[i] = float32(u * scale)
			}
			return vec.V3(v[0], v[1], v[2])
		}
		by, about := draw(s.Position), draw(s.Rotation)
		push, spin := draw(s.Velocity), draw(s.Spin)
		if g.anchored {
			by, about = vec.Vec3{}, vec.Vec3{}
		}
		if err := g.move(by, about, push, spin); err != nil {
			return err
		}
	}
	return nil
}

// move moves a group by a displacement and a rotation vector about its centre, and adds a velocity and an angular
// velocity.
func (g *group) move(by, about, push, spin vec.Vec3) error {
	c, q := g.center(), vec.QuatIdentity
	if angle := about.Len(); angle > 0 {
		q = vec.QuatAxisAngle(about.Mul(1/angle), angle)
	}
	for _, b := range g.bodies {
		if by != (vec.Vec3{}) || about != (vec.Vec3{}) {
			at := physics.Transform{P: c.Add(by).Add(q.Rotate(b.Position().Sub(c))), Q: q.Mul(b.Rotation()).Unit()}
			if err := b.SetTransform(at); err != nil {
				return err
			}
		}
		from := b.WorldCenter().Sub(c.Add(by))
		if err := b.SetLinearVelocity(b.LinearVelocity().Add(push).Add(spin.Cross(from))); err != nil {
			return err
		}
		if err := b.SetAngularVelocity(b.AngularVelocity().Add(spin)); err != nil {
			return err
		}
	}
	return nil
}
