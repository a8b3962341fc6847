package trial

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tumble/internal/app/apptest"
)

// kept is the file of a trial of three worlds that lasted 30 steps.
func kept(t *testing.T) (path string, r Record) {
	main := apptest.Session(t, "incline")
	if err := main.Take("gravity.y", "-5"); err != nil {
		t.Fatal(err)
	}
	f := &Trial{}
	p := plan("material.friction", "0.1", "0.9")
	p.From, p.Members[1].Name = FromStart, "rough"
	if err := f.Begin(main, p, false, nil); err != nil {
		t.Fatal(err)
	}
	for range 30 {
		step(t, f, main, nil)
	}
	f.End()
	path = filepath.Join(t.TempDir(), "a"+Extension)
	if err := f.SaveRecord(0, path); err != nil {
		t.Fatal(err)
	}
	return path, f.Records()[0]
}

// TestRecordFile: a trial comes back from its file with the values of the session, its members, rows and numbers.
func TestRecordFile(t *testing.T) {
	path, want := kept(t)
	list, err := ReadFolder(filepath.Dir(path))
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	got := list[0]
	if len(got.Set) != 1 || got.Set[0] != (Value{"gravity.y", "-5"}) || got.Plan.Steps != 30 || got.Path != path {
		t.Errorf("%+v", got)
	}
	if got.Scene != want.Scene || got.Own != want.Own || !reflect.DeepEqual(got.Plan.Members, want.Plan.Members) ||
		len(got.Rows) != len(want.Rows) {
		t.Errorf("%+v, want %+v", got, want)
	}
	for i := range got.Rows {
		a, b := &got.Rows[i], &want.Rows[i]
		if a.Goal.String() != b.Goal.String() || a.Best != b.Best ||
			!sameNumbers(a.Values[:3], b.Values[:3]) {
			t.Errorf("row %d: %+v, want %+v", i, a, b)
		}
	}
}

func sameNumbers(a, b []float64) bool {
	for i := range a {
		if a[i] != b[i] && (a[i] == a[i] || b[i] == b[i]) {
			return false
		}
	}
	return true
}

// TestRecordFileRefuses: each fault of a file is named with the file.
func TestRecordFileRefuses(t *testing.T) {
	path, _ := kept(t)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, with, says string }{
		{"'from the start'", "'from afar'", "from:"},
		{"'material.friction=0.1'", "'=0.1'", "member 1"},
		{"'gravity.y=-5'", "'gravity.y'", "set:"},
		{"penetration.max max smaller", "penetration.most", "row 1"},
		{"best = ", "best = 9", "the best is 9"},
		{"scene = ", "scenes = ", "scenes"},
	} {
		if !strings.Contains(string(text), c.old) {
			t.Fatalf("%q is not in the file:\n%s", c.old, text)
		}
		bad := filepath.Join(t.TempDir(), "bad"+Extension)
		if err := os.WriteFile(bad, []byte(strings.Replace(string(text), c.old, c.with, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := ReadRecord(bad)
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), bad) ||
			c.old != "scene = " && !errors.Is(err, ErrTrial) {
			t.Errorf("%q: %v", c.with, err)
		}
		if list, err := ReadFolder(filepath.Dir(bad)); len(list) != 0 || err == nil {
			t.Errorf("%q: %v, %v", c.with, list, err)
		}
	}
}

// TestTrialLasts: a trial is over after the steps of its plan.
func TestTrialLasts(t *testing.T) {
	main := apptest.Session(t, "box")
	f := &Trial{}
	p := plan("substeps", "2")
	p.Steps = 3
	if err := f.Begin(main, p, false, nil); err != nil {
		t.Fatal(err)
	}
	defer f.End()
	for i := range 5 {
		step(t, f, main, nil)
		if f.Over() != (i == 2) {
			t.Errorf("after %d steps: %v", i+1, f.Over())
		}
	}
}
