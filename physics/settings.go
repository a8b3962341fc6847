package physics

import (
	"fmt"
	"strings"

	"tumble/physics/internal/collide"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// LinearSlop is the length (m) below which distances mean nothing to the engine.
const LinearSlop = collide.LinearSlop

// Settings are the parameters of a world that may change between any two steps.
type Settings struct {
	// Gravity (m/s²).
	Gravity Vec3
	// SubSteps is the number of solver steps in one Step.
	SubSteps int32

	// ContactHertz is the stiffness of contacts (Hz), capped at 0.15 of the sub-step rate;
	// ContactDampingRatio their damping ratio, far above 1 so that nothing rings.
	ContactHertz, ContactDampingRatio float32
	// PushOutSpeed (m/s) limits how fast overlap is undone.
	PushOutSpeed float32
	// JointHertz (Hz), capped at a quarter of the sub-step rate, and JointDampingRatio are
	// the stiffness and damping of joints that are meant to be rigid.
	JointHertz, JointDampingRatio float32
	// DirectJoints solves joints that hang together as one system instead of one by one.
	DirectJoints bool
	// RestitutionSpeed (m/s) is the slowest approach that bounces.
	RestitutionSpeed float32
	// HitSpeed (m/s) is the slowest approach that is reported as a hit.
	HitSpeed float32
	// SpeculativeDistance (m) is the gap below which contacts are made before they touch.
	SpeculativeDistance float32
	// MaxLinearSpeed (m/s) and MaxRotation (rad per sub-step) cap the motion of bodies.
	MaxLinearSpeed, MaxRotation float32

	// SleepSpeed (m/s) is the speed of the fastest point below which a body is sleepy, and
	// SleepTime (s) how long all bodies of an island must be so before it sleeps. A body that
	// trembles on the spot, at up to four times the speed, is sleepy, too.
	SleepSpeed, SleepTime float32
	// SleepEnabled lets bodies sleep at all.
	SleepEnabled bool

	// WarmStarting starts each step with the impulses of the last one.
	WarmStarting bool
	// Continuous stops fast bodies at what they would pass through.
	Continuous bool

	// RecycleDistance (m) and RecycleAngle (rad) are how far the two bodies of a contact
	// may move against each other, and turn, before its points are computed anew. Zero
	// turns the reuse of contacts off.
	RecycleDistance, RecycleAngle float32
}

// DefaultSettings returns the settings every scene starts from.
func DefaultSettings() Settings {
	return Settings{
		Gravity:             Vec3{Y: -9.81},
		SubSteps:            4,
		ContactHertz:        60,
		ContactDampingRatio: 20,
		PushOutSpeed:        3,
		JointHertz:          60,
		JointDampingRatio:   2,
		DirectJoints:        true,
		RestitutionSpeed:    1,
		HitSpeed:            1,
		SpeculativeDistance: collide.SpeculativeDistance,
		MaxLinearSpeed:      2000,
		MaxRotation:         3.1415927,
		SleepSpeed:          0.05,
		SleepTime:           0.5,
		SleepEnabled:        true,
		WarmStarting:        true,
		Continuous:          true,
		RecycleDistance:     0.05,
		RecycleAngle:        0.17453292,
	}
}

// Setting describes one number of Settings, for panels and command lines. Switches are
// numbers 0 and 1.
type Setting struct {
	// Name in dotted lower case, like "contact.hertz".
	Name string
	// Unit in SI, empty for pure numbers.
	Unit string
	// Doc is one sentence.
	Doc string
	// Min and Max are the limits that Check enforces.
	Min, Max float64
	// Integer and Switch say that only whole numbers, only 0 and 1 count.
	Integer, Switch bool

	number func(*Settings) *float32
	count  func(*Settings) *int32
	flag   func(*Settings) *bool
}

// Value returns the setting's number in s.
func (f Setting) Value(s Settings) float64 {
	switch {
	case f.number != nil:
		return float64(*f.number(&s))
	case f.count != nil:
		return float64(*f.count(&s))
	case *f.flag(&s):
		return 1
	}
	return 0
}

// Set changes the setting in s, or refuses a value that is out of range.
func (f Setting) Set(s *Settings, value float64) error {
	if !(value >= f.Min && value <= f.Max) {
		return fmt.Errorf("physics: setting %s %g: must be between %g and %g", f.Name, value, f.Min, f.Max)
	}
	switch {
	case f.number != nil:
		*f.number(s) = float32(value)
	case value != float64(int32(value)):
		return fmt.Errorf("physics: setting %s %g: must be a whole number", f.Name, value)
	case f.count != nil:
		*f.count(s) = int32(value)
	default:
		*f.flag(s) = value != 0
	}
	return nil
}

var settingTable = []Setting{
	numberSetting("gravity.x", "m/s²", "Gravity along x.", -1e4, 1e4,
		func(s *Settings) *float32 { return &s.Gravity.X }),
	numberSetting("gravity.y", "m/s²", "Gravity along y, up.", -1e4, 1e4,
		func(s *Settings) *float32 { return &s.Gravity.Y }),
	numberSetting("gravity.z", "m/s²", "Gravity along z.", -1e4, 1e4,
		func(s *Settings) *float32 { return &s.Gravity.Z }),
	{Name: "substeps", Doc: "Solver steps in one step.", Min: 1, Max: 64, Integer: true,
		count: func(s *Settings) *int32 { return &s.SubSteps }},
	numberSetting("contact.hertz", "Hz", "Stiffness of contacts.", 0.1, 1e4,
		func(s *Settings) *float32 { return &s.ContactHertz }),
	numberSetting("contact.damping", "", "Damping ratio of contacts.", 0, 100,
		func(s *Settings) *float32 { return &s.ContactDampingRatio }),
	numberSetting("contact.pushout", "m/s", "Speed limit of undoing overlap.", 0, 1e3,
		func(s *Settings) *float32 { return &s.PushOutSpeed }),
	numberSetting("joint.hertz", "Hz", "Stiffness of rigid joints.", 0.1, 1e4,
		func(s *Settings) *float32 { return &s.JointHertz }),
	numberSetting("joint.damping", "", "Damping ratio of rigid joints.", 0, 100,
		func(s *Settings) *float32 { return &s.JointDampingRatio }),
	switchSetting("joint.direct", "Whether joints that hang together are solved as one system.",
		func(s *Settings) *bool { return &s.DirectJoints }),
	numberSetting("restitution.speed", "m/s", "Slowest approach that bounces.", 0, 1e4,
		func(s *Settings) *float32 { return &s.RestitutionSpeed }),
	numberSetting("hit.speed", "m/s", "Slowest approach that is reported as a hit.", 0, 1e4,
		func(s *Settings) *float32 { return &s.HitSpeed }),
	numberSetting("contact.speculative", "m", "Gap below which contacts are made before they touch.", 0, 1,
		func(s *Settings) *float32 { return &s.SpeculativeDistance }),
	numberSetting("speed.linear", "m/s", "Cap of the speed.", 1e-3, 1e5,
		func(s *Settings) *float32 { return &s.MaxLinearSpeed }),
	numberSetting("speed.rotation", "rad", "Cap of the turn in one sub-step.", 1e-3, 3.1415928,
		func(s *Settings) *float32 { return &s.MaxRotation }),
	numberSetting("sleep.speed", "m/s", "Speed below which a body is sleepy.", 0, 1e3,
		func(s *Settings) *float32 { return &s.SleepSpeed }),
	numberSetting("sleep.time", "s", "Time after which sleepy islands sleep.", 0, 1e3,
		func(s *Settings) *float32 { return &s.SleepTime }),
	switchSetting("sleep", "Whether bodies may sleep.", func(s *Settings) *bool { return &s.SleepEnabled }),
	switchSetting("warmstart", "Whether steps start with the impulses of the last one.",
		func(s *Settings) *bool { return &s.WarmStarting }),
	switchSetting("continuous", "Whether fast bodies are stopped at what they would pass through.",
		func(s *Settings) *bool { return &s.Continuous }),
	numberSetting("recycle.distance", "m", "Motion within which contact points are reused.", 0, 0.5,
		func(s *Settings) *float32 { return &s.RecycleDistance }),
	numberSetting("recycle.angle", "rad", "Turn within which contact points are reused.", 0, 1,
		func(s *Settings) *float32 { return &s.RecycleAngle }),
}

func numberSetting(name, unit, doc string, lo, hi float64, field func(*Settings) *float32) Setting {
	return Setting{Name: name, Unit: unit, Doc: doc, Min: lo, Max: hi, number: field}
}

func switchSetting(name, doc string, field func(*Settings) *bool) Setting {
	return Setting{Name: name, Doc: doc, Max: 1, Switch: true, flag: field}
}

// AllSettings lists every setting.
func AllSettings() []Setting { return append([]Setting(nil), settingTable...) }

// FindSetting returns the setting of that name.
func FindSetting(name string) (Setting, error) {
	for _, f := range settingTable {
		if f.Name == name {
			return f, nil
		}
	}
	names := make([]string, len(settingTable))
	for i, f := range settingTable {
		names[i] = f.Name
	}
	return Setting{}, fmt.Errorf("physics: unknown setting %q: known are %s", name, strings.Join(names, ", "))
}

// Check returns an error that names the first setting out of range.
func (s Settings) Check() error {
	for i := range settingTable {
		f := &settingTable[i]
		v := f.Value(s)
		if !(v >= f.Min && v <= float64(vec.Max(float32(f.Max), 0))) {
			return fmt.Errorf("physics: setting %s %g: must be between %g and %g", f.Name, v, f.Min, f.Max)
		}
	}
	return nil
}

// Settings returns the settings in force.
func (w *World) Settings() Settings { return Settings(w.state.Settings) }

// SetSettings changes the settings from the next step on. Bodies at rest are woken when
// something changed that would move them: gravity, or sleep switched off.
func (w *World) SetSettings(s Settings) error {
	if r := w.recorder(); r != nil {
		return called[error](r, "World.SetSettings", w, s)
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
