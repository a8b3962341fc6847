package engine

import (
	"fmt"

	"tumble/physics/vec"
)

// PoseStore keeps, for every body, the poses after the last two ticks, and blends
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
type PoseStore struct {
	// what drawing reads: with ten thousand bodies a frame takes as long as its memory takes to read
	places []passage
	turns  []turning
	odd    []oddity

	omega []vec.Vec3      // angular velocity in the last move, rad/s; only of bodies whose turn is odd
	shown []vec.Transform // of Override
	cold  []poseCold

	alpha float32 // of the last blend
	mask  oddity  // the oddities that count for the mode of the last blend

	moved    []int32 // slots whose two poses differ, or may differ
	movedOld []int32 // the same list of the tick before
	ghosts   []ghost
	override []int32 // slots whose drawn pose is not that of the last blend
	tick     uint64
	dt       float32
	inTick   bool
	live     int
	// removals changes when a body or ghost has gone, changes also when one has come
	removals, changes uint64
}

// passage is the way of a body in the last tick, turning its turn.
type (
	passage struct{ from, to vec.Vec3 }
	turning struct{ from, to vec.Quat }
)

// oddity says why a body is not drawn where the straight blend of its two poses is.
type oddity uint8

const (
	// oddTurn is a turn so large that the rotation is blended along the arc.
	oddTurn oddity = 1 << iota
	// oddHeld is a body in contact, which ExtrapolateHold draws at its last pose.
	oddHeld
	// oddShown is a body that Override has put elsewhere.
	oddShown
)

// poseCold is what drawing does not touch.
type poseCold struct {
	gen       uint32
	live      bool
	movedTick uint64 // one more than the last tick in which its slot moved
}

// ghost is a removed body that is still to be seen: the picture is one tick behind.
type ghost struct {
	slot   int32
	gen    uint32
	odd    oddity
	last   uint64 // the last tick after which it is drawn
	at     passage
	turn   turning
	omega  vec.Vec3
	render vec.Transform
}

// NewPoseStore returns an empty store with room for n bodies; it grows when needed.
func NewPoseStore(n int) *PoseStore {
	s := &PoseStore{changes: 1}
	s.grow(n)
	s.moved = make([]int32, 0, n)
	s.movedOld = make([]int32, 0, n)
	s.ghosts = make([]ghost, 0, 64)
	return s
}

func (s *PoseStore) grow(n int) {
	s.places = append(s.places, make([]passage, n-len(s.places))...)
	s.turns = append(s.turns, make([]turning, n-len(s.turns))...)
	s.odd = append(s.odd, make([]oddity, n-len(s.odd))...)
	s.omega = append(s.omega, make([]vec.Vec3, n-len(s.omega))...)
	s.shown = append(s.shown, make([]vec.Transform, n-len(s.shown))...)
	s.cold = append(s.cold, make([]poseCold, n-len(s.cold))...)
}

// Reset removes every body and ghost and sets the tick, for a new scene or a
// jump in time.
func (s *PoseStore) Reset(tick uint64) {
	clear(s.cold)
	clear(s.odd)
	s.moved, s.movedOld, s.ghosts, s.override = s.moved[:0], s.movedOld[:0], s.ghosts[:0], s.override[:0]
	s.tick, s.inTick, s.live = tick, false, 0
	s.gone()
}

// gone counts that a body or a ghost is no longer there.
func (s *PoseStore) gone() {
	s.removals++
	s.changes++
}

// BeginTick starts tick n of dt seconds: what was current becomes previous.
func (s *PoseStore) BeginTick(n uint64, dt float32) {
	s.tick, s.dt, s.inTick = n, dt, true
	s.moved, s.movedOld = s.movedOld[:0], s.moved
}

// EndTick ends the tick: what did not move in it rests, and ghosts that have been seen long enough go.
func (s *PoseStore) EndTick() {
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

// rest makes the pose of the last tick the previous one too, within a tick in which the body has not moved.
func (s *PoseStore) rest(slot int32) {
	if s.inTick && s.cold[slot].movedTick != s.tick+1 {
		s.places[slot].from, s.turns[slot].from = s.places[slot].to, s.turns[slot].to
		s.odd[slot] &^= oddTurn
	}
}

// Spawn adds a body at a pose. Inside a tick, before the simulation moves it, the
// pose is where it starts in that tick; Move then gives the pose at the end.
func (s *PoseStore) Spawn(slot int32, gen uint32, at vec.Transform) error {
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
	s.odd[slot] = 0
	s.put(slot, at)
	return nil
}

// Move gives the pose of a body at the end of the running tick and its angular velocity (rad/s).
// A body that is unknown is born here. start is the pose from which the simulation moved
// it in this tick: where it is not the pose of the last tick, somebody has put the body
// elsewhere, and it must not streak across the picture.
func (s *PoseStore) Move(slot int32, gen uint32, start, end vec.Transform, omega vec.Vec3) {
	if slot < 0 || int(slot) >= len(s.cold) || !s.cold[slot].live || s.cold[slot].gen != gen {
		if s.Spawn(slot, gen, start) != nil {
			return
		}
	}
	s.places[slot].from, s.turns[slot].from = start.P, start.Q
	s.moveTo(slot, &end, &omega)
}

// Advance is Move from the pose of the last tick. It reports false for a body that is unknown.
func (s *PoseStore) Advance(slot int32, gen uint32, end vec.Transform, omega vec.Vec3) bool {
	if !s.Has(slot, gen) {
		return false
	}
	s.rest(slot)
	s.moveTo(slot, &end, &omega)
	return true
}

// moveTo writes where a body is at the end of the tick.
func (s *PoseStore) moveTo(slot int32, end *vec.Transform, omega *vec.Vec3) {
	r := &s.turns[slot]
	s.places[slot].to, r.to = end.P, end.Q
	odd := s.odd[slot] &^ oddTurn
	if d := r.from.Dot(r.to); !(d > vec.SmallRotation) || float32(omega.Len2()*float32(s.dt*s.dt)) > turnLimit*turnLimit {
		odd |= oddTurn
		s.omega[slot] = *omega
	}
	s.odd[slot] = odd
	// a slot that is used again within a tick is in the list already
	if c := &s.cold[slot]; c.movedTick != s.tick+1 {
		c.movedTick = s.tick + 1
		s.moved = append(s.moved, slot)
	}
}

// SetTouching says whether the body is in contact after this tick; only the mode ExtrapolateHold
// asks for it.
func (s *PoseStore) SetTouching(slot int32, gen uint32, touching bool) {
	if !s.Has(slot, gen) {
		return
	}
	s.odd[slot] &^= oddHeld
	if touching {
		s.odd[slot] |= oddHeld
	}
}

// Teleport puts a body at a pose without motion in between.
func (s *PoseStore) Teleport(slot int32, gen uint32, at vec.Transform) bool {
	if !s.Has(slot, gen) {
		return false
	}
	s.odd[slot] &^= oddTurn | oddShown
	s.put(slot, at)
	return true
}

// put writes both poses.
func (s *PoseStore) put(slot int32, at vec.Transform) {
	s.places[slot] = passage{at.P, at.P}
	s.turns[slot] = turning{at.Q, at.Q}
}

// Despawn removes a body. It is drawn until the picture has caught up: one
// tick later.
func (s *PoseStore) Despawn(slot int32, gen uint32) bool {
	if !s.Has(slot, gen) {
		return false
	}
	s.rest(slot)
	s.cold[slot].live = false
	s.live--
	s.ghosts = append(s.ghosts, ghost{
		slot: slot, gen: gen, last: s.tick,
		at: s.places[slot], turn: s.turns[slot], odd: s.odd[slot], omega: s.omega[slot], render: s.drawn(slot),
	})
	s.gone()
	return true
}

// Override gives a body another pose to draw until the next Blend: that of a Previewer.
func (s *PoseStore) Override(slot int32, gen uint32, at vec.Transform) {
	if s.Has(slot, gen) {
		s.override = append(s.override, slot)
		s.shown[slot] = at
		s.odd[slot] |= oddShown
	}
}

// Has reports whether the body exists (ghosts do not).
func (s *PoseStore) Has(slot int32, gen uint32) bool {
	return slot >= 0 && int(slot) < len(s.cold) && s.cold[slot].live && s.cold[slot].gen == gen
}

// Len is the number of bodies, without ghosts.
func (s *PoseStore) Len() int { return s.live }

// Ghosts is the number of removed bodies that are still drawn.
func (s *PoseStore) Ghosts() int { return len(s.ghosts) }

// Tick is the number of the last tick.
func (s *PoseStore) Tick() uint64 { return s.tick }

// Moving is the number of bodies that moved in the last tick.
func (s *PoseStore) Moving() int { return len(s.moved) }

// World returns the pose after the last tick.
func (s *PoseStore) World(slot int32, gen uint32) (vec.Transform, bool) {
	if !s.Has(slot, gen) {
		return vec.TransformIdentity, false
	}
	return vec.Transform{P: s.places[slot].to, Q: s.turns[slot].to}, true
}

// LastWorld returns the pose one tick before World.
func (s *PoseStore) LastWorld(slot int32, gen uint32) (vec.Transform, bool) {
	if !s.Has(slot, gen) {
		return vec.TransformIdentity, false
	}
	s.rest(slot)
	return vec.Transform{P: s.places[slot].from, Q: s.turns[slot].from}, true
}

// Render returns the pose to draw, as of the last Blend; also for ghosts. ok is false
// when the body is not to be seen.
func (s *PoseStore) Render(slot int32, gen uint32) (t vec.Transform, ok bool) {
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

// ghost is the drawn pose of a removed body, nil for what is not to be seen.
func (s *PoseStore) ghost(slot int32, gen uint32) *vec.Transform {
	for i := range s.ghosts {
		if g := &s.ghosts[i]; g.slot == slot && g.gen == gen {
			return &g.render
		}
	}
	return nil
}
