package track

import (
	"cmp"
	"fmt"
	"slices"

	"tumble/physics/internal/journal"
	"tumble/physics/vec"
)

// Player reads a track from its beginning on. The zero value stands before it.
type Player struct {
	bodies []shown // by their slots
	moving []int32 // slots, in the order of the frames
	// Problems counts the shapes that this version cannot make.
	Problems int
}

// shown is a body of the track.
type shown struct {
	look   *Look
	motion motion
	moving bool
	gone   bool // while a cast is read
}

// Pose is a body as it is after a step.
type Pose struct {
	Look      *Look
	Transform vec.Transform
	Moving    bool
}

// Cast reads a record of bodies that come and go. at is a number of its own of the record.
func (p *Player) Cast(payload []byte, at uint64) error {
	k := Cast{}
	c := journal.Coder{Reading: true, Data: payload}
	if k.code(&c); c.Err != nil {
		return fmt.Errorf("bodies that appear: %w", c.Err)
	}
	for _, problem := range k.problems {
		if problem != nil {
			p.Problems++
		}
	}
	if k.Anew {
		p.bodies, p.moving = nil, nil
	}
	if err := p.leave(k.gone); err != nil {
		return err
	}
	if err := p.enter(&k, at); err != nil {
		return err
	}
	p.moving = keepMoving(p.moving, func(slot int32) bool {
		i, found := p.find(slot)
		return found && p.bodies[i].moving
	})
	for i := range k.looks {
		if l := &k.looks[i]; l.Moving {
			at, _ := p.find(l.Slot)
			p.bodies[at].moving = true
			p.moving = append(p.moving, l.Slot)
		}
	}
	return nil
}

// leave removes the bodies that have gone.
func (p *Player) leave(gone []int32) error {
	for _, slot := range gone {
		i, found := p.find(slot)
		if !found || p.bodies[i].gone {
			return fmt.Errorf("body %d is gone, and was not there", slot)
		}
		p.bodies[i].gone = true
	}
	p.bodies = slices.DeleteFunc(p.bodies, func(b shown) bool { return b.gone })
	return nil
}

// enter takes the bodies that appear, in the places of those in their slots.
func (p *Player) enter(k *Cast, at uint64) error {
	var more []shown
	for n := range k.looks {
		l := &k.looks[n]
		for i := range l.Shapes {
			if s := &l.Shapes[i]; k.problems[s.Form] == nil {
				s.Geometry = &k.forms[s.Form]
			}
		}
		l.ID = at<<20 + uint64(n) + 1
		b := shown{look: l, motion: motion{at: l.pose}}
		if i, found := p.find(l.Slot); found {
			p.bodies[i] = b
		} else {
			more = append(more, b)
		}
	}
	p.bodies = append(p.bodies, more...)
	slices.SortStableFunc(p.bodies, func(a, b shown) int { return cmp.Compare(a.look.Slot, b.look.Slot) })
	for i := 1; i < len(p.bodies); i++ {
		if slot := p.bodies[i].look.Slot; slot == p.bodies[i-1].look.Slot {
			return fmt.Errorf("two bodies %d appear", slot)
		}
	}
	return nil
}

// find is where the body of a slot is in the list, or would be.
func (p *Player) find(slot int32) (i int, found bool) {
	if n := len(p.bodies); n > 0 && slot > p.bodies[n-1].look.Slot {
		return n, false
	}
	return slices.BinarySearchFunc(p.bodies, slot,
		func(b shown, slot int32) int { return cmp.Compare(b.look.Slot, slot) })
}

// Frame reads the poses after a step.
func (p *Player) Frame(payload []byte) error {
	c := coder{reading: true, data: payload}
	for _, slot := range codeJoined(&c, nil) {
		i, found := p.find(slot)
		if !found || p.bodies[i].moving {
			return fmt.Errorf("body %d begins to move, and cannot", slot)
		}
		p.bodies[i].moving = true
		p.moving = append(p.moving, slot)
	}
	for _, slot := range p.moving {
		i, _ := p.find(slot)
		m := &p.bodies[i].motion
		to := m.at
		m.code(&c, &to)
	}
	if c.bool(false) {
		p.moving = keepMoving(p.moving, func(slot int32) bool {
			i, _ := p.find(slot)
			b := &p.bodies[i]
			if b.moving = c.bool(false); !b.moving {
				b.motion.rest()
			}
			return b.moving
		})
	}
	return c.err
}

// Poses appends all bodies to buf, in the order of their slots.
func (p *Player) Poses(buf []Pose) []Pose {
	for i := range p.bodies {
		b := &p.bodies[i]
		buf = append(buf, Pose{Look: b.look, Transform: b.motion.at.transform(), Moving: b.moving})
	}
	return buf
}

// Clone returns a copy of the player, for going back to where it stands.
func (p *Player) Clone() *Player {
	return &Player{bodies: slices.Clone(p.bodies), moving: slices.Clone(p.moving), Problems: p.Problems}
}

// Bytes is about the memory of a Clone (bytes).
func (p *Player) Bytes() int { return len(p.bodies)*shownBytes + len(p.moving)*4 }

// shownBytes is the size of a body (bytes).
const shownBytes = 112
