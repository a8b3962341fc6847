package mujoco

import (
	"tumble/physics"
	"tumble/physics/vec"
)

// Bodies are the bodies of a new world that move, in the order of their creation. Of its joints the first ones, so many
// as there are links, hold a body on its parent; the others are constraints.
func Bodies(world *physics.World, links int) []Body {
	var out []Body
	index := map[int]int{}
	for _, b := range world.Bodies(nil) {
		if b.Type() != physics.Dynamic {
			continue
		}
		m := b.MassData()
		index[b.Index()] = len(out)
		out = append(out, Body{Name: b.Name(), Mass: float64(m.Mass), Center: vectorOf(m.Center), Inertia: tensor{
			vectorOf(vec.V3(m.Inertia.XX, m.Inertia.XY, m.Inertia.XZ)),
			vectorOf(vec.V3(m.Inertia.XY, m.Inertia.YY, m.Inertia.YZ)),
			vectorOf(vec.V3(m.Inertia.XZ, m.Inertia.YZ, m.Inertia.ZZ)),
		}})
	}
	held := map[int]bool{}
	joints := world.Joints(nil)
	for _, j := range joints[:min(links, len(joints))] {
		_, b := j.Bodies()
		if i, ok := index[b.Index()]; ok {
			held[i] = true
			out[i].hold(j)
		}
	}
	for i := range out {
		out[i].Free = !held[i]
	}
	return out
}

func vectorOf(v vec.Vec3) vector { return vector{float64(v.X), float64(v.Y), float64(v.Z)} }

// hold adds the coordinates of a joint.
func (b *Body) hold(j physics.Joint) {
	switch j.Kind() {
	case physics.KindBall:
		b.Coordinates += 3
		if cone := j.At(0).Axis(); cone.Limited {
			b.Limits = append(b.Limits, [2]float64{0, float64(cone.Upper)})
		}
		return
	case physics.KindHinge, physics.KindSlider, physics.KindSix:
	default:
		return
	}
	for i := range j.AxisCount() {
		if j.Kind() == physics.KindSix && j.At(i).Locked() {
			continue
		}
		b.Coordinates++
		if a := j.At(i).Axis(); a.Limited {
			b.Limits = append(b.Limits, [2]float64{float64(a.Lower), float64(a.Upper)})
		}
	}
}
