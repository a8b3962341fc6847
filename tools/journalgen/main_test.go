package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const physics = "../../physics"

// TestOutputIsCommitted: go generate gives what is in the repository, byte for byte.
func TestOutputIsCommitted(t *testing.T) {
	files, err := generate(physics)
	if err != nil {
		t.Fatal(err)
	}
	for name, got := range files {
		want, err := os.ReadFile(filepath.Join(physics, name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the generator writes: run go generate ./physics", name)
		}
	}
}

// Codes stay with their calls: new ones get the next numbers, and those of calls that are gone are not given again.
func TestCodesStay(t *testing.T) {
	named := func(names ...string) (calls []call) {
		for _, n := range names {
			receiver, method, _ := strings.Cut(n, ".")
			calls = append(calls, call{receiver: receiver, method: method})
		}
		return calls
	}
	text := ""
	for _, c := range []struct {
		calls []call
		want  string
	}{
		{named("Body.B", "Body.D"), "BodyB 1, BodyD 2"},
		{named("Body.A", "Body.B", "Body.D"), "BodyB 1, BodyD 2, BodyA 3"},
		{named("Body.A", "Body.D"), "(BodyB 1), BodyD 2, BodyA 3"},
		{named("Body.A", "Body.C", "Body.D"), "(BodyB 1), BodyD 2, BodyA 3, BodyC 4"},
	} {
		list, err := number(c.calls, text)
		if err != nil {
			t.Fatal(err)
		}
		b, err := pretty(codesFile, writeCodes(list))
		if err != nil {
			t.Fatal(err)
		}
		text = string(b)
		var got []string
		for _, e := range list {
			s := e.name + " " + string(rune('0'+e.code))
			if e.gone {
				s = "(" + s + ")"
			}
			got = append(got, s)
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s, want %s", s, c.want)
		}
	}
	if _, err := number(named("Body.A"), strings.Replace(text, "BodyD Op = 2", "BodyD Op = 3", 1)); err == nil {
		t.Error("a code was given twice")
	}
}

func TestLower(t *testing.T) {
	for name, want := range map[string]string{"AABB": "aabb", "BodyDef": "bodyDef", "Vec3": "vec3",
		"KHRRule": "khrRule"} {
		if got := lower(name); got != want {
			t.Errorf("%s becomes %s, want %s", name, got, want)
		}
	}
}
