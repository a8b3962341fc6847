package physics

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// strips is a floor 60 m long whose strips of 10 m have the surfaces 0, 1, 2, 0, 1, 2, as a mesh
// and as a height field.
func strips(t testing.TB) map[string]Geometry {
	t.Helper()
	var m MeshDef
	f := HeightFieldDef{Columns: 7, Rows: 2, Heights: make([]float32, 14), Spacing: V3(10, 0, 8), Origin: V3(0, 0, -4)}
	for i := range 7 {
		m.Vertices = append(m.Vertices, V3(10*float32(i), 0, -4), V3(10*float32(i), 0, 4))
	}
	for i := range uint32(6) {
		m.Indices = append(m.Indices, 2*i, 2*i+1, 2*i+3, 2*i, 2*i+3, 2*i+2)
		m.Surfaces = append(m.Surfaces, uint16(i%3), uint16(i%3))
		f.Surfaces = append(f.Surfaces, uint16(i%3))
	}
	mesh, err := NewMesh(m)
	if err != nil {
		t.Fatal(err)
	}
	field, err := NewHeightField(f)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]Geometry{"mesh": mesh, "height field": field}
}

func paved(list ...Material) ShapeDef {
	d := DefaultShapeDef()
	d.Material.Friction = 0.5
	d.Surfaces = list
	return d
}

// TestSurfacesDecideFriction slides a box over each strip and compares its loss of speed.
func TestSurfacesDecideFriction(t *testing.T) {
	for name, g := range strips(t) {
		w := newTestWorld(t, nil)
		addBodyDef(t, w, Static, Vec3{}, QuatIdentity, g,
			paved(Material{Friction: 0}, Material{Friction: 0.2, FrictionRule: CombineMinimum}))
		for i, mu := range []float64{0.5, 0, 0.2, 0.5} {
			sd := DefaultShapeDef()
			sd.Material.Friction = 0.5
			b := addBodyDef(t, w, Dynamic, V3(10*float32(i)+2, 0.2, 0), QuatIdentity, BoxHalf(0.2, 0.2, 0.2), sd)
			run(t, w, 0.1)
			b.SetLinearVelocity(V3(4, 0, 0))
			run(t, w, 0.5)
			near(t, fmt.Sprintf("%s strip %d: speed", name, i), float64(b.LinearVelocity().X), 4-mu*9.81*0.5, 0.06)
			contacts := b.Contacts(nil)
			if len(contacts) != 1 || math.Abs(float64(contacts[0].Friction)-mu) > 1e-5 {
				t.Errorf("%s strip %d: contacts %+v, want the friction %g", name, i, contacts, mu)
			}
		}
		if err := w.Validate(); err != nil {
			t.Error(err)
		}
	}
}

// TestSurfacesDecideRestitution drops balls on the strips.
func TestSurfacesDecideRestitution(t *testing.T) {
	for name, g := range strips(t) {
		w := newTestWorld(t, nil)
		addBodyDef(t, w, Static, Vec3{}, QuatIdentity, g, paved(Material{Restitution: 0.5}, Material{Restitution: 0.9}))
		for i, e := range []float64{0, 0.5, 0.9} {
			b := addBody(t, w, Dynamic, V3(10*float32(i)+5, 2.2, 0), Sphere{Radius: 0.2})
			top, bounced := float32(0), false
			for range 130 {
				run(t, w, 0.01)
				if bounced = bounced || b.LinearVelocity().Y > 0.1; bounced {
					top = max(top, b.Position().Y-0.2)
				}
			}
			near(t, fmt.Sprintf("%s strip %d: height of the bounce", name, i), float64(top), 2*e*e, 0.05)
		}
	}
}

// TestSurfacesOfABeltAndOfAJoint: one strip is a belt, and a box across two strips feels half of
// each.
func TestSurfacesOfABeltAndOfAJoint(t *testing.T) {
	for name, g := range strips(t) {
		w := newTestWorld(t, nil)
		addBodyDef(t, w, Static, Vec3{}, QuatIdentity, g, paved(Material{Friction: 0.5, SurfaceVelocity: V3(0, 0, 1)},
			Material{}))
		b := addBody(t, w, Dynamic, V3(15, 0.2, -2), BoxHalf(0.2, 0.2, 0.2))
		run(t, w, 2)
		near(t, name+": speed on the belt", float64(b.LinearVelocity().Z), 1, 0.02)
		across := addBody(t, w, Dynamic, V3(30, 0.2, 0), BoxHalf(0.2, 0.2, 0.2))
		run(t, w, 0.3)
		got := across.Contacts(nil)
		// strip 2 has no friction, strip 3 that of the shape
		want := 0.5 * math.Sqrt(0.5*0.6)
		if len(got) != 1 || math.Abs(float64(got[0].Friction)-want) > 1e-5 {
			t.Errorf("%s: contacts across the seam %+v, want the friction %g", name, got, want)
		}
	}
}

// TestQueriesReportSurfaces casts rays and shapes at every strip.
func TestQueriesReportSurfaces(t *testing.T) {
	probe, err := NewProbe(Sphere{Radius: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	for name, g := range strips(t) {
		w := newTestWorld(t, nil)
		addBodyDef(t, w, Static, Vec3{}, QuatIdentity, g, paved(Material{UserTag: 11}, Material{UserTag: 12}))
		for i := range 6 {
			p := V3(10*float32(i)+4, 1, 1)
			hit, ok := w.RayCast(p, V3(0, -2, 0), DefaultQueryFilter())
			cast, okCast := w.ShapeCast(probe, Transform{P: p, Q: QuatIdentity}, V3(0, -2, 0), DefaultQueryFilter())
			if !ok || !okCast || hit.Surface != i%3 || cast.Surface != i%3 || hit.Child/2 != i ||
				hit.Child != cast.Child {
				t.Errorf("%s strip %d: ray %+v, cast %+v", name, i, hit, cast)
			}
			want := uint64(0)
			if i%3 > 0 {
				want = uint64(10 + i%3)
			}
			if m := hit.Shape.Surface(hit.Surface); m.UserTag != want {
				t.Errorf("%s strip %d: material %+v", name, i, m)
			}
		}
	}
}

// TestSurfacesComeAndGo changes, destroys and restores shapes with surfaces.
func TestSurfacesComeAndGo(t *testing.T) {
	g := strips(t)["mesh"]
	w := newTestWorld(t, nil)
	var shapes []Shape
	for i := range 4 {
		b := addBodyDef(t, w, Static, V3(0, -5*float32(i), 0), QuatIdentity, g, paved(make([]Material, i)...))
		shapes = append(shapes, b.Shapes(nil)[0])
	}
	list := []Material{{Friction: 0.1, UserTag: 1}, {Friction: 0.2, UserTag: 2}}
	if shapes[3].SetSurfaces(list) != nil || !slices.Equal(shapes[3].Surfaces(nil), list) {
		t.Fatalf("surfaces %v", shapes[3].Surfaces(nil))
	}
	if shapes[0].SetSurfaces([]Material{{Friction: -1}}) == nil ||
		shapes[0].SetSurfaces(make([]Material, MaxSurfaces+1)) == nil {
		t.Error("a bad surface is accepted")
	}
	var s Snapshot
	if err := w.Snapshot(&s); err != nil {
		t.Fatal(err)
	}
	shapes[1].Destroy()
	shapes[2].SetSurfaces(nil)
	if !slices.Equal(shapes[3].Surfaces(nil), list) || len(w.state.Surfaces) != 2 {
		t.Errorf("surfaces %v of %v", shapes[3].Surfaces(nil), w.state.Surfaces)
	}
	if shapes[3].Surface(2) != list[1] || shapes[3].Surface(3) != shapes[3].Material() ||
		shapes[3].Surface(0) != shapes[3].Material() {
		t.Error("numbers beyond the list are not the material of the shape")
	}
	if err := w.Restore(&s); err != nil {
		t.Fatal(err)
	}
	if len(w.state.Surfaces) != 5 || len(shapes[1].Surfaces(nil)) != 1 {
		t.Errorf("%d surfaces after the restore", len(w.state.Surfaces))
	}
	if def := g.(Mesh).Def(); !slices.Equal(def.Surfaces, []uint16{0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2}) {
		t.Errorf("the mesh gives back surfaces %v", def.Surfaces)
	}
	if def := strips(t)["height field"].(HeightField).Def(); !slices.Equal(def.Surfaces, []uint16{0, 1, 2, 0, 1, 2}) {
		t.Errorf("the height field gives back surfaces %v", def.Surfaces)
	}
	bad := HeightFieldDef{Columns: 2, Rows: 2, Heights: make([]float32, 4), Spacing: V3(1, 0, 1),
		Surfaces: []uint16{0xffff}}
	if _, err := NewHeightField(bad); err == nil {
		t.Error("the number of a hole is accepted as a surface")
	}
}

// TestQueriesNameSurfaces asks for the nearest point of each strip, and lets a character walk over them.
func TestQueriesNameSurfaces(t *testing.T) {
	for name, g := range strips(t) {
		w := newTestWorld(t, nil)
		belt := Material{Friction: 0.5, SurfaceVelocity: V3(0, 0, 0.5)}
		floor := addBodyDef(t, w, Static, Vec3{}, QuatIdentity, g, paved(Material{Friction: 0.1}, belt))
		s := floor.Shapes(nil)[0]
		m := newMover(t, w, V3(5, 0.01, -3), nil)
		for i := range 6 {
			p := V3(10*float32(i)+4, 0.7, 1)
			ray, ok := s.RayCast(p, V3(0, -2, 0))
			for _, ask := range []func() (ClosestHit, bool){
				func() (ClosestHit, bool) { return w.ClosestPoint(p, 2, DefaultQueryFilter()) },
				func() (ClosestHit, bool) { return s.ClosestPoint(p) },
				func() (ClosestHit, bool) { return floor.ClosestPoint(p) },
			} {
				h, found := ask()
				if !ok || !found || h.Surface != i%3 || h.Child != ray.Child || h.Surface != ray.Surface {
					t.Errorf("%s strip %d: nearest %+v, ray %+v", name, i, h, ray)
				}
			}
		}
		last := -1
		for m.Position().X < 38 {
			walk(t, m, MoverInput{Walk: V3(8, 0, 0)}, 0.01, nil)
			x := m.Position().X
			at := int(x / 10)
			if off := x - 10*float32(at); off < 1 || off > 9 {
				continue
			}
			g := m.Ground()
			if ray, _ := s.RayCast(m.Position().Add(V3(0, 1, 0)), V3(0, -2, 0)); g.Surface != at%3 || g.Shape != s ||
				g.Child != ray.Child {
				t.Fatalf("%s: at x %g the ground is surface %d of child %d, a ray finds %+v", name, x, g.Surface,
					g.Child, ray)
			}
			if z := g.Velocity.Z; at%3 == 2 && abs(z-0.5) > 1e-4 || at%3 != 2 && abs(z) > 1e-4 {
				t.Fatalf("%s: on surface %d the ground carries by %g m/s", name, g.Surface, z)
			}
			last = at
		}
		if last != 3 {
			t.Errorf("%s: the character came to strip %d", name, last)
		}
	}
	c, err := NewCompound([]Geometry{BoxHalf(1, 1, 1), Box{Half: V3(1, 1, 1), Center: V3(5, 0, 0)}})
	if err != nil {
		t.Fatal(err)
	}
	w := newTestWorld(t, nil)
	addBody(t, w, Static, Vec3{}, c)
	for _, p := range []Vec3{V3(5, 1.5, 0), V3(5, 0.5, 0)} {
		if h, ok := w.ClosestPoint(p, 2, DefaultQueryFilter()); !ok || h.Child != 1 {
			t.Errorf("nearest to %v is %+v, want child 1", p, h)
		}
	}
}

// TestBeltOfTrianglesCarriesJointedBoxes: a belt that only the triangles of a surface have does work, and the bound of
// the energy of jointed bodies in contact leaves it to them.
func TestBeltOfTrianglesCarriesJointedBoxes(t *testing.T) {
	for name, g := range strips(t) {
		w := newTestWorld(t, nil)
		addBodyDef(t, w, Static, Vec3{}, QuatIdentity, g, paved(Material{Friction: 0.5, SurfaceVelocity: V3(2, 0, 0)}))
		var pair [2]Body
		for i := range pair {
			pair[i] = addBody(t, w, Dynamic, V3(12+float32(i), 0.2, 0), BoxHalf(0.2, 0.2, 0.2))
		}
		d := DefaultHingeJointDef()
		d.ConnectAxis(pair[0], pair[1], V3(12.5, 0.2, 0), V3(0, 1, 0))
		if _, err := w.CreateHingeJoint(d); err != nil {
			t.Fatal(err)
		}
		run(t, w, 1)
		for _, b := range pair {
			near(t, name+": speed", float64(b.LinearVelocity().X), 2, 0.05)
		}
	}
}
