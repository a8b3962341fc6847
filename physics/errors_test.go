package physics

import (
	"errors"
	"math"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// changes matches the names of methods that change a world.
var changes = regexp.MustCompile(`\.(Set[A-Z]|Apply|Create|Destroy|Reset|Explode|Shift|Restore|Move$|Step$)`)

// mutators goes through the calls on something that change a world: those that are recorded, and those named so, of
// handles of kinds of joints those of their own.
func mutators(receiver any, f func(name string, method reflect.Value)) {
	v := reflect.ValueOf(receiver)
	kind := strings.TrimPrefix(strings.TrimPrefix(v.Type().String(), "*"), "physics.")
	for i := range v.NumMethod() {
		name := kind + "." + v.Type().Method(i).Name
		if embeds(v.Type()) && !ofKind(v.Type(), v.Type().Method(i).Name) {
			continue
		}
		// CreateJoint hands over to one of the others
		if name != "World.CreateJoint" && (isRecorded(name) || changes.MatchString(name)) {
			f(name, v.Method(i))
		}
	}
}

// errorOf makes a call and returns its last result, which must be an error.
func errorOf(t *testing.T, name string, method reflect.Value, in []reflect.Value) error {
	t.Helper()
	n := method.Type().NumOut()
	if n == 0 || method.Type().Out(n-1) != reflect.TypeFor[error]() {
		t.Fatalf("%s changes a world and returns no error", name)
	}
	err, _ := method.Call(in)[n-1].Interface().(error)
	return err
}

// everything lists the things of a bench that have mutators.
func (b *bench) everything() (list []any) {
	list = append(list, b.receivers...)
	for _, j := range b.joints {
		list = append(list, j.At(0), ownHandle(j))
	}
	return list
}

// TestEveryMutatorSaysWhy: every call that changes a world returns an error, which says that the handle names nothing,
// or that the world is stepping, and the refusal is counted.
func TestEveryMutatorSaysWhy(t *testing.T) {
	b := newBench(t)
	calls := 0
	check := func(state string, want error, list ...any) {
		for _, receiver := range list {
			mutators(receiver, func(name string, method reflect.Value) {
				calls++
				before := b.w.Counters().RefusedCalls
				err := errorOf(t, name, method, b.arguments(method.Type(), 0))
				if !errors.Is(err, want) || !strings.HasPrefix(err.Error(), "physics: ") {
					t.Errorf("%s on %s returns %v, want %v", name, state, err, want)
				}
				_, ofWorld := receiver.(*World)
				n := b.w.Counters().RefusedCalls - before
				if n != 1 && state != "zero handles" && !ofWorld && !strings.Contains(name, ".Create") {
					t.Errorf("%s on %s counts %d refused calls", name, state, n)
				}
			})
		}
	}
	check("zero handles", ErrStale, Body{}, Shape{}, Joint{}, &Mover{})
	check("zero handles", ErrStale, typedJoints...)
	b.w.SetContactFilter(func(x, y Shape) bool {
		if calls < 100 {
			check("things in a step", ErrWorldLocked, b.everything()...)
		}
		return true
	})
	def := DefaultShapeDef()
	def.Hooks = true
	shape, err := b.bodies[0].CreateShape(Sphere{Radius: 3}, def)
	if err != nil {
		t.Fatal(err)
	}
	run(t, b.w, 0.01)
	b.w.SetContactFilter(nil)
	during := calls
	body, joint := shape.Body(), b.joints[KindHinge]
	for _, err := range []error{shape.Destroy(), body.Destroy(), joint.Destroy(), b.mover.Body().Destroy()} {
		if err != nil {
			t.Fatal(err)
		}
	}
	check("destroyed things", ErrStale, body, shape, joint, joint.At(0), HingeJoint{joint.At(0)}, b.mover)
	if during < 300 || calls-during < 50 {
		t.Errorf("%d calls, %d of them in a step or on zero handles", calls, during)
	}
}

// TestEveryMutatorNamesTheNumber: the error of a call with a number that is none names it, in each argument of the
// calls.
func TestEveryMutatorNamesTheNumber(t *testing.T) {
	b := newBench(t)
	type argument struct {
		name string
		slot int
	}
	told := map[argument]error{}
	nan := float32(math.NaN())
	for _, receiver := range b.everything() {
		mutators(receiver, func(name string, method reflect.Value) {
			for slot := 0; ; slot++ {
				b.restore(t)
				in := b.arguments(method.Type(), 0)
				if k := slot; !replaceIn(in, &k, nan) {
					return
				}
				err := errorOf(t, name, method, in)
				if err == nil && (name == "World.CreateBallJoint" || name == "World.CreateWheelJoint") {
					continue // a cone has its limit only, a spin has no angle
				}
				if err == nil || !strings.HasPrefix(err.Error(), "physics: ") {
					t.Errorf("%s with NaN in argument %d returns %v", name, slot, err)
					continue
				}
				if p := (argument{name, slot}); told[p] == nil || strings.Contains(err.Error(), "NaN") {
					told[p] = err
				}
			}
		})
	}
	for p, err := range told {
		if !strings.Contains(err.Error(), "NaN") {
			t.Errorf("%s with NaN in argument %d says only: %v", p.name, p.slot, err)
		}
	}
	if len(told) < 300 {
		t.Errorf("only %d numbers", len(told))
	}
}

// TestForeignHandles: a call that is given a body of another world says so.
func TestForeignHandles(t *testing.T) {
	b, other := newBench(t), newTestWorld(t, nil)
	foreign := addBody(t, other, Dynamic, Vec3{}, Sphere{Radius: 1})
	mutators(b.w, func(name string, method reflect.Value) {
		if !strings.HasSuffix(name, "Joint") {
			return
		}
		for _, which := range []string{"Body", "BodyA", "BodyB"} {
			in := b.arguments(method.Type(), 0)
			field := in[0].FieldByName(which)
			if !field.IsValid() {
				continue
			}
			field.Set(reflect.ValueOf(foreign))
			if err := errorOf(t, name, method, in); !errors.Is(err, ErrForeign) || errors.Is(err, ErrStale) {
				t.Errorf("%s with a foreign %s returns %v", name, which, err)
			}
		}
	})
}

// TestDoneCallsAllocateNothing: calls that programs make in every step.
func TestDoneCallsAllocateNothing(t *testing.T) {
	b := newBench(t)
	body, j, wheel := b.bodies[0], b.joints[KindHinge], b.joints[KindWheel]
	at := body.Transform()
	for name, call := range map[string]func() error{
		"ApplyForce":     func() error { return body.ApplyForce(V3(1, 2, 3), at.P) },
		"ApplyTorque":    func() error { return body.ApplyTorque(V3(1, 2, 3)) },
		"ApplyImpulse":   func() error { return body.ApplyImpulse(V3(0, 1e-3, 0), at.P) },
		"SetVelocity":    func() error { return body.SetLinearVelocity(V3(0, 1, 0)) },
		"SetMass":        func() error { return body.SetMassData(body.MassData()) },
		"SetDamping":     func() error { return body.SetLinearDamping(0.1) },
		"SetAxis":        func() error { return wheel.At(0).SetAxis(springy) },
		"SetMotor":       func() error { return j.At(0).SetMotor(true, 1, 2) },
		"SetArmature":    func() error { return j.At(0).SetArmature(1) },
		"SetPassive":     func() error { return j.At(0).SetPassive(JointPassive{Stiffness: 1}) },
		"SetFrames":      func() error { return j.SetFrames(TransformIdentity, TransformIdentity) },
		"SetBreakLimits": func() error { return j.SetBreakLimits(1e9, 1e9) },
		"SetTarget":      func() error { return MouseJoint{b.joints[KindMouse]}.SetTarget(V3(1, 1, 1)) },
		"SetRatio":       func() error { return GearJoint{b.joints[KindGear]}.SetRatio(2) },
		"SetAngular":     func() error { return BallJoint{b.joints[KindBall]}.SetAngularDrive(JointDrive{Hertz: 1}) },
		"Drive":          func() error { return j.At(0).SetDrive(100, 10, 0) },
		"Push":           func() error { return j.At(0).ApplyForce(1) },
		"Move":           func() error { return b.mover.Move(MoverInput{}, 0.01) },
		"Target":         func() error { return b.mover.Body().SetTarget(b.mover.Body().Transform(), 0.01) },
	} {
		var err error
		if n := testing.AllocsPerRun(10, func() { err = call() }); n != 0 || err != nil {
			t.Errorf("%s allocates %v times and returns %v", name, n, err)
		}
	}
}
