package recordedtest

import (
	"testing"

	"tumble/physics"
	"tumble/physics/physicstest"
	"tumble/physics/vec"
)

// slope is a world with a crate on a slope.
func slope(t testing.TB, friction float32) (*physics.World, physics.Body) {
	t.Helper()
	world, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	def := physics.DefaultBodyDef()
	def.Name, def.Rotation = "slope", vec.QuatAxisAngle(physics.V3(0, 0, 1), 0.3)
	ground, err := world.CreateBody(def)
	if err != nil {
		t.Fatal(err)
	}
	shape := physics.DefaultShapeDef()
	shape.Material.Friction = friction
	_, err = ground.CreateShape(physics.BoxHalf(20, 0.5, 5), shape)
	if err != nil {
		t.Fatal(err)
	}
	def.Name, def.Type, def.Position = "crate", physics.Dynamic, def.Rotation.Rotate(physics.V3(0, 1, 0))
	crate, err := world.CreateBody(def)
	if err != nil {
		t.Fatal(err)
	}
	_, err = crate.CreateShape(physics.BoxHalf(0.5, 0.5, 0.5), shape)
	if err != nil {
		t.Fatal(err)
	}
	return world, crate
}

// A crate stays on a slope of 0.3 rad, whose tangent is less than the friction. With less friction this test fails and
// leaves a recording.
func TestCrateStays(t *testing.T) {
	world, crate := slope(t, 0.6)
	physicstest.Record(t, world)
	start := crate.Position()
	slid := physicstest.Within("the way that the crate slid", "m", 0, 0.02, func(*physics.World) float64 {
		return float64(crate.Position().Dist(start))
	})
	physicstest.Run(t, world, 120, 1.0/60, slid, physicstest.Penetration(0.01), physicstest.Energy(world, 1))
	physicstest.Assert(t, world, physicstest.AtRest(0.01, 0.01, crate), physicstest.Finite())
}

// A crate slides down a slope of less friction in exactly this manner, on every machine.
func TestCrateSlides(t *testing.T) {
	world, crate := slope(t, 0.2)
	physicstest.Record(t, world)
	physicstest.Run(t, world, 120, 1.0/60, physicstest.Penetration(0.01))
	speed := physicstest.Within("the speed of the crate", "m/s", 1.5, 2.5, func(*physics.World) float64 {
		return float64(crate.LinearVelocity().Len())
	})
	physicstest.Assert(t, world, speed)
	physicstest.Golden(t, world, "testdata/hashes.txt", t.Name())
}
