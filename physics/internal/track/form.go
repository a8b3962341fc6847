package track

import (
	"fmt"

	"tumble/physics/internal/journal"
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// The numbers of forms are part of the format.
const (
	formNone = iota
	formSphere
	formCapsule
	formTaperedCapsule
	formCylinder
	formCone
	formPlane
	formBox
	formHull
	formMesh
	formHeightField
	formCompound
)

// forms are the numbers of kinds.
var forms = map[shape.Kind]uint8{
	shape.Sphere: formSphere, shape.Capsule: formCapsule, shape.TaperedCapsule: formTaperedCapsule,
	shape.Cylinder: formCylinder,
	shape.Cone:     formCone, shape.Plane: formPlane, shape.Box: formBox, shape.Hull: formHull, shape.Mesh: formMesh,
	shape.HeightField: formHeightField, shape.Compound: formCompound,
}

func codeVec(c *journal.Coder, v *vec.Vec3) {
	c.Float32(&v.X)
	c.Float32(&v.Y)
	c.Float32(&v.Z)
}

// codeForm codes a geometry by the numbers it was made of. A geometry that this version cannot make is read as none,
// and problem says why.
func codeForm(c *journal.Coder, g *shape.Geometry, inside bool) (problem error) {
	kind := forms[g.Kind]
	journal.Code8(c, &kind)
	switch kind {
	case formNone:
		return nil
	case formHull:
		return codeHull(c, g)
	case formMesh:
		return codeMesh(c, g)
	case formHeightField:
		return codeField(c, g)
	case formCompound:
		if inside {
			c.Fail(fmt.Errorf("a compound in a compound"))
			return nil
		}
		return codeCompound(c, g)
	}
	codeVec(c, &g.A)
	codeVec(c, &g.B)
	c.Float32(&g.RadiusA)
	c.Float32(&g.RadiusB)
	if kind == formBox {
		codeVec(c, &g.Half)
		codeVec(c, &g.Local.P)
		for _, x := range [4]*float32{&g.Local.Q.X, &g.Local.Q.Y, &g.Local.Q.Z, &g.Local.Q.W} {
			c.Float32(x)
		}
	}
	if !c.Reading || c.Err != nil {
		return nil
	}
	*g, problem = makeForm(kind, g)
	return problem
}

// makeForm makes a geometry of its numbers.
func makeForm(kind uint8, g *shape.Geometry) (shape.Geometry, error) {
	switch kind {
	case formSphere:
		return shape.NewSphere(g.A, g.RadiusA)
	case formCapsule:
		return shape.NewCapsule(g.A, g.B, g.RadiusA)
	case formTaperedCapsule:
		return shape.NewTaperedCapsule(g.A, g.B, g.RadiusA, g.RadiusB)
	case formCylinder:
		return shape.NewCylinder(g.A, g.B, g.RadiusA)
	case formCone:
		return shape.NewCone(g.A, g.B, g.RadiusA)
	case formPlane:
		return shape.NewPlane(g.A, g.RadiusA)
	case formBox:
		return shape.NewBox(g.Half, g.Local)
	}
	return shape.Geometry{}, fmt.Errorf("a shape of form %d, which this version does not have", kind)
}

func codeHull(c *journal.Coder, g *shape.Geometry) (problem error) {
	var points []vec.Vec3
	if !c.Reading {
		points = g.Poly.Vertices
	}
	journal.CodeList(c, &points, func(p *vec.Vec3) { codeVec(c, p) })
	if c.Reading && c.Err == nil {
		*g, problem = shape.NewHull(points)
	}
	return problem
}

func codeMesh(c *journal.Coder, g *shape.Geometry) (problem error) {
	var def shape.MeshDef
	if !c.Reading {
		def.Vertices, def.Indices, def.TwoSided = g.Mesh.Content()
		def.Materials = g.Mesh.Materials()
	}
	journal.CodeList(c, &def.Vertices, func(p *vec.Vec3) { codeVec(c, p) })
	journal.CodeList(c, &def.Indices, func(i *uint32) { journal.Code32(c, i) })
	codeSlots(c, &def.Materials)
	c.Bool(&def.TwoSided)
	if c.Reading && c.Err == nil {
		*g, problem = shape.NewMesh(def)
	}
	return problem
}

// codeSlots codes numbers of materials.
func codeSlots(c *journal.Coder, list *[]uint16) {
	journal.CodeList(c, list, func(m *uint16) {
		low, high := uint8(*m), uint8(*m>>8)
		journal.Code8(c, &low)
		journal.Code8(c, &high)
		if c.Reading { // terrains belong to many worlds, which only read them
			*m = uint16(low) | uint16(high)<<8
		}
	})
}

func codeField(c *journal.Coder, g *shape.Geometry) (problem error) {
	var def shape.HeightFieldDef
	if !c.Reading {
		def = g.Field.Content()
	}
	columns, rows := uint32(def.Columns), uint32(def.Rows)
	journal.Code32(c, &columns)
	journal.Code32(c, &rows)
	codeVec(c, &def.Spacing)
	codeVec(c, &def.Origin)
	c.Bool(&def.TwoSided)
	journal.CodeList(c, &def.Heights, func(x *float32) { c.Float32(x) })
	codeSlots(c, &def.Materials)
	if c.Reading && c.Err == nil {
		def.Columns, def.Rows = int(columns), int(rows)
		*g, problem = shape.NewHeightField(def)
	}
	return problem
}

func codeCompound(c *journal.Coder, g *shape.Geometry) (problem error) {
	var children []shape.Geometry
	if !c.Reading {
		for i := range g.Children.Count() {
			children = append(children, *g.Children.Child(int32(i)))
		}
	}
	journal.CodeList(c, &children, func(child *shape.Geometry) {
		if err := codeForm(c, child, true); err != nil {
			problem = err
		}
	})
	if c.Reading && c.Err == nil && problem == nil {
		*g, problem = shape.NewCompound(children)
	}
	return problem
}
