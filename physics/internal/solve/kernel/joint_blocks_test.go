package kernel

import (
	"math/rand"
	"testing"
	"unsafe"

	"tumble/physics/vec"
)

// randomAngular returns a block of ball joints or hinges with options of all sorts between the states 1 to 16.
func randomAngular(r *rand.Rand, hinge int32) (b AngularBlock, states []State) {
	f := func() float32 { return float32(2*r.Float64() - 1) }
	v := func() vec.Vec3 { return vec.V3(f(), f(), f()) }
	quat := func() vec.Quat { return vec.Quat{X: f(), Y: f(), Z: f(), W: 1.5 + f()}.Norm() }
	states = []State{StaticState}
	for range 2 * Width {
		s := NewState(v(), v().Mul(3), 0)
		s.DP, s.DQ = v().Mul(0.01), quat()
		states = append(states, s)
	}
	b.Hinge = hinge
	for k := range Width {
		b.A[k], b.B[k] = int32(2*k+1), int32(2*k+2)
		if k%3 == 0 {
			b.A[k] = ^0
		} else {
			b.InvMassA[k] = 1 + f()*0.5
			b.InertiaA.Set(k, InertiaOf(2, 0.1, 0.2, 3, -0.1, 4))
		}
		b.InvMassB[k] = 1 + f()*0.5
		b.InertiaB.Set(k, InertiaOf(3, -0.1, 0.2, 2, 0.1, 5))
		b.ArmA.Set(k, v())
		b.ArmB.Set(k, v())
		b.FrameA.Set(k, quat())
		b.FrameB.Set(k, quat())
		b.SpringDrag[k], b.SpringPull[k] = 0.3, 20
		b.Target.Set(k, quat())
		b.Velocity.Set(k, v())
		b.MaxSpring[k], b.MaxMotor[k] = 2, float32(r.Intn(2))
		b.ConeUpper[k] = 0.5
		b.Lower[k], b.Upper[k], b.AxisMaxSpring[k] = -FarOff, FarOff, 1e30
		if r.Intn(2) == 0 {
			continue
		}
		b.HasAxis[k] = 1
		b.AxisDrag[k], b.AxisPull[k], b.AxisMaxSpring[k] = 0.2, 10, 1
		b.Lower[k], b.Upper[k], b.Speed[k], b.AxisMaxMotor[k] = -0.1, 0.1, f(), 0.5
	}
	return b, states
}

// TestAngularKernelsGiveTheSameBits compares the passes over joints with their own held rows, and over those whose held
// rows an articulation solves, with the same in Go.
func TestAngularKernelsGiveTheSameBits(t *testing.T) {
	if !HaveVector() {
		t.Skip("no vector kernels here")
	}
	lanes := []uint8{Width}
	for seed := range int64(200) {
		r := rand.New(rand.NewSource(seed))
		b, states := randomAngular(r, int32(seed%2))
		soft := SoftCoefficients(60, 2, 0.0025)
		p := AngularPass{H: 0.0025, InvH: 400, Limit: soft, Held: soft, Own: 1}
		if seed%4 > 1 {
			b.Direct, p.Held, p.Own = 1, Soft{}, 0
		}
		blocks, other := []AngularBlock{b}, []AngularBlock{b}
		moved := append([]State(nil), states...)
		PrepareAngular(states, blocks, lanes, false)
		PrepareAngular(moved, other, lanes, true)
		for pass := range 6 {
			if p.Bias = pass%2 == 0; p.Bias {
				WarmStartAngular(states, blocks, lanes, false)
				WarmStartAngular(moved, other, lanes, true)
			}
			SolveAngular(states, blocks, lanes, &p, false)
			SolveAngular(moved, other, lanes, &p, true)
			if x, y := bits(&blocks[0]), bits(&other[0]); x != y {
				t.Fatalf("seed %d, pass %d: blocks differ", seed, pass)
			}
			for i := range states {
				if bits(&states[i]) != bits(&moved[i]) {
					t.Fatalf("seed %d, pass %d, state %d:\n%+v\n%+v in Go", seed, pass, i, states[i], moved[i])
				}
			}
		}
		if states[0] != StaticState {
			t.Fatal("the static state was written")
		}
	}
}

// bits is the memory of a value.
func bits[T any](x *T) string {
	return string(unsafe.Slice((*byte)(unsafe.Pointer(x)), unsafe.Sizeof(*x)))
}

// TestDirectLanesLeaveThePoint: without coefficients for the held rows, a block only answers to its options: the
// velocity of the anchors against each other stays.
func TestDirectLanesLeaveThePoint(t *testing.T) {
	for seed := range int64(50) {
		b, states := randomAngular(rand.New(rand.NewSource(seed)), int32(seed%2))
		for i := range states {
			// at the poses at which the masses were computed
			states[i].DP, states[i].DQ = vec.Vec3{}, vec.QuatIdentity
		}
		b.Direct = 1
		p := AngularPass{H: 0.0025, InvH: 400, Limit: SoftCoefficients(60, 2, 0.0025), Bias: true}
		var before [Width]vec.Vec3
		speed := func(k int) vec.Vec3 {
			x, y, ra, rb := b.arms(states, k)
			return y.V.Add(y.W.Cross(rb)).Sub(x.V.Add(x.W.Cross(ra)))
		}
		for k := range Width {
			b.prepareAngular(states, k)
			before[k] = speed(k)
			angular := states[b.B[k]].W
			b.solveAngular(states, k, &p)
			if d := speed(k).Sub(before[k]).Len(); d > 1e-3 {
				t.Errorf("seed %d, lane %d: the velocity at the anchors changed by %g m/s", seed, k, d)
			}
			if b.Hinge == 0 && states[b.B[k]].W == angular {
				t.Errorf("seed %d, lane %d: the drive did nothing", seed, k)
			}
		}
	}
}
