package gltfscene

import (
	"fmt"
	"math"

	"tumble/internal/scenefile"
	"tumble/physics"
	"tumble/physics/vec"
)

// shapeKey names a geometry that was built before: the same mesh or shape, equally scaled and placed.
type shapeKey struct {
	shape, mesh, node int
	hull              bool
	scale             mat3
	at                vec.Transform
}

// maxRefused is after how many meshes that make no collider the rest is not looked at: to find out
// takes time.
const maxRefused = 8

// readShapes makes the shapes of all colliders and triggers.
func (d *decoder) readShapes() {
	shapes, materials, filters := d.shapeList(), d.documentList("physicsMaterials"), d.documentList("collisionFilters")
	for i, s := range shapes {
		if i >= scenefile.MaxShapes {
			s.errorf("is shape number %d: at most %d are allowed", i+1, scenefile.MaxShapes)
			return
		}
		checkShape(s)
	}
	count := 0
	for _, i := range d.walked {
		n := &d.nodes[i]
		for _, kind := range [2]string{"collider", "trigger"} {
			c := n.khr.at(kind)
			if !c.isObject() || n.body < 0 {
				continue
			}
			if d.refused > maxRefused {
				return
			}
			if kind == "trigger" && !d.checkTrigger(i, c) {
				continue
			}
			if count++; count > scenefile.MaxShapes {
				c.errorf("is collider number %d: at most %d are allowed", count, scenefile.MaxShapes)
				return
			}
			d.readCollider(i, c, kind == "trigger", shapes, materials, filters)
		}
	}
	d.closeCompounds()
	if n := d.scene.CopyCount(); n > scenefile.MaxCopies {
		d.f.Errorf("/nodes", "the copies of bodies have %d shapes: at most %d are allowed", n, scenefile.MaxCopies)
	}
}

// checkTrigger reports whether a trigger has a geometry of its own; one made of other nodes is
// the sum of theirs.
func (d *decoder) checkTrigger(i int, c value) bool {
	c.only("geometry", "nodes", "collisionFilter")
	for _, e := range c.at("nodes").list() {
		k := e.index(len(d.nodes), "nodes")
		if k < 0 {
			continue
		}
		if d.nodes[k].khr.at("trigger").missing() {
			e.warnf("node %d is no trigger", k)
		}
		above := k
		for above >= 0 && above != i {
			above = d.nodes[above].parent
		}
		if above != i {
			e.warnf("node %d is not below node %d", k, i)
		}
	}
	if c.at("geometry").missing() && c.at("nodes").missing() {
		c.errorf("has neither geometry nor nodes")
	}
	return !c.at("geometry").missing()
}

func (d *decoder) readCollider(i int, c value, sensor bool, shapes, materials, filters []value) {
	n := &d.nodes[i]
	body := &d.scene.Bodies[n.body]
	def := physics.DefaultShapeDef()
	// what a trigger tells of is everything that moves
	def.SensorEvents = true
	if sensor {
		def.Sensor, def.SensorEvents, def.Density = true, false, 0
	} else {
		c.only("geometry", "physicsMaterial", "collisionFilter")
	}
	def.ContactEvents = true
	var slides *float32
	if k := c.at("physicsMaterial").index(len(materials), "physicsMaterials"); k >= 0 {
		def.Material = d.material(materials[k])
		slides = sliding(materials[k])
	}
	g := c.at("geometry")
	if k := c.at("collisionFilter").index(len(filters), "collisionFilters"); k >= 0 {
		def.Filter = d.filter(filters[k])
	} else if d.filtersByShape() {
		if k := g.at("shape").index(len(shapes), "shapes"); k >= 0 && k < len(filters) {
			def.Filter = d.filter(filters[k])
		}
	}
	own := c.path("extensions", extOwn)
	order := readOwnCollider(own, &def)
	if k := own.at("physicsMaterial").index(len(materials), "physicsMaterials"); k >= 0 {
		def.Material = d.material(materials[k])
	}
	for _, e := range own.at("surfaces").list() {
		if k := e.index(len(materials), "physicsMaterials"); k >= 0 {
			def.Surfaces = append(def.Surfaces, d.material(materials[k]))
		}
	}
	geometry, ok := d.geometry(i, g, body.Def.Type, sensor, shapes)
	if !ok {
		return
	}
	if exact, ok := readOwnGeometry(own, geometry); ok {
		geometry = exact
	}
	shape := scenefile.Shape{Geometry: geometry, Def: def, Order: order, Broad: own.at("bounds").bounds(), Sliding: slides}
	if k := own.at("compound"); !k.missing() && body.Def.Type == physics.Static {
		d.addPart(n.body, k.integer(0, 0, scenefile.MaxShapes), shape)
		return
	}
	body.Shapes = append(body.Shapes, shape)
}

// compoundKey names a compound of a body.
type compoundKey struct{ body, number int }

// compound is a shape made of the colliders that name it, at its place in the list of its body.
type compound struct {
	place int
	parts []physics.Geometry
}

// addPart adds a collider to the compound shape that it is a part of.
func (d *decoder) addPart(body, number int, shape scenefile.Shape) {
	key := compoundKey{body, number}
	c := d.compounds[key]
	if c == nil {
		c = &compound{place: len(d.scene.Bodies[body].Shapes)}
		d.compounds[key] = c
		d.compoundOrder = append(d.compoundOrder, key)
		d.scene.Bodies[body].Shapes = append(d.scene.Bodies[body].Shapes, shape)
	}
	c.parts = append(c.parts, shape.Geometry)
}

// closeCompounds builds the compounds when all of their parts are known.
func (d *decoder) closeCompounds() {
	for _, key := range d.compoundOrder {
		c := d.compounds[key]
		built, err := physics.NewCompound(c.parts)
		if err != nil {
			d.f.Errorf("/nodes", "compound %d of %q: %v", key.number, d.scene.Bodies[key.body].Def.Name, err)
			return
		}
		d.scene.Bodies[key.body].Shapes[c.place].Geometry = built
	}
}

// geometry reads what a collider is made of; ok is false if it is disabled or wrong.
func (d *decoder) geometry(i int, g value, kind physics.BodyType, sensor bool, shapes []value) (physics.Geometry, bool) {
	if !g.isObject() {
		if g.missing() {
			g.errorf("is missing")
		}
		return nil, false
	}
	g.only("shape", "node", "mesh", "convexHull")
	shape := g.at("shape").index(len(shapes), "shapes")
	mesh := g.at("mesh").index(len(d.doc.Meshes), "meshes")
	from := g.at("node").index(len(d.nodes), "nodes")
	hull := g.at("convexHull").flag(false)
	given := 0
	for _, name := range []string{"shape", "mesh", "node"} {
		if !g.at(name).missing() {
			given++
		}
	}
	if given != 1 {
		g.errorf("must name one of shape, mesh and node")
		return nil, false
	}
	n := &d.nodes[i]
	if n.rel.s == (mat3{}) {
		g.warnf("the node is scaled to nothing: its collider is disabled")
		return nil, false
	}
	if shape >= 0 {
		switch s := shapes[shape]; s.at("type").text("") {
		case "convex", "trimesh":
			hull = s.at("type").text("") == "convex"
			mesh = s.path(s.at("type").text(""), "mesh").index(len(d.doc.Meshes), "meshes")
		default:
			return d.implicit(n, s, g, kind)
		}
	}
	if mesh < 0 && from < 0 {
		return nil, false
	}
	if !hull && kind != physics.Static {
		g.warnf("a triangle mesh on a %s body: its convex hull is taken", kind)
		hull = true
	}
	if !hull && sensor {
		g.warnf("a triangle mesh as a trigger: its convex hull is taken")
		hull = true
	}
	return d.fromMesh(n, g, shapeKey{shape: -1, mesh: mesh, node: from, hull: hull, scale: n.rel.s, at: n.rel.transform()})
}

// fromMesh builds a hull or a triangle mesh; equal ones are built once.
func (d *decoder) fromMesh(n *node, g value, key shapeKey) (physics.Geometry, bool) {
	// what the extension adds to a collider is not part of the key
	shared := g.path("extensions", extOwn).missing()
	if built, ok := d.shapes[key]; ok && shared {
		return built, true
	}
	before := d.f.Count()
	points, indices := d.surface(key.mesh, key.node, g)
	if d.f.Count() > before {
		d.refused++
		return nil, false
	}
	cost := len(points)/3 + len(indices)/3
	if key.hull {
		// a hull takes longer than a mesh of as many points
		cost = 4 * len(points)
	}
	if !d.spend(cost, g) {
		return nil, false
	}
	placed := make([]vec.Vec3, len(points))
	at := key.at
	for k, p := range points {
		placed[k] = n.rel.scaled(p)
		if at != vec.TransformIdentity {
			placed[k] = at.Apply(placed[k])
		}
	}
	var built physics.Geometry
	var err error
	if key.hull {
		built, err = physics.NewHull(placed)
	} else {
		if n.rel.s.det() < 0 {
			indices = append([]uint32(nil), indices...)
			for k := 0; k+2 < len(indices); k += 3 {
				indices[k+1], indices[k+2] = indices[k+2], indices[k+1]
			}
		}
		own := g.path("extensions", extOwn)
		if field := own.at("heightField"); field.isObject() {
			return d.heightField(field, own, at)
		}
		built, err = physics.NewMesh(physics.MeshDef{Vertices: placed, Indices: indices, TwoSided: own.at("twoSided").flag(false),
			Surfaces: d.shorts(own.at("surfaces"))})
	}
	if err != nil {
		d.refused++
		g.errorf("%v", err)
		return nil, false
	}
	if shared {
		d.shapes[key] = built
	}
	return built, true
}

// shorts reads an accessor of the extension with small whole numbers, nil without one.
func (d *decoder) shorts(v value) []uint16 {
	i := v.index(len(d.doc.Accessors), "accessors")
	if i < 0 {
		return nil
	}
	list, err := d.floats(i, 1)
	if err != nil {
		v.errorf("%v", err)
		return nil
	}
	out := make([]uint16, len(list))
	for k, x := range list {
		if !(x >= 0 && x < 65535) {
			v.errorf("number %d is %g: must be 0 to 65534", k, x)
			return nil
		}
		out[k] = uint16(x)
	}
	return out
}

// heightField reads a height field, which other programs see as a mesh.
func (d *decoder) heightField(v, own value, at vec.Transform) (physics.Geometry, bool) {
	v.only("columns", "rows", "spacing", "origin", "heights", "holes")
	if at != vec.TransformIdentity {
		v.warnf("its node is not where the body is: it counts as a mesh")
		return nil, false
	}
	def := physics.HeightFieldDef{
		Columns: v.at("columns").integer(0, 2, 1<<20), Rows: v.at("rows").integer(0, 2, 1<<20),
		Spacing: v.at("spacing").vector(vec.V3(1, 1, 1), maxLength), Origin: v.at("origin").vector(vec.Vec3{}, maxLength),
		TwoSided: own.at("twoSided").flag(false), Surfaces: d.shorts(own.at("surfaces")),
	}
	i := v.at("heights").index(len(d.doc.Accessors), "accessors")
	if i < 0 {
		v.errorf("has no heights")
		return nil, false
	}
	var err error
	if def.Heights, err = d.floats(i, 1); err == nil {
		for _, x := range d.shorts(v.at("holes")) {
			def.Holes = append(def.Holes, x != 0)
		}
		var field physics.HeightField
		if field, err = physics.NewHeightField(def); err == nil {
			return field, true
		}
	}
	v.errorf("%v", err)
	return nil, false
}

// spend counts triangles, of which a file may not use up too many, however often it names one mesh.
func (d *decoder) spend(triangles int, v value) bool {
	d.triangles += triangles
	if d.triangles > scenefile.MaxTriangles {
		d.refused = maxRefused + 1
		v.errorf("the meshes that are in use have more than %d triangles together", scenefile.MaxTriangles)
		return false
	}
	return true
}

// checkShape reports what is wrong with a shape, also if none uses it.
func checkShape(s value) {
	if !s.isObject() {
		return
	}
	kind := s.at("type")
	if kind.missing() {
		s.errorf("has no type")
		return
	}
	name := kind.text("")
	switch name {
	case "plane", "sphere", "box", "cylinder", "capsule", "convex", "trimesh":
		s.only("type", name)
		s.at(name).isObject()
	default:
		kind.errorf("%q: must be one of plane, sphere, box, cylinder, capsule", name)
	}
}

const (
	leastSize = 1e-4
	mostSize  = physics.MaxPosition
)

// implicit builds an implicit shape where a node is.
func (d *decoder) implicit(n *node, s, g value, kind physics.BodyType) (physics.Geometry, bool) {
	name := s.at("type").text("")
	p := s.at(name)
	size, straight := n.rel.scale()
	if !straight {
		g.warnf("the node is scaled and turned at an angle: its collider keeps right angles")
	}
	for i := range size {
		if size[i] < 1e-6 {
			g.errorf("the node is scaled by (%g, %g, %g): a collider needs three sizes", size[0], size[1], size[2])
			return nil, false
		}
	}
	at := n.rel.transform()
	scale := vec3(size).single()
	var built physics.Geometry
	switch name {
	case "plane":
		return d.plane(p, g, at, scale, kind)
	case "box":
		p.only("size")
		full := p.at("size").vector(vec.V3(1, 1, 1), mostSize).Scale(scale)
		if full.MinComponent() < leastSize {
			p.at("size").errorf("%v: sizes must be at least %g m", full, leastSize)
			return nil, false
		}
		half := vec.V3(full.X/2, full.Y/2, full.Z/2)
		built = physics.Box{Half: half, Center: at.P, Rotation: at.Q}
	case "sphere":
		p.only("radius")
		r := p.at("radius").single(0.5, leastSize, mostSize)
		if !alike(scale.X, scale.Y) || !alike(scale.X, scale.Z) {
			g.warnf("a sphere scaled by (%g, %g, %g): a hull is taken", scale.X, scale.Y, scale.Z)
			return hullOf(g, placed(round(0, 0, r, r), scale, at))
		}
		built = physics.Sphere{Center: at.P, Radius: r * scale.X}
	default:
		p.only("height", "radiusBottom", "radiusTop")
		return d.upright(name, p, g, scale, at)
	}
	return built, true
}

// upright builds a capsule or a cylinder about the y axis of the node.
func (d *decoder) upright(name string, p, g value, scale vec.Vec3, at vec.Transform) (physics.Geometry, bool) {
	least := 0.0
	if name == "cylinder" {
		least = leastSize
	}
	h := p.at("height").single(0.5, least, mostSize) / 2
	bottom, top := p.at("radiusBottom").single(0.25, 0, mostSize), p.at("radiusTop").single(0.25, 0, mostSize)
	if bottom+top < leastSize {
		p.errorf("has no radius")
		return nil, false
	}
	if !alike(scale.X, scale.Z) || name == "capsule" && !alike(scale.X, scale.Y) {
		g.warnf("a %s scaled by (%g, %g, %g): a hull is taken", name, scale.X, scale.Y, scale.Z)
		points := ring(-h, bottom, ring(h, top, nil))
		if name == "capsule" {
			points = round(-h, h, bottom, top)
		}
		return hullOf(g, placed(points, scale, at))
	}
	h, bottom, top = h*scale.Y, bottom*scale.X, top*scale.X
	a, b := at.Apply(vec.V3(0, -h, 0)), at.Apply(vec.V3(0, h, 0))
	switch {
	case name == "cylinder" && bottom == top:
		return physics.Cylinder{A: a, B: b, Radius: bottom}, true
	case name == "cylinder" && top == 0:
		return physics.Cone{Base: a, Apex: b, Radius: bottom}, true
	case name == "cylinder" && bottom == 0:
		return physics.Cone{Base: b, Apex: a, Radius: top}, true
	case name == "cylinder":
		return hullOf(g, placed(ring(-h, bottom, ring(h, top, nil)), vec.V3(1, 1, 1), at))
	case vec.Abs(bottom-top) > 1.98*h || 2*h < 2e-3:
		// one ball holds the other
		if bottom >= top {
			return physics.Sphere{Center: a, Radius: bottom}, true
		}
		return physics.Sphere{Center: b, Radius: top}, true
	case bottom == top:
		return physics.Capsule{A: a, B: b, Radius: bottom}, true
	}
	return physics.TaperedCapsule{A: a, B: b, RadiusA: vec.Max(bottom, leastSize), RadiusB: vec.Max(top, leastSize)}, true
}

// plane builds an endless plane, or a plate of two triangles.
func (d *decoder) plane(p, g value, at vec.Transform, scale vec.Vec3, kind physics.BodyType) (physics.Geometry, bool) {
	p.only("sizeX", "sizeZ", "doubleSided")
	normal := at.Q.Rotate(vec.AxisY)
	x, z := p.at("sizeX"), p.at("sizeZ")
	if x.missing() && z.missing() && kind == physics.Static {
		if p.at("doubleSided").flag(false) {
			g.warnf("an endless plane has one side here")
		}
		return physics.Plane{Normal: normal, Offset: normal.Dot(at.P)}, true
	}
	if kind != physics.Static && (x.missing() || z.missing()) {
		g.errorf("an endless plane on a %s body: must be static", kind)
		return nil, false
	}
	const far = 1000
	a := x.single(far, leastSize, mostSize) * scale.X / 2
	b := z.single(far, leastSize, mostSize) * scale.Z / 2
	corners := []vec.Vec3{vec.V3(-a, 0, -b), vec.V3(-a, 0, b), vec.V3(a, 0, b), vec.V3(a, 0, -b)}
	if kind != physics.Static {
		g.warnf("a plane on a %s body: a plate of 2 cm is taken", kind)
		return physics.Box{Half: vec.V3(a, 0.01, b), Center: at.P, Rotation: at.Q}, true
	}
	m, err := physics.NewMesh(physics.MeshDef{Vertices: placed(corners, vec.V3(1, 1, 1), at), Indices: []uint32{0, 1, 2, 0, 2, 3},
		TwoSided: p.at("doubleSided").flag(false)})
	if err != nil {
		g.errorf("%v", err)
		return nil, false
	}
	return m, true
}

// alike reports whether two scales are the same to what a scene is made with.
func alike(a, b float32) bool { return vec.Abs(a-b) <= 1e-3*vec.Max(a, b) }

const ringCorners = 24

// ring appends the corners of a level circle.
func ring(y, radius float32, to []vec.Vec3) []vec.Vec3 {
	if radius == 0 {
		return append(to, vec.V3(0, y, 0))
	}
	for k := range ringCorners {
		s, c := math.Sincos(2 * math.Pi * float64(k) / ringCorners)
		to = append(to, vec.V3(radius*float32(c), y, radius*float32(s)))
	}
	return to
}

// round returns points on two balls above one another.
func round(low, high, bottom, top float32) []vec.Vec3 {
	var points []vec.Vec3
	for k := range 5 {
		s, c := math.Sincos(math.Pi / 2 * float64(k) / 4)
		points = ring(high+top*float32(s), top*float32(c)*1.0, points)
		points = ring(low-bottom*float32(s), bottom*float32(c)*1.0, points)
	}
	return points
}

func placed(points []vec.Vec3, scale vec.Vec3, at vec.Transform) []vec.Vec3 {
	for i, p := range points {
		points[i] = at.Apply(p.Scale(scale))
	}
	return points
}

func hullOf(g value, points []vec.Vec3) (physics.Geometry, bool) {
	h, err := physics.NewHull(points)
	if err != nil {
		g.errorf("%v", fmt.Errorf("its hull: %w", err))
		return nil, false
	}
	return h, true
}
