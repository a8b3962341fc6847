package shaders

import (
	"strings"
	"testing"
	"testing/fstest"
)

func library(files map[string]string) Library {
	m := fstest.MapFS{}
	for name, text := range files {
		m[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return Library{files: m}
}

func TestEverySourceLoads(t *testing.T) {
	names, err := Embedded().Names()
	if err != nil {
		t.Fatal(err)
	}
	if len(names) < 20 {
		t.Fatalf("only %d shaders embedded: %v", len(names), names)
	}
	for _, name := range names {
		src, err := Embedded().Load(name)
		if err != nil {
			t.Error(err)
			continue
		}
		if !strings.HasPrefix(src.Text, "#version 410 core\n") || !strings.Contains(src.Text, "void main()") {
			t.Errorf("%s is no whole shader", name)
		}
	}
}

func TestIncludeKeepsLineNumbers(t *testing.T) {
	l := library(map[string]string{
		"a.frag":  "first\n#include \"b.glsl\"\nthird\n#include \"b.glsl\"\nfifth",
		"b.glsl":  "  #include \"c.glsl\"\nsecond of b",
		"c.glsl":  "only of c",
		"d.frag":  "x\n#include \"nowhere.glsl\"",
		"e.frag":  "x\ny\n#include nowhere.glsl",
		"f.frag":  "#version 300",
		"g.frag":  "#include \"h.glsl\"",
		"h.glsl":  "#include \"g.frag\"\nend",
		"ok.frag": "#include \"g.frag\"",
	})
	src, err := l.Load("a.frag", Define{"N", "3"})
	if err != nil {
		t.Fatal(err)
	}
	want := "#version 410 core\n#define N 3\n#line 1 0\nfirst\n#line 1 1\n#line 1 2\nonly of c\n" +
		"#line 2 1\nsecond of b\n#line 3 0\nthird\n#line 5 0\nfifth\n"
	if src.Text != want {
		t.Errorf("text:\n%s\nwant:\n%s", src.Text, want)
	}
	for name, message := range map[string]string{
		"d.frag": "d.frag:2", "e.frag": "e.frag:3", "f.frag": "f.frag:1", "none.frag": "none.frag",
	} {
		if _, err := l.Load(name); err == nil || !strings.Contains(err.Error(), message) {
			t.Errorf("%s: error %v, want one that names %s", name, err, message)
		}
	}
	// files that include each other end, because each is taken once
	if _, err := l.Load("ok.frag"); err != nil {
		t.Error(err)
	}
	if _, err := l.Load("a.frag", Define{"N", "1\nevil"}); err == nil {
		t.Error("a define of two lines was taken")
	}
}

func TestExplain(t *testing.T) {
	src := Source{Name: "lit.frag", Files: []string{"lit.frag", "common.glsl"}}
	for log, want := range map[string]string{
		"1:14(7): error: `x' undeclared":      "common.glsl:14: error: `x' undeclared",
		"0(3) : error C1008: undefined":       "lit.frag:3: error C1008: undefined",
		"ERROR: 1:9: 'y' : syntax":            "common.glsl:9: error: 'y' : syntax",
		"WARNING: 0:9: unused\n\x00":          "lit.frag:9: warning: unused",
		"7:1(1): error: from nowhere":         "7:1(1): error: from nowhere",
		"error: linking failed\n0:1(1): warn": "error: linking failed\nlit.frag:1: warn",
	} {
		if got := src.Explain(log); got != want {
			t.Errorf("%q: %q, want %q", log, got, want)
		}
	}
}

// TestES holds that the translation to OpenGL ES leaves no word that it has not, and one main function.
func TestES(t *testing.T) {
	names, err := Embedded().Names()
	if err != nil {
		t.Fatal(err)
	}
	translated := 0
	for _, name := range names {
		src, err := Embedded().ES().Load(name, Define{"SAMPLES", "1"})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(src.Text, "#version 300 es\n") {
			t.Errorf("%s begins with %.20q", name, src.Text)
		}
		if strings.Contains(src.Text, "noperspective") {
			t.Errorf("%s interpolates without perspective", name)
		}
		if n := strings.Count(src.Text, "void main()"); n != 1 {
			t.Errorf("%s has %d main functions", name, n)
		}
		if strings.Contains(src.Text, "_w * gl_FragCoord.w") || strings.Contains(src.Text, " * gl_Position.w;") {
			translated++
		}
	}
	if translated != 6 {
		t.Errorf("%d shaders divide by w, want those of lines, points and quads", translated)
	}
}
