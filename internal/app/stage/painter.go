package stage

import (
	"math"

	"tumble/physics"
	"tumble/renderer"
)

// painter has the forces and costs of the bodies while a stage is painted.
type painter struct {
	contacts []physics.ContactInfo
	joints   []physics.Joint
	force    []float32 // per body slot, N
	color    []int32   // per body slot, −1 none
	cost     []float32 // per body slot, ns
	measure  Yardstick
	twins    []float32 // per body slot, m
}

// prepare collects the values that a mode needs.
func (p *painter) prepare(w *physics.World, mode ColorMode, hertz float32) {
	if mode == ColorCost {
		p.cost = w.BodyCosts(p.cost)
	}
	if mode != ColorForce && mode != ColorConstraint {
		return
	}
	p.measure.Measure(w)
	n := w.BodyCapacity()
	p.force, p.color = p.force[:0], p.color[:0]
	for range n {
		p.force, p.color = append(p.force, 0), append(p.color, -1)
	}
	p.contacts = w.Contacts(p.contacts[:0])
	for i := range p.contacts {
		c := &p.contacts[i]
		sum := float32(0)
		for k := range c.Points[:c.Count] {
			sum += c.Points[k].Impulse
		}
		for _, slot := range [2]int{c.ShapeA.Body().Index(), c.ShapeB.Body().Index()} {
			p.force[slot] += sum * hertz
			p.color[slot] = max(p.color[slot], c.Color)
		}
	}
	p.joints = w.Joints(p.joints[:0])
	for _, j := range p.joints {
		color, ok := j.Color()
		if !ok {
			continue
		}
		if a, b := j.Bodies(); a.Valid() {
			p.color[a.Index()] = max(p.color[a.Index()], int32(color))
			p.color[b.Index()] = max(p.color[b.Index()], int32(color))
		}
	}
}

// colorOf is the colour of a shape of a body.
func (p *painter) colorOf(mode ColorMode, b physics.Body, s physics.Shape) renderer.Color {
	if s.Sensor() {
		return sensorColor
	}
	fixed := b.Type() == physics.Static
	switch mode {
	case ColorState:
		return stateColor(b)
	case ColorIsland:
		if n, ok := b.Island(); ok {
			return scattered(n)
		}
		return staticColor
	case ColorMass:
		if b.Type() == physics.Dynamic {
			return mode.at(decades(b.Mass(), 6))
		}
		return staticColor
	case ColorSpeed:
		if fixed {
			return staticColor
		}
		// the square root tells slow motions apart
		return mode.at(float32(math.Sqrt(float64(b.LinearVelocity().Len() / fastest))))
	case ColorForce:
		if fixed {
			return staticColor
		}
		return mode.at(decades(10*p.force[b.Index()]/p.measure.force, 3))
	case ColorCost:
		if fixed {
			return staticColor
		}
		return mode.at(decades(p.cost[b.Index()]/100, 4))
	case ColorDifference:
		distance := float32(0)
		if i := b.Index(); i < len(p.twins) {
			distance = p.twins[i]
		}
		return mode.at(decades(1e4*distance, 4))
	case ColorMaterial:
		return mode.at(s.Material().Friction)
	case ColorConstraint:
		if n := p.color[b.Index()]; n >= 0 && !fixed {
			return scattered(int(n))
		}
		return staticColor
	}
	return paintOf(b)
}
