package solve

import "tumble/physics/vec"

// StoreImpulses writes the impulses of blocks begin to end (exclusive) back to their
// manifolds.
func (s *Solver) StoreImpulses(begin, end int) {
	s.storeBlocks(s.blocks[begin:end], s.lanes[begin*Width:s.lanesTo(end)])
}

func (s *Solver) storeBlocks(blocks []Block, lanes []int32) {
	for i := range blocks {
		b := &blocks[i]
		s.fetchManifolds(lanes[(i+1)*Width : min((i+2)*Width, len(lanes))])
		for j, index := range lanes[i*Width : i*Width+int(b.Lanes)] {
			j &= Width - 1
			m := &s.Manifolds[index]
			t := b.Tangent.at(j)
			m.FrictionImpulse = t.Mul(b.FrictionX[j]).MulAdd(b.FrictionY[j], m.Normal.Cross(t))
			m.TwistImpulse = b.TwistImpulse[j]
			m.RollingImpulse = vec.Vec3{}
			if m.RollingResistance > 0 {
				m.RollingImpulse = b.RollingImpulse.at(j)
			}
			for k := 0; k < int(m.Count) && k < MaxPoints; k++ {
				m.Points[k].NormalImpulse = b.Points[k].Impulse[j]
				m.Points[k].TotalNormalImpulse = b.Points[k].Total[j]
			}
		}
	}
}
