package shape

import "tumble/physics/vec"

// RollingCircle returns the circle on which a shape rolls at a contact: the radius (m) of the surface at
// the point p, with the outward unit normal d, and the unit vector along the surface about which it rolls;
// a zero axis for surfaces that are round in every direction. Caps, flat faces, edges and corners do not roll: 0. The
// rim of a cap that leans by β rolls on the circle ρ/cos β of its cone of normals.
func (g *Geometry) RollingCircle(p, d vec.Vec3) (radius float32, axis vec.Vec3) {
	switch g.Kind {
	case Sphere, Capsule:
		return g.RadiusA, vec.Vec3{}
	case TaperedCapsule:
		along, length := g.Axis()
		lean := d.Dot(along)
		// the sphere between those of the ends on which p lies
		change := g.RadiusB - g.RadiusA
		fraction := (p.Sub(g.A).Dot(along) - float32(g.RadiusA*lean)) / (length + float32(change*lean))
		return g.RadiusA + float32(change*vec.Clamp(fraction, 0, 1)), vec.Vec3{}
	case Cylinder, Cone:
		along, _ := g.Axis()
		lean := d.Dot(along)
		across := vec.Sqrt(vec.Max(0, 1-float32(lean*lean)))
		if across < levelCap {
			return 0, vec.Vec3{}
		}
		_, rho := g.alongAcross(p)
		return vec.Min(rho, g.RadiusA) / across, along.MulSub(lean, d).Mul(1 / across)
	}
	return 0, vec.Vec3{}
}
