package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// write makes a module of these files and returns its root.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

const below = `package below

const (
	// Slop (m): length below which distances mean nothing. A hundredth of a box of 0.5 m, i.e. invisible. Without it: stack10 never sleeps.
	Slop = 0.005
)
`

const above = `package above

import (
	"math"
	"tumble/below"
)

// reach (m): gap that is looked at. Twice the slop, and
// 0.01 m at least. Without it: TestReach.
const reach = 2 * below.Slop

const (
	// most (1): contacts of a pair. Four hold a face. Without it: pyramid36 rocks.
	most = 4
	// angle (rad): a constant from outside.
	angle = math.Pi / 3
	// size: half of an edge. It fits. Without it: nothing.
	size = 0.5
	bare = 7.5
	// first and second (steps): bounds of a search; it needs ten. Without them: no bound.
	first = 20
	second = 2 * first
	// low (m), high (s) are ends. Without them: TestEnds.
	low, high = 1, 2
	// calm (steps): steps of rest. Two would do. Tried: at 1 TestCalm; at 90 none fails.
	calm = 9
	// still (steps): the same. Two would do. Tried: at 1 and 90 none fails.
	still = 9
	// bytes (bytes): size of a node. Given by: its fields.
	bytes = 9
	name = "no number"
)
`

func TestEntries(t *testing.T) {
	root := write(t, map[string]string{"below/constants.go": below, "above/constants.go": above})
	p, err := newTree(root).read("above")
	if err != nil {
		t.Fatal(err)
	}
	want := []entry{
		{"above/constants.go:10", "reach", "0.01 = 2 * below.Slop", "m", "gap that is looked at",
			"Twice the slop, and 0.01 m at least", "TestReach", without},
		{"above/constants.go:14", "most", "4", "1", "contacts of a pair", "Four hold a face", "pyramid36 rocks",
			without},
		{"above/constants.go:16", "angle", "math.Pi / 3", "rad", "a constant from outside", "", "", noTrial},
		{"above/constants.go:18", "size", "0.5", "", "half of an edge", "It fits", "nothing", without},
		{"above/constants.go:19", "bare", "7.5", "", "", "", "", noTrial},
		{"above/constants.go:21", "first", "20", "steps", "bounds of a search", "it needs ten", "no bound", without},
		{"above/constants.go:22", "second", "40 = 2 * first", "steps", "bounds of a search", "it needs ten", "no bound",
			without},
		{"above/constants.go:24", "low", "1", "m", "ends", "", "TestEnds", without},
		{"above/constants.go:24", "high", "2", "s", "ends", "", "TestEnds", without},
		{"above/constants.go:26", "calm", "9", "steps", "steps of rest", "Two would do",
			"at 1 TestCalm; at 90 none fails", tried},
		{"above/constants.go:28", "still", "9", "steps", "the same", "Two would do", "at 1 and 90 none fails", tried},
		{"above/constants.go:30", "bytes", "9", "bytes", "size of a node", "", "its fields", givenBy},
	}
	got := p.entries()
	if len(got) != len(want) {
		t.Fatalf("%d entries: %+v", len(got), got)
	}
	missing := []string{"", "", "reason", "unit", "comment", "", "", "", "", "", "", ""}
	gap := []string{"", "", "", "", "", "", "", "reason", "reason", "", "", ""}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("have %+v\nwant %+v", got[i], want[i])
		}
		if m := got[i].missing(); m == "" != (missing[i] == "") || !strings.Contains(m, missing[i]) {
			t.Errorf("%s lacks %q, want %q", got[i].name, m, missing[i])
		}
		if got[i].idle() != (got[i].name == "still") {
			t.Errorf("%s: idle %v", got[i].name, got[i].idle())
		}
		if g := got[i].gap(); g != gap[i] {
			t.Errorf("%s should have %q, want %q", got[i].name, g, gap[i])
		}
	}
	if p, _ = newTree(root).read("below"); p.entries()[0].reason != "A hundredth of a box of 0.5 m, i.e. invisible" {
		t.Errorf("%+v", p.entries()[0])
	}
}

// The table has every part, whatever its length; a comment that lacks one is an error.
func TestTable(t *testing.T) {
	root := write(t, map[string]string{"below/constants.go": below, "above/constants.go": above})
	var b bytes.Buffer
	if err := run(&b, root, false, []string{"below"}); err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"below\n", "NAME", "Slop  0.005  m ", "stack10 never sleeps",
		"1 constants, 0 without a reason"} {
		if !strings.Contains(b.String(), words) {
			t.Errorf("the table lacks %q:\n%s", words, b.String())
		}
	}
	if err := run(&b, root, false, nil); err == nil || !strings.Contains(err.Error(), "3 constants lack") {
		t.Errorf("error %v", err)
	}
}

func TestStrays(t *testing.T) {
	root := write(t, map[string]string{"a/constants.go": below, "a/a.go": `package below

const (
	first = iota
	second
)
const far = 100
const same = Slop

func f(x float64) float64 { return 0.5*x + 0.37 + float64(3) }
`, "a/a_test.go": "package below\n\nconst inTest = 5\n"})
	p, err := newTree(root).read("a")
	if err != nil {
		t.Fatal(err)
	}
	got := p.strays()
	if len(got) != 2 || got[0].text != "far 100" || got[1].text != "0.37 in f" {
		t.Errorf("%+v", got)
	}
}

// Every constant in a constants.go of the tree has a comment with meaning, unit, reason, and what breaks without it.
func TestLedgerIsComplete(t *testing.T) {
	const root = "../.."
	folders, err := packages(root)
	if err != nil {
		t.Fatal(err)
	}
	tree, count := newTree(root), 0
	for _, folder := range folders {
		p, err := tree.read(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range p.entries() {
			count++
			if m := e.missing() + e.gap(); m != "" {
				t.Errorf("%s: %s has no %s", e.at, e.name, m)
			}
		}
	}
	if count == 0 {
		t.Error("no package has a constants.go")
	}
}
