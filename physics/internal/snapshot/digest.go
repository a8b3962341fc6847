package snapshot

import (
	"math"

	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// Digest condenses motion: the poses and velocities of the awake ones, and how many records of each kind there
// are. It takes a small part of the time of a step, where Hash may take more than one. Values that it leaves out move
// bodies in one of the next steps if they differ: a run that leaves another shows in the digest soon, and in Hash at
// once.
func Digest(p *Rooms) uint64 {
	h := newHasher()
	h.ints(p.BodyCount, p.ShapeCount, p.JointCount, p.ContactCount, p.Touching, int32(len(p.Awake)))
	awake, sims := p.Awake, p.Sims
	states := p.States[1:][:len(awake)]
	// The two states of the hasher are in registers, and a sum finds what is no number: that takes two thirds of the
	// instructions of a look at each.
	now, next := h.now, h.next
	for i, body := range awake {
		t, v := &sims[body].Transform, &states[i]
		sum := t.P.X + t.P.Y + t.P.Z + t.Q.X + t.Q.Y + t.Q.Z + t.Q.W + v.V.X + v.V.Y + v.V.Z + v.W.X + v.W.Y + v.W.Z
		if sum != sum {
			now, next = digestBroken(now, next, body, t, v)
			continue
		}
		now, next = next, fold(now, uint64(uint32(body))|bits(t.P.X)<<32)
		now, next = next, fold(now, bits(t.P.Y)|bits(t.P.Z)<<32)
		now, next = next, fold(now, bits(t.Q.X)|bits(t.Q.Y)<<32)
		now, next = next, fold(now, bits(t.Q.Z)|bits(t.Q.W)<<32)
		now, next = next, fold(now, bits(v.V.X)|bits(v.V.Y)<<32)
		now, next = next, fold(now, bits(v.V.Z)|bits(v.W.X)<<32)
		now, next = next, fold(now, bits(v.W.Y)|bits(v.W.Z)<<32)
	}
	h.now, h.next = now, next
	return h.sum()
}

func bits(x float32) uint64 { return uint64(math.Float32bits(x)) }

// digestBroken is the digest of a body that has a number that is none, or perhaps has: see floatBits.
func digestBroken(now, next uint64, body int32, t *vec.Transform, v *solve.State) (uint64, uint64) {
	h := hasher{now, next}
	h.pair(uint32(body), floatBits(t.P.X))
	h.floats(t.P.Y, t.P.Z, t.Q.X, t.Q.Y, t.Q.Z, t.Q.W, v.V.X, v.V.Y, v.V.Z, v.W.X, v.W.Y, v.W.Z)
	return h.now, h.next
}
