package physics_test

import (
	"bytes"
	"fmt"

	"tumble/physics"
)

// A world goes back to a snapshot and goes on from there, to the bit.
func ExampleWorld_Snapshot() {
	w, _ := physics.NewWorld(physics.DefaultWorldDef())
	floor(w)
	dynamic(w, physics.V3(0, 3, 0), physics.Sphere{Radius: 0.5})
	steps(w, 20)
	var kept physics.Snapshot
	w.Snapshot(&kept)
	steps(w, 100)
	first := w.Hash()

	w.Restore(&kept)
	steps(w, 100)
	fmt.Println(w.Hash() == first)
	// Output: true
}

// Events tell of contacts, after each step.
func ExampleWorld_Events() {
	w, _ := physics.NewWorld(physics.DefaultWorldDef())
	floor(w)
	ball := dynamic(w, physics.V3(0, 2, 0), physics.Sphere{Radius: 0.5})
	for _, s := range ball.Shapes(nil) {
		s.SetEvents(true, false, false)
	}
	for step := range 100 {
		steps(w, 1)
		for _, e := range w.Events().ContactBegin {
			fmt.Printf("step %d: contact at y = %.1f m\n", step+1, e.Point.Y)
		}
	}
	// Output: step 55: contact at y = 0.0 m
}

// A kinematic body moves on a way of its own and carries what lies on it.
func ExampleBody_SetTarget() {
	w, _ := physics.NewWorld(physics.DefaultWorldDef())
	def := physics.DefaultBodyDef()
	def.Type = physics.Kinematic
	lift := body(w, def, physics.BoxHalf(2, 0.5, 2))
	box := dynamic(w, physics.V3(0, 1, 0), physics.BoxHalf(0.5, 0.5, 0.5))
	for step := range 200 {
		to := physics.Transform{P: physics.V3(0, float32(step+1)*0.01, 0), Q: physics.QuatIdentity}
		lift.SetTarget(to, 1.0/100)
		steps(w, 1)
	}
	fmt.Printf("lift %.1f m, box %.1f m\n", lift.Position().Y, box.Position().Y)
	// Output: lift 2.0 m, box 3.0 m
}

// A ball of half the density of water floats half under it.
func ExampleWorld_ApplyBuoyancy() {
	w, _ := physics.NewWorld(physics.DefaultWorldDef())
	ball := dynamic(w, physics.V3(0, 0.3, 0), physics.Sphere{Radius: 0.5})
	for _, s := range ball.Shapes(nil) {
		s.SetDensity(500)
	}
	water := physics.DefaultBuoyancyDef()
	for range 2000 {
		w.ApplyBuoyancy(water, 1.0/100)
		steps(w, 1)
	}
	fmt.Printf("%.0f %% of its height is under water\n", 50-100*ball.Position().Y)
	// Output: 50 % of its height is under water
}

// An explosion pushes bodies away, near ones more.
func ExampleWorld_Explode() {
	w, _ := physics.NewWorld(physics.DefaultWorldDef())
	w.SetGravity(physics.V3(0, 0, 0))
	near := dynamic(w, physics.V3(2, 0, 0), physics.Sphere{Radius: 0.5})
	far := dynamic(w, physics.V3(-4, 0, 0), physics.Sphere{Radius: 0.5})
	def := physics.DefaultExplosionDef()
	def.Impulse = 1000
	pushed, err := w.Explode(def)
	fmt.Println(pushed, err, near.LinearVelocity().X > -far.LinearVelocity().X)
	// Output: 2 <nil> true
}

// Terrain is a field of heights, other static shapes are meshes of triangles.
func ExampleNewHeightField() {
	w, _ := physics.NewWorld(physics.DefaultWorldDef())
	hill := make([]float32, 21*21)
	for i := range hill {
		x, z := float32(i%21)-10, float32(i/21)-10
		hill[i] = 5 - 0.05*(x*x+z*z)
	}
	field, err := physics.NewHeightField(physics.HeightFieldDef{
		Columns: 21, Rows: 21, Heights: hill, Spacing: physics.V3(1, 0, 1), Origin: physics.V3(-10, 0, -10),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	body(w, physics.DefaultBodyDef(), field)
	hit, ok := w.RayCast(physics.V3(0, 20, 0), physics.V3(0, -40, 0), physics.DefaultQueryFilter())
	fmt.Printf("%v, %.1f m high\n", ok, hit.Point.Y)
	// Output: true, 5.0 m high
}

// A world repeats the recording of another one, with all contacts and joints, and goes its own way once it is changed.
func ExampleRecording_Repeat() {
	w, _ := physics.NewWorld(physics.DefaultWorldDef())
	floor(w)
	dynamic(w, physics.V3(0, 3, 0), physics.Sphere{Radius: 0.5})
	var file bytes.Buffer
	recorder, _ := w.Record(&file, physics.DefaultRecordOptions())
	steps(w, 100)
	recorder.Stop()

	recording, err := physics.OpenRecording(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		fmt.Println(err)
		return
	}
	def, _ := recording.WorldDef()
	again, _ := physics.NewWorld(def)
	recording.Repeat(again)
	steps(again, 100)
	told, _ := again.Repetition()
	fmt.Println(told.Step, told.Follows, again.Hash() == w.Hash())
	// Output: 100 true true
}

// Workers share a step; the bits are those of one worker.
func ExampleWorld_SetWorkers() {
	var hashes []uint64
	for _, workers := range []int{1, 4} {
		w, _ := physics.NewWorld(physics.DefaultWorldDef())
		w.SetWorkers(workers)
		floor(w)
		for i := range 200 {
			at := physics.V3(float32(i%10), 1+float32(i/10), float32(i%3)/2)
			dynamic(w, at, physics.BoxHalf(0.4, 0.4, 0.4))
		}
		steps(w, 50)
		hashes = append(hashes, w.Hash())
		w.Close()
	}
	fmt.Println(hashes[0] == hashes[1])
	// Output: true
}

// A kinematic body is one of infinite mass: a lift goes on at its velocity under any load.
func ExampleBodyType() {
	w, _ := physics.NewWorld(physics.DefaultWorldDef())
	def := physics.DefaultBodyDef()
	def.Type, def.LinearVelocity = physics.Kinematic, physics.V3(0, 0.5, 0)
	lift := body(w, def, physics.BoxHalf(1, 0.1, 1))
	load := dynamic(w, physics.V3(0, 0.6, 0), physics.BoxHalf(0.5, 0.5, 0.5))
	steps(w, 200)
	fmt.Printf("the lift is at %.2f m, %.0f kg on it at %.2f m\n", lift.Position().Y, load.Mass(), load.Position().Y)
	// Output: the lift is at 1.00 m, 1000 kg on it at 1.60 m
}
