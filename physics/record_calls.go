package physics

import (
	"maps"
	"reflect"
	"slices"
)

// mutators are all calls that change the state of a world: what a recording holds. Each of them begins
// with a look at World.recorder, the one place where calls are written down.
var mutators = make(map[string]reflect.Value)

// mutatorNames are the names in their order; a recording brings its own list, so that another
// version of the engine finds its calls by name.
var mutatorNames []string

const stepCall = "World.Step"

// init, because the calls refer to the recorder and the recorder to the calls.
func init() {
	for _, calls := range []map[string]reflect.Value{worldCalls(), bodyCalls(), shapeCalls(), jointCalls()} {
		maps.Copy(mutators, calls)
	}
	mutatorNames = slices.Sorted(maps.Keys(mutators))
}

func worldCalls() map[string]reflect.Value {
	return map[string]reflect.Value{
		"World.ApplyBuoyancy":       reflect.ValueOf((*World).ApplyBuoyancy),
		"World.ApplyWind":           reflect.ValueOf((*World).ApplyWind),
		"World.CreateBallJoint":     reflect.ValueOf((*World).CreateBallJoint),
		"World.CreateBody":          reflect.ValueOf((*World).CreateBody),
		"World.CreateDistanceJoint": reflect.ValueOf((*World).CreateDistanceJoint),
		"World.CreateFixedJoint":    reflect.ValueOf((*World).CreateFixedJoint),
		"World.CreateGearJoint":     reflect.ValueOf((*World).CreateGearJoint),
		"World.CreateHingeJoint":    reflect.ValueOf((*World).CreateHingeJoint),
		"World.CreateMotorJoint":    reflect.ValueOf((*World).CreateMotorJoint),
		"World.CreateMouseJoint":    reflect.ValueOf((*World).CreateMouseJoint),
		"World.CreateParallelJoint": reflect.ValueOf((*World).CreateParallelJoint),
		"World.CreatePathJoint":     reflect.ValueOf((*World).CreatePathJoint),
		"World.CreatePulleyJoint":   reflect.ValueOf((*World).CreatePulleyJoint),
		"World.CreateRackJoint":     reflect.ValueOf((*World).CreateRackJoint),
		"World.CreateSixJoint":      reflect.ValueOf((*World).CreateSixJoint),
		"World.CreateSliderJoint":   reflect.ValueOf((*World).CreateSliderJoint),
		"World.CreateWheelJoint":    reflect.ValueOf((*World).CreateWheelJoint),
		"World.Explode":             reflect.ValueOf((*World).Explode),
		"World.Restore":             reflect.ValueOf((*World).Restore),
		"World.SetSettings":         reflect.ValueOf((*World).SetSettings),
		"World.ShiftOrigin":         reflect.ValueOf((*World).ShiftOrigin),
		"World.Step":                reflect.ValueOf((*World).Step),
	}
}

func bodyCalls() map[string]reflect.Value {
	return map[string]reflect.Value{
		"Body.ApplyAngularImpulse":  reflect.ValueOf(Body.ApplyAngularImpulse),
		"Body.ApplyForce":           reflect.ValueOf(Body.ApplyForce),
		"Body.ApplyImpulse":         reflect.ValueOf(Body.ApplyImpulse),
		"Body.ApplyImpulseToCenter": reflect.ValueOf(Body.ApplyImpulseToCenter),
		"Body.ApplyTorque":          reflect.ValueOf(Body.ApplyTorque),
		"Body.CreateShape":          reflect.ValueOf(Body.CreateShape),
		"Body.CreateShapes":         reflect.ValueOf(Body.CreateShapes),
		"Body.Destroy":              reflect.ValueOf(Body.Destroy),
		"Body.ResetMassData":        reflect.ValueOf(Body.ResetMassData),
		"Body.SetAllowSleep":        reflect.ValueOf(Body.SetAllowSleep),
		"Body.SetAngularDamping":    reflect.ValueOf(Body.SetAngularDamping),
		"Body.SetAngularVelocity":   reflect.ValueOf(Body.SetAngularVelocity),
		"Body.SetAwake":             reflect.ValueOf(Body.SetAwake),
		"Body.SetBullet":            reflect.ValueOf(Body.SetBullet),
		"Body.SetEnabled":           reflect.ValueOf(Body.SetEnabled),
		"Body.SetGravityScale":      reflect.ValueOf(Body.SetGravityScale),
		"Body.SetLinearDamping":     reflect.ValueOf(Body.SetLinearDamping),
		"Body.SetLinearVelocity":    reflect.ValueOf(Body.SetLinearVelocity),
		"Body.SetLocks":             reflect.ValueOf(Body.SetLocks),
		"Body.SetMassData":          reflect.ValueOf(Body.SetMassData),
		"Body.SetName":              reflect.ValueOf(Body.SetName),
		"Body.SetSleepSpeed":        reflect.ValueOf(Body.SetSleepSpeed),
		"Body.SetTarget":            reflect.ValueOf(Body.SetTarget),
		"Body.SetTransform":         reflect.ValueOf(Body.SetTransform),
		"Body.SetType":              reflect.ValueOf(Body.SetType),
		"Body.SetUserTag":           reflect.ValueOf(Body.SetUserTag),
	}
}

func shapeCalls() map[string]reflect.Value {
	return map[string]reflect.Value{
		"Shape.Destroy":        reflect.ValueOf(Shape.Destroy),
		"Shape.SetBroadBounds": reflect.ValueOf(Shape.SetBroadBounds),
		"Shape.SetDensity":     reflect.ValueOf(Shape.SetDensity),
		"Shape.SetEvents":      reflect.ValueOf(Shape.SetEvents),
		"Shape.SetFilter":      reflect.ValueOf(Shape.SetFilter),
		"Shape.SetHooked":      reflect.ValueOf(Shape.SetHooked),
		"Shape.SetMaterial":    reflect.ValueOf(Shape.SetMaterial),
		"Shape.SetSurfaces":    reflect.ValueOf(Shape.SetSurfaces),
		"Shape.SetUserTag":     reflect.ValueOf(Shape.SetUserTag),
	}
}

func jointCalls() map[string]reflect.Value {
	return map[string]reflect.Value{
		"Joint.Destroy":             reflect.ValueOf(Joint.Destroy),
		"Joint.SetAngularDrive":     reflect.ValueOf(Joint.SetAngularDrive),
		"Joint.SetAxis":             reflect.ValueOf(Joint.SetAxis),
		"Joint.SetBreakLimits":      reflect.ValueOf(Joint.SetBreakLimits),
		"Joint.SetCollideConnected": reflect.ValueOf(Joint.SetCollideConnected),
		"Joint.SetFrames":           reflect.ValueOf(Joint.SetFrames),
		"Joint.SetLength":           reflect.ValueOf(Joint.SetLength),
		"Joint.SetLimits":           reflect.ValueOf(Joint.SetLimits),
		"Joint.SetLinearDrive":      reflect.ValueOf(Joint.SetLinearDrive),
		"Joint.SetMotor":            reflect.ValueOf(Joint.SetMotor),
		"Joint.SetPath":             reflect.ValueOf(Joint.SetPath),
		"Joint.SetPathTurn":         reflect.ValueOf(Joint.SetPathTurn),
		"Joint.SetRatio":            reflect.ValueOf(Joint.SetRatio),
		"Joint.SetSpring":           reflect.ValueOf(Joint.SetSpring),
		"Joint.SetTarget":           reflect.ValueOf(Joint.SetTarget),
		"Joint.SetTargetPlace":      reflect.ValueOf(Joint.SetTargetPlace),
		"Joint.SetTargetRotation":   reflect.ValueOf(Joint.SetTargetRotation),
		"Joint.SetUserTag":          reflect.ValueOf(Joint.SetUserTag),
	}
}
