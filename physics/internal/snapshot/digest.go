package snapshot

// Digest condenses what bodies do: the poses and velocities of the awake ones, and how many records of each kind there
// are. It takes a small part of the time of a step, where Hash may take more than one. What it leaves out moves bodies
// in one of the next steps if it differs: a run that leaves another shows in the digest soon, and in Hash at once.
func Digest(p *Rooms) uint64 {
	h := newHasher()
	h.ints(p.BodyCount, p.ShapeCount, p.JointCount, p.ContactCount, p.Touching, int32(len(p.Awake)))
	for i, body := range p.Awake {
		s, v := &p.Sims[body], &p.States[i+1]
		t := &s.Transform
		h.u64(uint64(uint32(body)) | uint64(bits(t.P.X))<<32)
		h.u64(bits(t.P.Y) | bits(t.P.Z)<<32)
		h.u64(bits(t.Q.X) | bits(t.Q.Y)<<32)
		h.u64(bits(t.Q.Z) | bits(t.Q.W)<<32)
		h.u64(bits(v.V.X) | bits(v.V.Y)<<32)
		h.u64(bits(v.V.Z) | bits(v.W.X)<<32)
		h.u64(bits(v.W.Y) | bits(v.W.Z)<<32)
	}
	return h.sum()
}

func bits(x float32) uint64 { return uint64(floatBits(x)) }
