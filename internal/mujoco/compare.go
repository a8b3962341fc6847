package mujoco

import (
	"fmt"
	"math"
)

// Comparison has the differences between a world and the model that MuJoCo compiled.
type Comparison struct {
	Compiler string `json:"compiler"`
	Version  string `json:"version"`
	// Tolerance of relative differences.
	Tolerance float64 `json:"tolerance"`
	Rows      []Row   `json:"rows"`
	// Differences are the bodies that differ.
	Differences []string `json:"differences"`
}

// Row is a quantity of a whole model.
type Row struct {
	Name string `json:"name"`
	// Here and There are its values in the world and in MuJoCo.
	Here  float64 `json:"here"`
	There float64 `json:"mujoco"`
	// Difference is relative; of limits it is in rad or m.
	Difference float64 `json:"difference"`
	// Where is the body with the largest difference, for quantities of bodies.
	Where string `json:"where,omitempty"`
}

// Same reports whether nothing differs.
func (c *Comparison) Same() bool { return len(c.Differences) == 0 }

// pair is a body of the world and the same body in MuJoCo; nil stands for a body that one side lacks.
type pair struct{ here, there *Body }

// Compare compares the bodies of a world with a model.
func (c *Compiler) Compare(here []Body, m *Model) Comparison {
	out := Comparison{Compiler: c.Name, Version: m.Version, Tolerance: c.Tolerance, Differences: []string{}}
	count := func(name string, of func(*Body) float64) {
		out.Rows = append(out.Rows, Row{Name: name, Here: sum(here, of), There: sum(m.Bodies, of)})
		r := &out.Rows[len(out.Rows)-1]
		r.Difference = relative(r.Here, r.There)
	}
	count("bodies", func(*Body) float64 { return 1 })
	count("mass", func(b *Body) float64 { return b.Mass })
	count("free", func(b *Body) float64 {
		if b.Free {
			return 1
		}
		return 0
	})
	count("coordinates", func(b *Body) float64 { return float64(b.Coordinates) })
	count("limits", func(b *Body) float64 { return float64(len(b.Limits)) })
	worst := []Row{{Name: "mass of one"}, {Name: "centre"}, {Name: "inertia"}, {Name: "range"}}
	for _, p := range paired(here, m.Bodies) {
		c.compare(p, worst, &out)
	}
	out.Rows = append(out.Rows, worst...)
	return out
}

func sum(bodies []Body, of func(*Body) float64) float64 {
	s := 0.0
	for i := range bodies {
		s += of(&bodies[i])
	}
	return s
}

// relative is the difference of two numbers by the larger one.
func relative(a, b float64) float64 {
	if a == b {
		return 0
	}
	return math.Abs(a-b) / max(math.Abs(a), math.Abs(b))
}

// paired finds for each body the one with its name; of several with one name, and of those without, those in the same
// order.
func paired(here, there []Body) []pair {
	named := map[string][]*Body{}
	for i := range here {
		named[here[i].Name] = append(named[here[i].Name], &here[i])
	}
	var list []pair
	found := map[*Body]bool{}
	for i := range there {
		p := pair{there: &there[i]}
		if same := named[p.there.Name]; len(same) > 0 {
			p.here, named[p.there.Name] = same[0], same[1:]
			found[p.here] = true
		}
		list = append(list, p)
	}
	for i := range here {
		if !found[&here[i]] {
			list = append(list, pair{here: &here[i]})
		}
	}
	return list
}

// compare adds a pair to the largest differences, and to the list where they are too large.
func (c *Compiler) compare(p pair, worst []Row, out *Comparison) {
	tell := func(name, format string, args ...any) {
		out.Differences = append(out.Differences, fmt.Sprintf("body %q: ", name)+fmt.Sprintf(format, args...))
	}
	switch {
	case p.here == nil:
		tell(p.there.Name, "is in MuJoCo alone")
		return
	case p.there == nil:
		tell(p.here.Name, "is here alone")
		return
	}
	a, b := p.here, p.there
	check := func(row int, difference, here, there float64, word string) {
		if w := &worst[row]; difference > w.Difference {
			w.Difference, w.Here, w.There, w.Where = difference, here, there, a.Name
		}
		if difference > c.Tolerance {
			tell(a.Name, "%s: %.7g here, %.7g in MuJoCo: %.2g", word, here, there, difference)
		}
	}
	check(0, relative(a.Mass, b.Mass), a.Mass, b.Mass, "mass (kg)")
	moment := max(b.Inertia.largest(), math.SmallestNonzeroFloat64)
	radius := math.Sqrt(moment / max(b.Mass, math.SmallestNonzeroFloat64))
	if b.Free && b.Center == (vector{}) {
		compareMoments(a, b, moment, check)
	} else {
		compareInertia(a, b, moment, radius, check)
	}
	if a.Free != b.Free {
		tell(a.Name, "free: %v here, %v in MuJoCo", a.Free, b.Free)
	}
	if a.Coordinates != b.Coordinates {
		tell(a.Name, "coordinates: %d here, %d in MuJoCo", a.Coordinates, b.Coordinates)
	}
	if len(a.Limits) != len(b.Limits) {
		tell(a.Name, "limits: %d here, %d in MuJoCo", len(a.Limits), len(b.Limits))
		return
	}
	for _, limit := range pairedLimits(a.Limits, b.Limits) {
		d := max(math.Abs(limit[0][0]-limit[1][0]), math.Abs(limit[0][1]-limit[1][1]))
		check(3, d/max(1, math.Abs(limit[1][0]), math.Abs(limit[1][1])), limit[0][1], limit[1][1],
			fmt.Sprintf("limits %.5g to %.5g, in MuJoCo %.5g to %.5g; the upper", limit[0][0], limit[0][1], limit[1][0],
				limit[1][1]))
	}
}

// checker tells of a difference, if it is too large, and keeps the largest of its row.
type checker func(row int, difference, here, there float64, word string)

// compareInertia compares centre and inertia in the frame of the body: lengths with the radius of gyration, moments
// with the largest.
func compareInertia(a, b *Body, moment, radius float64, check checker) {
	for k := range 3 {
		check(1, math.Abs(a.Center[k]-b.Center[k])/radius, a.Center[k], b.Center[k], "centre "+"xyz"[k:k+1]+" (m)")
		for i := range k + 1 {
			check(2, math.Abs(a.Inertia[i][k]-b.Inertia[i][k])/moment, a.Inertia[i][k], b.Inertia[i][k],
				"inertia "+"xyz"[i:i+1]+"xyz"[k:k+1]+" (kg·m²)")
		}
	}
}

// compareMoments compares the principal moments of a free body whose frame MuJoCo has moved into its centre of mass.
func compareMoments(a, b *Body, moment float64, check checker) {
	here, there := a.Inertia.moments(), b.Inertia.moments()
	for k := range 3 {
		check(2, math.Abs(here[k]-there[k])/moment, here[k], there[k], "principal moment (kg·m²)")
	}
}

// pairedLimits pairs limits that come closest to each other: joints of six coordinates have them in another order, and
// reversed where their axis is.
func pairedLimits(here, there [][2]float64) [][2][2]float64 {
	left := append([][2]float64(nil), here...)
	out := make([][2][2]float64, 0, len(there))
	for _, t := range there {
		best, distance := 0, math.Inf(1)
		var limits [2]float64
		for i, h := range left {
			for _, x := range [2][2]float64{h, {-h[1], -h[0]}} {
				if d := max(math.Abs(x[0]-t[0]), math.Abs(x[1]-t[1])); d < distance {
					best, distance, limits = i, d, x
				}
			}
		}
		left = append(left[:best], left[best+1:]...)
		out = append(out, [2][2]float64{limits, t})
	}
	return out
}
