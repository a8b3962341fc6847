package capture

import (
	"math"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// Showroom is a scene with one of every geometry, for pictures; it is not in the library.
func Showroom() *scenes.Scene {
	return &scenes.Scene{
		Name: "showroom", Category: "pictures", Text: "one of every geometry",
		View:  scenes.View{Target: vec.V3(0, 0.9, -0.6), Distance: 12, Yaw: 20, Pitch: 20},
		Steps: 1, Build: buildShowroom,
	}
}

func buildShowroom(r *scenes.Run) {
	r.World.SetGravity(vec.V3(0, -9.81, 0))
	put := func(kind physics.BodyType, at vec.Vec3, name string, g physics.Geometry, sensor bool) {
		def := physics.DefaultBodyDef()
		def.Type, def.Position, def.Name = kind, at, name
		b, err := r.World.CreateBody(def)
		if err != nil {
			r.Fail(err)
			return
		}
		shape := physics.DefaultShapeDef()
		shape.Sensor = sensor
		if _, err := b.CreateShape(g, shape); err != nil {
			r.Fail(err)
			return
		}
		if kind == physics.Dynamic {
			r.Bodies = append(r.Bodies, b)
		}
	}
	move := func(x float32, y float32, name string, g physics.Geometry) {
		put(physics.Dynamic, vec.V3(x, y, 1.5), name, g, false)
	}
	put(physics.Static, vec.Vec3{}, "", physics.Plane{Normal: vec.AxisY}, false)
	move(-4.2, 0.5, "sphere", physics.Sphere{Radius: 0.5})
	move(-2.8, 0.4, "capsule", physics.Capsule{A: vec.V3(-0.4, 0, 0), B: vec.V3(0.4, 0, 0), Radius: 0.4})
	move(-1.2, 0.6, "tapered capsule", physics.TaperedCapsule{A: vec.V3(0, -0.1, 0), B: vec.V3(0, 0.7, 0), RadiusA: 0.5,
		RadiusB: 0.25})
	move(0.1, 0.5, "box", physics.BoxHalf(0.5, 0.5, 0.5))
	move(1.5, 0.6, "cylinder", physics.Cylinder{A: vec.V3(0, -0.6, 0), B: vec.V3(0, 0.6, 0), Radius: 0.45})
	move(2.9, 0.5, "cone", physics.Cone{Base: vec.V3(0, -0.5, 0), Apex: vec.V3(0, 0.8, 0), Radius: 0.55})
	// the rim of the hull stands on its lower corners
	var points []vec.Vec3
	for k := range 7 {
		s, c := vec.SinCos(float32(k) * 2 * math.Pi / 7)
		points = append(points, vec.V3(0.4*c, -0.4, 0.4*s), vec.V3(0.6*c, 0.1, 0.6*s), vec.V3(0.25*c, 0.5, 0.25*s))
	}
	hull, err := physics.NewHull(points)
	if err != nil {
		r.Fail(err)
		return
	}
	move(4.4, 0.4, "hull", hull)
	put(physics.Static, vec.V3(-3.2, 0.9, -2.4), "mesh", torus(r, 1.2, 0.4, 40, 20), false)
	put(physics.Static, vec.V3(0.4, 0.05, -2.4), "height field", hills(r), false)
	put(physics.Static, vec.V3(3.9, 0, -2.4), "compound", arch(r), false)
	put(physics.Static, vec.V3(0.1, 2.4, 1.5), "sensor", physics.BoxHalf(0.6, 0.6, 0.6), true)
}

// torus is a triangle mesh around the y axis.
func torus(r *scenes.Run, major, minor float32, rings, sides int) physics.Geometry {
	var def physics.MeshDef
	for i := range rings {
		su, cu := vec.SinCos(float32(i) * 2 * math.Pi / float32(rings))
		for k := range sides {
			sv, cv := vec.SinCos(float32(k) * 2 * math.Pi / float32(sides))
			w := major + minor*cv
			// leaned back, so that the hole is seen
			x, y, z := w*cu, minor*sv, w*su
			def.Vertices = append(def.Vertices, vec.V3(x, 0.4*y+0.6*-z, 0.8*z+0.6*y))
			a, b := uint32(i*sides+k), uint32(i*sides+(k+1)%sides)
			c, d := uint32((i+1)%rings*sides+k), uint32((i+1)%rings*sides+(k+1)%sides)
			def.Indices = append(def.Indices, a, b, c, b, d, c)
		}
	}
	m, err := physics.NewMesh(def)
	if err != nil {
		r.Fail(err)
	}
	return m
}

// hills is a height field with a hole.
func hills(r *scenes.Run) physics.Geometry {
	const n = 25
	def := physics.HeightFieldDef{
		Columns: n, Rows: n, Spacing: vec.V3(0.12, 0, 0.12), Origin: vec.V3(-1.5, 0, -1.5),
		Heights: make([]float32, n*n), Holes: make([]bool, (n-1)*(n-1)),
	}
	for z := range n {
		for x := range n {
			sx, _ := vec.SinCos(float32(x) * 0.5)
			_, cz := vec.SinCos(float32(z) * 0.4)
			def.Heights[z*n+x] = 0.35 + 0.3*sx*cz
		}
	}
	for z := 14; z < 18; z++ {
		for x := 15; x < 19; x++ {
			def.Holes[z*(n-1)+x] = true
		}
	}
	f, err := physics.NewHeightField(def)
	if err != nil {
		r.Fail(err)
	}
	return f
}

// arch is a compound of two pillars and a beam.
func arch(r *scenes.Run) physics.Geometry {
	c, err := physics.NewCompound([]physics.Geometry{
		physics.Cylinder{A: vec.V3(-0.8, 0, 0), B: vec.V3(-0.8, 1.5, 0), Radius: 0.25},
		physics.Cylinder{A: vec.V3(0.8, 0, 0), B: vec.V3(0.8, 1.5, 0), Radius: 0.25},
		physics.Box{Half: vec.V3(1.2, 0.2, 0.35), Center: vec.V3(0, 1.7, 0)},
		physics.Sphere{Center: vec.V3(0, 2.1, 0), Radius: 0.25},
	})
	if err != nil {
		r.Fail(err)
	}
	return c
}
