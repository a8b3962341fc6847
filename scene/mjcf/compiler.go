package mjcf

import (
	"math"

	"tumble/physics/vec"
	"tumble/scene/internal/xmlscene"
)

// readCompiler reads how the rest of the model is meant.
func (r *reader) readCompiler(top *xmlscene.Element) {
	r.degrees, r.autoLimits, r.eulers, r.fromGeoms = true, true, "xyz", "auto"
	r.massGroups = [2]float32{0, 5}
	for _, c := range top.All("compiler") {
		switch a := c.Text("angle", "degree"); a {
		case "degree", "radian":
			r.degrees = a == "degree"
		default:
			c.Errorf("angle=%q: must be degree or radian", a)
		}
		r.eulers = c.Text("eulerseq", r.eulers)
		r.meshFolder = c.Text("meshdir", c.Text("assetdir", r.meshFolder))
		r.textureFolder = c.Text("texturedir", c.Text("assetdir", r.textureFolder))
		r.autoLimits = c.Flag("autolimits", r.autoLimits)
		r.fromGeoms = c.Text("inertiafromgeom", r.fromGeoms)
		c.Numbers("inertiagrouprange", r.massGroups[:])
		r.totalMass = c.Number("settotalmass", r.totalMass)
		if c.Text("coordinate", "local") != "local" {
			c.Errorf("only local coordinates are known")
		}
	}
}

// readOptions reads gravity, time step and flags.
func (r *reader) readOptions(top *xmlscene.Element) {
	up := xmlscene.Upright()
	r.magnetic = vec.V3(0, -0.5, 0)
	for _, o := range top.All("option") {
		r.scene.Settings.Gravity = up.Rotate(o.Vector("gravity", vec.V3(0, 0, -9.81)))
		r.magnetic = o.Vector("magnetic", r.magnetic)
		if o.Has("timestep") {
			r.scene.Hertz = r.hertz(o)
		}
		for _, flag := range o.All("flag") {
			off := func(name string) bool { return !flag.Flag(name, true) }
			r.noContact, r.noParent, r.noGravity = off("contact"), off("filterparent"), off("gravity")
			r.noActuation, r.noEquality, r.noLimit = off("actuation"), off("equality"), off("limit")
		}
	}
	if r.noGravity {
		r.scene.Settings.Gravity = vec.Vec3{}
	}
}

// Bounds of a time step (s).
const minStep, maxStep = 1e-6, 1

// Bounds of the steps a second that a file can choose. Below 100 the joints of robots lose their
// stiffness.
const leastHertz, mostHertz = 100, 2000

// hertz returns the steps a second. MuJoCo's steps are those of the solver: 500 a second are 125 of 4
// sub-steps.
func (r *reader) hertz(o *xmlscene.Element) int {
	step := o.Float("timestep", 0.002)
	if !(step >= minStep && step <= maxStep) {
		o.Errorf("timestep=%q: must be between %g and %g s", o.Text("timestep", ""), minStep, float64(maxStep))
		return 0
	}
	exact := math.Round(1 / step / float64(r.scene.Settings.SubSteps))
	hertz := math.Max(leastHertz, math.Min(exact, mostHertz))
	if hertz != exact {
		o.Warnf("timestep=%q: %g steps of %d solver steps a second are taken", o.Text("timestep", ""), hertz,
			r.scene.Settings.SubSteps)
	}
	return int(hertz)
}
