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
// buffers hold the same pose for a body at rest.
//
// Calls within a tick: BeginTick, then any order of Spawn, Move, Teleport and
// Despawn, then EndTick. Spawn, Teleport and Despawn may come between ticks
// too. Blend and Render serve drawing.
type PoseStore struct {
	pos   [2][]vec.Vec3
	rot   [2][]vec.Quat
	omega []vec.Vec3 // angular velocity at the end of the last move, rad/s
	cold  []poseCold

	touching []bool // bodies in contact, for ExtrapolateHold
	render   []vec.Transform

	moved    []int32 // slots whose two poses differ, or may differ
	movedOld []int32 // the same list of the tick before
	ghosts   []ghost
	override []int32 // slots whose drawn pose is not that of the last blend
	current  int
	tick     uint64
	dt       float32
	inTick   bool
	live     int
	removals uint64
}

// poseCold is what drawing does not touch.
type poseCold struct {
	gen       uint32
	live      bool
	bornTick  uint64
	resetTick uint64
	movedTick uint64 // one more than the last tick in which its slot moved
}

// ghost is a removed body that is still to be seen: the picture is one tick behind.
type ghost struct {
	slot     int32
	gen      uint32
	last     uint64 // the last tick after which it is drawn
	from, to vec.Transform
	omega    vec.Vec3
	render   vec.Transform
}

// turnLimit is the rotation per tick (rad) above which the shortest arc may be the wrong
// way round and the angular velocity decides; a little below π.
const turnLimit = 3

// NewPoseStore returns an empty store with room for n bodies; it grows when needed.
func NewPoseStore(n int) *PoseStore {
	s := &PoseStore{}
	s.grow(n)
	s.moved = make([]int32, 0, n)
	s.movedOld = make([]int32, 0, n)
	s.ghosts = make([]ghost, 0, 64)
	return s
}

func (s *PoseStore) grow(n int) {
	for i := range 2 {
		s.pos[i] = append(s.pos[i], make([]vec.Vec3, n-len(s.pos[i]))...)
		s.rot[i] = append(s.rot[i], make([]vec.Quat, n-len(s.rot[i]))...)
	}
	s.omega = append(s.omega, make([]vec.Vec3, n-len(s.omega))...)
	s.cold = append(s.cold, make([]poseCold, n-len(s.cold))...)
	s.touching = append(s.touching, make([]bool, n-len(s.touching))...)
	s.render = append(s.render, make([]vec.Transform, n-len(s.render))...)
}

// Reset removes every body and ghost and sets the tick, for a new scene or a
// jump in time.
func (s *PoseStore) Reset(tick uint64) {
	clear(s.cold)
	s.moved, s.movedOld, s.ghosts = s.moved[:0], s.movedOld[:0], s.ghosts[:0]
	s.override = s.override[:0]
	s.tick, s.inTick, s.live = tick, false, 0
	s.removals++
}

// BeginTick starts tick n of dt seconds: what was current becomes previous.
func (s *PoseStore) BeginTick(n uint64, dt float32) {
	s.tick, s.dt, s.inTick = n, dt, true
	s.current ^= 1
	// for the bodies that moved, the new current buffer is two ticks old
	cur, prev := s.current, s.current^1
	for _, i := range s.moved {
		s.pos[cur][i] = s.pos[prev][i]
		s.rot[cur][i] = s.rot[prev][i]
	}
	s.moved, s.movedOld = s.movedOld[:0], s.moved
}

// EndTick ends the tick: ghosts that have been seen long enough go.
func (s *PoseStore) EndTick() {
	s.inTick = false
	// a body that came to rest must be drawn at its last pose, exactly
	for _, i := range s.movedOld {
		if c := &s.cold[i]; c.live && c.movedTick != s.tick+1 {
			s.render[i] = s.transform(s.current, i)
		}
	}
	keep := s.ghosts[:0]
	for i := range s.ghosts {
		if s.ghosts[i].last >= s.tick {
			keep = append(keep, s.ghosts[i])
		} else {
			s.removals++
		}
	}
	s.ghosts = keep
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
	*c = poseCold{gen: gen, live: true, bornTick: s.tick, resetTick: s.tick, movedTick: moved}
	s.live++
	s.omega[slot] = vec.Vec3{}
	s.touching[slot] = false
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
	cur := s.current
	c := &s.cold[slot]
	if s.transform(cur^1, slot) != start {
		c.resetTick = s.tick
		s.pos[cur^1][slot], s.rot[cur^1][slot] = start.P, start.Q
	}
	s.pos[cur][slot], s.rot[cur][slot] = end.P, end.Q
	s.omega[slot] = omega
	// a slot that is used again within a tick is in the list already
	if c.movedTick != s.tick+1 {
		c.movedTick = s.tick + 1
		s.moved = append(s.moved, slot)
	}
}

// SetTouching says whether the body is in contact after this tick; only the mode ExtrapolateHold
// asks for it.
func (s *PoseStore) SetTouching(slot int32, gen uint32, touching bool) {
	if s.Has(slot, gen) {
		s.touching[slot] = touching
	}
}

// Teleport puts a body at a pose without motion in between.
func (s *PoseStore) Teleport(slot int32, gen uint32, at vec.Transform) bool {
	if !s.Has(slot, gen) {
		return false
	}
	s.cold[slot].resetTick = s.tick
	s.omega[slot] = vec.Vec3{}
	s.put(slot, at)
	return true
}

// put writes both poses and the drawn one.
func (s *PoseStore) put(slot int32, at vec.Transform) {
	for i := range 2 {
		s.pos[i][slot], s.rot[i][slot] = at.P, at.Q
	}
	s.render[slot] = at
}

// Despawn removes a body. It is drawn until the picture has caught up: one
// tick later.
func (s *PoseStore) Despawn(slot int32, gen uint32) bool {
	if !s.Has(slot, gen) {
		return false
	}
	c := &s.cold[slot]
	c.live = false
	s.live--
	s.removals++
	g := ghost{
		slot: slot, gen: gen, last: s.tick,
		from: s.transform(s.current^1, slot), to: s.transform(s.current, slot),
		omega: s.omega[slot], render: s.render[slot],
	}
	s.ghosts = append(s.ghosts, g)
	return true
}

// Override gives a body another pose to draw until the next Blend: that of a Previewer.
func (s *PoseStore) Override(slot int32, gen uint32, at vec.Transform) {
	if s.Has(slot, gen) {
		s.override = append(s.override, slot)
		s.render[slot] = at
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

// Removals changes whenever a body or a ghost has gone.
func (s *PoseStore) Removals() uint64 { return s.removals }

// Moving is the number of bodies that moved in the last tick.
func (s *PoseStore) Moving() int { return len(s.moved) }

// World returns the pose after the last tick.
func (s *PoseStore) World(slot int32, gen uint32) (vec.Transform, bool) {
	if !s.Has(slot, gen) {
		return vec.TransformIdentity, false
	}
	return s.transform(s.current, slot), true
}

// LastWorld returns the pose one tick before World.
func (s *PoseStore) LastWorld(slot int32, gen uint32) (vec.Transform, bool) {
	if !s.Has(slot, gen) {
		return vec.TransformIdentity, false
	}
	return s.transform(s.current^1, slot), true
}

// Render returns the pose to draw, as of the last Blend; also for ghosts. ok is false
// when the body is not to be seen.
func (s *PoseStore) Render(slot int32, gen uint32) (t vec.Transform, ok bool) {
	if s.Has(slot, gen) {
		return s.render[slot], true
	}
	for i := range s.ghosts {
		if g := &s.ghosts[i]; g.slot == slot && g.gen == gen {
			return g.render, true
		}
	}
	return vec.TransformIdentity, false
}

// drawn is Render without a copy: nil for what is not to be seen.
func (s *PoseStore) drawn(slot int32, gen uint32) *vec.Transform {
	if uint(slot) < uint(len(s.cold)) {
		if c := &s.cold[slot]; c.live && c.gen == gen {
			return &s.render[slot]
		}
	}
	for i := range s.ghosts {
		if g := &s.ghosts[i]; g.slot == slot && g.gen == gen {
			return &g.render
		}
	}
	return nil
}

func (s *PoseStore) transform(buffer int, slot int32) vec.Transform {
	return vec.Transform{P: s.pos[buffer][slot], Q: s.rot[buffer][slot]}
}

// Blend computes the poses to draw: alpha = 0 is the last tick but one, 1 the last
// tick. Positions are blended linearly, rotations along the shortest arc at
// constant speed, or the long way where the angular velocity says so.
func (s *PoseStore) Blend(alpha float32) {
	cur, prev := s.current, s.current^1
	// a body that only the preview moved is not among those that moved
	for _, i := range s.override {
		s.render[i] = s.transform(cur, i)
	}
	s.override = s.override[:0]
	posA, posB := s.pos[prev], s.pos[cur]
	rotA, rotB := s.rot[prev], s.rot[cur]
	for _, i := range s.moved {
		s.render[i] = vec.Transform{
			P: posA[i].Lerp(posB[i], alpha),
			Q: BlendRotation(rotA[i], rotB[i], s.omega[i], s.dt, alpha),
		}
	}
	for i := range s.ghosts {
		g := &s.ghosts[i]
		g.render = vec.Transform{
			P: g.from.P.Lerp(g.to.P, alpha),
			Q: BlendRotation(g.from.Q, g.to.Q, g.omega, s.dt, alpha),
		}
	}
}

// Mode says which moment a frame shows; see BlendMode.
type Mode uint8

// The modes of drawing between ticks.
const (
	// Interpolate draws between the last two ticks: one tick behind, always a state the
	// simulation passed through.
	Interpolate Mode = iota
	// Latest draws the last tick.
	Latest
	// Extrapolate continues the motion of the last tick: no lag, but bodies overshoot
	// before every bounce.
	Extrapolate
	// ExtrapolateHold is Extrapolate for bodies that touch nothing; the others are drawn at the
	// last tick, so that nothing is pushed further into what it lies on.
	ExtrapolateHold
)

// BlendMode is Blend for any mode.
func (s *PoseStore) BlendMode(m Mode, alpha float32) {
	switch m {
	case Latest:
		s.Blend(1)
	case Extrapolate:
		s.Blend(1 + alpha)
	case ExtrapolateHold:
		s.Blend(1 + alpha)
		for _, i := range s.moved {
			if s.touching[i] {
				s.render[i] = s.transform(s.current, i)
			}
		}
	default:
		s.Blend(alpha)
	}
}
