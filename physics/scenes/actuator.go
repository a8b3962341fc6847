package scenes

import (
	"fmt"
	"slices"

	"tumble/physics"
	"tumble/physics/vec"
)

// Actuator is a drive that a scene file has by name: one number, its control, says where to or how strongly it drives.
type Actuator struct {
	// Name is that of the file, unique among the actuators of the scene.
	Name string
	// Unit of the control in SI, empty where it is not known.
	Unit string
	// Least and Most bound the control; Bounded says that the file gives them.
	Least, Most float32
	Bounded     bool
	// Initial is the control that the scene begins with.
	Initial float32
	Law
	// Tendon is the name of the sum of joints that it pulls, empty for one on a joint.
	Tendon string
	// On are the axes of joints that it drives.
	On []Drive
	// At is where it pushes a body in each step, nil for one that drives joints.
	At *Push
}

// Law is how the force of an actuator follows its control: Gain·control + Bias − Stiffness·x − Damping·v of a
// length x, the sum of the coordinates of its joints, each times the gear of its drive; between LeastForce and
// MostForce where Limited.
type Law struct {
	// Kind is the word of the file: motor, position, velocity or general; empty where a file has none.
	Kind                           string
	Gain, Bias, Stiffness, Damping float32
	Limited                        bool
	LeastForce, MostForce          float32
}

// Drive is the action of an actuator on an axis of a joint. All actuators of an axis together have a spring to the
// target BaseTarget + Σ Target·control with the rate BaseSpeed + Σ Speed·control of its damper, and the force
// BaseForce + Σ Force·control, each term of which stays between LeastForce and MostForce of its actuator where
// Limited.
type Drive struct {
	// Joint is the order of the joint, see physics.Joint.Order, and Axis one of its axes.
	Joint uint64
	Axis  int
	// Gear is the force on the axis for one of the actuator. Stiffness (N·m/rad, N/m) and Damping (N·m·s/rad,
	// N·s/m) are the part of the actuator in the spring of the axis.
	Gear, Stiffness, Damping float32
	// Target (rad, m), Speed (rad/s, m/s) and Force (N·m, N) for a control of 1.
	Target, Speed, Force             float32
	BaseTarget, BaseSpeed, BaseForce float32
	Limited                          bool
	LeastForce, MostForce            float32
}

// push is the force of a drive at a control.
func (d *Drive) push(control float32) float32 {
	f := d.Force * control
	if d.Limited {
		f = vec.Clamp(f, d.LeastForce, d.MostForce)
	}
	return f
}

// pushing is how fast a motor would go that stands for a force (rad/s, m/s).
const pushing = 1e3

// Tuned is an axis of a joint under the controls of all actuators that drive it.
func (s *Scene) Tuned(joint uint64, axis int, a physics.JointAxis, controls []float32) physics.JointAxis {
	var force float32
	first, pushed := true, false
	a.Target, a.Rate = 0, 0
	for i := range s.Actuators {
		for k := range s.Actuators[i].On {
			d := &s.Actuators[i].On[k]
			if d.Joint != joint || d.Axis != axis {
				continue
			}
			if first {
				first = false
				a.Target, a.Rate, force = d.BaseTarget, d.BaseSpeed, d.BaseForce
			}
			a.Target += float32(d.Target * controls[i])
			a.Rate += float32(d.Speed * controls[i])
			force += d.push(controls[i])
			pushed = pushed || d.Force != 0
		}
	}
	if pushed {
		a.Motor, a.Speed, a.MaxForce = force != 0, pushing, vec.Abs(force)
		if force < 0 {
			a.Speed = -pushing
		}
	}
	return a
}

// Controls are the controls of the actuators now: for actuators that push a body the values of their parameters, for
// others read back from the axes of joints. Of several actuators on one axis the first counts for the whole difference
// from the beginning.
func (r *Run) Controls() []float32 {
	s := r.Scene
	joints, initial := r.JointsByOrder(), s.initial()
	out := slices.Clone(initial)
	for i := range s.Actuators {
		a := &s.Actuators[i]
		if a.At != nil {
			out[i] = r.value(a.Key())
		}
		if len(a.On) == 0 || s.readBefore(i) {
			continue
		}
		d := &a.On[0]
		j, ok := joints[d.Joint]
		if !ok {
			continue
		}
		now := j.At(d.Axis).Axis()
		began := s.Tuned(d.Joint, d.Axis, now, initial)
		switch {
		case d.Target != 0:
			out[i] += (now.Target - began.Target) / d.Target
		case d.Speed != 0:
			out[i] += (now.Rate - began.Rate) / d.Speed
		case d.Force != 0:
			out[i] += (signed(&now) - signed(&began)) / d.Force
		}
	}
	return out
}

// readBefore reports whether an actuator before the i-th is read back from the same axis.
func (s *Scene) readBefore(i int) bool {
	d := &s.Actuators[i].On[0]
	for k := range i {
		if on := s.Actuators[k].On; len(on) > 0 && on[0].Joint == d.Joint && on[0].Axis == d.Axis {
			return true
		}
	}
	return false
}

// signed is the force of a motor with its direction.
func signed(a *physics.JointAxis) float32 {
	if a.Speed < 0 {
		return -a.MaxForce
	}
	return a.MaxForce
}

// initial are the controls that the scene begins with.
func (s *Scene) initial() []float32 {
	list := make([]float32, len(s.Actuators))
	for i := range list {
		list[i] = s.Actuators[i].Initial
	}
	return list
}

// JointsByOrder are the joints of the world by physics.Joint.Order. The map is valid until the next call.
func (r *Run) JointsByOrder() map[uint64]physics.Joint {
	if r.jointOf == nil {
		r.jointOf = map[uint64]physics.Joint{}
	}
	clear(r.jointOf)
	r.joints = r.World.Joints(r.joints[:0])
	for _, j := range r.joints {
		r.jointOf[j.Order()] = j
	}
	return r.jointOf
}

// Drive puts the actuators of the scene under controls, in their order; a control beyond its bounds ends there. An
// actuator whose joint is gone does nothing.
func (r *Run) Drive(controls []float32) error {
	joints := r.JointsByOrder()
	push := func(a *Actuator, control float32) error {
		key := a.Key()
		if control == r.value(key) {
			return nil
		}
		return r.SetValue(key, float64(control))
	}
	return r.Scene.DriveBy(controls, push, func(order uint64) (physics.Joint, bool) {
		j, ok := joints[order]
		return j, ok
	})
}

// DriveBy puts the actuators of the scene under controls, as Run.Drive does, in a world of the caller: push sets the
// control of an actuator that pushes a body, and joint finds a joint by its order, false for one that is gone.
func (s *Scene) DriveBy(controls []float32, push func(*Actuator, float32) error,
	joint func(order uint64) (physics.Joint, bool)) error {
	if len(controls) != len(s.Actuators) {
		return fmt.Errorf("%d controls: there are %d actuators", len(controls), len(s.Actuators))
	}
	bounded := make([]float32, len(controls))
	for i := range controls {
		bounded[i] = s.Actuators[i].Clamp(controls[i])
	}
	for i := range s.Actuators {
		a := &s.Actuators[i]
		var err error
		if a.At != nil {
			err = push(a, bounded[i])
		}
		for k := 0; k < len(a.On) && err == nil; k++ {
			d := &a.On[k]
			j, ok := joint(d.Joint)
			if !ok {
				continue
			}
			now := j.At(d.Axis).Axis()
			next := s.Tuned(d.Joint, d.Axis, now, bounded)
			if next != now {
				err = j.At(d.Axis).SetAxis(next)
			}
		}
		if err != nil {
			return fmt.Errorf("actuator %q: control %g: %w", a.Name, controls[i], err)
		}
	}
	return nil
}

// Clamp is a control within the bounds of the actuator.
func (a *Actuator) Clamp(control float32) float32 {
	if a.Bounded {
		return vec.Clamp(control, a.Least, a.Most)
	}
	return control
}

// Key is the name of the control among the parameters of the scene.
func (a *Actuator) Key() string { return fmt.Sprintf("actuator(%q)", a.Name) }

// mostControl bounds the control of an actuator without a range.
const mostControl = 1e6

// param is the control that the scene begins with as a parameter.
func (a *Actuator) param() Param {
	x := float64(a.Initial)
	p := Param{Key: a.Key(), Unit: a.Unit, Min: min(x, -mostControl), Max: max(x, mostControl), Default: x,
		Text: "Control of the actuator at the beginning."}
	if a.At != nil {
		p.Live, p.Text = true, "Control of the actuator."
	}
	if a.Bounded && a.Least < a.Most {
		p.Min, p.Max = float64(a.Least), float64(a.Most)
	}
	return p
}

// AddActuators gives the scene actuators, each with a parameter for its control at the beginning.
func (s *Scene) AddActuators(list []Actuator) {
	s.Actuators = list
	build, step := s.Build, s.Step
	keys := make([]string, len(list))
	for i := range list {
		keys[i] = list[i].Key()
		s.Params = append(s.Params, list[i].param())
	}
	if slices.ContainsFunc(list, func(a Actuator) bool { return a.At != nil }) {
		s.Step = func(r *Run, n int) error {
			if step != nil {
				if err := step(r, n); err != nil {
					return err
				}
			}
			return r.push(keys)
		}
	}
	s.Build = func(r *Run) {
		if build(r); r.err != nil || len(list) == 0 {
			return
		}
		controls, chosen := s.initial(), false
		for i := range list {
			if v, ok := r.values[keys[i]]; ok {
				controls[i], chosen = float32(v), true
			}
		}
		if chosen {
			if err := r.Drive(controls); err != nil {
				r.fail(err)
			}
		}
	}
}
