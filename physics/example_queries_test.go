package physics_test

import (
	"fmt"

	"tumble/physics"
)

// A ray finds the nearest surface; the same ray from its end finds where it leaves the solid.
func ExampleWorld_RayCast() {
	w, _ := physics.NewWorld(physics.DefaultWorldDef())
	dynamic(w, physics.V3(3, 0, 0), physics.BoxHalf(0.5, 0.5, 0.5))

	translation := physics.V3(10, 0, 0)
	in, _ := w.RayCast(physics.V3(0, 0, 0), translation, physics.DefaultQueryFilter())
	out, _ := w.RayCast(translation, translation.Mul(-1), physics.DefaultQueryFilter())
	fmt.Printf("in at %.1f m, normal %.0f; out at %.1f m\n", in.Point.X, in.Normal.X, out.Point.X)
	// Output: in at 2.5 m, normal -1; out at 3.5 m
}

// Shapes within a box, and the shape nearest to a point.
func ExampleWorld_ClosestPoint() {
	w, _ := physics.NewWorld(physics.DefaultWorldDef())
	for i := range 5 {
		dynamic(w, physics.V3(float32(2*i), 0, 0), physics.Sphere{Radius: 0.5})
	}
	box := physics.AABB{Min: physics.V3(1, -1, -1), Max: physics.V3(5, 1, 1)}
	fmt.Println(len(w.OverlapBox(box, physics.DefaultQueryFilter(), nil)), "in the box")

	hit, ok := w.ClosestPoint(physics.V3(4, 2, 0), 5, physics.DefaultQueryFilter())
	fmt.Printf("%v, %.1f m away\n", ok, hit.Distance)
	// Output:
	// 2 in the box
	// true, 1.5 m away
}

// A box is swept until it meets something.
func ExampleWorld_ShapeCast() {
	w, _ := physics.NewWorld(physics.DefaultWorldDef())
	floor(w)
	probe, err := physics.NewProbe(physics.BoxHalf(0.5, 0.5, 0.5))
	if err != nil {
		fmt.Println(err)
		return
	}
	from := physics.Transform{P: physics.V3(0, 5.5, 0), Q: physics.QuatIdentity}
	hit, ok := w.ShapeCast(probe, from, physics.V3(0, -10, 0), physics.DefaultQueryFilter())
	fmt.Printf("%v after %.1f m\n", ok, 10*hit.Fraction)
	// Output: true after 5.0 m
}
