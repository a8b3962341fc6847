package solve

import "tumble/physics/vec"

// Store writes the impulses of blocks back to their manifolds.
func (s *Contacts) Store(r BlockRun) {
	blocks, lanes := r.Blocks, r.Lanes
	for i := range blocks {
		b := &blocks[i]
		s.fetchManifolds(lanes[(i+1)*Width : min((i+2)*Width, len(lanes))])
		for j, index := range lanes[i*Width : i*Width+int(b.Lanes)] {
			j &= Width - 1
			m := &s.manifolds[index]
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
