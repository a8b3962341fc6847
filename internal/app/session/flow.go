package session

import (
	"fmt"

	"tumble/engine/input"
	"tumble/physics"
	"tumble/physics/vec"
)

// flow is a wind or a body of water that the user has made: it acts on the bodies in a box.
type flow struct {
	// Water has a density, the wind a velocity.
	Water bool     `json:"water,omitempty"`
	At    vec.Vec3 `json:"at"`
	Half  vec.Vec3 `json:"half"` // half the sides of the box, m
	// Velocity of the air or of the water (m/s), Density of the water (kg/m³).
	Velocity vec.Vec3 `json:"velocity"`
	Density  float32  `json:"density,omitzero"`
}

// mostFlows bounds the flows: each looks at all bodies in every step.
const mostFlows = 32

// WindCommand lets a wind blow in a box around a point with half its sides (m), with a velocity (m/s). A wind that does
// not blow ends all winds.
func WindCommand(at, half, velocity vec.Vec3) input.Event {
	e := command(CommandWind)
	e.P, e.D, e.S, e.X, e.Y = at, velocity, half.X, float64(half.Y), float64(half.Z)
	return e
}

// WaterCommand fills a box around a point with half its sides (m) with a fluid of a density (kg/m³). One without sides
// takes all of them away.
func WaterCommand(at, half vec.Vec3, density float32) input.Event {
	e := command(CommandWater)
	e.P, e.D, e.S = at, half, density
	return e
}

// setFlow carries out CommandWind and CommandWater.
func (s *Session) setFlow(e *input.Event) error {
	f := flow{At: e.P, Velocity: e.D, Half: vec.V3(e.S, float32(e.X), float32(e.Y))}
	none, name := e.D == vec.Vec3{}, "wind"
	if Command(e.Code) == CommandWater {
		f = flow{Water: true, At: e.P, Half: e.D, Density: e.S}
		name = "water"
	}
	before, after := s.flows, make([]flow, 0, len(s.flows)+1)
	for _, other := range before {
		if !none || other.Water != f.Water {
			after = append(after, other)
		}
	}
	if !none {
		if len(before) >= mostFlows {
			return fmt.Errorf("app: %s: there are %d winds and waters, which is the most", name, mostFlows)
		}
		// the world says what it does not take
		if err := f.act(s.World(), 1e-3, true); err != nil {
			return fmt.Errorf("app: %s: %w", name, err)
		}
		after = append(after, f)
	}
	if len(after) == len(before) {
		return nil
	}
	s.flows = after
	x := s.log.current
	x.what, x.name, x.flows = "begin", name, &[2][]flow{before, after}
	switch {
	case none:
		x.what = "end"
	case f.Water:
		x.what = "pour"
	}
	return nil
}

// flow lets winds and waters act in the next step of dt seconds.
func (s *Session) flow(dt float32) error {
	for i := range s.flows {
		if err := s.flows[i].act(s.World(), dt, false); err != nil {
			return err
		}
	}
	return nil
}

// act gives the bodies in the box their forces for the next step; try acts on none.
func (f *flow) act(w *physics.World, dt float32, try bool) error {
	half := vec.V3(max(f.Half.X, 0), max(f.Half.Y, 0), max(f.Half.Z, 0))
	if half != f.Half || half == (vec.Vec3{}) {
		return fmt.Errorf("half sides of %g, %g and %g m: must be 0 or more, and not all 0", f.Half.X, f.Half.Y,
			f.Half.Z)
	}
	box := physics.AABB{Min: f.At.Sub(half), Max: f.At.Add(half)}
	filter := physics.DefaultQueryFilter()
	if try {
		filter.Mask = 0
	}
	if f.Water {
		def := physics.DefaultBuoyancyDef()
		def.Offset, def.Density, def.Area, def.Filter, def.Wake = box.Max.Y, f.Density, box, filter, !try
		return w.ApplyBuoyancy(def, dt)
	}
	def := physics.DefaultWindDef()
	def.Velocity, def.Area, def.Filter, def.Wake = f.Velocity, box, filter, !try
	return w.ApplyWind(def, dt)
}

// Flow is a wind or a water as it is drawn.
type Flow struct {
	Water    bool
	Box      physics.AABB
	Velocity vec.Vec3
}

// Flows appends the winds and waters.
func (s *Session) Flows(buf []Flow) []Flow {
	for _, f := range s.flows {
		buf = append(buf, Flow{f.Water, physics.AABB{Min: f.At.Sub(f.Half), Max: f.At.Add(f.Half)}, f.Velocity})
	}
	return buf
}
