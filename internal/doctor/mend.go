package doctor

import (
	"errors"
	"fmt"
	"slices"

	"tumble/internal/shapes"
	"tumble/physics"
	"tumble/physics/vec"
)

// goodRatio is the ratio of masses to which a heavy body is brought.
const goodRatio = 100

// remove takes a body out of the world.
func (e *examination) remove(b physics.Body) remedy { return remedy{"remove it", b.Destroy} }

// gravity sets gravity (m/s²).
func (e *examination) gravity(g vec.Vec3) remedy {
	return remedy{fmt.Sprintf("set gravity to %.4g m/s²", g.Len()), func() error { return e.world.SetGravity(g) }}
}

// bringBack moves the origin of the world to the bodies where most of them are far away, and removes a body that is
// alone out there.
func (e *examination) bringBack(b physics.Body) remedy {
	var centers []vec.Vec3
	for _, x := range e.bodies {
		centers = append(centers, x.WorldCenter())
	}
	slices.SortFunc(centers, func(p, q vec.Vec3) int {
		switch {
		case p.Len() < q.Len():
			return -1
		case p.Len() > q.Len():
			return 1
		}
		return 0
	})
	middle := centers[len(centers)/2]
	if middle.Len() <= farAway {
		return e.remove(b)
	}
	return remedy{"move the origin to the bodies", func() error {
		if b.WorldCenter().Len() <= farAway {
			return errNothingToDo
		}
		return e.world.ShiftOrigin(middle)
	}}
}

// free makes all bodies dynamic but the largest one, where their shapes allow it.
func (e *examination) free() error {
	var largest physics.Body
	for _, b := range e.bodies {
		if b.ShapeCount() > 0 && (!largest.Valid() || b.Bounds().Half().Len() > largest.Bounds().Half().Len()) {
			largest = b
		}
	}
	return anyDone(e.bodies, func(b physics.Body) error {
		if b == largest || b.ShapeCount() == 0 {
			return errNothingToDo
		}
		return b.SetType(physics.Dynamic)
	})
}

var errNothingToDo = errors.New("there is nothing to change")

// anyDone changes each of several things. It returns nil if one of them took it, otherwise what the last one said.
func anyDone[T any](list []T, change func(T) error) error {
	failed, done := errNothingToDo, false
	for _, x := range list {
		if err := change(x); err != nil {
			failed = err
		} else {
			done = true
		}
	}
	if done {
		return nil
	}
	return failed
}

// lighten brings a heavy body to a hundred times the mass of a light one.
func lighten(heavy, light physics.Body) remedy {
	return remedy{"bring the heavy one to 100 times the mass of the light one", func() error {
		return scaleMass(heavy, goodRatio*light.Mass()/heavy.Mass())
	}}
}

// scaleMass multiplies mass and inertia of a body.
func scaleMass(b physics.Body, factor float32) error {
	if m, own := b.OwnMassData(); own {
		m.Mass *= factor
		i := &m.Inertia
		for _, x := range []*float32{&i.XX, &i.YY, &i.ZZ, &i.XY, &i.XZ, &i.YZ} {
			*x *= factor
		}
		return b.SetMassData(m)
	}
	for _, s := range b.Shapes(nil) {
		if err := s.SetDensity(s.Density() * factor); err != nil {
			return err
		}
	}
	return needsShape(b)
}

// needsShape returns an error for a body without shapes.
func needsShape(b physics.Body) error {
	if b.ShapeCount() == 0 {
		return errors.New("the body has no shapes")
	}
	return nil
}

// roundInertia raises the smallest moments of a body until they are well within the limit.
func roundInertia(b physics.Body) error {
	m := b.MassData()
	i := &m.Inertia
	least := max(i.XX, i.YY, i.ZZ) * 4 / flattest
	i.XX, i.YY, i.ZZ = max(i.XX, least), max(i.YY, least), max(i.ZZ, least)
	return b.SetMassData(m)
}

func setFriction(list []physics.Shape, friction float32) error {
	return anyDone(list, func(s physics.Shape) error {
		m := s.Material()
		m.Friction = friction
		return s.SetMaterial(m)
	})
}

// enlarge makes the shapes of a body larger by a factor.
func enlarge(b physics.Body, factor float32) remedy {
	return remedy{"make it as large as it must be", func() error {
		for _, s := range b.Shapes(nil) {
			g, err := shapes.Scale(s.Geometry(), factor)
			if err == nil {
				err = replaceShape(s, g, nil)
			}
			if err != nil {
				return err
			}
		}
		return needsShape(b)
	}}
}

// enlargeSmall makes all bodies at least as large as a size (m).
func (e *examination) enlargeSmall(size float32) remedy {
	return remedy{fmt.Sprintf("make the small ones %.3g m large", 1.1*size), func() error {
		return anyDone(e.bodies, func(b physics.Body) error {
			h := b.Bounds().Half()
			now := 2 * max(h.X, h.Y, h.Z)
			if b.Type() != physics.Dynamic || b.ShapeCount() == 0 || now >= size {
				return errNothingToDo
			}
			return enlarge(b, 1.1*size/now).change()
		})
	}}
}

// makeSolid makes sensors solid and lets shapes collide with everything.
func makeSolid(b physics.Body) error {
	return anyDone(b.Shapes(nil), func(s physics.Shape) error {
		return replaceShape(s, s.Geometry(), func(d *physics.ShapeDef) {
			d.Sensor, d.Filter = false, physics.DefaultFilter()
		})
	})
}

// replaceShape gives a shape another geometry and other properties.
func replaceShape(s physics.Shape, g physics.Geometry, edit func(*physics.ShapeDef)) error {
	d := physics.DefaultShapeDef()
	d.Density, d.Material, d.Filter, d.Sensor = s.Density(), s.Material(), s.Filter(), s.Sensor()
	d.ContactEvents, d.HitEvents, d.SensorEvents = s.Events()
	d.Hooks, d.UserTag, d.Surfaces = s.Hooked(), s.UserTag(), s.Surfaces(nil)
	if edit != nil {
		edit(&d)
	}
	if _, err := s.Body().CreateShape(g, d); err != nil {
		return err
	}
	return s.Destroy()
}

// dropSlivers builds a mesh again without the triangles that are nearly lines. Meshes whose triangles have materials of
// their own stay: which triangle has which is not known from outside.
func dropSlivers(s physics.Shape, m physics.Mesh) error {
	if len(s.Surfaces(nil)) > 0 {
		return errors.New("the triangles have materials of their own")
	}
	corners := m.Triangles(nil)
	def := physics.MeshDef{}
	index := map[vec.Vec3]uint32{}
	for i := 0; i+2 < len(corners); i += 3 {
		if sliver(corners[i], corners[i+1], corners[i+2]) {
			continue
		}
		for _, p := range corners[i : i+3] {
			n, known := index[p]
			if !known {
				n = uint32(len(def.Vertices))
				index[p], def.Vertices = n, append(def.Vertices, p)
			}
			def.Indices = append(def.Indices, n)
		}
	}
	mesh, err := physics.NewMesh(def)
	if err != nil {
		return err
	}
	return replaceShape(s, mesh, nil)
}

// rejoin puts the frame of B to where that of A is.
func rejoin(j physics.Joint) remedy {
	return remedy{"join them where they are", func() error {
		x, _ := j.Anchors()
		_, b := j.Bodies()
		frameA, frameB := j.LocalFrames()
		frameB.P = b.Transform().InvApply(x)
		return j.SetFrames(frameA, frameB)
	}}
}

// mostPushes bounds how often bodies are pushed apart: a pile needs about one for each layer.
const mostPushes = 60

// separate pushes bodies that overlap apart, each time along the normals of the contacts by the depth, until none is
// deeper than allowed. Bodies move as their masses ask for; what cannot move stays.
func (e *examination) separate() error {
	for push := range mostPushes {
		moves, err := e.pushes()
		if err != nil {
			return err
		}
		if len(moves) == 0 {
			if push == 0 {
				return errNothingToDo
			}
			return nil
		}
		for _, m := range moves {
			m.body.SetPosition(m.body.Position().Add(m.by))
		}
	}
	return errors.New("bodies still overlap")
}

// shove is the displacement of a body (m).
type shove struct {
	body physics.Body
	by   vec.Vec3
}

// pushes are the displacements that take bodies out of each other which are too deep, in the order of the contacts.
func (e *examination) pushes() ([]shove, error) {
	twin, err := e.world.Clone()
	if err != nil {
		return nil, err
	}
	defer twin.Close()
	if err := twin.Step(1 / e.hertz); err != nil {
		return nil, err
	}
	var list []shove
	add := func(b physics.Body, by vec.Vec3) {
		if i := slices.IndexFunc(list, func(m shove) bool { return m.body == b }); i >= 0 {
			if by.Len() > list[i].by.Len() {
				list[i].by = by
			}
			return
		}
		list = append(list, shove{b, by})
	}
	for _, c := range twin.Contacts(nil) {
		a, b := c.ShapeA.Body().In(e.world), c.ShapeB.Body().In(e.world)
		if !a.Valid() || !b.Valid() || !e.tooDeep(&c, a, b) {
			continue
		}
		depth := 1.02 * depthOf(&c)
		shareA, shareB := float32(0), float32(0)
		if a.Type() == physics.Dynamic {
			shareA = 1 / a.Mass()
		}
		if b.Type() == physics.Dynamic {
			shareB = 1 / b.Mass()
		}
		if sum := shareA + shareB; sum > 0 {
			if shareA > 0 {
				add(a, c.Normal.Mul(-depth*shareA/sum))
			}
			if shareB > 0 {
				add(b, c.Normal.Mul(depth*shareB/sum))
			}
		}
	}
	return list, nil
}
