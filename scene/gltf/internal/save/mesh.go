package save

import (
	"fmt"

	"github.com/qmuntal/gltf"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/internal/paint"
	"tumble/scene/internal/solid"
	"tumble/scene/model"
)

// Paints by the type of a body: programs that draw the file show moving and static bodies apart.
var (
	paintMoving = [6]uint8{217, 98, 43, 255, 140, 0}
	paintStatic = [6]uint8{133, 137, 142, 255, 180, 0}
	paintSensor = [6]uint8{56, 198, 160, 90, 180, 0}
)

// meshWriter writes meshes and their materials, equal ones once.
type meshWriter struct {
	*writer
	known  map[any]int
	paints map[[6]uint8]int
}

// shapeMesh returns a mesh that shows a shape. Hulls and triangle meshes are made of it, the others
// have it for programs that draw no shapes; Tumble itself does and skips it.
func (e *meshWriter) shapeMesh(g physics.Geometry, f *form, b *model.Body, sensor bool) (int, error) {
	paint := paintMoving
	switch {
	case sensor:
		paint = paintSensor
	case b.Def.Type == physics.Static:
		paint = paintStatic
	}
	var key any = struct {
		g     physics.Geometry
		paint [6]uint8
	}{g, paint}
	if f.shape != nil {
		// equal shapes at other places share a mesh
		key = fmt.Sprint(f.shape, paint)
	}
	if i, ok := e.known[key]; ok {
		return i, nil
	}
	s, err := solid.Of(g)
	if err != nil {
		return 0, err
	}
	i := e.addMesh("", &s, paint)
	e.doc.Meshes[i].Extensions = gltf.Extensions{extension.Own: jsonvalue.Object{"showsShape": true}}
	e.known[key] = i
	return i, nil
}

// drawing returns the mesh of a drawing of a body.
func (e *meshWriter) drawing(d *model.Drawing) int {
	paint := [6]uint8{d.Color[0], d.Color[1], d.Color[2], d.Color[3], uint8(255*d.Roughness + 0.5),
		uint8(255*d.Metallic + 0.5)}
	key := struct {
		m     *scenes.DrawMesh
		paint [6]uint8
	}{d.Mesh, paint}
	i, ok := e.known[key]
	if !ok {
		i = e.addMesh(d.Mesh.Label, &solid.Mesh{Points: d.Mesh.Points, Indices: d.Mesh.Indices}, paint)
		e.known[key] = i
	}
	return i
}

func (e *meshWriter) addMesh(name string, s *solid.Mesh, paint [6]uint8) int {
	p := &gltf.Primitive{
		Attributes: gltf.PrimitiveAttributes{gltf.POSITION: e.positions(s.Points)},
		Material:   gltf.Index(e.paint(paint)),
	}
	if len(s.Indices) > 0 {
		p.Indices = gltf.Index(e.indices(s.Indices, len(s.Points)))
	}
	e.doc.Meshes = append(e.doc.Meshes, &gltf.Mesh{Name: name, Primitives: []*gltf.Primitive{p}})
	return len(e.doc.Meshes) - 1
}

// paint returns a material: red, green, blue and opacity in sRGB, roughness and metallic.
func (e *meshWriter) paint(c [6]uint8) int {
	if i, ok := e.paints[c]; ok {
		return i
	}
	linear := func(x uint8) float64 { return float64(paint.Linear(float32(x) / 255)) }
	share := func(x uint8) *float64 { return gltf.Float(float64(x) / 255) }
	m := &gltf.Material{PBRMetallicRoughness: &gltf.PBRMetallicRoughness{
		BaseColorFactor: &[4]float64{linear(c[0]), linear(c[1]), linear(c[2]), float64(c[3]) / 255},
		RoughnessFactor: share(c[4]), MetallicFactor: share(c[5]),
	}}
	if c[3] < 255 {
		m.AlphaMode = gltf.AlphaBlend
	}
	e.doc.Materials = append(e.doc.Materials, m)
	e.paints[c] = len(e.doc.Materials) - 1
	return e.paints[c]
}
