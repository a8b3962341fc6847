package load

import (
	"math"

	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
)

// A joint of KHR_physics_rigid_bodies is a list of limits and drives on six coordinates of the
// second frame seen from the first. The locked coordinates tell the kind of the engine: hinge, slider
// and so on; every other pattern becomes a generic (6-DOF) joint.

// sixfold is a joint being read.
type sixfold struct {
	c [6]coordinate
	// rope is a limit of the distance in space, cone one of the angle away from axis coneAxis
	rope, cone *coordinate
	coneAxis   int
}

// read reads a joint description.
func (s *sixfold) read(v jsonvalue.Value) {
	v.Only("limits", "drives", "name")
	for _, l := range v.At("limits").List() {
		if l.IsObject() {
			s.limit(l)
		}
	}
	for _, l := range v.At("drives").List() {
		if l.IsObject() {
			s.drive(l)
		}
	}
}

// limit adds one limit.
func (s *sixfold) limit(v jsonvalue.Value) {
	v.Only("linearAxes", "angularAxes", "min", "max", "stiffness", "damping")
	linear, set := axes(v)
	if len(set) == 0 {
		return
	}
	c := coordinate{limited: true, lo: v.At("min").Float(-extension.Endless, -extension.Endless, extension.Endless),
		hi:        v.At("max").Float(extension.Endless, -extension.Endless, extension.Endless),
		stiffness: v.At("stiffness").Float(0, 0, 1e15), damping: v.At("damping").Float(0, 0, 1e15)}
	if !linear {
		c.lo, c.hi = math.Max(c.lo, -4*math.Pi), math.Min(c.hi, 4*math.Pi)
	}
	if c.lo > c.hi {
		v.Errorf("min %g is above max %g", c.lo, c.hi)
		return
	}
	base := 0
	if !linear {
		base = 3
	}
	// a distance of nothing locks every axis
	if nothing := len(set) > 1 && c.hi <= 0; nothing {
		c.lo, c.hi = 0, 0
	}
	c.locked = c.lo == 0 && c.hi == 0 && c.stiffness == 0
	switch {
	case c.locked || len(set) == 1 || c.lo == 0 && c.hi == 0:
		for _, k := range set {
			s.c[base+k].meet(c)
		}
	case linear && len(set) == 3:
		s.rope = &c
	case !linear && len(set) == 2:
		s.cone, s.coneAxis = &c, 3-set[0]-set[1]
		if c.lo > 0 {
			v.At("min").Warnf("a cone has no smallest angle here")
		}
	default:
		v.Warnf("a distance over %d axes: each of them is limited by itself", len(set))
		if c.lo > 0 {
			v.At("min").Warnf("has no effect over %d axes", len(set))
		}
		c.lo = -c.hi
		for _, k := range set {
			s.c[base+k].meet(c)
		}
	}
}

// drive adds one drive.
func (s *sixfold) drive(v jsonvalue.Value) {
	v.Only("type", "mode", "axis", "maxForce", "positionTarget", "velocityTarget", "stiffness", "damping")
	for _, name := range []string{"type", "mode", "axis"} {
		if v.At(name).Missing() {
			v.Errorf("has no %s", name)
			return
		}
	}
	k := v.At("axis").Integer(0, 0, 2)
	if v.At("type").Choice("linear", "angular") == "angular" {
		k += 3
	}
	s.c[k].drive = &drive{
		perMass:   v.At("mode").Choice("force", "acceleration") == "acceleration",
		maxForce:  v.At("maxForce").Float(0, 0, math.MaxFloat32),
		position:  v.At("positionTarget").Float(0, -extension.Endless, extension.Endless),
		velocity:  v.At("velocityTarget").Float(0, -extension.Endless, extension.Endless),
		stiffness: v.At("stiffness").Float(0, 0, 1e15), damping: v.At("damping").Float(0, 0, 1e15),
	}
}

// pattern counts the locked coordinates; free means that the joint has no limit and no drive.
func (s *sixfold) pattern() (linear, angular int, free bool) {
	free = true
	for k := range s.c {
		if s.c[k].locked && k < 3 {
			linear++
		} else if s.c[k].locked {
			angular++
		}
		free = free && !s.c[k].locked && !s.c[k].limited && s.c[k].drive == nil
	}
	return linear, angular, free
}

func (s *sixfold) unlocked(base int) int {
	for k := range 3 {
		if !s.c[base+k].locked {
			return k
		}
	}
	return 0
}

// onlyLinear reports whether nothing is said about the rotation.
func (s *sixfold) onlyLinear() bool {
	for k := 3; k < 6; k++ {
		if s.c[k].limited || s.c[k].locked || s.c[k].drive != nil {
			return false
		}
	}
	return s.cone == nil
}
