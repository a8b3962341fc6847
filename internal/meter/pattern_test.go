package meter

import (
	"math"
	"strings"
	"testing"
)

// TestPatterns: the largest, least, mean and sum over a pattern are those of its things measured one by one.
func TestPatterns(t *testing.T) {
	r := run(t, "driving", 0)
	list, err := Parse(`max(body("wheel[*]").speed), min(body("wheel[*]").speed), mean(body("wheel[*]").speed),
		sum(body("wheel[*]").speed), body("wheel[1]").speed, body("wheel[2]").speed, body("wheel[3]").speed,
		body("wheel[4]").speed, max(wheel("wheel*").load) - min(wheel("*").load), max(joint("chassis", "w*l[2]").rate)`)
	if err == nil {
		err = Bind(r.World, nil, list)
	}
	if err != nil {
		t.Fatal(err)
	}
	s := NewSet(list)
	for range 50 {
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
		v := s.Measure(r.World, After(r.StepCount, 100), nil)
		one := v[4:8]
		total := one[0] + one[1] + one[2] + one[3]
		if most := max(one[0], one[1], one[2], one[3]); v[0] != most {
			t.Fatalf("step %d: the largest is %g, want %g", r.StepCount, v[0], most)
		}
		if least := min(one[0], one[1], one[2], one[3]); v[1] != least {
			t.Fatalf("step %d: the least is %g, want %g", r.StepCount, v[1], least)
		}
		if math.Abs(v[2]-total/4)+math.Abs(v[3]-total) > 1e-12*total {
			t.Fatalf("step %d: the mean is %g and the sum %g, want %g and %g", r.StepCount, v[2], v[3], total/4, total)
		}
		if r.StepCount == 50 && !(v[8] > 0) {
			t.Errorf("in a curve all wheels carry the same load: they differ by %g N", v[8])
		}
	}
	if n := testing.AllocsPerRun(20, func() { _ = s.Measure(r.World, After(50, 100), make([]float64, 0, 16)) }); n > 1 {
		t.Errorf("a measurement allocates %g times", n)
	}
	if s.Meters()[0].Unit != "m/s" || list[8].Unit != "N" {
		t.Errorf("units %q and %q, want m/s and N", s.Meters()[0].Unit, list[8].Unit)
	}
}

// TestPatternsNeedOne: a pattern is no number by itself, and one that finds nothing says what there is.
func TestPatternsNeedOne(t *testing.T) {
	r := run(t, "driving", 0)
	for text, want := range map[string]string{
		`body("wheel*").speed`:                                   "is a pattern: max, min, mean or sum",
		`max(body("tyre*").speed)`:                               "wheel[1], wheel[2]",
		`max(body("wheel*").speed) + max(body("wheel*").height)`: "units must agree",
		`mean(speed.max)`:                                        "takes a quantity of a pattern",
		`max(abs(body("wheel*").roll))`:                          "takes a quantity of a pattern",
		`max(body("chassis").speed)`:                             "takes a quantity of a pattern",
		`sum(contact("wheel*", "body0").force)`:                  "a pattern stands for bodies, joints, wheels and islands",
		`max(joint("*").angle)`:                                  "",
	} {
		m, err := Expression(text)
		if err == nil {
			err = m.Bind(r.World, nil)
		}
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// TestMatches: a star is any text, and all else stands for itself.
func TestMatches(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{{"wheel[*]", "wheel[12]", true}, {"wheel[*]", "wheel", false}, {"*", "", true}, {"a*a", "a", false},
		{"a*a", "aba", true}, {"figure*/left calf", "figure3/left calf", true}, {"*b*", "abc", true},
		{"*b*", "acd", false}, {"wheel", "wheel[1]", false}} {
		if got := matches(c.pattern, c.text); got != c.want {
			t.Errorf("%q of %q: %t", c.pattern, c.text, got)
		}
	}
}
