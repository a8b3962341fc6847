package kernel

// The contact kernels define the result of every pass. They work lane by lane; a lane does not
// depend on its neighbours, so that wide instructions give the same bits: products are rounded
// one by one, sums associate from the left unless bracketed, and maximum and minimum follow
// the rule of the instructions. A block goes through one, two or four points; points that a
// lane does not have are zero and add zeros.

// StateOf resolves a state index of a block; movable says whether to write the velocity back.
func StateOf(index int32) (i int32, movable bool) { return index ^ (index >> 31), index >= 0 }

// points returns how many points the passes go through: 1, 2 or 4.
func (b *Block) points() int {
	if b.Count > 2 {
		return MaxPoints
	}
	return int(max(b.Count, 1))
}

// warmStartBlocks applies the impulses of the sub-step before.
func warmStartBlocks(states []State, blocks []Block) {
	for i := range blocks {
		b := &blocks[i]
		count := b.points()
		for j := 0; j < int(b.Lanes) && j < Width; j++ {
			n := b.Normal.At(j)
			t := b.Tangent.At(j)
			u := n.Cross(t)
			p := t.Mul(b.FrictionX[j]).MulAdd(b.FrictionY[j], u)
			angular := n.Mul(b.TwistImpulse[j])
			if b.Has&HasRolling != 0 {
				angular = angular.Add(b.RollingImpulse.At(j))
			}
			la := b.CenterA.At(j).Cross(p).Add(angular)
			lb := b.CenterB.At(j).Cross(p).Add(angular)
			sum := float32(0)
			for k := 0; k < count && k < MaxPoints; k++ {
				q := &b.Points[k]
				l := q.Impulse[j]
				sum += l
				la = la.MulAdd(l, q.ArmA.At(j))
				lb = lb.MulAdd(l, q.ArmB.At(j))
			}
			p = p.MulAdd(sum, n)
			if ia, movable := StateOf(b.A[j]); movable {
				a := &states[ia]
				a.V = a.V.MulSub(b.InvMassA[j], p)
				a.W = a.W.Sub(b.InertiaA.At(j).Mul(la))
			}
			if ib, movable := StateOf(b.B[j]); movable {
				a := &states[ib]
				a.V = a.V.MulAdd(b.InvMassB[j], p)
				a.W = a.W.Add(b.InertiaB.At(j).Mul(lb))
			}
		}
	}
}
