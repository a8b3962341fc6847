package load

import (
	"math"

	"tumble/scene/gltf/internal/jsonvalue"
)

// coordinate collects limit and drive of one of the six coordinates.
type coordinate struct {
	locked  bool
	limited bool
	lo, hi  float64
	// stiffness and damping of the limit, stiffness 0 for a hard one
	stiffness, damping float64
	drive              *drive
}

type drive struct {
	perMass            bool
	maxForce           float64 // 0 unlimited
	position, velocity float64
	stiffness, damping float64
}

// axes reads which axes a limit is about: one to three different ones.
func axes(v jsonvalue.Value) (linear bool, set []int) {
	list := v.At("linearAxes")
	linear = !list.Missing()
	angular := v.At("angularAxes")
	if linear && !angular.Missing() && len(angular.List()) > 0 && len(list.List()) > 0 {
		v.Errorf("has linearAxes and angularAxes")
		return linear, nil
	}
	if !linear || len(list.List()) == 0 && len(angular.List()) > 0 {
		linear, list = false, angular
	}
	seen := [3]bool{}
	for _, e := range list.List() {
		k := e.Integer(0, 0, 2)
		if seen[k] {
			e.Errorf("axis %d is there twice", k)
			return linear, nil
		}
		seen[k] = true
	}
	for k := range seen {
		if seen[k] {
			set = append(set, k)
		}
	}
	if len(set) == 0 {
		v.Errorf("names no axis")
	}
	return linear, set
}

// meet adds a second limit to a coordinate: both hold.
func (c *coordinate) meet(other coordinate) {
	if c.locked {
		return
	}
	kept := c.drive
	if c.limited && !other.locked {
		other.lo, other.hi = math.Max(c.lo, other.lo), math.Min(c.hi, other.hi)
		other.hi = math.Max(other.lo, other.hi)
	}
	*c = other
	c.drive = kept
}
