package param

import (
	"fmt"
	"strings"

	"tumble/physics"
	"tumble/physics/scenes"
)

// Config is the whole choice with which a scene is started: the settings of its world, the
// loop, the material of its shapes and the scene's own parameters. A program without a
// window fills it from the command line and builds the world from it.
type Config struct {
	Scene    *scenes.Scene
	Settings physics.Settings
	Loop     Loop
	Material MaterialChoice
	Values   scenes.Values
	Start    Start
	// Renamed, if set, is told when a value is given under a former key.
	Renamed func(old, key string)

	things []*thing
	run    *scenes.Run // the newest run
}

// NewConfig returns the configuration that the scene itself asks for.
func NewConfig(scene *scenes.Scene) *Config {
	def := scene.WorldDef()
	c := &Config{
		Scene:    scene,
		Settings: def.Settings,
		Loop:     NewLoop(scene.Rate(), def.Workers),
		Material: DefaultMaterialChoice(),
		Values:   scenes.Values{},
	}
	return c
}

// Registry returns all parameters of the configuration. A value set in the registry is used by the next Build.
func (c *Config) Registry() *Registry {
	r := NewRegistry()
	r.Renamed = c.Renamed
	set := func(s physics.Settings) error {
		c.Settings = s
		return nil
	}
	def := c.Scene.WorldDef()
	mustAdd(AddSettings(r, def.Settings, func() physics.Settings { return c.Settings }, set))
	mustAdd(AddMaterial(r, &c.Material))
	mustAdd(AddLoop(r, c.Scene.Rate(), &c.Loop))
	mustAdd(AddStart(r, &c.Start))
	mustAdd(AddScene(r, c.Scene, c.Values))
	for _, t := range c.things {
		r.addThing(t)
	}
	r.find = c.findThing
	return r
}

// Build creates the world of the scene as configured, without a clock for its profile.
func (c *Config) Build() (*scenes.Run, error) { return c.BuildWith(nil) }

// BuildWith creates the world of the scene as configured; clock measures its stages.
func (c *Config) BuildWith(clock physics.Clock) (*scenes.Run, error) {
	def := c.Scene.WorldDef()
	def.Clock = clock
	def.Settings = c.Settings
	def.Workers = c.Loop.Workers
	scene := *c.Scene
	scene.Build = func(r *scenes.Run) {
		c.Scene.Build(r)
		c.finish(r)
	}
	run, err := scene.New(def, c.Values)
	if err != nil {
		return nil, err
	}
	run.Scene, c.run = c.Scene, run
	return run, nil
}

// finish applies the choices for bodies and joints to a world that the scene has filled.
func (c *Config) finish(r *scenes.Run) {
	c.Material.Apply(r.World)
	if err := c.applyThings(r.World); err != nil {
		r.Fail(err)
	}
	if err := c.Start.Apply(r.World); err != nil {
		r.Fail(err)
	}
}

// mustAdd panics on a description that contradicts itself: descriptions are constants of the program, and a test adds
// all of them.
func mustAdd(err error) {
	if err != nil {
		panic("param: " + err.Error())
	}
}

// AddSettings binds every setting of a world. defaults are the values that Reset returns to.
func AddSettings(r *Registry, defaults physics.Settings, get func() physics.Settings,
	set func(physics.Settings) error) error {
	for _, f := range physics.AllSettings() {
		spec := Spec{
			Key: f.Key, Old: f.Old, Label: f.Label, Heading: f.Heading, Unit: f.Unit, Text: f.Text, Field: f.Field,
			Min: f.Min, Max: f.Max, Low: f.Low, High: f.High, Log: f.Log, Default: f.Value(defaults),
		}
		switch {
		case f.Switch:
			spec.Kind = Bool
		case f.Whole:
			spec.Kind = Int
		}
		err := r.Add(spec, func() float64 { return f.Value(get()) }, func(v float64) error {
			s := get()
			if err := f.Set(&s, v); err != nil {
				return err
			}
			return set(s)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// SceneKey is the key of a parameter of a scene: its name under "scene.", or for an object of the scene the name alone,
// as actuator("elbow").
func SceneKey(name string) string {
	if strings.Contains(name, "(") {
		return name
	}
	return "scene." + name
}

// sceneHeading is the heading of the parameters of a scene.
const sceneHeading = "Scene"

// InScene is the name of a parameter of the scene, see SceneKey; false for other parameters.
func (p *Param) InScene() (name string, ok bool) {
	return strings.TrimPrefix(p.Key, "scene."), p.Heading == sceneHeading
}

// AddScene binds the parameters of a scene under "scene.": they are written to values and
// take effect when the scene is built again.
func AddScene(r *Registry, scene *scenes.Scene, values scenes.Values) error {
	for _, p := range scene.Params {
		spec := Spec{
			Key: SceneKey(p.Key), Heading: sceneHeading, Unit: p.Unit, Min: p.Min, Max: p.Max, Default: p.Default,
			Text: p.Text, Restart: !p.Live,
		}
		if p.Whole {
			spec.Kind = Int
		}
		get := func() float64 {
			if v, ok := values[p.Key]; ok {
				return v
			}
			return p.Default
		}
		set := func(v float64) error {
			values[p.Key] = v
			return nil
		}
		if err := r.Add(spec, get, set); err != nil {
			return fmt.Errorf("%w (scene %s)", err, scene.Name)
		}
	}
	return nil
}
