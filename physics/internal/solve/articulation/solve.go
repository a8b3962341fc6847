package articulation

import (
	"tumble/physics/internal/solve/joint"
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/internal/solve/motion"
	"tumble/physics/vec"
)

// Count is the number of articulations.
func (s *Solver) Count() int { return len(s.list) }

// AppendPressed appends a body of each articulation in which a limit pressed at the end of the last step.
func (s *Solver) AppendPressed(bodies []int32) []int32 {
	for i := range s.list {
		gr := &s.list[i]
		for n := gr.nodes.begin; gr.options && n < gr.nodes.end; n++ {
			if j := s.joints.Joint(s.nodes[n].joint); s.joints.Pressed(j) {
				bodies = append(bodies, s.bodyOf(j))
				break
			}
		}
	}
	return bodies
}

// bodyOf is a movable body of a joint.
func (s *Solver) bodyOf(j *joint.Joint) int32 {
	if b := j.MovableBody(s.bodies.Sims, 1); b != joint.World {
		return b
	}
	return j.MovableBody(s.bodies.Sims, 0)
}

// Prepare factors articulations begin to end (exclusive) at the poses of the bodies now: at the
// start of a step and whenever the bodies have moved.
func (s *Solver) Prepare(begin, end int) {
	for i := begin; i < end; i++ {
		gr := &s.list[i]
		s.assemble(gr, false)
		s.factorRows(gr)
	}
}

// Stiffen lets contacts have the inertia that light links have here, see addStiffness. With their own one, contacts
// rotate a link of 53 g between links of kilograms by 1200 rad/s, and the held rows, to which it has eight to forty
// times as much inertia, make 30 m/s of that (TestTrustLightLinks).
func (s *Solver) Stiffen(begin, end int) {
	for i := begin; i < end; i++ {
		gr := &s.list[i]
		if s.pivots(gr) {
			continue
		}
		for n := gr.nodes.begin; n < gr.nodes.end; n++ {
			j := s.joints.Joint(s.nodes[n].joint)
			for _, state := range [2]int32{j.StateA, j.StateB} {
				if state < 0 || s.stiffness[state] == 0 {
					continue
				}
				if add := s.addedInertia(state, s.bodies.OwnInertia(state)); add > 0 {
					s.bodies.AddContactInertia(state, add)
				}
			}
		}
	}
}

// WarmStart applies the held impulses of the sub-step before.
func (s *Solver) WarmStart(begin, end int) {
	for i := begin; i < end; i++ {
		gr := &s.list[i]
		for n := gr.nodes.begin; n < gr.nodes.end; n++ {
			node := &s.nodes[n]
			j := s.joints.Joint(node.joint)
			j.LetGo()
			s.applyHeld(j, s.held[node.row:node.row+node.rows], j.Held[:node.rows])
		}
	}
}

// Solve solves the held rows of articulations exactly and pushes position errors out.
func (s *Solver) Solve(begin, end int) {
	for i := begin; i < end; i++ {
		gr := &s.list[i]
		more := s.predictRotations(gr)
		for pass := 0; pass <= more; pass++ {
			s.solveOne(gr, true)
			if pass < more || gr.mechanism {
				again := s.predictRotations(gr)
				if gr.mechanism {
					// impulses set the whole of a mechanism rotating at once
					more = max(more, again)
				}
			}
		}
	}
}

// Press solves the rows of articulations exactly without pushing position errors out, between two passes over contacts.
func (s *Solver) Press(begin, end int) {
	for i := begin; i < end; i++ {
		s.solveFor(&s.list[i])
	}
}

// solveFor solves an articulation without bias before passes over other rows. Drives of joints that yield are among
// these, and count among what the joints give: they act again after it.
func (s *Solver) solveFor(gr *articulation) {
	s.solveOne(gr, false)
	if gr.breaks && s.actAgain(gr) {
		s.factorRows(gr)
	}
}

// TakeBias factors articulations at their new poses and removes the velocity that pushing added, before contacts meet
// it.
func (s *Solver) TakeBias(begin, end int) {
	for i := begin; i < end; i++ {
		gr := &s.list[i]
		s.assemble(gr, true)
		s.factorRows(gr)
		s.solveFor(gr)
	}
}

// Relax removes the velocity along held rows that contacts have made since, and adds up the impulses of the step.
func (s *Solver) Relax(begin, end int) {
	for i := begin; i < end; i++ {
		gr := &s.list[i]
		s.solveOne(gr, false)
		s.breakYielded(gr)
		for n := gr.nodes.begin; n < gr.nodes.end; n++ {
			node := &s.nodes[n]
			j := s.joints.Joint(node.joint)
			j.SumHeld()
			if j.Springs() {
				s.noteSprings(j, s.held[node.row:node.row+node.rows], true)
			}
		}
	}
}

// solveOne solves an articulation with the limits and motors that act and the joints that bear their load.
func (s *Solver) solveOne(gr *articulation, bias bool) {
	s.solveActing(gr, bias)
	for gr.breaks && s.yield(gr) {
		s.factorRows(gr)
		s.solveActing(gr, bias)
	}
}

// solveActing solves the rows that act, and finds which these are, see leaveRanges.
func (s *Solver) solveActing(gr *articulation, bias bool) {
	if gr.options && s.beginOptions(gr, bias) {
		s.factorRows(gr)
	}
	for range optionPasses {
		if !s.solveRows(gr, bias) {
			return
		}
		left := gr.options && s.leaveRanges(gr, bias)
		s.applySolution(gr)
		if !left && !(gr.options && s.wakeOptions(gr, bias)) {
			return
		}
		s.factorRows(gr)
	}
}

// solveRows finds the changes of the impulses such that the rows hold. With impulses λ so
// far, compliance Γ and position error c the change d obeys (K + Γ)·d = −(v + rate·c + Γ·λ); without bias
// only the velocity v counts. It returns false if a body is broken.
func (s *Solver) solveRows(gr *articulation, bias bool) bool {
	pivot := s.pivots(gr)
	for n := gr.nodes.begin; n < gr.nodes.end; n++ {
		node := &s.nodes[n]
		j := s.joints.Joint(node.joint)
		held := s.held[node.row : node.row+node.rows]
		out := s.solution[node.row : node.row+node.count]
		m := s.motionOf(j, bias, pivot)
		for k := range out {
			i := node.acting[k]
			h := &held[i]
			v := m.speed(h)
			if bias {
				v += h.Error + float32(h.Softness*j.Held[i])
				v += m.rotating(h)
			} else if h.Side == joint.Holds && h.Option.Flags&joint.AxisSpring != 0 {
				v += float32(h.Give * j.Held[i])
			}
			if h.Option.Flags != 0 {
				v += s.optionTarget(h, h.Side, bias)
			}
			if !vec.IsFinite(v) {
				// a broken body must not take the whole articulation with it
				return false
			}
			out[k] = -float64(v)
		}
	}
	s.backsolve(gr)
	return true
}

// applySolution applies the changes of the impulses to the bodies.
func (s *Solver) applySolution(gr *articulation) {
	var impulses [joint.MaxRows]float32
	for n := gr.nodes.begin; n < gr.nodes.end; n++ {
		node := &s.nodes[n]
		j := s.joints.Joint(node.joint)
		clear(impulses[:])
		for k, d := range s.solution[node.row : node.row+node.count] {
			impulses[node.acting[k]] = float32(d)
		}
		j.AddHeld(impulses[:node.rows])
		held := s.held[node.row : node.row+node.rows]
		s.applyHeld(j, held, impulses[:node.rows])
		for _, i := range node.acting[:node.count] {
			if held[i].Side == joint.Idle {
				// without the rounding of a sum, by which it would still be in its range
				j.Held[i] = held[i].End
			}
		}
	}
}

// predictRotations finds how the bodies of an articulation will rotate on without torque, and returns how often
// more than once the articulation has to be solved. Rows that hold on the mean of before and after keep a fast spin, as
// that of a top, as it should be; held before only, the top nutates several per cent too slowly.
// The mean follows from the velocities that the rows make, in a proportion that grows with the rotation.
func (s *Solver) predictRotations(gr *articulation) (more int) {
	pivot := s.pivots(gr)
	most := float32(0)
	for n := gr.nodes.begin; n < gr.nodes.end; n++ {
		j := s.joints.Joint(s.nodes[n].joint)
		for _, state := range [2]int32{j.StateA, j.StateB} {
			if state < 0 {
				continue
			}
			st := &s.bodies.States[state]
			square := float32(float32(s.bodies.H*s.bodies.H) * st.W.Len2())
			switch {
			case s.bodies.FreelyRotates(st):
				s.rotations[state] = s.bodies.PredictRotation(state)
				if gr.options && !pivot {
					s.rotations[state].Fade(s.bodies.H)
				}
			case pivot:
				s.rotations[state] = motion.FreeRotation{Rotation: motion.Rotate(vec.QuatIdentity, st.W.Mul(s.bodies.H),
					square), Start: st.W}
			default:
				s.rotations[state], square = motion.FreeRotation{}, 0
			}
			most = vec.Max(most, square)
		}
	}
	for _, limit := range repeatAngles {
		if most > limit {
			more++
		}
	}
	if pivot && more > 0 {
		more += more * pivotRepeats
	}
	return more
}

// pivots reports whether an articulation is a mechanism, or one body that swings about a point which impulses do not
// move. All of its motion is one rotation, which the pull of the joints does not drive: it needs no addStiffness, which
// would take energy from it, and its anchors meet at the end of a sub-step if their whole arcs count. Sources:
// Ryckaert, Ciccotti and Berendsen, 1977 (SHAKE); Andersen, 1983 (RATTLE).
func (s *Solver) pivots(gr *articulation) bool {
	if gr.mechanism {
		return true
	}
	if gr.nodes.end-gr.nodes.begin != 1 {
		return false
	}
	j := s.joints.Joint(s.nodes[gr.nodes.begin].joint)
	return (j.Kind == joint.BallJoint || j.Kind == joint.HingeJoint) && (j.StateA < 0) != (j.StateB < 0)
}

// applyHeld applies impulses of held rows to the bodies of a joint, but those of 0.
func (s *Solver) applyHeld(j *joint.Joint, held []joint.HeldRow, impulses []float32) {
	if j.StateA >= 0 {
		a := &s.bodies.States[j.StateA]
		for i := range held {
			if h, l := &held[i], impulses[i]; l != 0 {
				a.V = a.V.MulAdd(float32(j.InvMassA*l), h.LinearA)
				a.W = a.W.MulAdd(l, h.ResponseA)
			}
		}
	}
	if j.StateB >= 0 {
		b := &s.bodies.States[j.StateB]
		for i := range held {
			if h, l := &held[i], impulses[i]; l != 0 {
				b.V = b.V.MulAdd(float32(j.InvMassB*l), h.LinearB)
				b.W = b.W.MulAdd(l, h.ResponseB)
			}
		}
	}
}

// noteSprings notes the impulses of the springs of a joint at the velocities of now.
func (s *Solver) noteSprings(j *joint.Joint, held []joint.HeldRow, next bool) {
	var speeds [joint.MaxRows]float32
	m := s.motionOf(j, false, false)
	for i := range held {
		speeds[i] = m.speed(&held[i])
	}
	j.NoteSprings(held, &speeds, next)
}

// assemble builds the rows of an articulation. Relaxing, springs stay those of the sub-step, and limits beside them
// press as before.
func (s *Solver) assemble(gr *articulation, relaxing bool) {
	pivot := s.pivots(gr)
	for n := gr.nodes.begin; n < gr.nodes.end; n++ {
		j := s.joints.Joint(s.nodes[n].joint)
		for side, state := range [2]int32{j.StateA, j.StateB} {
			if state < 0 {
				continue
			}
			s.stiffness[state] = 0
			if st := &s.bodies.States[state]; s.bodies.FreelyRotates(st) {
				inertia := s.bodies.Sims[s.bodies.Awake[state-1]].InertiaNow(st)
				j.SetInertia(side, inertia)
			}
		}
	}
	var x joint.Pair
	var rows joint.HeldRows
	var options [joint.MaxRows]joint.Option
	for n := gr.nodes.begin; n < gr.nodes.end; n++ {
		node := &s.nodes[n]
		j := s.joints.Joint(node.joint)
		held := s.held[node.row : node.row+node.rows]
		node.yielded = j.Broken
		if relaxing && j.Springs() {
			s.noteSprings(j, held, false)
		}
		s.joints.Open(&x, j)
		s.joints.HoldDirectly(&x, j, &rows, &options)
		for i := range held {
			held[i].Row = rows.Rows[i]
			if spring := options[i].Flags&joint.AxisSpring != 0; spring && relaxing {
				options[i].Pull, options[i].Give = held[i].Option.Pull, held[i].Option.Give
			} else {
				held[i].Side = joint.Holds
				if options[i].Flags != 0 {
					held[i].Side = options[i].SideOf(j.Held[i])
				}
			}
			held[i].Option = options[i]
			held[i].Error = kernel.ClampBias(float32(float32(correctionRate*s.bodies.InvH) * rows.Rows[i].Error))
		}
		if !pivot {
			s.addStiffness(j, &x, held)
		}
	}
}

// factorRows builds the matrix of the rows that act and factors it.
func (s *Solver) factorRows(gr *articulation) {
	clear(s.values[gr.values.begin:gr.values.end])
	for n := gr.nodes.begin; n < gr.nodes.end; n++ {
		node := &s.nodes[n]
		node.count = 0
		held := s.held[node.row : node.row+node.rows]
		for i := range held {
			if held[i].Side != joint.Idle && !node.yielded {
				node.acting[node.count] = int8(i)
				node.count++
			}
		}
		s.assembleNode(node)
	}
	for i := gr.couplings.begin; i < gr.couplings.end; i++ {
		s.addCoupling(&s.couplings[i])
	}
	s.factor(gr)
}

// addStiffness adds up how strongly the pull of the joints rotates a body back. A light link between
// strong pulls swings about its centre faster than the sub-steps can follow; in assembleNode
// it then gets as much more inertia as they need. Source: Andrews, Teichmann and Kry, "Geometric
// Stiffness for Real-time Constrained Multibody Dynamics", Eurographics 2017.
func (s *Solver) addStiffness(j *joint.Joint, x *joint.Pair, held []joint.HeldRow) {
	var forceA, forceB vec.Vec3
	for i := range held {
		forceA = forceA.MulAdd(j.Held[i], held[i].LinearA)
		forceB = forceB.MulAdd(j.Held[i], held[i].LinearB)
	}
	if j.StateA >= 0 {
		s.stiffness[j.StateA] += vec.Abs(forceA.Dot(x.ArmA))
	}
	if j.StateB >= 0 {
		s.stiffness[j.StateB] += vec.Abs(forceB.Dot(x.ArmB))
	}
}

// addedInertia is the inertia (kg·m²) that addStiffness asks for of a state with an inverse inertia, besides its own.
func (s *Solver) addedInertia(state int32, inverse kernel.Inertia) float32 {
	need := float32(s.bodies.H*s.stiffness[state]) * (1 / swingLimit)
	top := vec.Max(inverse.XX, vec.Max(inverse.YY, inverse.ZZ))
	if !(float32(need*top) > 1) {
		return 0
	}
	return need - 1/top
}

// stiffInertia is the inverse inertia of a side of a joint, with the inertia added that addStiffness asks for.
func (s *Solver) stiffInertia(state int32, inverse kernel.Inertia) kernel.Inertia {
	if state < 0 {
		return inverse
	}
	if add := s.addedInertia(state, inverse); add > 0 {
		return inverse.WithMore(add)
	}
	return inverse
}

// assembleNode fills the diagonal block of a joint.
func (s *Solver) assembleNode(node *jointNode) {
	j := s.joints.Joint(node.joint)
	ia, ib := s.stiffInertia(j.StateA, j.InertiaA), s.stiffInertia(j.StateB, j.InertiaB)
	held := s.held[node.row : node.row+node.rows]
	for i := range held {
		// limits out of reach answer to nothing, motors at their largest force still push
		if h := &held[i]; node.yielded || h.Side != joint.Idle || h.Option.Most > 0 {
			h.ResponseA, h.ResponseB = ia.Mul(h.AngularA), ib.Mul(h.AngularB)
		}
	}
	k := int(node.count)
	diag := s.values[node.diag : int(node.diag)+k*k]
	for i, row := range node.acting[:k] {
		h := &held[row]
		for o := 0; o <= i; o++ {
			q := &held[node.acting[o]]
			v := float32(j.InvMassA*h.LinearA.Dot(q.LinearA)) + h.AngularA.Dot(q.ResponseA) +
				float32(j.InvMassB*h.LinearB.Dot(q.LinearB)) + h.AngularB.Dot(q.ResponseB)
			diag[i*k+o], diag[o*k+i] = float64(v), float64(v)
		}
		h.Softness = float32(joint.Compliance * float32(diag[i*k+i]))
		if h.Option.Flags != 0 {
			h.Softness = float32(optionCompliance * float32(diag[i*k+i]))
		}
		if h.Option.Flags&joint.AxisSpring != 0 {
			// a damper creeps by all of its compliance, which nothing takes back
			if h.Give = vec.Max(h.Option.Give, float32(leastGive*float32(diag[i*k+i]))); h.Side == joint.Holds {
				h.Softness = h.Give
			}
		}
		diag[i*k+i] += float64(h.Softness)
	}
}

// addCoupling adds the coupling of two joints through one body.
func (s *Solver) addCoupling(sh *coupling) {
	r, c := &s.nodes[sh.row], &s.nodes[sh.column]
	mass := s.joints.Joint(r.joint).InvMassB
	if sh.sideR == 0 {
		mass = s.joints.Joint(r.joint).InvMassA
	}
	rows, columns := s.held[r.row:r.row+r.rows], s.held[c.row:c.row+c.rows]
	width := int(c.count)
	block := s.values[sh.at : int(sh.at)+int(r.count)*width]
	for k, column := range c.acting[:width] {
		q := &columns[column]
		linear, response := q.LinearB, q.ResponseB
		if sh.sideC == 0 {
			linear, response = q.LinearA, q.ResponseA
		}
		linear = linear.Mul(mass)
		for i, row := range r.acting[:r.count] {
			h := &rows[row]
			if sh.sideR == 0 {
				block[i*width+k] += float64(h.LinearA.Dot(linear) + h.AngularA.Dot(response))
			} else {
				block[i*width+k] += float64(h.LinearB.Dot(linear) + h.AngularB.Dot(response))
			}
		}
	}
}

// factor replaces the matrix of an articulation by its factors: the inverse of D on the diagonal, L
// below it.
func (s *Solver) factor(gr *articulation) {
	var scaled [joint.MaxRows * joint.MaxRows]float64
	for n := gr.nodes.begin; n < gr.nodes.end; n++ {
		node := &s.nodes[n]
		k := int(node.count)
		diag := s.values[node.diag : int(node.diag)+k*k]
		joint.InvertSymmetric(diag, k)
		below := s.below[node.below.begin:node.below.end]
		// with B = L·D the later columns lose B·D⁻¹·Bᵀ; from the last block up, so that the
		// blocks above are still unscaled when they are needed
		for a := len(below) - 1; a >= 0; a-- {
			s.reduce(below, a, diag, k, scaled[:])
		}
	}
}

// reduce takes the products of block a of a column with the blocks above it from the rest of
// the matrix and scales the block.
func (s *Solver) reduce(below []offDiagonal, a int, diag []float64, k int, scaled []float64) {
	node := &s.nodes[below[a].node]
	rows := int(node.count)
	block := s.values[below[a].at : int(below[a].at)+rows*k]
	for i := range rows {
		line := block[i*k : i*k+k]
		for c := range k {
			sum := 0.0
			for o, v := range line {
				sum += float64(v * diag[o*k+c])
			}
			scaled[i*k+c] = sum
		}
	}
	for b := 0; b < a; b++ {
		n := int(s.nodes[below[b].node].count)
		other := s.values[below[b].at : int(below[b].at)+n*k]
		at := int(s.find(below[a].node, below[b].node))
		for i := range rows {
			subtract(s.values[at+i*n:at+i*n+n], other, scaled[i*k:i*k+k])
		}
	}
	for i := range rows {
		at := int(node.diag) + i*rows
		subtract(s.values[at:at+rows], block, scaled[i*k:i*k+k])
	}
	copy(block, scaled[:rows*k])
}

// subtract takes the products of the lines of b with v from out.
func subtract(out, b, v []float64) {
	k := len(v)
	for i := range out {
		line := b[i*k : i*k+k]
		sum := 0.0
		for o, x := range line {
			sum += float64(x * v[o])
		}
		out[i] -= sum
	}
}

// backsolve solves for the right side in solution.
func (s *Solver) backsolve(gr *articulation) {
	var y [joint.MaxRows]float64
	for n := gr.nodes.begin; n < gr.nodes.end; n++ {
		node := &s.nodes[n]
		x := s.solution[node.row : node.row+node.count]
		for _, bl := range s.below[node.below.begin:node.below.end] {
			o := &s.nodes[bl.node]
			subtract(s.solution[o.row:o.row+o.count], s.values[bl.at:bl.at+o.count*node.count], x)
		}
	}
	for n := gr.nodes.end - 1; n >= gr.nodes.begin; n-- {
		node := &s.nodes[n]
		k := int(node.count)
		x := s.solution[node.row : int(node.row)+k]
		diag := s.values[node.diag : int(node.diag)+k*k]
		for i := range k {
			sum := 0.0
			for o, v := range x {
				sum += float64(diag[i*k+o] * v)
			}
			y[i] = sum
		}
		for _, bl := range s.below[node.below.begin:node.below.end] {
			o := &s.nodes[bl.node]
			z := s.solution[o.row : o.row+o.count]
			block := s.values[bl.at : int(bl.at)+len(z)*k]
			for i, v := range z {
				for c, l := range block[i*k : i*k+k] {
					y[c] -= float64(l * v)
				}
			}
		}
		copy(x, y[:k])
	}
}
