package pose

import (
	"fmt"

	"tumble/physics/vec"
)

// Store keeps, for every body, the poses after the last two ticks, and blends
// them for drawing. It is a copy owned by the engine: an integrator's own
// previous position would be edited by bounces and constraints, and the picture
// would jump.
//
// A body is named by a slot, a small dense number, and a generation that
// changes when the slot is used again. Only bodies that moved are copied: both
// poses of a body at rest are the same.
//
// Calls within a tick: BeginTick, then any order of Spawn, Move, Teleport and
// Despawn, then EndTick. Spawn, Teleport and Despawn may come between ticks
// too. Blend and Render serve drawing.
type Store struct {
	// read by drawing: with ten thousand bodies a frame takes as long as its memory takes to read
	positions []positionPair
	rotations []rotationPair
	flags     []flags

	omega      []vec.Vec3      // angular velocity in the last move, rad/s; only of bodies with flagArc
	overridden []vec.Transform // of Override
	cold       []poseCold

	alpha float32 // of the last blend
	mask  flags   // the flags that count for the mode of the last blend

	moved    []int32 // slots whose two poses differ, or may differ
	movedOld []int32 // moved of the tick before
	ghosts   []ghost
	override []int32 // slots with a pose of Override in place of the blended one
	tick     uint64
	dt       float32
	inTick   bool
	live     int
	// removals changes when a body or ghost has gone, changes also when one has come
	removals, changes uint64
}

// poseCold is the part of a body that drawing does not touch.
type poseCold struct {
	gen       uint32
	live      bool
	movedTick uint64 // one more than the last tick in which its slot moved
}

// ghost is a removed body that is still drawn: the picture is one tick behind.
type ghost struct {
	slot     int32
	gen      uint32
	flags    flags
	last     uint64 // the last tick after which it is drawn
	position positionPair
	rotation rotationPair
	omega    vec.Vec3
	render   vec.Transform
}

// NewStore returns an empty store with room for n bodies; it grows when needed.
func NewStore(n int) *Store {
	s := &Store{changes: 1}
	s.grow(n)
	s.moved = make([]int32, 0, n)
	s.movedOld = make([]int32, 0, n)
	s.ghosts = make([]ghost, 0, 64)
	return s
}

func (s *Store) grow(n int) {
	s.positions = append(s.positions, make([]positionPair, n-len(s.positions))...)
	s.rotations = append(s.rotations, make([]rotationPair, n-len(s.rotations))...)
	s.flags = append(s.flags, make([]flags, n-len(s.flags))...)
	s.omega = append(s.omega, make([]vec.Vec3, n-len(s.omega))...)
	s.overridden = append(s.overridden, make([]vec.Transform, n-len(s.overridden))...)
	s.cold = append(s.cold, make([]poseCold, n-len(s.cold))...)
}

// Reset removes every body and ghost and sets the tick, for a new scene or a
// jump in time.
func (s *Store) Reset(tick uint64) {
	clear(s.cold)
	clear(s.flags)
	s.moved, s.movedOld, s.ghosts, s.override = s.moved[:0], s.movedOld[:0], s.ghosts[:0], s.override[:0]
	s.tick, s.inTick, s.live = tick, false, 0
	s.gone()
}

// DropGhosts forgets removed bodies that are still drawn, after a jump in time.
func (s *Store) DropGhosts() {
	if len(s.ghosts) > 0 {
		s.ghosts = s.ghosts[:0]
		s.gone()
	}
}

// gone counts that a body or a ghost is no longer there.
func (s *Store) gone() {
	s.removals++
	s.changes++
}

// BeginTick starts tick n of dt seconds: the current poses become the previous ones.
func (s *Store) BeginTick(n uint64, dt float32) {
	s.tick, s.dt, s.inTick = n, dt, true
	s.moved, s.movedOld = s.movedOld[:0], s.moved
}

// EndTick ends the tick: bodies that did not move in this tick rest, and the picture drops ghosts that it has passed.
func (s *Store) EndTick() {
	for _, i := range s.movedOld {
		s.rest(i)
	}
	keep := s.ghosts[:0]
	for i := range s.ghosts {
		if s.ghosts[i].last >= s.tick {
			keep = append(keep, s.ghosts[i])
		} else {
			s.gone()
		}
	}
	s.ghosts, s.inTick = keep, false
}

// rest copies the newest pose of a body that did not move in this tick over the pose before.
func (s *Store) rest(slot int32) {
	if s.inTick && s.cold[slot].movedTick != s.tick+1 {
		s.positions[slot].from, s.rotations[slot].from = s.positions[slot].to, s.rotations[slot].to
		s.flags[slot] &^= flagArc
	}
}

// Spawn adds a body at a pose. Inside a tick, before the simulation moves it, the
// pose is where it starts in that tick; Move then gives the pose at the end.
func (s *Store) Spawn(slot int32, gen uint32, at vec.Transform) error {
	if slot < 0 {
		return fmt.Errorf("engine: pose slot %d: must not be negative", slot)
	}
	if int(slot) >= len(s.cold) {
		s.grow(max(int(slot)+1, len(s.cold)*2))
	}
	c := &s.cold[slot]
	if c.live {
		if c.gen == gen {
			return fmt.Errorf("engine: pose slot %d: generation %d exists already", slot, gen)
		}
		s.Despawn(slot, c.gen)
	}
	moved := c.movedTick
	*c = poseCold{gen: gen, live: true, movedTick: moved}
	s.live++
	s.changes++
	s.flags[slot] = 0
	s.put(slot, at)
	return nil
}

// Move gives the pose of a body at the end of the running tick and its angular velocity (rad/s).
// Move adds an unknown body. start is the pose from which the simulation moved the body in this tick. A start other
// than the pose of the last tick tells that the body was put elsewhere, and must not streak across the picture.
func (s *Store) Move(slot int32, gen uint32, start, end vec.Transform, omega vec.Vec3) {
	if slot < 0 || int(slot) >= len(s.cold) || !s.cold[slot].live || s.cold[slot].gen != gen {
		if s.Spawn(slot, gen, start) != nil {
			return
		}
	}
	s.positions[slot].from, s.rotations[slot].from = start.P, start.Q
	s.moveTo(slot, &end, &omega)
}

// Advance is Move from the pose of the last tick. It reports false for a body that is unknown.
func (s *Store) Advance(slot int32, gen uint32, end vec.Transform, omega vec.Vec3) bool {
	if !s.Has(slot, gen) {
		return false
	}
	s.rest(slot)
	s.moveTo(slot, &end, &omega)
	return true
}

// moveTo writes where a body is at the end of the tick.
func (s *Store) moveTo(slot int32, end *vec.Transform, omega *vec.Vec3) {
	r := &s.rotations[slot]
	s.positions[slot].to, r.to = end.P, end.Q
	f := s.flags[slot] &^ flagArc
	if d := r.from.Dot(r.to); !(d > vec.SmallRotation) || float32(omega.Len2()*float32(s.dt*s.dt)) > arcLimit*arcLimit {
		f |= flagArc
		s.omega[slot] = *omega
	}
	s.flags[slot] = f
	// a slot that is used again within a tick is in the list already
	if c := &s.cold[slot]; c.movedTick != s.tick+1 {
		c.movedTick = s.tick + 1
		s.moved = append(s.moved, slot)
	}
}

// SetTouching says whether the body is in contact after this tick; only the mode ExtrapolateHold
// asks for it.
func (s *Store) SetTouching(slot int32, gen uint32, touching bool) {
	if !s.Has(slot, gen) {
		return
	}
	s.flags[slot] &^= flagHeld
	if touching {
		s.flags[slot] |= flagHeld
	}
}

// Teleport puts a body at a pose without motion in between.
func (s *Store) Teleport(slot int32, gen uint32, at vec.Transform) bool {
	if !s.Has(slot, gen) {
		return false
	}
	s.flags[slot] &^= flagArc | flagOverride
	s.put(slot, at)
	return true
}

// put writes both poses.
func (s *Store) put(slot int32, at vec.Transform) {
	s.positions[slot] = positionPair{at.P, at.P}
	s.rotations[slot] = rotationPair{at.Q, at.Q}
}

// Despawn removes a body. The body is drawn until the picture has caught up: one tick later.
func (s *Store) Despawn(slot int32, gen uint32) bool {
	if !s.Has(slot, gen) {
		return false
	}
	s.rest(slot)
	s.cold[slot].live = false
	s.live--
	s.ghosts = append(s.ghosts, ghost{
		slot: slot, gen: gen, last: s.tick,
		position: s.positions[slot], rotation: s.rotations[slot], flags: s.flags[slot], omega: s.omega[slot],
		render: s.drawn(slot),
	})
	s.gone()
	return true
}

// Override gives a body another pose to draw until the next Blend, as a Previewer does.
func (s *Store) Override(slot int32, gen uint32, at vec.Transform) {
	if s.Has(slot, gen) {
		s.override = append(s.override, slot)
		s.overridden[slot] = at
		s.flags[slot] |= flagOverride
	}
}

// Has reports whether the body exists (ghosts do not).
func (s *Store) Has(slot int32, gen uint32) bool {
	return slot >= 0 && int(slot) < len(s.cold) && s.cold[slot].live && s.cold[slot].gen == gen
}

// Len is the number of bodies, without ghosts.
func (s *Store) Len() int { return s.live }

// Ghosts is the number of removed bodies that are still drawn.
func (s *Store) Ghosts() int { return len(s.ghosts) }

// Tick is the number of the last tick.
func (s *Store) Tick() uint64 { return s.tick }

// Moving is the number of bodies that moved in the last tick.
func (s *Store) Moving() int { return len(s.moved) }

// World returns the pose after the last tick.
func (s *Store) World(slot int32, gen uint32) (vec.Transform, bool) {
	if !s.Has(slot, gen) {
		return vec.TransformIdentity, false
	}
	return vec.Transform{P: s.positions[slot].to, Q: s.rotations[slot].to}, true
}

// LastWorld returns the pose one tick before World.
func (s *Store) LastWorld(slot int32, gen uint32) (vec.Transform, bool) {
	if !s.Has(slot, gen) {
		return vec.TransformIdentity, false
	}
	s.rest(slot)
	return vec.Transform{P: s.positions[slot].from, Q: s.rotations[slot].from}, true
}

// Render returns the pose to draw, as of the last Blend; also for ghosts. ok is false
// when the body is not to be seen.
func (s *Store) Render(slot int32, gen uint32) (t vec.Transform, ok bool) {
	if s.Has(slot, gen) {
		return s.drawn(slot), true
	}
	for i := range s.ghosts {
		if g := &s.ghosts[i]; g.slot == slot && g.gen == gen {
			return g.render, true
		}
	}
	return vec.TransformIdentity, false
}

// ghost is the drawn pose of a removed body, nil if there is none.
func (s *Store) ghost(slot int32, gen uint32) *vec.Transform {
	for i := range s.ghosts {
		if g := &s.ghosts[i]; g.slot == slot && g.gen == gen {
			return &g.render
		}
	}
	return nil
}
