package app

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/internal/app/command"
	"tumble/internal/openscene"
	"tumble/physics/scenes"
)

// droppedEndings are those of the files that the program reads, and of some that it does not.
var droppedEndings = []string{".gltf", ".glb", ".urdf", ".xml", ".sdf", ".usda", ".usd", ".usdc", ".usdz", ".tumble",
	".capsule", ".toml", ".csv", ".mcap", ".png", ".obj", ".stl", ".zip", "", ".", ".GLTF"}

// garbage is a file that no program has written, or a sound one with bytes changed, cut off, or under another name.
func garbage(random *rand.Rand, sound [][]byte) []byte {
	data := slices.Clone(sound[random.IntN(len(sound))])
	switch random.IntN(5) {
	case 0:
		data = make([]byte, random.IntN(5000))
		for i := range data {
			data[i] = byte(random.Uint32())
		}
	case 1:
		data = data[:random.IntN(len(data)+1)]
	case 2:
		for range 1 + random.IntN(8) {
			data[random.IntN(len(data))] = byte(random.Uint32())
		}
	case 3:
		word := []string{"{", "[", "<a>", "\x00", "a.", "PK\x03\x04"}[random.IntN(6)]
		data = []byte(strings.Repeat(word, random.IntN(20_000)))
	}
	return data
}

// TestGarbageIsDropped drops files of every ending with any content on the window, with folders, loops of links,
// devices, and names that lead nowhere among them: one of them is opened or none, and the world on the screen is whole.
func TestGarbageIsDropped(t *testing.T) {
	rounds := 150
	if testing.Short() {
		rounds = 40
	}
	if os.Getenv("TUMBLE_SOAK") == "1" {
		rounds = 5000
	}
	folder := t.TempDir()
	t.Chdir(folder)
	r := newPanelRig(t, "pyramid36", func(_ *engine.LoopConfig, o *Options) {
		o.Journal.Folder, o.DefaultOutput = filepath.Join(folder, "journal"), filepath.Join(folder, "output")
	})
	in := func(name string) string { return filepath.Join(folder, name) }
	var sound [][]byte
	for _, ending := range []string{".gltf", ".glb", ".urdf", ".xml"} {
		path := in("sound" + ending)
		if err := openscene.Save(path, r.app.Session().Run, 100, scenes.View{}); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		sound = append(sound, data)
	}
	odd := []string{folder, "/dev/zero", "/dev/null", in("nothing.gltf"), in("loop.gltf"), in("endless.gltf"), "",
		"\x00.gltf", strings.Repeat("long", 2000) + ".gltf", "//host/share/a.gltf", "\xff\xfe.urdf"}
	_ = os.Symlink("loop.gltf", in("loop.gltf"))
	_ = os.Symlink("/dev/zero", in("endless.gltf"))
	random := rand.New(rand.NewPCG(44, 1))
	opened := 0
	for round := range rounds {
		var paths []string
		for i := range 1 + random.IntN(3) {
			if random.IntN(4) == 0 {
				paths = append(paths, odd[random.IntN(len(odd))])
				continue
			}
			path := in(fmt.Sprint("dropped", i, droppedEndings[random.IntN(len(droppedEndings))]))
			if err := os.WriteFile(path, garbage(random, sound), 0o666); err != nil {
				t.Fatal(err)
			}
			paths = append(paths, path)
		}
		shown := r.app.session.Config.Scene.Name
		r.window.Drops = paths
		r.loop.Inbox().Push(input.Event{Kind: input.EventDrop})
		r.run(2)
		r.runUntil("the file is opened or refused", func() bool { return r.app.opening == nil })
		r.run(2)
		if name := r.app.session.Config.Scene.Name; name != shown {
			opened++
			if !slices.Contains(paths, name) {
				t.Errorf("round %d: %q opened %q", round, paths, name)
			}
		}
		if err := r.app.session.World().Validate(); err != nil {
			t.Fatalf("round %d, %q: %v", round, paths, err)
		}
		if random.IntN(3) == 0 {
			r.asked(command.NextScene)
			r.runUntil("the next file is opened or refused", func() bool { return r.app.opening == nil })
		}
	}
	r.close()
	if opened == 0 {
		t.Error("no file was opened")
	}
}

// hostileTexts are texts that users paste by accident.
var hostileTexts = []string{"", " ", "NaN", "-Inf", "1e999", "-0", "0x1p-1074", "99999999999999999999", "1;2",
	"../../../../x", "/", "/dev/full", "a\x00b", "%s%n%d",
	"\u202eelbmut\u202c", "👩‍👩‍👧‍👦🏳️‍🌈", "e\u0301\u0301\u0301", "\ufeff", "ＡＢＣ", "'\"`$(x)",
	"speed.max >", "((((((((", "box\nbox\tbox", "body(\"", "\U0010ffff"}

// hostileText is one of them, several, or a long one.
func hostileText(random *rand.Rand) string {
	text := hostileTexts[random.IntN(len(hostileTexts))]
	switch random.IntN(4) {
	case 0:
		return strings.Repeat(text, 1+random.IntN(40))
	case 1:
		return text + hostileTexts[random.IntN(len(hostileTexts))]
	}
	return text
}

// textKeys are those that texts know.
var textKeys = []input.Key{input.KeyBackspace, input.KeyDelete, input.KeyLeft, input.KeyRight, input.KeyHome,
	input.KeyEnd, input.KeyUp, input.KeyDown, input.KeyTab}

// TestHostileTexts types anything into whatever takes keys: every window, dialogue and knob that a command or a click
// opens. No world has a value that its parameters do not allow; nothing is written beside the folders of the program.
func TestHostileTexts(t *testing.T) {
	clicks, every := 24, 1
	if testing.Short() {
		clicks, every = 8, 3
	}
	if os.Getenv("TUMBLE_SOAK") == "1" {
		clicks = 400
	}
	folder := t.TempDir()
	t.Chdir(folder)
	random := rand.New(rand.NewPCG(44, 2))
	typed := 0
	for i := range command.All {
		c := &command.All[i]
		if i%every != 0 || c.ID == command.Quit || aside[c.ID] {
			continue
		}
		r := newPanelRig(t, "pyramid36", func(_ *engine.LoopConfig, o *Options) {
			o.Journal.Folder, o.Folder = filepath.Join(folder, "journal"), filepath.Join(folder, "settings")
			o.DefaultOutput = filepath.Join(folder, "output")
		})
		r.app.stall = func() {}
		r.app.tools.Mouse.Select(r.dynamic()[0])
		r.asked(c.ID)
		for range clicks {
			if !r.app.panels.WantsKeys() {
				r.move(random.Float64()*1280, random.Float64()*720)
				r.button(input.MouseLeft, input.Press, input.ModControl)
				r.button(input.MouseLeft, input.Release, input.ModControl)
			}
			if !r.app.panels.WantsKeys() {
				continue
			}
			typed++
			r.typed(hostileText(random))
			for range random.IntN(4) {
				r.key(textKeys[random.IntN(len(textKeys))], input.Mods(random.IntN(4)))
			}
			r.key([]input.Key{input.KeyEnter, input.KeyEnter, input.KeyEscape, input.KeyTab}[random.IntN(4)], 0)
			r.run(2)
			if err := r.app.session.World().Validate(); err != nil {
				t.Fatalf("%s: %v", c.Name, err)
			}
			for _, p := range r.app.session.Config.Registry().All() {
				if _, err := p.Parse(p.String()); err != nil {
					t.Errorf("%s: %s: %v", c.Name, p.Key, err)
				}
			}
		}
		r.runUntil("all is opened", func() bool { return r.app.opening == nil })
		r.close()
	}
	if typed < 20 {
		t.Errorf("only %d texts were typed", typed)
	}
	t.Logf("%d texts", typed)
	list, err := os.ReadDir(folder)
	for _, e := range list {
		if !slices.Contains([]string{"journal", "settings", "output"}, e.Name()) {
			t.Errorf("%s was written", e.Name())
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}
