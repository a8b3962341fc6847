package load

import (
	"tumble/physics"
	"tumble/scene/gltf/internal/affine"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/model"
)

// colliderReader makes the shapes of all colliders and triggers.
type colliderReader struct {
	*reading
	meshShapes
	shapes    []jsonvalue.Value
	materials *materials
	filters   *filters
	compounds compounds
}

// geometries reads the geometry of a collider, which is more than one where a mesh moves; ok is false if it
// is disabled or wrong.
func (d *colliderReader) geometries(i int, g jsonvalue.Value, kind physics.BodyType, sensor bool) ([]physics.Geometry,
	bool) {
	if !g.IsObject() {
		if g.Missing() {
			g.Errorf("is missing")
		}
		return nil, false
	}
	g.Only("shape", "node", "mesh", "convexHull")
	shape := g.At("shape").Index(len(d.shapes), "shapes")
	mesh := g.At("mesh").Index(len(d.reading.GLTF.Meshes), "meshes")
	from := g.At("node").Index(len(d.reading.nodes), "nodes")
	hull := g.At("convexHull").Flag(false)
	given := 0
	for _, name := range []string{"shape", "mesh", "node"} {
		if !g.At(name).Missing() {
			given++
		}
	}
	if given != 1 {
		g.Errorf("must name one of shape, mesh and node")
		return nil, false
	}
	n := &d.reading.nodes[i]
	if n.rel.S == (affine.Mat3{}) {
		g.Warnf("the node is scaled to nothing: its collider is disabled")
		return nil, false
	}
	if shape >= 0 {
		switch s := d.shapes[shape]; s.At("type").Text("") {
		case "convex", "trimesh":
			hull = s.At("type").Text("") == "convex"
			mesh = s.Path(s.At("type").Text(""), "mesh").Index(len(d.reading.GLTF.Meshes), "meshes")
		default:
			built, ok := implicit(n, s, g, kind)
			return []physics.Geometry{built}, ok
		}
	}
	if mesh < 0 && from < 0 {
		return nil, false
	}
	key := shapeKey{shape: -1, mesh: mesh, node: from, hull: hull, scale: n.rel.S, at: n.rel.Transform()}
	if !hull && sensor {
		g.Warnf("a triangle mesh as a trigger: its convex hull is taken")
		key.hull = true
	} else if !hull && kind != physics.Static {
		return d.convexParts(n, g, key, kind)
	}
	built, ok := d.fromMesh(n, g, key)
	return []physics.Geometry{built}, ok
}

func (d *colliderReader) readCollider(i int, c jsonvalue.Value, sensor bool) {
	n := &d.reading.nodes[i]
	body := &d.scene.Bodies[n.body]
	def := physics.DefaultShapeDef()
	// a trigger reports everything that moves
	def.SensorEvents = true
	if sensor {
		def.Sensor, def.SensorEvents, def.Density = true, false, 0
	} else {
		c.Only("geometry", "physicsMaterial", "collisionFilter")
	}
	def.ContactEvents = true
	var slides *float32
	if k := c.At("physicsMaterial").Index(len(d.materials.list), "physicsMaterials"); k >= 0 {
		def.Material = d.materials.material(d.materials.list[k])
		slides = sliding(d.materials.list[k])
	}
	g := c.At("geometry")
	if k := c.At("collisionFilter").Index(len(d.filters.list), "collisionFilters"); k >= 0 {
		def.Filter = d.filters.filter(d.filters.list[k])
	} else if d.filters.byShape {
		if k := g.At("shape").Index(len(d.shapes), "shapes"); k >= 0 && k < len(d.filters.list) {
			def.Filter = d.filters.filter(d.filters.list[k])
		}
	}
	own := c.Path("extensions", extension.Own)
	order := readOwnCollider(own, &def)
	if k := own.At("physicsMaterial").Index(len(d.materials.list), "physicsMaterials"); k >= 0 {
		def.Material = d.materials.material(d.materials.list[k])
	}
	for _, e := range own.At("surfaces").List() {
		if k := e.Index(len(d.materials.list), "physicsMaterials"); k >= 0 {
			def.Surfaces = append(def.Surfaces, d.materials.material(d.materials.list[k]))
		}
	}
	built, ok := d.geometries(i, g, body.Def.Type, sensor)
	if !ok {
		return
	}
	name := d.reading.nodeName(i)
	for _, part := range built[1:] {
		body.Shapes = append(body.Shapes, model.Shape{Name: name, Geometry: part, Def: def, Order: order,
			Sliding: slides})
	}
	geometry := built[0]
	if exact, ok := readOwnGeometry(own, geometry); ok {
		geometry = exact
	}
	shape := model.Shape{Name: name, Geometry: geometry, Def: def, Order: order,
		Broad: readBounds(own.At("bounds")), Sliding: slides}
	if k := own.At("compound"); !k.Missing() && body.Def.Type == physics.Static {
		d.compounds.addPart(n.body, k.Integer(0, 0, model.MaxShapes), shape)
		return
	}
	body.Shapes = append(body.Shapes, shape)
}
