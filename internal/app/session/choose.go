package session

import (
	"tumble/engine/param"
	"tumble/internal/bodyname"
	"tumble/internal/meter"
	"tumble/physics"
)

// bodyQuantities name the properties of a body that are settings, as --set has them. A density is kept as the mass that
// it makes.
var bodyQuantities = [PropertyCount]string{
	PropertyMass: "mass", PropertyDensity: "mass", PropertyFriction: "friction", PropertyRestitution: "restitution",
	PropertyRolling: "rolling_resistance", PropertyLinearDamping: "linear_damping",
	PropertyAngularDamping: "angular_damping", PropertyGravityScale: "gravity_scale",
}

// fieldQuantities name the numbers of a joint that are settings.
var fieldQuantities = [FieldCount]string{
	FieldLimited: "limited", FieldLower: "lower", FieldUpper: "upper", FieldMotor: "motor", FieldSpeed: "speed",
	FieldMaxForce: "max_force", FieldHertz: "hertz", FieldDampingRatio: "damping_ratio", FieldTarget: "target",
	FieldFriction: "friction", FieldBreakForce: "break_force", FieldBreakTorque: "break_torque",
	FieldEnabled: "enabled", FieldStiffness: "stiffness", FieldDamping: "damping", FieldRate: "target_rate",
	FieldMaxSpring: "max_spring",
}

// bodySettings are the keys of a property of bodies, empty where there is none: the property is no setting, or the user
// has made the body, which the scene lacks when it is built again.
func (s *Session) bodySettings(bodies []physics.Body, p Property) []string {
	keys := make([]string, len(bodies))
	if bodyQuantities[p] == "" {
		return keys
	}
	for i, path := range bodyname.Paths(s.World(), bodies) {
		if bodies[i].Order() <= s.scenic {
			keys[i] = meter.BodyKey(path, bodyQuantities[p])
		}
	}
	return keys
}

// jointSetting is the key of a number of a joint, empty for a joint that the user has made.
func (s *Session) jointSetting(j physics.Joint, axis int, f JointField) string {
	switch {
	case j.Order() > s.scenic:
		return ""
	case f.whole():
		return meter.JointKey(j, fieldQuantities[f])
	}
	return meter.JointAxisKey(j, axis, fieldQuantities[f])
}

// choose writes a setting by its key, empty for none, and takes what the world then has for the value that the user
// chose: presets, copies and the scene built again have it.
func (s *Session) choose(key string, write func() error) error {
	if key == "" {
		return write()
	}
	p, err := s.Registry.Lookup(key)
	if err == nil {
		s.keys[keyHash(p.Key)] = p
		err = s.Config.KeepThing(key, s.World())
	}
	if err == nil {
		err = write()
	}
	if err != nil {
		return err
	}
	return s.readSetting(key, p)
}

// readSetting gives a setting the value that the world has, and notes the change for undo.
func (s *Session) readSetting(key string, p *param.Param) error {
	value, err := s.Config.ReadThing(key)
	if err != nil {
		return err
	}
	before := p.Value()
	if err := p.SetValue(value); err != nil {
		return err
	}
	s.log.current.set(keyHash(key), before, p.Value())
	return nil
}

// chooseAgain reads the values of chosen settings that have changed with another one: a spring in SI loses its
// frequency.
func (s *Session) chooseAgain(keys ...string) error {
	for _, key := range keys {
		p, chosen := s.keys[keyHash(key)]
		if !chosen {
			continue
		}
		if err := s.readSetting(key, p); err != nil {
			return err
		}
	}
	return nil
}
