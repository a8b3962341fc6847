package sweep

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// points are all points of the design of a study.
func points(s *Study) (all [][]float64) {
	for i := range s.Design.Points() {
		all = append(all, s.Design.Point(i, nil))
	}
	return all
}

func TestGrid(t *testing.T) {
	text := strings.NewReplacer(`"latin"`, `"grid"`, "cells = 8", "", "[0.05, 1.0]", "[0.25, 1.0]\ncount = 3", "[1, 8]",
		"[1, 8]\ncount = 4").Replace(pile(8, 10))
	got := fmt.Sprint(points(mustRead(t, writeStudy(t, text))))
	// friction in equal ratios, sub-steps rounded
	if want := "[[0.25 1] [0.25 3] [0.25 6] [0.25 8] [0.5 1] [0.5 3] [0.5 6] [0.5 8] [1 1] [1 3] [1 6] [1 8]]"; got !=
		want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestLatin: in each of n strata of each parameter lies one point.
func TestLatin(t *testing.T) {
	s := mustRead(t, writeStudy(t, pile(64, 10)))
	for j := range s.Parameters {
		count := map[int]int{}
		for _, p := range points(s) {
			if j == 0 {
				count[int(s.Parameters[0].Fraction(p[0])*64-1e-6)]++
			} else {
				count[int(p[1])]++
			}
		}
		for stratum, n := range count {
			if want := []int{1, 8}[j]; n != want {
				t.Errorf("parameter %d: %d points in stratum %d, want %d", j, n, stratum, want)
			}
		}
	}
}

// TestHaltonIsEven: every box of the unit square has close to its share of the points, closer than random ones do.
func TestHaltonIsEven(t *testing.T) {
	worst := map[string]float64{}
	for _, kind := range []string{"halton", "random"} {
		text := strings.NewReplacer("latin", kind, "substeps", "contact.hertz", "[1, 8]",
			"[20, 60]").Replace(pile(512, 10))
		s := mustRead(t, writeStudy(t, text))
		all := points(s)
		for a := 0.1; a < 1; a += 0.1 {
			for b := 0.1; b < 1; b += 0.1 {
				inside := 0
				for _, p := range all {
					if s.Parameters[0].Fraction(p[0]) < a && s.Parameters[1].Fraction(p[1]) < b {
						inside++
					}
				}
				worst[kind] = max(worst[kind], math.Abs(float64(inside)/512-a*b))
			}
		}
	}
	if worst["halton"] > 0.015 || worst["random"] > 0.1 || worst["random"] < worst["halton"] {
		t.Errorf("discrepancies %v", worst)
	}
}

// TestElementary: neighbours in a trajectory differ in one parameter, and each parameter differs once.
func TestElementary(t *testing.T) {
	s := mustRead(t, writeStudy(t, strings.Replace(pile(30, 10), "latin", "elementary", 1)))
	all := points(s)
	if s.Design.Trajectory() != 3 {
		t.Fatalf("%d points in a trajectory", s.Design.Trajectory())
	}
	for i := 0; i < len(all); i += 3 {
		changed := map[int]bool{}
		for k := i + 1; k < i+3; k++ {
			for j := range all[k] {
				if all[k][j] != all[k-1][j] {
					changed[j] = true
				}
			}
		}
		if len(changed) != 2 {
			t.Errorf("trajectory %d: %v", i/3, all[i:i+3])
		}
	}
}

// TestValuesAreInRange and in single precision, for both scales and whole numbers; all values of a whole range come up.
func TestValuesAreInRange(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 10000 {
		lo := math.Exp(random.Float64()*10 - 5)
		p := Parameter{Low: lo, High: lo * (1 + 100*random.Float64()), Log: random.IntN(2) == 0}
		u := random.Float64()
		v := p.At(u)
		if !(v >= float64(float32(p.Low)) && v <= float64(float32(p.High))) || v != float64(float32(v)) ||
			math.Abs(p.Fraction(v)-u) > 1e-4 {
			t.Fatalf("%+v at %g: %g, which is at %g", p, u, v, p.Fraction(v))
		}
	}
	p := Parameter{Low: 1, High: 4, Whole: true}
	count := map[float64]int{}
	for i := range 4000 {
		count[p.At(float64(i)/4000)]++
	}
	for v := 1.0; v <= 4; v++ {
		if count[v] != 1000 {
			t.Errorf("%v", count)
		}
	}
}

// TestPower compares with the library.
func TestPower(t *testing.T) {
	for _, base := range []float64{0.001, 0.5, 1, 2, 1e6} {
		for u := 0.0; u <= 1; u += 1.0 / 64 {
			if got, want := power(base, u), math.Pow(base, u); math.Abs(got-want) > 1e-11*want {
				t.Errorf("%g^%g: %g, want %g", base, u, got, want)
			}
		}
	}
}

// TestBisection finds planted bounds, on both scales and in whole numbers, within the tolerance and the length of a
// chain.
func TestBisection(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 1))
	for _, scale := range []string{"range = [0.05, 1.0]", "range = [0.05, 1.0]\nscale = \"log\"", "whole"} {
		text := strings.NewReplacer(`"latin"`, "\"bisection\"\nparameter = \"material.friction\"\ntolerance = 0.01",
			"cells = 8", "",
			"range = [0.05, 1.0]\nscale = \"log\"", scale, "[1, 8]", "[1, 8]\ncount = 2").Replace(pile(8, 10))
		if scale == "whole" {
			text = strings.NewReplacer(`"latin"`, "\"bisection\"\nparameter = \"substeps\"", "cells = 8", "",
				"scale = \"log\"", "count = 2").Replace(pile(8, 10))
		}
		s := mustRead(t, writeStudy(t, text))
		d := &s.Design
		p := &s.Parameters[d.Bisected]
		for range 200 {
			bound := p.Low + random.Float64()*(p.High-p.Low)
			var values []float64
			var held []bool
			lo, hi := math.Inf(-1), math.Inf(1)
			for {
				v, more := d.Next(values, held)
				if !more {
					break
				}
				values, held = append(values, v), append(held, v >= bound)
				if v >= bound {
					hi = min(hi, v)
				} else {
					lo = max(lo, v)
				}
			}
			if len(values) > d.Chain || !(hi-lo <= d.Tolerance*1.001) || bound < lo || bound > hi {
				t.Fatalf("%s: bound %g is between %g and %g after %d of %d points", scale, bound, lo, hi, len(values),
					d.Chain)
			}
		}
	}
}

// TestBisectionRuns: a study finds the smallest friction at which nothing slides, the same on any number of workers,
// and goes on after a stop.
func TestBisectionRuns(t *testing.T) {
	text := strings.NewReplacer(`"latin"`, "\"bisection\"\nparameter = \"material.friction\"\ntolerance = 0.02",
		"cells = 8", "",
		"\nscale = \"log\"", "", "[1, 8]", "[2, 4]\ncount = 2", "speed.max > 0.2", "drift.max > 0.05", "pyramid36",
		"card_house").Replace(pile(8, 60))
	s := mustRead(t, writeStudy(t, text))
	want := mustRun(t, s, options(t.TempDir(), inline(1)))
	dirs := [2]string{t.TempDir(), t.TempDir()}
	for i, dir := range dirs {
		o := options(dir, inline(2))
		o.Shard, o.Shards = i, 2
		if _, err := Run(t.Context(), s, o); err != nil {
			t.Fatal(err)
		}
	}
	merged := t.TempDir()
	if _, missing, err := Merge(merged, dirs[:]...); err != nil || missing != 0 || tables(t, merged) != want {
		t.Errorf("two shares: %d missing, %v", missing, err)
	}
	if n := strings.Count(want, "\n"); n < 2*8 {
		t.Errorf("only %d lines:\n%s", n, want)
	}
}
