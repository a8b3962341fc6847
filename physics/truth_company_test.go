package physics

import (
	"math"
	"testing"
)

// company is the name of bodies that a case shares its world with.
const company = "company"

// addCompany puts bodies of all sizes where they are far from everything: a ton on ten kilograms, which is solved by
// rigid rows, boxes deep in one another, whose energy is bounded, and a pile asleep.
func (c *truth) addCompany() {
	add := func(x, y float64, half float32, density float32) Body {
		sd := surface(0.6, 0.3)
		sd.Density = density
		b := addBodyDef(c.t, c.w, Dynamic, c.at(x, y, 0), c.q, BoxHalf(half, half, half), sd)
		b.SetName(company)
		return b
	}
	floor := addBodyDef(c.t, c.w, Static, c.at(300, 49, 0), c.q, BoxHalf(40, 1, 20), surface(0.6, 0))
	floor.SetName(company)
	add(280, 50.2, 0.2, 10)
	add(280, 51.4, 1, 1e5/8)
	for range 5 {
		add(300, 50.4, 0.4, 1000)
	}
	for i := range 6 {
		add(320, 50.5+float64(i), 0.5, 500).SetAwake(false)
	}
}

// bodies are those of the case.
func (c *truth) bodies() []Body {
	var list []Body
	for _, b := range c.w.Bodies(nil) {
		if b.Name() != company {
			list = append(list, b)
		}
	}
	return list
}

// TestTruthInCompany: what a case measures is the same to the last bit with a heavy body, a bounded island and a
// sleeping pile far away; every ninth case, all of them in soak.
func TestTruthInCompany(t *testing.T) {
	compared := 0
	for i, c := range truthCases() {
		if c.name == longestTruth || i%9 != 4 && !soak() {
			continue
		}
		t.Run(c.workers+"/"+c.name, func(t *testing.T) {
			alone := newTruth(t, truthSeed(t), uint64(i))
			_, want := c.run(alone)
			shared := newTruth(t, truthSeed(t), uint64(i))
			shared.company = true
			_, got := c.run(shared)
			if math.Float64bits(got) != math.Float64bits(want) {
				t.Errorf("%s: %v alone, %v in company", shared.setup, want, got)
			}
		})
		compared++
	}
	if compared < 10 {
		t.Errorf("only %d cases", compared)
	}
}
