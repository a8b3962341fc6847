package physics

import (
	"math"
	"testing"

	"tumble/physics/vec"
)

// twoLinks are two rods of 0.5 m and 1 kg that hang on each other and the world from hinges about z, straight out along
// x.
func twoLinks(t *testing.T, substeps int) (w *World, joints [2]Joint) {
	t.Helper()
	w = newTestWorld(t, func(def *WorldDef) { def.Settings.SubSteps = int32(substeps) })
	before := Body{}
	for i := range joints {
		b := DefaultBodyDef()
		b.Type, b.AllowSleep, b.Position = Dynamic, false, vec.V3(0.25+0.5*float32(i), 0, 0)
		body, err := w.CreateBody(b)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = body.CreateShape(BoxHalf(0.25, 0.05, 0.05), DefaultShapeDef()); err != nil {
			t.Fatal(err)
		}
		body.SetMassData(MassData{Mass: 1, Inertia: vec.Diag(vec.V3(0.001, 0.02, 0.02))})
		j := DefaultHingeJointDef()
		j.BodyA, j.BodyB = before, body
		j.FrameA.P, j.FrameB.P = vec.V3(0.25, 0, 0), vec.V3(-0.25, 0, 0)
		if i == 0 {
			j.FrameA.P = vec.Vec3{}
		}
		if joints[i], err = w.CreateJoint(&j); err != nil {
			t.Fatal(err)
		}
		before = body
	}
	return w, joints
}

// links are the angles of twoLinks against each other and their speeds.
type links [4]float64

// rates are the speeds and accelerations of twoLinks with rotors of armature a and torques on the hinges, by
// Lagrange's equations.
func (x links) rates(a, torque [2]float64) (d links) {
	const m, l, c, inertia, g = 1.0, 0.5, 0.25, 0.02, 9.81
	sin, cos := math.Sincos(x[1])
	m11 := inertia + m*c*c + inertia + m*(l*l+c*c+2*l*c*cos) + a[0]
	m12 := inertia + m*(c*c+l*c*cos)
	m22 := inertia + m*c*c + a[1]
	h := m * l * c * sin
	q1, q2 := torque[0]+h*(2*x[2]*x[3]+x[3]*x[3]), torque[1]-h*x[2]*x[2]
	q1 -= m*g*c*math.Cos(x[0]) + m*g*(l*math.Cos(x[0])+c*math.Cos(x[0]+x[1]))
	q2 -= m * g * c * math.Cos(x[0]+x[1])
	det := m11*m22 - m12*m12
	return links{x[2], x[3], (m22*q1 - m12*q2) / det, (m11*q2 - m12*q1) / det}
}

// follow is x after a time.
func (x links) follow(seconds float64, a, torque [2]float64) links {
	const n = 4000
	dt := seconds / n
	move := func(d links, by float64) (y links) {
		for i := range y {
			y[i] = x[i] + by*d[i]
		}
		return y
	}
	for range n {
		k1 := x.rates(a, torque)
		k2 := move(k1, dt/2).rates(a, torque)
		k3 := move(k2, dt/2).rates(a, torque)
		k4 := move(k3, dt).rates(a, torque)
		for i := range x {
			x[i] += dt / 6 * (k1[i] + 2*k2[i] + 2*k3[i] + k4[i])
		}
	}
	return x
}

// TestArmature holds that rotors slow their coordinates alone down, as Lagrange's equations say: of the axes' inertia
// and ten thousand times as much, falling and with torques of motors, brakes and springs on the axes.
func TestArmature(t *testing.T) {
	for _, c := range []struct {
		armature, torque [2]float64
	}{
		{[2]float64{0.1, 0}, [2]float64{}}, {[2]float64{0, 0.1}, [2]float64{}},
		{[2]float64{0.1, 0.3}, [2]float64{}}, {[2]float64{0.001, 0.001}, [2]float64{}},
		{[2]float64{100, 0.01}, [2]float64{}}, {[2]float64{0.2, 200}, [2]float64{}},
		{[2]float64{0.1, 0.3}, [2]float64{9, 2}}, {[2]float64{0.5, 0.01}, [2]float64{3, -1}},
	} {
		for _, rate := range [][2]int{{60, 4}, {240, 4}, {1000, 1}} {
			w, joints := twoLinks(t, rate[1])
			for i, j := range joints {
				if err := j.At(0).SetArmature(float32(c.armature[i])); err != nil {
					t.Fatal("refused")
				}
				if x := c.torque[i]; x != 0 {
					j.At(0).SetMotor(true, float32(math.Copysign(1000, x)), float32(math.Abs(x)))
				}
			}
			for range rate[0] / 2 {
				w.Step(1 / float32(rate[0]))
			}
			want := links{}.follow(0.5, c.armature, c.torque)
			for i, j := range joints {
				x, v := j.At(0).Position(), j.At(0).Rate()
				if e := math.Abs(math.Remainder(float64(x)-want[i], 2*math.Pi)); e > 3/float64(rate[0]*rate[1]) {
					t.Errorf("%v at %v Hz: joint %d is at %g with %g, %g rad off %g with %g", c, rate, i, x, v, e,
						want[i], want[2+i])
				}
			}
		}
	}
}
