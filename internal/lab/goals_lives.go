package lab

import (
	"math/rand/v2"
	"strconv"

	"tumble/engine/pose"
	"tumble/engine/timestep"
	"tumble/physics/vec"
)

// looks is the longest time in which a loop does not look whether it is to end, with steps that cost 1 to 1000 % of
// the time that they simulate: that of a frame's steps as the window breaks them off.
func (g *goals) looks() {
	g.number = 37
	longest := int64(0)
	for _, name := range timestep.StrategyNames() {
		for _, percent := range []int64{1, 100, 120, 400, 1000} {
			r, err := timestep.NewRunner(name, timestep.DefaultRate)
			if err != nil {
				g.err = err
				return
			}
			cost := percent * timestep.Second / timestep.DefaultRate / 100
			for now := timestep.Second; now < 21*timestep.Second; {
				r.Begin(now)
				spent := int64(0)
				for _, ok := r.Next(spent); ok; _, ok = r.Next(spent) {
					r.Ran(cost)
					spent += cost
				}
				r.End()
				longest = max(longest, spent)
				now += max(spent, timestep.Second/60)
			}
		}
	}
	g.most("longest frame of any loop under steps of 1 to 1000 %, after which it looks whether to end", "ms", 300,
		float64(longest)/1e6)
}

// life is a body in a store of poses, and where it has to be drawn.
type life struct {
	slot       int32
	generation uint32
	from, to   float32 // its motion in the last tick
	removed    uint64  // tick, 0 while it lives
}

// misdrawn is 1 when the body is not drawn on its motion in tick n, or still there after it.
func (b *life) misdrawn(s *pose.Store, n uint64, alpha float32) int {
	drawn, seen := s.Render(b.slot, b.generation)
	if visible := b.removed == 0 || b.removed == n; seen != visible {
		return 1
	}
	if at := b.from + float32((b.to-b.from)*alpha); seen && vec.Abs(drawn.P.X-at) > 1e-3 {
		return 1
	}
	return 0
}

// lives lets bodies come, go and be put elsewhere at random, and counts those that are drawn off their motion: with a
// streak from an old place, gone early or there too long.
func (g *goals) lives() {
	g.number = 16
	const slots = 64
	chance := rand.New(rand.NewPCG(16, 16))
	s := pose.NewStore(slots)
	at := func(x float32) vec.Transform { return vec.Transform{P: vec.V3(x, 0, 0), Q: vec.QuatIdentity} }
	var alive [slots]*life
	var gone []*life
	generation, born, wrong := uint32(0), 0, 0
	for n := uint64(1); n <= 20_000; n++ {
		s.BeginTick(n, .01)
		for i := range alive {
			b := alive[i]
			switch {
			case b == nil && chance.IntN(3) == 0:
				generation++
				born++
				x := float32(chance.IntN(1000))
				alive[i] = &life{slot: int32(i), generation: generation, from: x, to: x}
				if err := s.Spawn(int32(i), generation, at(x)); err != nil && g.err == nil {
					g.err = err
				}
			case b == nil:
			default:
				if b.from = b.to; chance.IntN(12) == 0 {
					b.from = float32(chance.IntN(1000))
					s.Teleport(b.slot, b.generation, at(b.from))
				}
				b.to = b.from + float32(chance.IntN(5)) - 2
				s.Move(b.slot, b.generation, at(b.from), at(b.to), vec.Vec3{})
				if chance.IntN(4) == 0 {
					b.removed = n
					s.Despawn(b.slot, b.generation)
					gone, alive[i] = append(gone, b), nil
				}
			}
		}
		s.EndTick()
		alpha := chance.Float32()
		s.Blend(timestep.Interpolate, alpha)
		for _, b := range alive {
			if b == nil {
				continue
			}
			wrong += b.misdrawn(s, n, alpha)
		}
		kept := gone[:0]
		for _, b := range gone {
			wrong += b.misdrawn(s, n, alpha)
			if n < b.removed+2 {
				kept = append(kept, b)
			}
		}
		gone = kept
	}
	g.most("bodies drawn off their motion, of those that came, went or were put elsewhere", "", 0, float64(wrong))
	g.list[len(g.list)-1].Name += " (" + strconv.Itoa(born) + " lives)"
}
