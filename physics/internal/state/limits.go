package state

import (
	"fmt"
	"unicode/utf8"

	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

const (
	// MaxPosition bounds the coordinates (m) of bodies, MaxMass and MinMass the mass (kg) of a dynamic body.
	MaxPosition = 1e5
	MaxMass     = 1e12
	MinMass     = 1e-9
	// MaxSpeedInput bounds velocities (m/s, rad/s) that are passed in, MaxForceInput forces, torques and impulses.
	MaxSpeedInput = 1e6
	MaxForceInput = 1e15

	// MaxSpeed bounds the velocities (m/s, rad/s) that a step leaves; more is no number. Settings bound them much lower
	// where bodies move.
	MaxSpeed = 1e18

	MaxDamping      = 1e4
	MaxGravityScale = 1e4
	MaxDensity      = 1e9
	MaxFriction     = 1e4

	// MaxName (bytes) bounds the name of a body or joint.
	MaxName = 1 << 16
)

// CheckRange returns an error for a number outside of lo to hi.
func CheckRange(what string, x, lo, hi float32) error {
	if !(x >= lo && x <= hi) {
		return fmt.Errorf("physics: %s %g: must be between %g and %g", what, x, lo, hi)
	}
	return nil
}

// CheckVector returns an error for coordinates beyond ±limit.
func CheckVector(what string, v vec.Vec3, limit float32) error {
	if !ValidVector(v, limit) {
		return fmt.Errorf("physics: %s (%g, %g, %g): components must be finite and within ±%g", what, v.X,
			v.Y, v.Z, limit)
	}
	return nil
}

// CheckTransform returns an error for a pose out of the bounds of the world, or whose rotation is no unit quaternion.
func CheckTransform(what string, t vec.Transform) error {
	if !ValidVector(t.P, MaxPosition) {
		return CheckVector(what+" position", t.P, MaxPosition)
	}
	if !t.Q.IsUnit() {
		return fmt.Errorf("physics: %s rotation (%g, %g, %g, %g): must be a unit quaternion", what, t.Q.X,
			t.Q.Y, t.Q.Z, t.Q.W)
	}
	return nil
}

// CheckQuat returns an error for a rotation that is no unit quaternion.
func CheckQuat(what string, q vec.Quat) error {
	if !q.IsUnit() {
		return fmt.Errorf("physics: %s (%g, %g, %g, %g): must be a unit quaternion", what, q.X, q.Y, q.Z, q.W)
	}
	return nil
}

// CheckRatio returns an error for a ratio of a gear, rack or pulley that is too large or too small.
func CheckRatio(what string, x float32) error {
	if !(vec.Abs(x) >= 1e-3 && vec.Abs(x) <= 1e3) {
		return fmt.Errorf("physics: %s joint ratio %g: must be between 0.001 and 1000, or their negatives", what, x)
	}
	return nil
}

// CheckName returns an error for a name that is too long or not text.
func CheckName(what, name string) error {
	if len(name) > MaxName {
		return fmt.Errorf("physics: %s name of %d bytes: at most %d are allowed", what, len(name), MaxName)
	}
	if !utf8.ValidString(name) {
		return fmt.Errorf("physics: %s name %.40q: must be text in UTF-8", what, name)
	}
	return nil
}

// ValidVector reports whether no coordinate is beyond ±limit or not a number.
func ValidVector(v vec.Vec3, limit float32) bool {
	return vec.Abs(v.X) <= limit && vec.Abs(v.Y) <= limit && vec.Abs(v.Z) <= limit
}

// ValidTransform reports whether a pose is within the bounds of the world.
func ValidTransform(t vec.Transform) bool { return ValidVector(t.P, MaxPosition) && t.Q.IsUnit() }

// ClampVector limits every component to ±limit; NaN, which only the difference of two
// overflows can give, becomes −limit.
func ClampVector(v vec.Vec3, limit float32) vec.Vec3 {
	return vec.Vec3{X: clampSymmetric(v.X, limit), Y: clampSymmetric(v.Y, limit), Z: clampSymmetric(v.Z, limit)}
}

func clampSymmetric(x, limit float32) float32 { return vec.Min(vec.Max(x, -limit), limit) }

// ShortenVector returns v, cut to a length.
func ShortenVector(v vec.Vec3, length float32) vec.Vec3 {
	if v.Len2() <= float32(length*length) {
		return v
	}
	return v.Norm().Mul(length)
}

// Usable reports whether velocity and pose are within the bounds of the world. A body that is not is quarantined.
func Usable(sim *solve.Sim, s *solve.State) bool {
	return ValidVector(s.V, MaxSpeed) && ValidVector(s.W, MaxSpeed) && ValidVector(sim.Transform.P, MaxPosition) &&
		sim.Transform.Q.IsUnit()
}
