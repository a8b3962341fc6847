package load

import (
	"math"
	"strconv"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/document"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/model"
)

// readSettings reads the document's part of the extension, and the gravity of OMI_physics_gravity.
func readSettings(d *document.Document, s *model.Model) {
	readGravity(d, s)
	v := d.Root.Path("extensions", extension.Own)
	if !v.IsObject() {
		return
	}
	v.Only("name", "text", "gravity", "hz", "substeps", "seconds", "settings", "camera", "expect", "continuation",
		"written",
		"actuators", "sensors")
	s.Text = v.At("text").Text("")
	s.Settings.Gravity = v.At("gravity").Vector(s.Settings.Gravity, 1e4)
	s.Hertz = v.At("hz").Integer(0, 1, 10000)
	s.Settings.SubSteps = int32(v.At("substeps").Integer(int(s.Settings.SubSteps), 1, 64))
	if seconds := v.At("seconds"); !seconds.Missing() {
		s.Steps = int(math.Round(seconds.Float(0, 0, 1e5) * float64(s.Rate())))
	}
	settings := v.At("settings")
	if settings.IsObject() {
		var keys []string
		for _, f := range extension.Settings() {
			keys = append(append(keys, f.Key), f.Old...)
		}
		settings.Only(keys...)
		for _, f := range extension.Settings() {
			readSetting(settings, f, &s.Settings)
		}
	}
	if c := v.At("camera"); c.IsObject() {
		c.Only("target", "distance", "yaw", "pitch")
		s.View.Target = c.At("target").Vector(vec.Vec3{}, extension.MaxLength)
		s.View.Distance = c.At("distance").Single(10, 0.01, 1e5)
		s.View.Yaw, s.View.Pitch = c.At("yaw").Single(0, -1e4, 1e4), c.At("pitch").Single(0, -90, 90)
	}
	readExpect(v.At("expect"), &s.Expect)
	readContinuation(d, v.At("continuation"), s)
}

// readContinuation reads the state that a world goes on with.
func readContinuation(d *document.Document, v jsonvalue.Value, s *model.Model) {
	if !v.IsObject() {
		return
	}
	v.Only("of", "then", "state")
	i := v.At("state").Index(len(d.GLTF.Accessors), "accessors")
	if i < 0 {
		return
	}
	c := model.Continuation{}
	for key, hash := range map[string]*uint64{"of": &c.Of, "then": &c.Then} {
		x, err := strconv.ParseUint(v.At(key).Text(""), 16, 64)
		if err != nil {
			v.At(key).Errorf("must be a hash of 16 hexadecimal digits")
			return
		}
		*hash = x
	}
	var err error
	if c.State, err = d.Bytes(i); err != nil {
		v.At("state").Errorf("%v", err)
		return
	}
	s.Continuation = &c
}

// readSetting reads one setting, under its key or a former one.
func readSetting(settings jsonvalue.Value, f physics.Setting, s *physics.Settings) {
	x := settings.At(f.Key)
	for _, old := range f.Old {
		if y := settings.At(old); x.Missing() && !y.Missing() {
			x = y
			x.Warnf("is now called %s", f.Key)
		}
	}
	if x.Missing() {
		return
	}
	number := 0.0
	if f.Switch {
		if x.Flag(false) {
			number = 1
		}
	} else {
		number = min(float64(x.Single(float32(f.Value(*s)), f.Min, f.Max)), f.Max)
	}
	if err := f.Set(s, number); err != nil {
		x.Errorf("%v", err)
	}
}

func readGravity(d *document.Document, s *model.Model) {
	g := d.Root.Path("extensions", "OMI_physics_gravity")
	if !g.IsObject() {
		return
	}
	amount := g.At("gravity").Single(9.81, -1e4, 1e4)
	direction := g.At("direction").Vector(vec.V3(0, -1, 0), 2)
	s.Settings.Gravity = direction.Mul(amount)
}
