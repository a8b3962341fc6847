package gltf

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"tumble/physics"
	"tumble/physics/scenes"
)

// TestHostileScenesRoundTrip holds that whatever the interface accepts at its limits comes back from a file as the same
// world: slanted thin rods, vertices at the limit, the longest names, the largest speeds.
func TestHostileScenesRoundTrip(t *testing.T) {
	made := 0
	for seed := range uint64(300) {
		h := extremes{rand.New(rand.NewPCG(seed, 5))}
		scene := &scenes.Scene{Name: "hostile", Hertz: 60, View: scenes.View{Distance: 5}, Build: func(r *scenes.Run) {
			for range 1 + h.IntN(5) {
				h.body(r.World)
			}
		}}
		a, err := scene.New(scene.WorldDef(), nil)
		if err != nil {
			t.Fatal(err)
		}
		b := reread(t, a, seed%2 == 0)
		if x, y := a.World.Hash(), b.World.Hash(); x != y {
			t.Errorf("seed %d: hash %016x came back as %016x", seed, x, y)
			sameBodies(t, a, b)
		}
		made += a.World.BodyCount()
		a.World.Close()
		b.World.Close()
	}
	t.Logf("%d bodies", made)
}

// extremes makes bodies at the limits of the interface.
type extremes struct{ *rand.Rand }

func (h extremes) size(low, high float64) float32 {
	return float32(low * math.Exp(h.Float64()*math.Log(high/low)))
}

// vector has coordinates of all orders of magnitude up to a limit, and often the limit itself.
func (h extremes) vector(limit float64) physics.Vec3 {
	x := func() float32 {
		if h.IntN(4) == 0 {
			return float32(limit)
		}
		return h.size(1e-9*limit, limit) * float32(1-2*h.IntN(2))
	}
	return physics.V3(x(), x(), x())
}

func (h extremes) body(w *physics.World) {
	def := physics.DefaultBodyDef()
	def.Type = physics.BodyType(h.IntN(3))
	def.Position = h.vector(physics.MaxPosition)
	def.Rotation = physics.Quat{X: h.Float32(), Y: h.Float32(), Z: h.Float32(), W: 1}.Norm()
	def.LinearVelocity, def.AngularVelocity = h.vector(1e6), h.vector(1e6)
	def.Name = strings.Repeat("n\"\\ö\x00", h.IntN(16000))
	b, err := w.CreateBody(def)
	if err != nil {
		return
	}
	for range 1 + h.IntN(3) {
		sd := physics.DefaultShapeDef()
		sd.Density = h.size(1e-9, 1e9)
		if g := h.geometry(); g != nil {
			b.CreateShape(g, sd)
		}
	}
	if h.IntN(3) == 0 {
		k := h.size(1e-10, 1e10)
		b.SetMassData(physics.MassData{Mass: h.size(physics.MinMass, physics.MaxMass), Center: h.vector(1e5),
			Inertia: physics.Mat3{XX: k, YY: k * h.size(1e-6, 1), ZZ: k}})
	}
}

// geometry is nil if the interface refuses it.
func (h extremes) geometry() physics.Geometry {
	at := h.vector(1e5)
	if h.IntN(2) == 0 {
		at = h.vector(1)
	}
	end := at.Add(h.vector(1).Norm().Mul(h.size(1e-3, 1e5)))
	switch h.IntN(7) {
	case 0:
		return physics.Sphere{Center: at, Radius: h.size(1e-5, 1e5)}
	case 1:
		return physics.Capsule{A: at, B: end, Radius: h.size(1e-5, 1e5)}
	case 2:
		return physics.Cylinder{A: at, B: end, Radius: h.size(1e-5, 1e5)}
	case 3:
		return physics.Cone{Base: at, Apex: end, Radius: h.size(1e-5, 1e5)}
	case 4:
		return physics.TaperedCapsule{A: at, B: end, RadiusA: h.size(1e-5, 1e5), RadiusB: h.size(1e-5, 1e5)}
	case 5:
		q := physics.Quat{X: h.Float32(), Y: h.Float32(), Z: h.Float32(), W: 1}.Norm()
		return physics.Box{Half: physics.V3(h.size(1e-5, 1e5), h.size(1e-5, 1e5), h.size(1e-5, 1e5)), Center: at,
			Rotation: q}
	}
	points := make([]physics.Vec3, 4+h.IntN(12))
	size := physics.V3(h.size(1e-3, 1e5), h.size(1e-3, 1e5), h.size(1e-3, 1e5))
	for i := range points {
		points[i] = at.Add(physics.V3(size.X*h.Float32(), size.Y*h.Float32(), size.Z*h.Float32()))
	}
	if g, err := physics.NewHull(points); err == nil {
		return g
	}
	return nil
}
