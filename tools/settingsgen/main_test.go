package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const physics = "../../physics"

func source(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(physics, declaration))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// solverOf is the package that go generate names.
func solverOf(t *testing.T) string {
	t.Helper()
	m := regexp.MustCompile(`//go:generate .* -solver (\S+)`).FindStringSubmatch(source(t))
	if m == nil {
		t.Fatal("the declaration does not say how it is generated")
	}
	return m[1]
}

// TestOutputIsCommitted: go generate gives what is in the repository, byte for byte.
func TestOutputIsCommitted(t *testing.T) {
	table, state, err := generate(declaration, []byte(source(t)), solverOf(t))
	if err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string][]byte{tableFile: table, stateFile: state} {
		want, err := os.ReadFile(filepath.Join(physics, name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the generator writes: run go generate ./physics", name)
		}
	}
}

// A declaration that contradicts itself is refused, with the field and the reason.
func TestRefuses(t *testing.T) {
	all := source(t)
	for _, c := range []struct{ from, to, says string }{
		{`key:"max.rotation"`, `key:"max.turn"`, "MaxRotation: key \"max.turn\": must have the letters of the field"},
		{`default:"80" usual:"1 240 log"`, `default:"0" usual:"1 240 log"`, "ContactHertz: default 0"},
		{`usual:"0 0.2"`, `usual:"0 2"`, "SpeculativeDistance: range"},
		{`usual:"0 5"`, `usual:"0 5 log"`, "SleepTime: range"},
		{`range:"1 64"`, `range:"1"`, "SubSteps: range"},
		{`range:"1 64"`, `rang:"1 64"`, "SubSteps: the tag has no part rang"},
		{`default:"true" heading:"Sleep"`, `default:"perhaps" heading:"Sleep"`, "SleepEnabled: strconv"},
		{`heading:"World"`, ``, "Gravity: has no heading"},
		{`old:"warmstart"`, `old:"continuous"`, "the key continuous is taken"},
		{"// SubSteps is", "// Steps is", "SubSteps: the comment must start"},
		{"SubSteps int32", "SubSteps int", "SubSteps: must be of float32"},
	} {
		if !strings.Contains(all, c.from) {
			t.Fatalf("the declaration has no %s", c.from)
		}
		_, _, err := generate(declaration, []byte(strings.Replace(all, c.from, c.to, 1)), solverOf(t))
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want %q", c.to, err, c.says)
		}
	}
}

// A declaration reaches the table: unit and sentence from the comment, label from the field.
func TestComment(t *testing.T) {
	list, err := read("x.go", []byte("package x\n\ntype Settings struct {\n"+
		"\t// JointStiffness (N/m) is the stiffness of joints, at most\n\t// half. Zero for none.\n"+
		"\tJointStiffness float32 `key:\"joint.stiffness\" range:\"0 2\" default:\"1\" heading:\"Joints\" hash:\"no\"`\n}\n"))
	if err != nil {
		t.Fatal(err)
	}
	s := list[0]
	if s.unit != "N/m" || s.text != "the stiffness of joints, at most half." || s.label != "Stiffness" || s.hashed ||
		s.high != 2 {
		t.Errorf("%+v", s)
	}
}
