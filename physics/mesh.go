package physics

import (
	"fmt"

	"tumble/physics/internal/shape"
)

// MeshDef describes a triangle mesh.
type MeshDef struct {
	// Vertices in metres, before Scale.
	Vertices []Vec3
	// Indices are three per triangle, counter-clockwise seen from the outside.
	Indices []uint32
	// Surfaces is empty or has one number per triangle, which stands for one of the materials
	// of ShapeDef.
	Surfaces []uint16
	// Scale per axis; the zero value means (1, 1, 1). Negative factors mirror.
	Scale Vec3
	// TwoSided meshes collide from behind, too.
	TwoSided bool
}

// Mesh is a triangle mesh made by NewMesh. Only static bodies may have it; one Mesh may be used for
// any number of shapes.
type Mesh struct{ geometry shape.Geometry }

// NewMesh builds a triangle mesh. Degenerate triangles are left out. It is an error if none is
// left, if numbers are not finite, or if indices are out of range.
func NewMesh(def MeshDef) (Mesh, error) {
	g, err := shape.NewMesh(shape.MeshDef{
		Vertices: def.Vertices, Indices: def.Indices, Materials: def.Surfaces, Scale: def.Scale, TwoSided: def.TwoSided,
	})
	if err != nil {
		return Mesh{}, fmt.Errorf("physics: %w", err)
	}
	return Mesh{g}, nil
}

// HeightFieldDef describes a height field: a grid of samples at (column·Spacing.X, height,
// row·Spacing.Z), moved by Origin.
type HeightFieldDef struct {
	// Columns along x and Rows along z, at least 2 each.
	Columns, Rows int
	// Heights has Columns·Rows entries (m), row by row.
	Heights []float32
	// Holes is empty or says for each cell, row by row, whether it has no surface.
	Holes []bool
	// Surfaces is empty or has one number for each cell, row by row, below 65535, which stands
	// for one of the materials of ShapeDef.
	Surfaces []uint16
	// Spacing of the samples (m); Y is not used.
	Spacing Vec3
	Origin  Vec3
	// TwoSided fields collide from below, too.
	TwoSided bool
}

// HeightField is a terrain made by NewHeightField. Only static bodies may have it.
type HeightField struct{ geometry shape.Geometry }

// NewHeightField builds a height field. It is an error if lengths do not match, numbers are not
// finite, or there is no cell.
func NewHeightField(def HeightFieldDef) (HeightField, error) {
	d := shape.HeightFieldDef{
		Columns: def.Columns, Rows: def.Rows, Heights: def.Heights,
		Spacing: def.Spacing, Origin: def.Origin, TwoSided: def.TwoSided,
	}
	if len(def.Holes)+len(def.Surfaces) > 0 {
		materials, err := shape.CellMaterials(def.Surfaces, def.Holes)
		if err != nil {
			return HeightField{}, fmt.Errorf("physics: %w", err)
		}
		d.Materials = materials
	}
	g, err := shape.NewHeightField(d)
	if err != nil {
		return HeightField{}, fmt.Errorf("physics: %w", err)
	}
	return HeightField{g}, nil
}

// Compound is one static shape of many convex ones, made by NewCompound. It is quicker to look
// through than as many shapes; moving bodies have several shapes instead.
type Compound struct{ geometry shape.Geometry }

// NewCompound builds a compound of convex geometries.
func NewCompound(children []Geometry) (Compound, error) {
	built := make([]shape.Geometry, len(children))
	for i, c := range children {
		g, err := buildGeometry(c)
		if err != nil {
			return Compound{}, fmt.Errorf("%w: child %d of a compound", err, i)
		}
		built[i] = g
	}
	g, err := shape.NewCompound(built)
	if err != nil {
		return Compound{}, fmt.Errorf("physics: %w", err)
	}
	return Compound{g}, nil
}

// Children appends the parts of the compound to buf.
func (c Compound) Children(buf []Geometry) []Geometry {
	if c.geometry.Children == nil {
		return buf
	}
	for i := range c.geometry.Children.Count() {
		buf = append(buf, publicGeometry(c.geometry.Children.Child(int32(i))))
	}
	return buf
}

// Triangles appends the corners of all triangles to buf, three each.
func (m Mesh) Triangles(buf []Vec3) []Vec3 { return m.geometry.AppendTriangles(buf) }

// Triangles appends the corners of all triangles to buf, three each.
func (f HeightField) Triangles(buf []Vec3) []Vec3 { return f.geometry.AppendTriangles(buf) }

func (m Mesh) build() (shape.Geometry, error) {
	return m.geometry, madeBy(m.geometry.Mesh != nil, "mesh", "NewMesh")
}

func (f HeightField) build() (shape.Geometry, error) {
	return f.geometry, madeBy(f.geometry.Field != nil, "height field", "NewHeightField")
}

func (c Compound) build() (shape.Geometry, error) {
	return c.geometry, madeBy(c.geometry.Children != nil, "compound", "NewCompound")
}

func madeBy(made bool, what, constructor string) error {
	if made {
		return nil
	}
	return fmt.Errorf("%s: was not made by %s", what, constructor)
}
