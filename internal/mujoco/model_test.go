package mujoco

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// armText is the output of MuJoCo for testdata/arm.xml.
func armText(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("testdata/arm.txt")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// program writes a shell script that stands for the tool compile of MuJoCo.
func program(t *testing.T, script string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("a shell script is no program there")
	}
	file := filepath.Join(t.TempDir(), "compile")
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestParse holds the bodies that a printed model has: what is fixed to a body is a part of it, limits are from the
// pose of the model.
func TestParse(t *testing.T) {
	m, err := parse(strings.NewReader(armText(t)))
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"base", "wrist", "hand", "bob", ""}
	if m.Version != "3.14.0" || len(m.Bodies) != len(names) {
		t.Fatalf("version %q, %d bodies", m.Version, len(m.Bodies))
	}
	coordinates := []int{1, 2, 1, 3, 0}
	for i, b := range m.Bodies {
		if b.Name != names[i] || b.Coordinates != coordinates[i] || b.Free != (i == 4) {
			t.Errorf("body %d: %q, %d coordinates, free %v", i, b.Name, b.Coordinates, b.Free)
		}
	}
	near := func(name string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-6*max(1, math.Abs(want)) {
			t.Errorf("%s is %.9g, not %.9g", name, got, want)
		}
	}
	base, hand := m.Bodies[0], m.Bodies[2]
	const box, welded = 0.2 * 0.4 * 0.6 * 700, 1.5
	near("the mass of the base", base.Mass, box+welded)
	near("its centre", base.Center[0], 0.4*welded/(box+welded))
	near("its lower limit", base.Limits[0][0], -math.Pi/2)
	near("the limits of the slide", hand.Limits[0][0], -0.15)
	near("the limits of the slide", hand.Limits[0][1], 0.25)
	// about z: the box and the capsule at 40° some way off
	const r, h = 0.05, 0.4
	cylinder, ends := welded*h/(h+4.0/3*r), welded*4.0/3*r/(h+4.0/3*r)
	along := cylinder*r*r/2 + ends*2*r*r/5
	across := cylinder*(r*r/4+h*h/12) + ends*(2*r*r/5+h*h/4+3*h*r/8)
	c, s := math.Cos(40*math.Pi/180), math.Sin(40*math.Pi/180)
	distance := (0.4*0.4 + 0.1*0.1) * box * welded / (box + welded)
	near("its inertia about z", base.Inertia[2][2], box/12*(0.2*0.2+0.4*0.4)+along*c*c+across*s*s+distance)

	for _, bad := range []string{"", "MuJoCo version 3\n", "MuJoCo version 3\nBODY 0:\nBODY 1:\n  body_parentid 7\n",
		"BODY 0:\n"} {
		if _, err := parse(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

// TestLargestMoment holds the largest principal moment of an inertia that is rotated.
func TestLargestMoment(t *testing.T) {
	for _, d := range []vector{{1, 2, 2.5}, {3, 3, 3}, {1e-6, 1e-3, 1e-3}, {0, 0, 0}} {
		i := diagonal(d).rotated(rotationOf(0.3, 0.5, -0.2, 0.7))
		m := i.moments()
		if m[0] < m[1]-1e-12 || m[1] < m[2]-1e-12 || math.Abs(m[0]+m[1]+m[2]-d[0]-d[1]-d[2]) > 1e-12 ||
			math.Abs(m[2]-min(d[0], d[1], d[2])) > 1e-8*m[0] {
			t.Errorf("%v has the moments %v", d, m)
		}
		if want := max(d[0], d[1], d[2]); math.Abs(i.largest()-want) > 1e-8*want {
			t.Errorf("%v has %g", d, i.largest())
		}
	}
}

// TestCompare holds which values count as different.
func TestCompare(t *testing.T) {
	read := func() *Model {
		m, err := parse(strings.NewReader(armText(t)))
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	c := Compiler{Tolerance: Tolerance}
	for name, change := range map[string]func(m *Model){
		"":                            func(*Model) {},
		`body "hand": mass`:           func(m *Model) { m.Bodies[2].Mass *= 1.001 },
		`body "hand": centre y`:       func(m *Model) { m.Bodies[2].Center[1] += 0.001 },
		`body "wrist": inertia xz`:    func(m *Model) { m.Bodies[1].Inertia[0][2] += 0.001 },
		`body "base": limits`:         func(m *Model) { m.Bodies[0].Limits[0][1] += 0.001 },
		`body "base": limits: 1`:      func(m *Model) { m.Bodies[0].Limits = nil },
		`body "bob": coordinates: 3`:  func(m *Model) { m.Bodies[3].Coordinates = 1 },
		`body "": free: true`:         func(m *Model) { m.Bodies[4].Free = false },
		`body "bob": is here alone`:   func(m *Model) { m.Bodies = append(m.Bodies[:3:3], m.Bodies[4]) },
		`body "new": is in MuJoCo`:    func(m *Model) { m.Bodies = append(m.Bodies, Body{Name: "new"}) },
		`body "hand": limits 0 to 1,`: func(m *Model) { m.Bodies[2].Limits[0] = [2]float64{-1, 1} },
	} {
		here, there := read(), read()
		if strings.Contains(name, "0 to 1") {
			here.Bodies[2].Limits[0] = [2]float64{0, 1}
		}
		change(there)
		found := c.Compare(here.Bodies, there)
		if name == "" {
			if !found.Same() {
				t.Errorf("equal models differ: %v", found.Differences)
			}
			continue
		}
		if found.Same() || !strings.Contains(strings.Join(found.Differences, "\n"), name) {
			t.Errorf("%s: %v", name, found.Differences)
		}
	}
	// MuJoCo moves the frame of a free body into its centre
	moved, aligned := read(), read()
	moved.Bodies[4].Center, moved.Bodies[4].Inertia = vector{1, 2, 3}, diagonal(vector{1, 2,
		2.5}).rotated(rotationOf(0.3, 0.5, -0.2, 0.7))
	aligned.Bodies[4].Inertia = diagonal(vector{2.5, 2, 1})
	if found := c.Compare(moved.Bodies, aligned); !found.Same() {
		t.Errorf("a free body in another frame differs: %v", found.Differences)
	}
	aligned.Bodies[4].Inertia = diagonal(vector{2.6, 2, 1})
	if found := c.Compare(moved.Bodies, aligned); found.Same() {
		t.Error("another inertia of a free body is no difference")
	}
	// a reversed axis has reversed limits
	here, there := read(), read()
	there.Bodies[0].Limits[0] = [2]float64{-here.Bodies[0].Limits[0][1], -here.Bodies[0].Limits[0][0]}
	if found := c.Compare(here.Bodies, there); !found.Same() {
		t.Errorf("a reversed axis differs: %v", found.Differences)
	}
}

// TestCompilers holds that a tool is found, asked and believed, and what is said where it refuses or is none.
func TestCompilers(t *testing.T) {
	ctx := context.Background()
	text, err := filepath.Abs("testdata/arm.txt")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		script string
		want   string // of the error
	}{
		"compiles":           {`cp '` + text + `' "$2"`, ""},
		"refuses with 0":     {`echo "XML Error: no such element"`, "XML Error: no such element"},
		"refuses with 1":     {`echo "bad model" >&2; exit 1`, "bad model"},
		"fails after it":     {`cp '` + text + `' "$2"; exit 1`, "exit status 1"},
		"says nothing":       {`true`, "wrote nothing"},
		"writes other words": {`echo hello > "$2"`, "no model of MuJoCo"},
	} {
		tool, err := Find(ctx, program(t, c.script))
		if err != nil {
			t.Fatal(err)
		}
		m, err := tool.Compile(ctx, "testdata/arm.xml")
		switch {
		case c.want == "" && (err != nil || len(m.Bodies) != 5):
			t.Errorf("%s: %v", name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Find(ctx, filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("no program is found")
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := Find(ctx, ""); err == nil {
		t.Error("a MuJoCo is found on an empty path")
	}
}

// FuzzParse looks for texts that break the reader.
func FuzzParse(f *testing.F) {
	f.Add(armText(f))
	f.Add("MuJoCo version 3\nqpos0 1\nBODY 0:\nBODY 1:\n  body_dofnum 1\nJOINT 0:\n  jnt_bodyid 1\n" +
		"  jnt_type 3\n  jnt_dofadr -1\nDOF 0:\n")
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := parse(strings.NewReader(text)); err == nil && m == nil {
			t.Error("neither a model nor an error")
		}
	})
}
