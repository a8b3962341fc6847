package main

import (
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"tumble/internal/cli"
)

// TestMan holds that the manual page has every command and every flag that users see.
func TestMan(t *testing.T) {
	page := mustSandbox(t, "man")
	for _, c := range newRoot().Commands() {
		if !c.IsAvailableCommand() || c.Name() == "help" {
			continue
		}
		_, section, found := strings.Cut(page, ".SS "+c.Name()+"\n")
		if !found {
			t.Errorf("the manual page leaves out %s", c.Name())
			continue
		}
		section, _, _ = strings.Cut(section, ".SS ")
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if flag := `\-\-` + strings.ReplaceAll(f.Name, "-", `\-`); !f.Hidden && !strings.Contains(section, flag+" ") {
				t.Errorf("the manual page of %s leaves out --%s", c.Name(), f.Name)
			}
		})
	}
}

// TestRoff holds that text keeps its dots, quotes, hyphens and backslashes.
func TestRoff(t *testing.T) {
	if got, want := roff(".a\n'b --c \\d"), "\\&.a\n\\&'b \\-\\-c \\ed"; got != want {
		t.Errorf("roff: %q, want %q", got, want)
	}
}

// TestParseCamera tells views from words and refuses the rest.
func TestParseCamera(t *testing.T) {
	view, own, err := parseCamera("1, 2,3,10,45,-20")
	if err != nil || !own || view.Target.Z != 3 || view.Distance != 10 || view.Yaw != 45 || view.Pitch != -20 {
		t.Errorf("view %+v, %v, %v", view, own, err)
	}
	for _, word := range []string{"scene", "frame"} {
		if _, own, err := parseCamera(word); own || err != nil {
			t.Errorf("%s: %v, %v", word, own, err)
		}
	}
	for _, bad := range []string{"", "front", "1,2,3", "1,2,3,0,0,0", "1,2,3,4,5,90", "1,2,3,4,5,NaN", "1,2,3,4,5,6,7"} {
		if _, _, err := parseCamera(bad); cli.ExitCode(err) != cli.ExitUsage {
			t.Errorf("--camera %q: %v", bad, err)
		}
	}
}
