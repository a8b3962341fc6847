package usd

import (
	"math"
	"testing"

	"tumble/physics/vec"
	"tumble/scene/internal/scenetest"
)

// Round solids scaled unevenly weigh what their volume does, not what their hulls do, and turn so.
func TestStretched(t *testing.T) {
	const scaled = ` float3 xformOp:scale = (1, 2, 3) uniform token[] xformOpOrder = ["xformOp:scale"] `
	_, _, r := scenetest.Build(t, metres+
		bodyOf("Sphere", "Egg", "double radius = 0.5"+scaled)+
		bodyOf("Cylinder", "Drum", `double radius = 0.5 double height = 1 uniform token axis = "X"`+scaled)+
		bodyOf("Cone", "Hat", `double radius = 0.5 double height = 1 uniform token axis = "Z"`+scaled)+
		bodyOf("Cylinder_1", "Bucket",
			`double radiusBottom = 1 double radiusTop = 0.5 double height = 1 uniform token axis = "Z"`)+
		bodyOf("Capsule", "Pill",
			`double radius = 0.5 double height = 1 uniform token axis = "Y" float3 xformOp:scale = (1, 2, 1) `+
				`uniform token[] xformOpOrder = ["xformOp:scale"]`), read)
	bodies := scenetest.Named(r)
	pill := 1000 * 2 * math.Pi * (0.25 + 0.5/3)
	// of half balls about the middle: 1/5·r² + 1/4·h² + 3/8·h·r, of the cylinder 1/12·h², each stretched twice
	along := 1000 * 2 * math.Pi * 4 * (0.25/12 + 0.5/3*(0.25/5+0.25+0.5*3/8))
	across := 1000 * 2 * math.Pi * (0.25*0.25/4 + 0.5/3*0.25/5)
	bucket := 1000 * math.Pi * 2 / 3 * (1 - 1.0/8)
	// above the base: the cone's centre is at 1/2, that of its upper half at 1 + 1/4
	lift := (0.5-1.25/8)/(1-1.0/8) - 0.5
	whole, tip := 1000*math.Pi*2/3, 1000*math.Pi*2/3/8
	wide := whole*(3.0/20+4*3.0/80) + whole*(lift)*(lift) - tip*(0.25*3/20+3.0/80) - tip*(0.75-lift)*(0.75-lift)
	for name, want := range map[string]struct {
		mass    float64
		center  vec.Vec3
		inertia [3]float64
	}{
		"/Egg": {1000 * math.Pi, vec.Vec3{}, [3]float64{1000 * math.Pi / 5 * (1 + 2.25),
			1000 * math.Pi / 5 * (0.25 + 2.25), 1000 * math.Pi / 5 * (0.25 + 1)}},
		"/Drum": {1500 * math.Pi, vec.Vec3{}, [3]float64{1500 * math.Pi / 4 * (1 + 2.25),
			1500 * math.Pi * (1.0/12 + 2.25/4), 1500 * math.Pi * (1.0/12 + 1.0/4)}},
		"/Hat": {500 * math.Pi, vec.V3(0, 0, -0.75), [3]float64{500 * math.Pi * (3.0/20 + 9*3.0/80),
			500 * math.Pi * (0.25*3/20 + 9*3.0/80), 500 * math.Pi * (0.25*3/20 + 3.0/20)}},
		// a cone of 2 m and 1 m at its base, less its upper half
		"/Bucket": {bucket, vec.V3(0, 0, float32(lift)),
			[3]float64{wide, wide, 1000 * math.Pi * 3 / 10 * 2 / 3 * (1 - 1.0/32)}},
		"/Pill": {pill, vec.Vec3{}, [3]float64{along + across, 2 * across, along + across}},
	} {
		m := bodies[name].MassData()
		got := [3]float32{m.Inertia.XX, m.Inertia.YY, m.Inertia.ZZ}
		if !near(float64(m.Mass), want.mass, 1e-5*want.mass) || m.Center.Dist(want.center) > 1e-5 {
			t.Errorf("%s: %g kg at %v, not %g at %v", name, m.Mass, m.Center, want.mass, want.center)
		}
		for i := range got {
			if !near(float64(got[i]), want.inertia[i], 1e-4*want.inertia[i]) {
				t.Errorf("%s: %v kg·m², not %v", name, got, want.inertia)
			}
		}
	}
}

// The principal axes of a mirrored body are those of OpenUSD, whose scale of a mirror is negative along all axes.
func TestMirroredAxes(t *testing.T) {
	for _, scale := range []string{"(-1, 1, 1)", "(1, -1, 1)", "(1, 1, -1)"} {
		_, _, r := scenetest.Build(t, metres+`def Xform "A" ( apiSchemas = ["PhysicsRigidBodyAPI"] ) {
			def Cube "C" ( apiSchemas = ["PhysicsCollisionAPI", "PhysicsMassAPI"] ) { double size = 1 float physics:mass = 6
				float3 physics:diagonalInertia = (1, 2, 2.5) quatf physics:principalAxes = (0.92387953, 0, 0, 0.38268343)
				float3 xformOp:scale = `+scale+` uniform token[] xformOpOrder = ["xformOp:scale"] } }`, read)
		// axes at 45° about z: the product of inertia is half the difference of the moments, and a mirror of x or y
		// turns it
		want := -0.5
		if scale != "(1, 1, -1)" {
			want = 0.5
		}
		if i := scenetest.Named(r)["/A"].MassData().Inertia; !near(float64(i.XY), want, 1e-4) ||
			!near(float64(i.ZZ), 2.5, 1e-4) {
			t.Errorf("scale %s: %v", scale, i)
		}
	}
}

// A plane that is mirrored along itself has its front where it was.
func TestMirroredPlane(t *testing.T) {
	s, _, r := scenetest.Build(t, metres+`def Plane "Floor" ( apiSchemas = ["PhysicsCollisionAPI"] ) { float3 xformOp:scale = (-1, 2, 1) uniform token[] xformOpOrder = ["xformOp:scale"] }
		`+ballOf("A", "(0, 0, 0.2)", ""), read)
	advance(t, r, s, 1)
	if y := scenetest.Named(r)["/A"].Position().Y; !near(float64(y), 0.1, 0.01) {
		t.Errorf("the ball is at %g m", y)
	}
}
