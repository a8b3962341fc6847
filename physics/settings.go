package physics

import (
	"tumble/physics/internal/collide"
	"tumble/physics/internal/state"
)

// LinearSlop is the length (m) below which distances mean nothing to the engine.
const LinearSlop = collide.LinearSlop

//go:generate go run -C ../tools ./settingsgen -dir ../physics -solver tumble/physics/internal/solve
//go:generate go run -C ../tools ./journalgen -dir ../physics

// Settings are the parameters of a world that may change between any two steps.
//
// A setting is declared here and nowhere else. `go generate ./physics` derives the table of
// AllSettings, the defaults, the values that the rooms read, their hash and the settings of the
// solver from this declaration; the registry, the panel, `sandbox params`, the scene files
// and the docs follow from the table. The comment of a field starts with its name and its unit in parentheses; its
// first sentence is for users. The parts of the tag:
//
//	key      the name in --set, presets and files, of the same letters as the field
//	range    the least and the greatest value; a switch has none
//	default  the value of a new world; three numbers for a vector
//	usual    the part of a wide range that a slider shows, and "log" for a logarithmic one
//	heading  the section in the panel and in the docs
//	solver   "yes" if the solver has a setting of the same name
//	hash     "no" if the setting changes only reports, not how the world goes on
//	old      former keys, which are still understood
//
// A new field changes the layout of snapshots; the order of the fields is theirs.
type Settings struct {
	// Gravity (m/s²) is the acceleration of bodies that nothing holds, y up.
	Gravity Vec3 `key:"gravity" range:"-10000 10000" default:"0 -9.81 0" usual:"-30 30" heading:"World" solver:"yes"`
	// SubSteps is the number of solver steps in one step.
	SubSteps int32 `key:"substeps" range:"1 64" default:"4" usual:"1 16" heading:"Solver"`

	// ContactHertz (Hz) is the stiffness of contacts, capped at a fifth of the sub-step rate.
	ContactHertz float32 `key:"contact.hertz" range:"0.1 10000" default:"80" usual:"1 240 log" heading:"Contacts" solver:"yes"`
	// ContactDampingRatio is the damping ratio of contacts. It is far above 1 so that nothing rings.
	ContactDampingRatio float32 `key:"contact.damping_ratio" range:"0 100" default:"25" usual:"0.1 100 log" heading:"Contacts" solver:"yes" old:"contact.damping"`
	// PushOutSpeed (m/s) is the greatest speed at which overlap is corrected.
	PushOutSpeed float32 `key:"pushout.speed" range:"0 1000" default:"3" usual:"0.1 100 log" heading:"Contacts" solver:"yes" old:"contact.pushout"`
	// JointHertz (Hz) is the stiffness of rigid joints that are not solved directly, capped at a quarter of the
	// sub-step rate.
	JointHertz float32 `key:"joint.hertz" range:"0.1 10000" default:"60" usual:"1 480 log" heading:"Joints" solver:"yes"`
	// JointDampingRatio is the damping ratio of rigid joints that are not solved directly.
	JointDampingRatio float32 `key:"joint.damping_ratio" range:"0 100" default:"2" usual:"0.1 20 log" heading:"Joints" solver:"yes" old:"joint.damping"`
	// DirectJoints solves connected joints as one system instead of one by one.
	DirectJoints bool `key:"direct_joints" default:"true" heading:"Joints" solver:"yes" old:"joint.direct"`
	// RestitutionSpeed (m/s) is the slowest approach that bounces.
	RestitutionSpeed float32 `key:"restitution.speed" range:"0 10000" default:"1" usual:"0 10" heading:"Solver" solver:"yes"`
	// HitSpeed (m/s) is the slowest approach that is reported as a hit.
	HitSpeed float32 `key:"hit.speed" range:"0 10000" default:"1" usual:"0 10" heading:"Contacts" hash:"no"`
	// SpeculativeDistance (m) is the gap below which contacts are made before they touch.
	SpeculativeDistance float32 `key:"speculative.distance" range:"0 1" default:"0.02" usual:"0 0.2" heading:"Contacts" solver:"yes" old:"contact.speculative"`
	// ContactAhead is the part of the motion of a step for which contacts are found ahead of overlap. With 0 what comes
	// by more than the speculative distance in a step overlaps first.
	ContactAhead float32 `key:"contact.ahead" range:"0 1" default:"1" heading:"Contacts"`
	// MaxLinearSpeed (m/s) is the greatest speed of a body.
	MaxLinearSpeed float32 `key:"max.linear_speed" range:"0.001 100000" default:"2000" usual:"1 10000 log" heading:"Limits" solver:"yes" old:"speed.linear"`
	// MaxRotation (rad) is the greatest rotation of a body in one sub-step.
	MaxRotation float32 `key:"max.rotation" range:"0.001 3.1415928" default:"3.1415927" usual:"0.01 3.1415927" heading:"Limits" solver:"yes" old:"speed.rotation"`

	// SleepSpeed (m/s) is the speed of its fastest point below which a body may fall asleep. A
	// body that trembles on the spot, at up to four times this speed, may sleep, too.
	SleepSpeed float32 `key:"sleep.speed" range:"0 1000" default:"0.05" usual:"0 1" heading:"Sleep"`
	// SleepTime (s) is the time that all bodies of an island must be slow before it sleeps.
	SleepTime float32 `key:"sleep.time" range:"0 1000" default:"0.5" usual:"0 5" heading:"Sleep"`
	// SleepEnabled lets bodies sleep.
	SleepEnabled bool `key:"sleep.enabled" default:"true" heading:"Sleep" old:"sleep"`

	// WarmStarting starts each step with the impulses of the last one.
	WarmStarting bool `key:"warm_starting" default:"true" heading:"Solver" solver:"yes" old:"warmstart"`
	// Continuous stops fast bodies at obstacles that they would pass through.
	Continuous bool `key:"continuous" default:"true" heading:"Solver"`

	// RecycleDistance (m) is the relative displacement up to which contact points are recycled, less where a body is
	// smaller: at most 1.75 % of the way from its centre of mass to its nearest surface, or on meshes to the lines of
	// the normal forces. Zero turns the recycling of contacts off.
	RecycleDistance float32 `key:"recycle.distance" range:"0 0.5" default:"0.02" heading:"Contacts"`
	// RecycleAngle (rad) is the relative rotation up to which contact points are recycled.
	RecycleAngle float32 `key:"recycle.angle" range:"0 1" default:"0.17453292" heading:"Contacts"`
}

// Settings returns the settings in force.
func (w *World) Settings() Settings { return Settings(w.state.Settings) }

// SetSettings changes the settings from the next step on. Bodies at rest are woken when
// something changed that would move them: gravity, or sleep switched off.
func (w *World) SetSettings(s Settings) error {
	if r := w.recorder(); r != nil {
		return r.worldSetSettings(w, s)
	}
	if w.locked.Load() {
		return ErrWorldLocked
	}
	if err := s.Check(); err != nil {
		return err
	}
	wake := s.Gravity != w.state.Settings.Gravity || !s.SleepEnabled && w.state.Settings.SleepEnabled
	if s.DirectJoints != w.state.Settings.DirectJoints {
		w.islands.JointsChanged()
	}
	gap := s.SpeculativeDistance != w.state.Settings.SpeculativeDistance
	w.state.Settings = state.Settings(s)
	if gap {
		w.broad.RefattenAll()
	}
	if wake {
		w.islands.WakeAll()
	}
	return nil
}

// Gravity returns the gravity (m/s²).
func (w *World) Gravity() Vec3 { return w.state.Settings.Gravity }

// SetGravity changes the gravity (m/s²) and wakes everything.
func (w *World) SetGravity(g Vec3) error {
	s := w.Settings()
	s.Gravity = g
	return w.SetSettings(s)
}
