package track

import (
	"fmt"

	"tumble/physics/internal/journal"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/state"
)

// Look is a body as it is shown. Only its pose changes: a body with another appearance is another Look.
type Look struct {
	Slot       int32
	Generation uint32
	Type       state.BodyType
	Name       string
	Shapes     []LookShape
	// Moving says that the body moves from the next frame on.
	Moving bool
	// ID is of this look alone in its recording.
	ID uint64

	pose pose
}

// LookShape is a shape of a body: the number of its geometry among those of the cast.
type LookShape struct {
	Form   uint32
	Sensor bool

	// Geometry is read by a Player, nil if this version cannot make it.
	Geometry *shape.Geometry
}

// Cast are the bodies that appear between two steps, and those that are gone.
type Cast struct {
	// Anew says that all bodies before are gone.
	Anew  bool
	gone  []int32
	looks []Look
	forms []shape.Geometry
	// problems say of forms why they cannot be made.
	problems []error
	numbers  map[shape.Geometry]uint32
}

// code writes or reads a cast.
func (k *Cast) code(c *journal.Coder) {
	c.Bool(&k.Anew)
	journal.CodeList(c, &k.gone, func(slot *int32) { journal.Code32(c, slot) })
	journal.CodeList(c, &k.forms, func(g *shape.Geometry) {
		if problem := codeForm(c, g, false); c.Reading {
			k.problems = append(k.problems, problem)
		}
	})
	journal.CodeList(c, &k.looks, func(l *Look) { k.codeLook(c, l) })
}

func (k *Cast) codeLook(c *journal.Coder, l *Look) {
	journal.Code32(c, &l.Slot)
	journal.Code32(c, &l.Generation)
	journal.Code8(c, &l.Type)
	c.String(&l.Name)
	c.Bool(&l.Moving)
	for i := range l.pose.P {
		journal.Code64(c, &l.pose.P[i])
	}
	for i := range l.pose.Q {
		journal.Code32(c, &l.pose.Q[i])
	}
	journal.CodeList(c, &l.Shapes, func(s *LookShape) {
		journal.Code32(c, &s.Form)
		c.Bool(&s.Sensor)
		if c.Reading && c.Err == nil && int(s.Form) >= len(k.forms) {
			c.Fail(fmt.Errorf("form %d of a body: the record has %d", s.Form, len(k.forms)))
		}
	})
}

// add adds a body of a world.
func (k *Cast) add(st *state.State, slot int32, at pose) {
	r := &st.Bodies[slot]
	l := Look{
		Slot: slot, Generation: r.Generation, Type: r.Kind, Name: st.Names[slot],
		Moving: r.AwakeIndex != state.None, pose: at,
	}
	for s := r.FirstShape; s != state.None; s = st.Shapes[s].Next {
		l.Shapes = append(l.Shapes, LookShape{Form: k.form(&st.Geometries[s]), Sensor: st.Shapes[s].Sensor})
	}
	k.looks = append(k.looks, l)
}

// form is the number of a geometry; equal ones have the same.
func (k *Cast) form(g *shape.Geometry) uint32 {
	key := *g
	if g.Kind == shape.Box {
		// it follows from the size
		key.Poly = nil
	}
	n, ok := k.numbers[key]
	if !ok {
		if k.numbers == nil {
			k.numbers = make(map[shape.Geometry]uint32)
		}
		n = uint32(len(k.forms))
		k.numbers[key] = n
		k.forms = append(k.forms, *g)
	}
	return n
}

// payload is the record of the cast.
func (k *Cast) payload(buf []byte) []byte {
	c := journal.Coder{Data: buf}
	k.code(&c)
	return c.Data
}

// CastOf is the record of all bodies of a state, with which a track begins anew.
func CastOf(st *state.State) []byte {
	k := Cast{Anew: true}
	for i := range st.Bodies {
		if st.Bodies[i].Alive() {
			k.add(st, int32(i), quantized(&st.Sims[i].Transform, &pose{}))
		}
	}
	return k.payload(nil)
}
