package lab

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"tumble/physics/scenes"
)

// The longest stable step of real scenes: explicit Euler breaks from steps of some ten milliseconds, a stack does not,
// and a strategy whose steps are always short cannot be broken by the rate.
func TestFindBreaking(t *testing.T) {
	find := func(name string) *scenes.Scene {
		s, ok := scenes.Find(name)
		if !ok {
			t.Fatalf("no scene %s", name)
		}
		return s
	}
	list, err := FindBreaking(t.Context(), find("euler_spring"), []string{"interpolate", "semi-fixed", "whole-240"},
		nil)
	if err != nil {
		t.Fatal(err)
	}
	fixed, semi, whole := list[0], list[1], list[2]
	if fixed.Breaks <= fixed.Stable || fixed.Stable < .002 || fixed.Breaks > .1 || fixed.Why == "" {
		t.Errorf("%+v", fixed)
	}
	// its remainders are shorter
	if semi.Stable < fixed.Stable {
		t.Errorf("semi-fixed breaks at %v s, equal steps at %v s", semi.Stable, fixed.Stable)
	}
	if whole.Breaks != 0 || whole.Stable > 1.0/239 {
		t.Errorf("%+v", whole)
	}
	// contacts of 80 Hz: 2/ω is 4 ms, a fifth of the rate of four sub-steps is reached at 10 ms; a cradle's balls hang
	// on rigid joints
	if c := fixed.Computed; math.Abs(c.Explicit-1/(math.Pi*80)) > 1e-9 || math.Abs(c.Kept-.01) > 1e-9 ||
		c.Of != "contacts" {
		t.Errorf("computed: %+v", c)
	}
	var text bytes.Buffer
	if err := WriteBreaking(&text, list); err != nil || strings.Count(text.String(), "euler_spring") != 4 {
		t.Errorf("%v\n%s", err, &text)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := FindBreaking(ctx, find("stack10"), []string{"interpolate"}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
