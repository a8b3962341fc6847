package doctor

import (
	"fmt"
	"slices"

	"tumble/physics"
)

// Limits from which on a value counts as a finding.
const (
	// farAway (m) is the distance from the origin where single precision has a resolution of half a millimetre.
	farAway = 8192
	// tiny (m) is the size below which the tolerances of contacts, a few tenths of a millimetre, are visible.
	tiny = 0.004
	// lightest and heaviest (kg/m³) are the densities of aerogel and osmium, with some room.
	lightest, heaviest = 0.5, 50000
	// manySizes is the number of sizes that a body may move in a step.
	manySizes = 20
	// flattest is the largest ratio of principal inertias; a needle of 1:100 has 1:7500.
	flattest = 20000
	// mostSizes is the largest ratio of sizes of bodies that may meet.
	mostSizes = 2000
	// usualDensity (kg/m³) is that of water.
	usualDensity = 1000
)

// lookAtBodies looks at each body by itself.
func (e *examination) lookAtBodies() {
	moving := 0
	for _, b := range e.bodies {
		if b.Type() == physics.Static {
			continue
		}
		moving++
		e.lookAtTouch(b)
		if b.ShapeCount() == 0 && b.Type() == physics.Dynamic && !e.jointed(b) {
			e.found(NoShape, b, e.remove(b), "give it a shape, or remove it",
				"%s moves and has no shape: it falls through everything", nameOf(b))
			continue
		}
		if d := b.WorldCenter().Len(); d > farAway {
			e.found(FarAway, b, e.bringBack(b), "move the scene to the origin (World.ShiftOrigin)",
				"%s lies %.0f m from the origin, where poses are exact to %.1g m", nameOf(b), d, d*6e-8)
		}
		size := extent(b)
		if travel := b.LinearVelocity().Len() / e.hertz; size > 0 && travel > manySizes*size && !b.Bullet() &&
			b.Type() == physics.Dynamic {
			fix := remedy{"make it a bullet", func() error { return b.SetBullet(true) }}
			e.found(FastBody, b, fix, "make it a bullet, or step more often",
				"%s moves %.3g m a step, %.0f times its size: it meets no other moving body on the way",
				nameOf(b), travel, travel/size)
		}
		if b.Type() == physics.Dynamic && b.ShapeCount() > 0 {
			e.lookAtInertia(b)
		}
	}
	if moving == 0 && len(e.bodies) > 0 {
		e.found(NothingMoves, physics.Body{}, remedy{"make all but the largest dynamic", e.free}, "make bodies dynamic",
			"none of the %d bodies can move", len(e.bodies))
	}
}

// lookAtTouch looks for bodies with shapes none of which can touch anything.
func (e *examination) lookAtTouch(b physics.Body) {
	if b.Type() != physics.Dynamic || b.ShapeCount() == 0 || e.jointed(b) || e.world.Gravity().Len() == 0 ||
		b.GravityScale() == 0 {
		return
	}
	for _, s := range b.Shapes(nil) {
		if f := s.Filter(); !s.Sensor() && f.Mask != 0 && f.Category != 0 {
			return
		}
	}
	fix := remedy{"make its shapes solid, to collide with everything", func() error { return makeSolid(b) }}
	e.found(NoContact, b, fix,
		"make a shape solid and let it collide",
		"%s falls, and none of its shapes collides with anything: sensors, or a filter without a mask", nameOf(b))
}

// lookAtInertia looks for bodies that turn much more easily about one axis than about another.
func (e *examination) lookAtInertia(b physics.Body) {
	if b.Locks() != 0 {
		return
	}
	i := b.Inertia()
	most, least := max(i.XX, i.YY, i.ZZ), min(i.XX, i.YY, i.ZZ)
	if least > 0 && most > flattest*least {
		fix := remedy{"raise the smallest moments of inertia", func() error { return roundInertia(b) }}
		e.found(InertiaRatio, b, fix, "make it thicker, or give it an inertia of its own",
			"%s turns %.0f times more easily about one axis than about another", nameOf(b), most/least)
	}
}

// jointed reports whether a joint holds a body.
func (e *examination) jointed(b physics.Body) bool {
	return slices.ContainsFunc(e.joints, func(j physics.Joint) bool {
		x, y := j.Bodies()
		return x == b || y == b
	})
}

// lookAtSurfaces looks for frictions of 0 beside others and for densities of no material.
func (e *examination) lookAtSurfaces() {
	smooth, rough := 0, 0
	var first physics.Body
	var without []physics.Shape
	var frictions []float32
	for _, b := range e.bodies {
		for _, s := range b.Shapes(nil) {
			if s.Sensor() {
				continue
			}
			if s.Material().Friction > 0 {
				rough++
				frictions = append(frictions, s.Material().Friction)
			} else {
				smooth++
				without = append(without, s)
				if !first.Valid() {
					first = b
				}
			}
			if d := s.Density(); b.Type() == physics.Dynamic && (d < lightest || d > heaviest) {
				if _, own := b.OwnMassData(); !own {
					fix := remedy{"give it the density of water", func() error { return s.SetDensity(usualDensity) }}
					e.found(Density, b, fix, "give it the density of its material, in kg/m³",
						"%s has a density of %g kg/m³", nameOf(b), d)
				}
			}
		}
	}
	if smooth > 0 && rough > 4*smooth {
		slices.Sort(frictions)
		usual := frictions[len(frictions)/2]
		text := fmt.Sprintf("give it a friction of %.3g", usual)
		fix := remedy{text, func() error { return setFriction(without, usual) }}
		e.found(NoFriction, first, fix, "give it a friction, or say that it is meant",
			"%s has no friction, which nearly all others have", nameOf(first))
	}
}

// lookAtSizes looks for units other than metres, for bodies that are too small for the tolerances, and for sizes far
// apart.
func (e *examination) lookAtSizes() {
	var sizes []float32
	var smallest, largest physics.Body
	for _, b := range e.bodies {
		if b.Type() != physics.Dynamic || b.ShapeCount() == 0 {
			continue
		}
		h := b.Bounds().Half()
		size := 2 * max(h.X, h.Y, h.Z)
		sizes = append(sizes, size)
		if size < tiny {
			e.found(Tiny, b, enlarge(b, 1.1*tiny/size), "scale the scene, or make it larger",
				"%s is %.2g mm large, close to the tolerance of contacts", nameOf(b), 1000*size)
		}
		if !smallest.Valid() || size <= slices.Min(sizes) {
			smallest = b
		}
		if !largest.Valid() || size >= slices.Max(sizes) {
			largest = b
		}
	}
	if len(sizes) == 0 {
		return
	}
	slices.Sort(sizes)
	gravity := e.world.Gravity().Len()
	if median := sizes[len(sizes)/2]; median > 40 && gravity < 100 && gravity > 0 {
		e.found(Units, largest, e.gravity(e.world.Gravity().Mul(100)), "scale lengths by 0.01, or gravity by 100",
			"half of the bodies are larger than %.0f m and fall as slowly as that: centimetres are taken for metres",
			median)
	}
	if ratio := sizes[len(sizes)-1] / sizes[0]; ratio > mostSizes {
		e.found(SizeRatio, smallest, e.enlargeSmall(sizes[len(sizes)-1]/mostSizes), "keep what meets within 1:1000",
			"%s is %.0f times smaller than %s", nameOf(smallest), ratio, nameOf(largest))
	}
}
