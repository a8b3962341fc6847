package physics

import (
	"reflect"
	"strings"
	"testing"
)

// as is JointAs with the handle in an interface.
func as[H TypedJoint](j Joint) (any, bool) {
	h, ok := JointAs[H](j)
	return h, ok
}

var conversions = [jointKindCount]func(j Joint) (any, bool){
	KindMouse: as[MouseJoint], KindBall: as[BallJoint], KindHinge: as[HingeJoint], KindSlider: as[SliderJoint],
	KindFixed: as[FixedJoint], KindDistance: as[DistanceJoint], KindMotor: as[MotorJoint],
	KindParallel: as[ParallelJoint], KindWheel: as[WheelJoint], KindSix: as[SixJoint], KindGear: as[GearJoint],
	KindRack: as[RackJoint], KindPulley: as[PulleyJoint], KindPath: as[PathJoint],
}

// TestJointAs: a joint of each kind has the handle of its kind and no other, and none once it is destroyed.
func TestJointAs(t *testing.T) {
	b := newBench(t)
	for kind, j := range b.joints {
		for other, convert := range conversions {
			h, ok := convert(j)
			same := JointKind(other) == JointKind(kind)
			want := reflect.Zero(reflect.TypeOf(h)).Interface()
			if same {
				want = ownHandle(j)
			}
			if ok != same || h != want {
				t.Errorf("a %v joint as %T: %+v, %v", JointKind(kind), h, h, ok)
			}
		}
		j.Destroy()
		if h, ok := conversions[kind](j); ok {
			t.Errorf("a destroyed %v joint as %T", JointKind(kind), h)
		}
	}
}

// embeds reports whether a type is a handle that embeds another.
func embeds(t reflect.Type) bool { return t.Kind() == reflect.Struct && t.Field(0).Anonymous }

// ofKind reports whether the handle of a kind has a method of its own, beyond those of joints and coordinates.
func ofKind(handle reflect.Type, name string) bool {
	_, has := handle.MethodByName(name)
	_, common := handle.Field(0).Type.MethodByName(name)
	return has && !common
}

// TestOneKindOneHandle: what the handle of a kind sets is of that kind: every setter of its own takes the value of its
// reader, and refuses joints of the kinds whose handles lack it.
func TestOneKindOneHandle(t *testing.T) {
	b := newBench(t)
	setters := 0
	for kind, j := range b.joints {
		handle := reflect.ValueOf(ownHandle(j))
		for i := range handle.NumMethod() {
			name := handle.Type().Method(i).Name
			what, sets := strings.CutPrefix(name, "Set")
			if !sets || !ofKind(handle.Type(), name) {
				continue
			}
			setters++
			b.restore(t)
			in := b.arguments(handle.Method(i).Type(), 0)
			if reader := handle.MethodByName(what); reader.IsValid() {
				in[0] = reader.Call(nil)[0]
			}
			for other, o := range b.joints {
				err := errorOf(t, name, typed(handle.Type(), o).Method(i), in)
				if takes := ofKind(reflect.TypeOf(ownHandle(o)), name); takes != (err == nil) {
					t.Errorf("%s of the handle of a %v joint on a %v joint returns %v", name, JointKind(kind),
						JointKind(other), err)
				}
			}
		}
	}
	if setters < 15 {
		t.Errorf("%d setters", setters)
	}
}

// TestJointAsAllocatesNothing: programs convert joints in every step.
func TestJointAsAllocatesNothing(t *testing.T) {
	b := newBench(t)
	j := b.joints[KindWheel]
	if n := testing.AllocsPerRun(10, func() {
		if wheel, ok := JointAs[WheelJoint](j); ok {
			wheel.Spin().SetMotor(true, 1, 2)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
