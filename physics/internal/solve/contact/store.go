package contact

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// Store writes the impulses of blocks back to their manifolds; a worker does.
func (s *Solver) Store(r BlockRun, worker int) {
	blocks, lanes := r.Blocks, r.Lanes
	storing := s.Sums.storing
	for i := range blocks {
		b := &blocks[i]
		s.fetchManifolds(lanes[(i+1)*kernel.Width : min((i+2)*kernel.Width, len(lanes))])
		for j, index := range lanes[i*kernel.Width : i*kernel.Width+int(b.Lanes)] {
			j &= kernel.Width - 1
			m := &s.manifolds[index]
			t := b.Tangent.At(j)
			m.FrictionImpulse = t.Mul(b.FrictionX[j]).MulAdd(b.FrictionY[j], m.Normal.Cross(t))
			m.TwistImpulse = b.TwistImpulse[j]
			sum := vec.Abs(b.FrictionX[j]) + vec.Abs(b.FrictionY[j]) + vec.Abs(b.TwistImpulse[j])
			m.RollingImpulse = vec.Vec3{}
			if m.RollingResistance > 0 {
				m.RollingImpulse = b.RollingImpulse.At(j)
				sum += m.RollingImpulse.Abs().MaxComponent()
			}
			if storing {
				s.Sums.store(worker, index, m, b, j, sum)
				continue
			}
			for k := 0; k < int(m.Count) && k < kernel.MaxPoints; k++ {
				m.Points[k].NormalImpulse = b.Points[k].Impulse[j]
				m.Points[k].TotalNormalImpulse = b.Points[k].Total[j]
				sum += b.Points[k].Impulse[j] + b.Points[k].Total[j]
			}
			if !(sum <= kernel.MaxImpulse) {
				m.dropImpulses()
			}
		}
	}
}
