package kernel

import "tumble/physics/vec"

// Settings are the tunable numbers of the solver.
type Settings struct {
	// Gravity (m/s²).
	Gravity vec.Vec3
	// ContactHertz and ContactDampingRatio (ratio) shape the spring that pushes overlapping
	// bodies apart. A column of boxes on such springs buckles under its own weight at a height
	// that grows with the frequency (to the power 2/3): 18 boxes of 1 m at 30 Hz, 28 at 60.
	// The frequency is capped at a fifth of the sub-step rate. The damping ratio, far above 1,
	// keeps the push slow: overlap shrinks at the rate π·hertz/damping, about 10 per second.
	// Contacts with immovable bodies are half as stiff again.
	ContactHertz, ContactDampingRatio float32
	// PushOutSpeed (m/s) is the largest speed at which overlap is corrected.
	PushOutSpeed float32
	// JointHertz and JointDampingRatio (ratio) shape the spring that holds a joint together,
	// with the frequency capped at a quarter of the sub-step rate.
	JointHertz, JointDampingRatio float32
	// DirectJoints solves joints that hang together as one system.
	DirectJoints bool
	// RestitutionSpeed is the approach speed (m/s) below which nothing bounces.
	RestitutionSpeed float32
	// SpeculativeDistance (m) is the gap within which points count fully for the friction centre of their manifold.
	SpeculativeDistance float32
	// MaxLinearSpeed (m/s) and MaxRotation (rad per sub-step) cap the motion of every body.
	MaxLinearSpeed, MaxRotation float32
	// WarmStarting carries impulses over from one sub-step to the next.
	WarmStarting bool
}

// DefaultSettings returns the settings of a new world.
func DefaultSettings() Settings {
	return Settings{
		Gravity:             vec.V3(0, -9.81, 0),
		ContactHertz:        80,
		ContactDampingRatio: 25,
		PushOutSpeed:        3,
		JointHertz:          60,
		JointDampingRatio:   2,
		DirectJoints:        true,
		RestitutionSpeed:    1,
		SpeculativeDistance: 0.02,
		MaxLinearSpeed:      2000,
		MaxRotation:         vec.Pi,
		WarmStarting:        true,
	}
}

// Params are the numbers of one step, derived from Settings.
type Params struct {
	Settings
	// Dt is the length of the step and H of a sub-step (s); InvH is 1/H.
	Dt, H, InvH float32
	// InvSpeculative is 1/SpeculativeDistance (1/m).
	InvSpeculative float32
	// SubSteps is the number of sub-steps.
	SubSteps int32
	// Contact and StaticContact are the coefficients of contacts between movable bodies and
	// with immovable ones, LinkContact those of deep overlaps of bodies with joints, Joint those of joints with
	// default stiffness.
	Contact, StaticContact, LinkContact, Joint Soft
}

// NewParams returns the numbers of a step of dt seconds (dt > 0) in subSteps ≥ 1 sub-steps.
func NewParams(s Settings, dt float32, subSteps int32) Params {
	if subSteps < 1 {
		subSteps = 1
	}
	h := dt / float32(subSteps)
	rate := 1 / h
	hertz, damping := s.ContactHertz, s.ContactDampingRatio
	if top := float32(contactCap * rate); hertz > top {
		// hertz over damping sets the speed at which overlap is pushed out; keep that
		hertz, damping = top, float32(damping*(top/hertz))
	}
	contact := SoftCoefficients(hertz, damping, h)
	return Params{
		Settings: s,
		Dt:       dt, H: h, InvH: rate,
		InvSpeculative: 1 / vec.Max(s.SpeculativeDistance, leastSpeculative),
		SubSteps:       subSteps,
		Contact:        contact,
		LinkContact: Soft{BiasRate: vec.Min(float32(linkRate*contact.BiasRate), rate), MassScale: linkScale,
			ImpulseScale: 1 - linkScale},
		StaticContact: SoftCoefficients(float32(staticStiffness*hertz), float32(staticDamping*damping), h),
		Joint:         SoftCoefficients(vec.Min(s.JointHertz, float32(0.25*rate)), s.JointDampingRatio, h),
	}
}

// Give is the length (m) by which the spring of a contact of a frequency gives way in sub-steps of h seconds under an
// impulse of one N·s a sub-step, for each 1/kg of its row.
func Give(hertz, h float32) float32 {
	omega := 2 * vec.Pi * vec.Min(hertz, contactCap/h)
	return 1 / float32(h*float32(omega*omega))
}
