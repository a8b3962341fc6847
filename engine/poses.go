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
	// stamps say when what is drawn of a body has changed; versions are never used twice
	stamps  []poseStamp
	version uint32
	// what the last blend was of, and whether anything has changed since
	blended float32
	stale   bool

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

// poseStamp is what drawing asks first: which body has the slot, and the version of its drawn pose, 0 for none.
type poseStamp struct {
	gen, version uint32
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
	s.stamps = append(s.stamps, make([]poseStamp, n-len(s.stamps))...)
	s.touching = append(s.touching, make([]bool, n-len(s.touching))...)
	s.render = append(s.render, make([]vec.Transform, n-len(s.render))...)
}

// Reset removes every body and ghost and sets the tick, for a new scene or a
// jump in time.
func (s *PoseStore) Reset(tick uint64) {
	clear(s.cold)
	clear(s.stamps)
	s.moved, s.movedOld, s.ghosts = s.moved[:0], s.movedOld[:0], s.ghosts[:0]
	s.override = s.override[:0]
	s.tick, s.inTick, s.live, s.stale = tick, false, 0, true
	s.removals++
}

// BeginTick starts tick n of dt seconds: what was current becomes previous.
func (s *PoseStore) BeginTick(n uint64, dt float32) {
	s.tick, s.dt, s.inTick, s.stale = n, dt, true, true
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
			s.show(i, s.transform(s.current, i))
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
	s.stamps[slot].gen = gen
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
	s.stale = true
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
	s.show(slot, at)
}

// show sets the drawn pose of a body.
func (s *PoseStore) show(slot int32, at vec.Transform) {
	s.render[slot] = at
	if s.cold[slot].live {
		s.stamps[slot].version = s.nextVersion()
	}
}

// nextVersion is a version that no drawn pose has had.
func (s *PoseStore) nextVersion() uint32 {
	s.stale = true
	s.version = max(s.version+1, 1)
	return s.version
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
	s.stale = true
	s.stamps[slot].version = 0
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
		s.show(slot, at)
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

// ghost is the drawn pose of a removed body, nil for what is not to be seen.
func (s *PoseStore) ghost(slot int32, gen uint32) *vec.Transform {
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
	if !s.stale && alpha == s.blended {
		return
	}
	// a body that only the preview moved is not among those that moved
	for _, i := range s.override {
		s.show(i, s.transform(s.current, i))
	}
	s.override = s.override[:0]
	s.blendMoved(alpha)
	for i := range s.ghosts {
		g := &s.ghosts[i]
		g.render = vec.Transform{
			P: g.from.P.Lerp(g.to.P, alpha),
			Q: BlendRotation(g.from.Q, g.to.Q, g.omega, s.dt, alpha),
		}
	}
	s.blended, s.stale = alpha, false
}

// seriesError is how far from 1 the squared length of a quaternion may be for the series to be exact: the next term is
// 5/16·e³, 2e-8.
const seriesError = 4e-3

// blendMoved blends the bodies that moved.
func (s *PoseStore) blendMoved(alpha float32) {
	cur, prev := s.current, s.current^1
	version, dt2, u := s.nextVersion(), float32(s.dt*s.dt), 1-alpha
	// as long as the longest list says, so that one look at the bounds does for all
	n := len(s.render)
	posA, posB, rotA, rotB := s.pos[prev][:n], s.pos[cur][:n], s.rot[prev][:n], s.rot[cur][:n]
	omegas, stamps, render := s.omega[:n], s.stamps[:n], s.render[:n]
	for _, slot := range s.moved {
		i := int(slot)
		// a body that has been removed is drawn as a ghost
		if uint(i) >= uint(n) || stamps[i].version == 0 {
			continue
		}
		stamps[i].version = version
		a, b, to, w := &rotA[i], &rotB[i], &render[i], &omegas[i]
		p, q := &posA[i], &posB[i]
		to.P.X = p.X + float32(alpha*(q.X-p.X))
		to.P.Y = p.Y + float32(alpha*(q.Y-p.Y))
		to.P.Z = p.Z + float32(alpha*(q.Z-p.Z))
		// what BlendRotation does with a small angle, without its calls: most bodies turn little in a tick
		d, t := a.Dot(*b), alpha
		if d < 0 {
			d, t = -d, -alpha
		}
		if !(d > vec.SmallTurn) || float32(w.Len2()*dt2) > turnLimit*turnLimit {
			to.Q = BlendRotation(*a, *b, *w, s.dt, alpha)
			continue
		}
		x, y := float32(u*a.X)+float32(t*b.X), float32(u*a.Y)+float32(t*b.Y)
		z, c := float32(u*a.Z)+float32(t*b.Z), float32(u*a.W)+float32(t*b.W)
		// so near to length 1, three terms of the series are 1/√(1−e) to the last bit, and no root and no division is waited for
		e := 1 - (float32(x*x) + float32(y*y) + float32(z*z) + float32(c*c))
		k := 1 + float32(e*(0.5+float32(0.375*e)))
		if e > seriesError || e < -seriesError {
			k = 1 / vec.Sqrt(1-e)
		}
		to.Q = vec.Quat{X: float32(x * k), Y: float32(y * k), Z: float32(z * k), W: float32(c * k)}
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
				s.show(i, s.transform(s.current, i))
			}
		}
	default:
		s.Blend(alpha)
	}
}
