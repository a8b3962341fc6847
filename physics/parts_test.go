package physics

import "testing"

// addField builds pyramids side by side on one floor, and between them what parts leave out: a figure
// on joints, a heap on a mesh of triangles, boxes on a moving slab.
func addField(t *testing.T, w *World, side int) {
	for row := range side {
		for column := range side {
			x, z := 8*float32(column), 8*float32(row)
			material := DefaultShapeDef()
			material.Material.Restitution = 0.05 * float32(row)
			material.Material.RollingResistance = 0.02 * float32(column)
			for level := range 5 {
				for i := range 5 - level {
					p := V3(x+1.02*float32(i)+0.51*float32(level), 0.6+1.02*float32(level), z)
					if (row+column+level)%4 == 0 {
						addBodyDef(t, w, Dynamic, p, QuatIdentity, Sphere{Radius: 0.5}, material)
					} else {
						addBodyDef(t, w, Dynamic, p, QuatIdentity, BoxHalf(0.5, 0.5, 0.4), material)
					}
				}
			}
		}
	}
	slab := addBody(t, w, Kinematic, V3(-20, 1, 0), BoxHalf(3, 0.5, 3))
	slab.SetLinearVelocity(V3(0.3, 0, 0.1))
	slab.SetAngularVelocity(V3(0, 0.5, 0))
	for i := range 6 {
		addBody(t, w, Dynamic, V3(-20+float32(i%3), 2+1.1*float32(i/3), 0), BoxHalf(0.5, 0.5, 0.5))
	}
	for i := range 5 {
		// a lone body that falls
		addBody(t, w, Dynamic, V3(-40, 30+3*float32(i), 0), BoxHalf(0.5, 0.5, 0.5))
	}
	previous := addBody(t, w, Dynamic, V3(-30, 6, 0), Sphere{Radius: 0.3})
	for i := range 6 {
		next := addBody(t, w, Dynamic, V3(-30+0.8*float32(i+1), 6, 0), Sphere{Radius: 0.3})
		def := DefaultBallJointDef()
		def.BodyA, def.BodyB = previous, next
		def.FrameA.P, def.FrameB.P = V3(0.4, 0, 0), V3(-0.4, 0, 0)
		if _, err := w.CreateBallJoint(def); err != nil {
			t.Fatal(err)
		}
		previous = next
	}
}

// TestPartsGiveTheSameBits: a world whose islands are solved part by part takes the same course as
// one that is solved colour by colour as a whole.
func TestPartsGiveTheSameBits(t *testing.T) {
	var worlds [3]*World
	for i := range worlds {
		worlds[i] = newTestWorld(t, func(d *WorldDef) { d.Workers = []int{1, 2, 1}[i] })
		addFloor(t, worlds[i])
		addField(t, worlds[i], 11)
	}
	worlds[2].whole = true
	parts := 0
	for step := range 120 {
		for _, w := range worlds {
			run(t, w, 1.0/testRate)
		}
		parts = max(parts, worlds[0].solver.PartCount())
		if n := worlds[2].solver.PartCount(); n != 0 {
			t.Fatalf("step %d: %d parts in the world that is solved as a whole", step, n)
		}
		for i, w := range worlds[:2] {
			if a, b := w.Hash(), worlds[2].Hash(); a != b {
				t.Fatalf("step %d, %d workers: hash %x in %d parts, %x as a whole", step, i+1, a, w.solver.PartCount(), b)
			}
		}
	}
	if parts < 8 {
		t.Errorf("at most %d parts", parts)
	}
}
