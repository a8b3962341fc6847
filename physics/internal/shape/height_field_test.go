package shape

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"tumble/physics/vec"
)

func TestHeightFieldRefusesBadInput(t *testing.T) {
	nan := float32(math.NaN())
	good := func() HeightFieldDef {
		return HeightFieldDef{Columns: 3, Rows: 2, Heights: make([]float32, 6), Spacing: vec.V3(1, 0, 1)}
	}
	if _, err := NewHeightField(good()); err != nil {
		t.Fatal(err)
	}
	bad := map[string]func(d *HeightFieldDef){
		"1×1":             func(d *HeightFieldDef) { d.Columns, d.Rows, d.Heights = 1, 1, make([]float32, 1) },
		"negative":        func(d *HeightFieldDef) { d.Columns, d.Rows = -3, -2 },
		"huge product":    func(d *HeightFieldDef) { d.Columns, d.Rows = 1<<23, 1<<23 },
		"too few heights": func(d *HeightFieldDef) { d.Heights = d.Heights[:5] },
		"both kinds":      func(d *HeightFieldDef) { d.Quantized = make([]uint16, 6) },
		"not a number":    func(d *HeightFieldDef) { d.Heights[3] = nan },
		"too high":        func(d *HeightFieldDef) { d.Heights[3] = 1e20 },
		"materials":       func(d *HeightFieldDef) { d.Materials = make([]uint16, 3) },
		"spacing 0":       func(d *HeightFieldDef) { d.Spacing.X = 0 },
		"spacing nan":     func(d *HeightFieldDef) { d.Spacing.Z = nan },
		"origin nan":      func(d *HeightFieldDef) { d.Origin.Y = nan },
		"range":           func(d *HeightFieldDef) { d.Heights, d.Quantized, d.Low = nil, make([]uint16, 6), 1 },
		"too wide":        func(d *HeightFieldDef) { d.Spacing.X = 9e4 },
	}
	for name, change := range bad {
		d := good()
		change(&d)
		if _, err := NewHeightField(d); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestHeightFieldQuantized(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	def := HeightFieldDef{Columns: 5, Rows: 4, Low: -2, High: 3, Spacing: vec.V3(1, 0, 2)}
	for range 20 {
		def.Quantized = append(def.Quantized, uint16(r.Intn(65536)))
	}
	g, err := NewHeightField(def)
	if err != nil {
		t.Fatal(err)
	}
	for k, q := range def.Quantized {
		want := -2 + 5*float64(q)/65535
		at := vec.V3(float32(k%5), 10, float32(k/5)*2)
		hit, ok := g.RayCast(at, vec.V3(0, -20, 0), 1)
		if !ok || math.Abs(float64(hit.Point.Y)-want) > 1e-4 {
			t.Errorf("sample %d: %v at %g, want %g", k, ok, hit.Point.Y, want)
		}
	}
}

// TestHeightFieldWalk compares the walk with all triangles, holes left out.
func TestHeightFieldWalk(t *testing.T) {
	for seed := int64(1); seed <= cases(60); seed++ {
		r := rand.New(rand.NewSource(seed))
		def := HeightFieldDef{Columns: 2 + r.Intn(9), Rows: 2 + r.Intn(9), Spacing: vec.V3(0.5, 0, 0.7),
			Origin: randVec(r, 1)}
		for range def.Columns * def.Rows {
			def.Heights = append(def.Heights, r.Float32())
		}
		cells := (def.Columns - 1) * (def.Rows - 1)
		for range cells {
			def.Materials = append(def.Materials, []uint16{0, 1, HoleMaterial}[r.Intn(3)])
		}
		g, err := NewHeightField(def)
		if err != nil {
			t.Fatal(err)
		}
		for range cases(100) / 4 {
			box := vec.AABBAround(randVec(r, 4), vec.V3(2*r.Float32(), r.Float32(), r.Float32()))
			got := visited(&g, box)
			slices.Sort(got)
			var want []int32
			for i := range int32(2 * cells) {
				if def.Materials[i/2] != HoleMaterial && g.Field.bounds(i).Overlaps(box) {
					want = append(want, i)
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d: walk %v, want %v", seed, got, want)
			}
		}
	}
}

func TestCompoundAgainstChildren(t *testing.T) {
	for seed := int64(1); seed <= 30; seed++ {
		r := rand.New(rand.NewSource(seed))
		var children []Geometry
		for range 1 + r.Intn(40) {
			child, err := Transformed(randSolid(t, r, solids[r.Intn(len(solids))]),
				vec.Transform{P: randVec(r, 5), Q: randQuat(r)})
			if err != nil {
				t.Fatal(err)
			}
			children = append(children, child)
		}
		g, err := NewCompound(children)
		if err != nil {
			t.Fatal(err)
		}
		for range 200 {
			origin, d := randVec(r, 8), randVec(r, 8)
			hit, ok := g.RayCast(origin, d, 1)
			best, found := float32(1), false
			inside := false
			for i := range children {
				if h, ok := children[i].RayCast(origin, d, 1); ok && h.Fraction <= best {
					best, found = h.Fraction, true
				}
				inside = inside || children[i].Contains(origin)
			}
			if ok != found || ok && hit.Fraction != best {
				t.Fatalf("seed %d: ray %v %+v, want %v %g", seed, ok, hit, found, best)
			}
			if g.Contains(origin) != inside {
				t.Fatalf("seed %d: contains %v, want %v", seed, !inside, inside)
			}
		}
	}
	plane, _ := NewPlane(vec.AxisY, 0)
	for name, list := range map[string][]Geometry{"none": nil, "plane": {plane}, "zero": {{}}} {
		if _, err := NewCompound(list); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
