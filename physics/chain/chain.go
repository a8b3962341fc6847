// Package chain computes with serial chains of hinges and sliders in a world, such as the arm of a robot: where the
// tip is for other coordinates, its Jacobian, coordinates that bring it to a target, and the torques that hold or
// accelerate the chain. It reads the world and changes nothing; lengths are metres, angles radians, masses kilograms.
//
// A controller that computes with it:
//
//	torques := arm.Torques(nil)               // what weight and rotation take
//	for i, c := range arm.Coordinates() {
//		c.ApplyForce(torques[i])
//	}
package chain

import (
	"errors"
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

// Chain is a row of coordinates: the second body of each coordinate carries the next coordinate, the last one the tip.
type Chain struct {
	links []link
	tip   physics.Transform // in the last body
}

// link is a coordinate with the bodies that it moves.
type link struct {
	physics.Coordinate
	rotates        bool
	frameA, frameB physics.Transform // in the bodies
	body           physics.Body
	hanging        []physics.Body // that move as one with the body as long as their own joints rest
}

// New returns the chain of some coordinates, from its base to its tip at a place on the last body. All other bodies
// that hang on the chain count as parts of the link that carries them.
func New(tip physics.Transform, coordinates ...physics.Coordinate) (*Chain, error) {
	if len(coordinates) == 0 {
		return nil, errors.New("chain: no coordinates")
	}
	c := &Chain{tip: tip}
	for i, x := range coordinates {
		_, _, rotates, ok := x.Line()
		if kind := x.Joint.Kind(); !ok || kind != physics.KindHinge && kind != physics.KindSlider {
			return nil, fmt.Errorf("chain: coordinate %d is of a %v joint: must be a hinge or a slider", i, kind)
		}
		first, second := x.Joint.Bodies()
		if i > 0 && first != c.links[i-1].body {
			return nil, fmt.Errorf("chain: coordinate %d is mounted on %q: must be on %q", i, first.Name(),
				c.links[i-1].body.Name())
		}
		a, b := x.Joint.LocalFrames()
		c.links = append(c.links, link{Coordinate: x, rotates: rotates, frameA: a, frameB: b, body: second})
	}
	c.hang()
	return c, nil
}

// hang finds the bodies that hang on each link beside the next one.
func (c *Chain) hang() {
	own, taken := map[physics.Joint]bool{}, map[physics.Body]bool{}
	base, _ := c.links[0].Joint.Bodies()
	taken[base] = true
	for i := range c.links {
		own[c.links[i].Joint], taken[c.links[i].body] = true, true
	}
	joints := c.links[0].Joint.World().Joints(nil)
	for i := range c.links {
		l := &c.links[i]
		l.hanging = []physics.Body{l.body}
		for k := 0; k < len(l.hanging); k++ {
			for _, j := range joints {
				a, b := j.Bodies()
				if b == l.hanging[k] {
					a, b = b, a
				}
				if a == l.hanging[k] && !own[j] && !taken[b] && b.Valid() && b.Type() == physics.Dynamic {
					taken[b] = true
					l.hanging = append(l.hanging, b)
				}
			}
		}
	}
}

// Coordinates returns the coordinates from the base to the tip.
func (c *Chain) Coordinates() []physics.Coordinate {
	list := make([]physics.Coordinate, len(c.links))
	for i := range c.links {
		list[i] = c.links[i].Coordinate
	}
	return list
}

// Positions returns the coordinates of the world (rad, m).
func (c *Chain) Positions() []float32 {
	list := make([]float32, len(c.links))
	for i := range c.links {
		list[i] = c.links[i].Position()
	}
	return list
}

// axis is a coordinate in the world.
type axis struct {
	point, direction vec.Vec3
	rotates          bool
}

// moves returns the velocity and the angular velocity of the tip for a rate of 1.
func (a *axis) moves(tip vec.Vec3) (linear, angular vec.Vec3) {
	if a.rotates {
		return a.direction.Cross(tip.Sub(a.point)), a.direction
	}
	return a.direction, vec.Vec3{}
}

// forward returns the tip and the axes for given coordinates, the base as it stands.
func (c *Chain) forward(q []float32) (physics.Transform, []axis) {
	at := vec.TransformIdentity
	if base, _ := c.links[0].Joint.Bodies(); base.Valid() {
		at = base.Transform()
	}
	axes := make([]axis, len(c.links))
	for i := range c.links {
		l := &c.links[i]
		at = at.Mul(l.frameA)
		if l.rotates {
			axes[i] = axis{at.P, at.Q.Rotate(vec.AxisZ), true}
			at.Q = at.Q.Mul(vec.QuatAxisAngle(vec.AxisZ, q[i])).Norm()
		} else {
			axes[i] = axis{at.P, at.Q.Rotate(vec.AxisX), false}
			at.P = at.P.Add(axes[i].direction.Mul(q[i]))
		}
		at = at.Mul(l.frameB.Inverse())
	}
	return at.Mul(c.tip), axes
}

// Tip returns where the tip is for given coordinates (rad, m); nil takes those of the world.
func (c *Chain) Tip(q []float32) physics.Transform {
	if q == nil {
		q = c.Positions()
	}
	at, _ := c.forward(q)
	return at
}

// Jacobian returns for each coordinate the velocity and the angular velocity of the tip (world) for a rate of 1; nil
// takes the coordinates of the world.
func (c *Chain) Jacobian(q []float32) (linear, angular []physics.Vec3) {
	if q == nil {
		q = c.Positions()
	}
	at, axes := c.forward(q)
	linear, angular = make([]physics.Vec3, len(axes)), make([]physics.Vec3, len(axes))
	for i := range axes {
		linear[i], angular[i] = axes[i].moves(at.P)
	}
	return linear, angular
}
