package model

import (
	"go/parser"
	"strings"
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
)

// TestGoSource: a body as code parses, and has what differs from the defaults with exact numbers.
func TestGoSource(t *testing.T) {
	w, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	def := physics.DefaultBodyDef()
	def.Type, def.Name, def.Position, def.Bullet = physics.Dynamic, "crate 12", vec.V3(0.1, 2, -3), true
	b, err := w.CreateBody(def)
	if err != nil {
		t.Fatal(err)
	}
	hull, err := physics.NewHull([]vec.Vec3{vec.V3(0, 0, 0), vec.V3(1, 0, 0), vec.V3(0, 1, 0), vec.V3(0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	shape := physics.DefaultShapeDef()
	shape.Density, shape.Material.Friction = 700, 0.25
	for _, g := range []physics.Geometry{physics.BoxHalf(0.5, 0.25, 1), hull, physics.Sphere{Radius: 0.3}} {
		if _, err := b.CreateShape(g, shape); err != nil {
			t.Fatal(err)
		}
	}
	text, err := GoSource(b)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.ParseExpr("func() error {\n" + text + "return nil\n}"); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, want := range []string{`def.Name = "crate 12"`, "def.Type = physics.Dynamic", "X:0.1,", "def.Bullet = true",
		"physics.NewHull([]vec.Vec3{",
		"shape0.Density = 700", "shape2.Material.Friction = 0.25", "physics.Sphere{"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if strings.Contains(text, "Restitution") {
		t.Error("a default is written")
	}
}
