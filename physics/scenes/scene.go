package scenes

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/rigs"
	"tumble/physics/vec"
)

// Scene is one entry of the library. The functions must depend on nothing but their
// arguments: the same values give the same world, bit for bit.
type Scene struct {
	// Name is lower case with underscores and never changes: recordings and links use it.
	Name     string
	Category string
	// Text describes the scene in one line.
	Text   string
	Params []Param
	// Controls are the axes that a user moves while the scene runs: first the one of the left
	// and right keys, then the one of the keys up and down.
	Controls []Control
	// Players is how many have such axes each, 0 for one.
	Players int
	View    View
	// Views are the cameras of a scene file by their names.
	Views []NamedView
	// Hertz is the number of steps a second, 0 for 100.
	Hertz int
	// Steps is how long the scene runs before Check holds.
	Steps int
	// Settle is the step after which the poses are kept in Run.Base; Check measures
	// motion from there.
	Settle int
	// World adjusts the default definition of the world; may be nil.
	World func(def *physics.WorldDef)
	// Build fills the world of the run; errors are collected by the run.
	Build func(r *Run)
	// Step is called before each step with the number of steps done; may be nil. It
	// reads the run and writes the world only, so that a restored world continues alike.
	Step func(r *Run, step int) error
	// Tune lets a live parameter that was changed take effect in the world of a run; may be nil. Values that Step
	// reads need none.
	Tune func(r *Run, key string) error
	// Check tells which claim of the scene does not hold after Steps steps.
	Check func(r *Run) error
	// Intended are the findings of an examination of the scene that it means, by their codes.
	Intended []string
	// Drawings are the meshes of the bodies; those without are drawn as their shapes.
	Drawings []Drawing
	// Sliding is the friction of a file while surfaces slide, where it differs.
	Sliding []Sliding
	// Coordinates are those of joints of a scene file that have names or rotors of their own.
	Coordinates []JointCoordinates
	// Sensors of a scene file.
	Sensors []Sensor
	// Actuators of a scene file, see AddActuators.
	Actuators []Actuator
	// Source is the file that the scene was read from, nil for others.
	Source *Source
	// Files are the files beside its own that a scene from a file refers to.
	Files []string
}

// JointCoordinates are the coordinates of a joint as a scene file has them.
type JointCoordinates struct {
	// Joint is the order of the joint, see physics.Joint.Order.
	Joint uint64
	// Names are those of the coordinates of a generic joint by axis, nil where the file has none.
	Names []string
	// Armature is the inertia of rotors (kg·m², of slides kg) by axis; of a ball joint the second body has it as a
	// part of its own.
	Armature []float32
}

// Source is a scene file with everything it has besides bodies, for saving the scene again.
type Source struct {
	// File is known to the package of its format.
	File any
	// Origins are the elements of the file that bodies came from, by their index in the world.
	Origins map[int]int
}

// Sliding is the coefficient of friction of a shape while it slides. The engine knows only the coefficient at rest; a
// saved file has both again.
type Sliding struct {
	// Body and Shape are indices in the world and in the body.
	Body, Shape int
	// AtRest is the coefficient that the engine has.
	AtRest, Friction float32
}

// EventCount is how many events of each kind there were.
type EventCount struct {
	ContactBegin, ContactEnd, Hit, SensorBegin, SensorEnd int
}

func (c *EventCount) add(e physics.Events) {
	c.ContactBegin += len(e.ContactBegin)
	c.ContactEnd += len(e.ContactEnd)
	c.Hit += len(e.Hit)
	c.SensorBegin += len(e.SensorBegin)
	c.SensorEnd += len(e.SensorEnd)
}

// Param is one number of a scene that can be chosen before it is built.
type Param struct {
	Key      string
	Unit     string
	Min, Max float64
	Default  float64
	// Whole is set for counts.
	Whole bool
	// Live parameters act on a run at once, by Scene.Tune or as Scene.Step reads them; others when the scene is built.
	Live bool
	Text string
}

// Control is an axis that is moved while a scene runs, from −1 (right, down) to 1 (left, up).
type Control struct {
	Name string
	// Text says what both ends do.
	Text string
}

// View is the camera a scene is best seen with: it looks at Target from Distance metres,
// Yaw degrees around the upward axis (0 looks along −z) and Pitch degrees above the horizon.
type View struct {
	Target               vec.Vec3
	Distance, Yaw, Pitch float32
}

// NamedView is a camera of a scene file.
type NamedView struct {
	Name string
	View View
}

// Values are chosen values of scene parameters by key. Keys that are missing have the
// default of the parameter.
type Values map[string]float64

// Run is a scene in progress.
type Run struct {
	Scene *Scene
	World *physics.World
	// Bodies are the moving bodies in the order of creation; Movers the kinematic ones.
	Bodies []physics.Body
	Movers []physics.Body
	// Ragdolls and Vehicles are the rigs of the scene; their bodies are in Bodies, too.
	Ragdolls []*rigs.Ragdoll
	Vehicles []*rigs.Vehicle
	// Characters are the movers of the scene; their bodies are in none of the lists.
	Characters []*physics.Mover
	// Seen counts the events of all steps of the run. Step must not read it: a restored world does
	// not bring it back.
	Seen EventCount
	// Start holds the poses of Bodies as built, Base those after Scene.Settle steps.
	Start []physics.Transform
	Base  []physics.Transform
	// StepCount is the number of steps done.
	StepCount int

	values Values
	// joints and jointOf are the memory of JointsByOrder
	joints  []physics.Joint
	jointOf map[uint64]physics.Joint
	// controls are the positions of the axes of each player, taken says that one was ever moved.
	controls [mostPlayers][maxControls]float32
	taken    [mostPlayers]bool
	// dt is the length of the step in progress (s)
	dt  float32
	err error
}

// WorldDef returns the default definition of a world with the adjustments of the scene.
func (s *Scene) WorldDef() physics.WorldDef {
	def := physics.DefaultWorldDef()
	if s.World != nil {
		s.World(&def)
	}
	return def
}

// New builds the scene in a new world. The definition is that of WorldDef or one derived
// from it, so that sleeping, workers or sub-steps can be chosen by the caller. Errors
// name the scene, and the value for a value outside its range.
func (s *Scene) New(def physics.WorldDef, values Values) (*Run, error) {
	if err := s.checkValues(values); err != nil {
		return nil, err
	}
	w, err := physics.NewWorld(def)
	if err != nil {
		return nil, fmt.Errorf("scenes: %s: %w", s.Name, err)
	}
	r := &Run{Scene: s, World: w, values: values}
	s.Build(r)
	if r.err != nil {
		return nil, fmt.Errorf("scenes: %s: %w", s.Name, r.err)
	}
	r.Start = r.poses(nil)
	r.Base = append(r.Base, r.Start...)
	return r, nil
}

// Rate returns the steps a second for which the scene is made.
func (s *Scene) Rate() int {
	if s.Hertz == 0 {
		return 100
	}
	return s.Hertz
}

func (s *Scene) checkValues(values Values) error {
	known := 0
	for _, p := range s.Params {
		v, ok := values[p.Key]
		if !ok {
			continue
		}
		known++
		if !(v >= p.Min && v <= p.Max) || p.Whole && v != float64(int64(v)) {
			return fmt.Errorf("scenes: %s: %s = %v: must be in %v … %v %s", s.Name, p.Key, v, p.Min, p.Max, p.Unit)
		}
	}
	if known != len(values) {
		return fmt.Errorf("scenes: %s: has no such parameter; it has %s", s.Name, s.paramKeys())
	}
	return nil
}

func (s *Scene) paramKeys() string {
	if len(s.Params) == 0 {
		return "none"
	}
	text := ""
	for i, p := range s.Params {
		if i > 0 {
			text += ", "
		}
		text += p.Key
	}
	return text
}

// Advance calls the scene's Step and steps the world once. hertz is the number of steps a
// second, 0 for the rate of the scene.
func (r *Run) Advance(hertz int) error {
	if hertz == 0 {
		hertz = r.Scene.Rate()
	}
	return r.AdvanceBy(1 / float32(hertz))
}

// AdvanceBy is Advance with the length of the step in seconds.
func (r *Run) AdvanceBy(dt float32) error {
	r.dt = dt
	if r.Scene.Step != nil {
		if err := r.Scene.Step(r, r.StepCount); err != nil {
			return fmt.Errorf("scenes: %s: step %d: %w", r.Scene.Name, r.StepCount, err)
		}
	}
	if err := r.World.Step(dt); err != nil {
		return fmt.Errorf("scenes: %s: step %d: %w", r.Scene.Name, r.StepCount, err)
	}
	r.Seen.add(r.World.Events())
	r.StepCount++
	if r.StepCount == r.Scene.Settle {
		r.Base = r.poses(r.Base[:0])
	}
	return nil
}

// Check tells which claim of the scene does not hold now. It is meant for the end of a
// run of Scene.Steps steps.
func (r *Run) Check() error {
	if err := checkFinite(r); err != nil {
		return fmt.Errorf("scenes: %s: %w", r.Scene.Name, err)
	}
	if r.Scene.Check == nil {
		return nil
	}
	if err := r.Scene.Check(r); err != nil {
		return fmt.Errorf("scenes: %s: after %d steps: %w", r.Scene.Name, r.StepCount, err)
	}
	return nil
}

// value returns the chosen value of a parameter, or its default.
func (r *Run) value(key string) float32 {
	if v, ok := r.values[key]; ok {
		return float32(v)
	}
	for i := range r.Scene.Params {
		if p := &r.Scene.Params[i]; p.Key == key {
			return float32(p.Default)
		}
	}
	r.fail(fmt.Errorf("parameter %q is not declared", key))
	return 0
}

// Value is the chosen value of a parameter of the scene, or its default.
func (r *Run) Value(key string) float64 { return float64(r.value(key)) }

// SetValue changes a live parameter of the scene in progress. The error says what cannot be changed, or to which value.
func (r *Run) SetValue(key string, value float64) error {
	before, had := r.values[key]
	if r.values == nil {
		r.values = Values{}
	}
	r.values[key] = value
	err := r.Scene.checkValues(r.values)
	if err == nil && r.Scene.Tune != nil {
		err = r.Scene.Tune(r, key)
	}
	if err != nil && had {
		r.values[key] = before
	} else if err != nil {
		delete(r.values, key)
	}
	return err
}

func (r *Run) count(key string) int { return int(r.value(key)) }

// maxControls is the largest number of axes of a player, mostPlayers of players.
const (
	maxControls = 2
	mostPlayers = 2
)

// PlayerCount is the number of players who have axes in the scene.
func (s *Scene) PlayerCount() int { return max(s.Players, 1) }

// SetControl moves an axis of the scene to a position from −1 to 1, and reports whether there is
// such an axis. From then on the scene leaves what the axes steer to the user. In a scene for several the user is
// player 0.
func (r *Run) SetControl(i int, position float64) bool { return r.SetPlayerControl(0, i, position) }

// SetPlayerControl is SetControl for one of the players of the scene.
func (r *Run) SetPlayerControl(player, i int, position float64) bool {
	if player < 0 || player >= min(r.Scene.PlayerCount(), mostPlayers) || i < 0 ||
		i >= min(len(r.Scene.Controls), maxControls) || !(position >= -1 && position <= 1) {
		return false
	}
	r.controls[player][i], r.taken[player] = float32(position), true
	return true
}

// Control returns the position of an axis.
func (r *Run) Control(i int) float32 { return r.PlayerControl(0, i) }

// PlayerControl returns the position of an axis of a player.
func (r *Run) PlayerControl(player, i int) float32 {
	if player < 0 || player >= mostPlayers || i < 0 || i >= maxControls {
		return 0
	}
	return r.controls[player][i]
}

// Controlled reports whether an axis was ever moved by the user.
func (r *Run) Controlled() bool { return r.taken[0] }

// fail keeps the first error of Build.
func (r *Run) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// poses appends the present transforms of Bodies to buf.
func (r *Run) poses(buf []physics.Transform) []physics.Transform {
	for _, b := range r.Bodies {
		buf = append(buf, b.Transform())
	}
	return buf
}
