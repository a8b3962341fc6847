package main

import (
	"io"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"tumble/internal/app/capture"
	"tumble/internal/cli"
	"tumble/physics/scenes"
)

// TestMan holds that the manual page has every command and every flag that users see.
func TestMan(t *testing.T) {
	page := mustSandbox(t, "man")
	for _, c := range newRoot(io.Discard, io.Discard).Commands() {
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
			if flag := `\-\-` + strings.ReplaceAll(f.Name, "-", `\-`); !f.Hidden &&
				!strings.Contains(section, flag+" ") {
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

// TestAim tells views from words and the names of cameras, and refuses the rest.
func TestAim(t *testing.T) {
	scene := &scenes.Scene{Name: "tumbler", View: scenes.View{Distance: 4},
		Views: []scenes.NamedView{{Name: "Side", View: scenes.View{Distance: 7, Yaw: 90}}}}
	var shot capture.Shot
	view, own, err := aim("1, 2,3,10,45,-20", scene, &shot)
	if err != nil || !own || view.Target.Z != 3 || view.Distance != 10 || view.Yaw != 45 || view.Pitch != -20 {
		t.Errorf("view %+v, %v, %v", view, own, err)
	}
	for _, word := range []string{"scene", "frame"} {
		if _, own, err := aim(word, scene, &shot); own || err != nil {
			t.Errorf("%s: %v, %v", word, own, err)
		}
	}
	if shot.Framing.Fill == 0 {
		t.Error("frame does not fill the picture")
	}
	if view, own, err := aim("Side", scene, &shot); !own || err != nil || view.Distance != 7 {
		t.Errorf("Side: %+v, %v, %v", view, own, err)
	}
	still, _ := capture.StillOf("tumbler")
	if view, own, err := aim("gallery", scene, &shot); !own || err != nil || view.Yaw != still.Yaw ||
		shot.Framing != still.Framing {
		t.Errorf("gallery: %+v, %v, %v", view, own, err)
	}
	for _, bad := range []string{"", "front", "side", "1,2,3", "1,2,3,0,0,0", "1,2,3,4,5,90", "1,2,3,4,5,NaN",
		"1,2,3,4,5,6,7"} {
		if _, _, err := aim(bad, scene, &shot); cli.ExitCode(err) != cli.ExitUsage {
			t.Errorf("--camera %q: %v", bad, err)
		}
	}
	scene.Name = "box"
	if _, _, err := aim("gallery", scene, &shot); cli.ExitCode(err) != cli.ExitUsage {
		t.Errorf("gallery of a scene without a picture: %v", err)
	}
}
