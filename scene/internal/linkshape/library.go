package linkshape

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/scene/internal/convex"
	"tumble/scene/internal/paint"
	"tumble/scene/internal/solid"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// meshFile is a mesh that was read, or why not.
type meshFile struct {
	*xmlscene.Mesh
	err error
	// parts are the convex parts of the scaled mesh, by scale.
	parts map[vec.Vec3][]physics.Geometry
	drawn map[drawnKey][]Part
}

// drawnKey names a mesh as it is drawn: scaled, and with a texture of who names it.
type drawnKey struct {
	scale   vec.Vec3
	picture *paint.Picture
	color   [4]float32
}

// Library reads the mesh files that a scene names, each of them once.
type Library struct {
	beside model.Beside
	files  map[string]*meshFile
	Textures
	// triangles of all meshes that became shapes as they are.
	triangles int
}

// NewLibrary returns an empty library; beside may be nil.
func NewLibrary(beside model.Beside) *Library {
	return &Library{beside: beside, files: map[string]*meshFile{}, Textures: NewTextures(beside)}
}

func (l *Library) file(name string) *meshFile {
	m := l.files[name]
	if m == nil {
		m = &meshFile{parts: map[vec.Vec3][]physics.Geometry{}, drawn: map[drawnKey][]Part{}}
		m.Mesh, m.err = Read(name, l.beside)
		l.files[name] = m
	}
	return m
}

// scaled returns the points of a mesh times a scale.
func (m *meshFile) scaled(scale vec.Vec3) []vec.Vec3 {
	points := make([]vec.Vec3, len(m.Points))
	for i, p := range m.Points {
		points[i] = p.Scale(scale)
	}
	return points
}

// Shapes returns a mesh as collision shapes at a place of its body: as it is on a body that stands still, in convex
// parts on one that moves. With an error the shapes of the parts that could be made come all the same.
func (l *Library) Shapes(name string, scale vec.Vec3, at vec.Transform, moves bool) ([]physics.Geometry, error) {
	m := l.file(name)
	if m.err != nil {
		return nil, m.err
	}
	if !moves {
		if l.triangles += len(m.Indices) / 3; l.triangles > model.MaxTriangles {
			return nil, fmt.Errorf("more than %d triangles in all meshes together", model.MaxTriangles)
		}
		points := m.scaled(scale)
		for i := range points {
			points[i] = at.Apply(points[i])
		}
		return convex.Shapes(points, m.Indices, false)
	}
	parts, ok := m.parts[scale]
	if !ok {
		var err error
		if parts, err = convex.Shapes(m.scaled(scale), m.Indices, true); err != nil {
			return nil, err
		}
		m.parts[scale] = parts
	}
	var out []physics.Geometry
	var failed error
	for _, p := range parts {
		h, err := Hull(p.(physics.Hull).Vertices(), at)
		if err != nil {
			failed = fmt.Errorf("a part of it: %w", err)
			continue
		}
		out = append(out, h)
	}
	return out, failed
}

// Hull is the convex hull of points at a place of its body.
func Hull(points []vec.Vec3, at vec.Transform) (physics.Geometry, error) {
	moved := make([]vec.Vec3, len(points))
	for i, p := range points {
		moved[i] = at.Apply(p)
	}
	return convex.Stable(moved)
}

// Drawing returns a mesh to draw, in parts of one colour. over, with a picture, replaces the colours of the file.
func (l *Library) Drawing(name string, scale vec.Vec3, label string, over Paint) ([]Part, error) {
	m := l.file(name)
	if m.err != nil {
		return nil, m.err
	}
	key := drawnKey{scale: scale}
	if over.Picture != nil {
		key.picture, key.color = over.Picture, over.Color
	}
	if parts, ok := m.drawn[key]; ok {
		return parts, nil
	}
	var parts []Part
	if over.Picture != nil {
		parts = Cut(&xmlscene.Mesh{Indices: m.Indices, UV: m.UV}, m.scaled(scale), []Paint{over}, label)
	} else {
		parts = Cut(m.Mesh, m.scaled(scale), l.paints(name, m), label)
	}
	m.drawn[key] = parts
	return parts, nil
}

// paints are those of the surfaces of a mesh.
func (l *Library) paints(name string, m *meshFile) []Paint {
	list := make([]Paint, len(m.Surfaces))
	for i, s := range m.Surfaces {
		list[i] = Paint{Color: s.Color}
		if s.Texture != "" {
			list[i].Picture = l.Beside(name, s.Texture)
		}
	}
	return list
}

// SolidDrawing returns a solid about the origin to draw, and the rotation to it: the axis of round solids is z in files
// and y in drawings.
func SolidDrawing(g physics.Geometry, label string) (*scenes.DrawMesh, vec.Quat, error) {
	surface, err := solid.Of(g)
	if err != nil {
		return nil, vec.QuatIdentity, err
	}
	rotation := vec.QuatIdentity
	switch g.(type) {
	case physics.Box, physics.Hull:
	default:
		rotation = xmlscene.Align(vec.AxisY, vec.AxisZ)
	}
	return &scenes.DrawMesh{Label: label, Points: surface.Points, Indices: surface.Indices}, rotation, nil
}

// leastHalf (m) is the least half width of a solid: files have specks of 1e-7 m for points that they mark.
const leastHalf = 1e-4

// leastSegment (m) is how far apart the ends of a capsule are at least.
const leastSegment = 1e-3

// Solid is a box, a ball, a capsule, a cylinder or a cone that is nowhere thinner than a world takes; grown says
// that the
// one of the file is.
func Solid(g physics.Geometry) (solid physics.Geometry, grown bool) {
	wide := func(x float32) float32 {
		if x >= 0 && x < leastHalf {
			grown = true
			return leastHalf
		}
		return x
	}
	long := func(a, b vec.Vec3) (vec.Vec3, vec.Vec3) {
		if half := a.Dist(b) / 2; half < leastHalf {
			grown = true
			middle := a.Lerp(b, 0.5)
			return middle.Sub(vec.V3(0, 0, leastHalf)), middle.Add(vec.V3(0, 0, leastHalf))
		}
		return a, b
	}
	switch s := g.(type) {
	case physics.Sphere:
		s.Radius = wide(s.Radius)
		return s, grown
	case physics.Box:
		s.Half = vec.V3(wide(s.Half.X), wide(s.Half.Y), wide(s.Half.Z))
		return s, grown
	case physics.Capsule:
		s.Radius = wide(s.Radius)
		if s.A.Dist(s.B) < leastSegment {
			return physics.Sphere{Center: s.A.Lerp(s.B, 0.5), Radius: s.Radius}, grown
		}
		return s, grown
	case physics.Cylinder:
		s.Radius = wide(s.Radius)
		s.A, s.B = long(s.A, s.B)
		return s, grown
	case physics.Cone:
		s.Radius = wide(s.Radius)
		s.Base, s.Apex = long(s.Base, s.Apex)
		return s, grown
	}
	return g, false
}

// Grey is the colour of shapes without one.
var Grey = [4]float32{0.7, 0.7, 0.7, 1}

// Bytes is a colour from 0 to 1 as one from 0 to 255.
func Bytes(c [4]float32) [4]uint8 {
	var out [4]uint8
	for i := range c {
		out[i] = uint8(255*vec.Clamp(c[i], 0, 1) + 0.5)
	}
	return out
}
