package main

import (
	"strings"
	"testing"
)

// TestCompletion asks for completions as a shell does.
func TestCompletion(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"sim card", "card_house\t"},
		{"run card", "card_house\t"},
		{"bench box large_p", "large_pyramid\t"},
		{"sim box --set gravity.", "gravity.y=\t"},
		{"sim card_house --set scene.", "scene.storeys=\t"},
		{`sim driving --set body("wheel[3]").m`, `body("wheel[3]").mass=`},
		{"run --vsync ", "adaptive"},
		{"run --loop in", "interpolate"},
		{"shot box out.png --color sp", "speed"},
		{"help re", "replay\t"},
	} {
		args := append([]string{"__complete"}, strings.Split(c.args, " ")...)
		if out := mustSandbox(t, args...); !strings.Contains("\n"+out, "\n"+c.want) {
			t.Errorf("completion of %q: %q, want a line that begins with %q", c.args, out, c.want)
		}
	}
}
