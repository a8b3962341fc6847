package main

// sweeps is the constant of the same name of package kernel.
const sweeps = 4

// Scratch vectors that hold constants for the whole call; the rest is for spilled values.
const (
	slotInvH = iota
	slotPush // the negative of the largest push-out speed
	slotOne
	slotTiny
	slotTwo
	slotHalf
	slotWeight // 1 over the speculative distance
	slotLeast
	slotMinusOne
	slotDummy // 32 bytes: where velocities of bodies that do not move are written, in the kernels of joints as well
	slotRate
	fixedSlots
)

// slotLimit is the speed below which a lane closes, in a pass that has no other scalar.
const slotLimit = slotInvH

func constant(slot int) memory { return memory{inScratch, slot} }

// pass is one of the contact passes.
type pass int

const (
	derive pass = iota
	closing
	residual
	warmStart
	press
	push
	relax
)

// bodies are velocities and rotations while a pass runs.
type bodies struct {
	va, wa, vb, wb vector
	flagsA, flagsB *value
	restA, restB   *value // padding behind the angular velocities
	dpa, dpb       vector
	qa, qb         vector
	qaw, qbw       *value
}

// open reads the bodies; displacement says whether positions are needed.
func (k *code) open(s *bodies, displacement bool) {
	read := func(offset int, v, w *vector, flags, rest **value, dp, q *vector, qw **value) {
		k.lanes(offset, false)
		g := k.gather(stateV)
		*v, *flags = vector{g[0], g[1], g[2]}, g[3]
		g = k.gather(stateW)
		*w, *rest = vector{g[0], g[1], g[2]}, g[3]
		if displacement {
			*dp, *q, *qw = k.displacement()
		}
	}
	read(offsetA, &s.va, &s.wa, &s.flagsA, &s.restA, &s.dpa, &s.qa, &s.qaw)
	read(offsetB, &s.vb, &s.wb, &s.flagsB, &s.restB, &s.dpb, &s.qb, &s.qbw)
}

// displacement reads how far bodies have moved and rotated.
func (k *code) displacement() (dp, q vector, w *value) {
	g := k.gather(stateDP)
	dp, x := vector{g[0], g[1], g[2]}, g[3]
	g = k.gather(stateDQ)
	return dp, vector{x, g[0], g[1]}, g[2]
}

// close writes the velocities.
func (k *code) close(s *bodies) {
	k.lanes(offsetB, true)
	k.scatter(stateV, s.vb, s.flagsB)
	k.scatter(stateW, s.wb, s.restB)
	k.lanes(offsetA, true)
	k.scatter(stateV, s.va, s.flagsA)
	k.scatter(stateW, s.wa, s.restA)
}

// push applies p at the friction centre or, with moments la and lb given, anywhere.
func (k *code) push(s *bodies, p, la, lb vector) {
	s.va = k.minus3(s.va, k.scale(k.load(at("InvMassA", 0)), p))
	s.wa = k.minus3(s.wa, k.inertia(at("InertiaA", 0), la))
	s.vb = k.plus3(s.vb, k.scale(k.load(at("InvMassB", 0)), p))
	s.wb = k.plus3(s.wb, k.inertia(at("InertiaB", 0), lb))
}

// twist applies the angular impulse d.
func (k *code) twist(s *bodies, d vector) {
	s.wa = k.minus3(s.wa, k.inertia(at("InertiaA", 0), d))
	s.wb = k.plus3(s.wb, k.inertia(at("InertiaB", 0), d))
}

// row is one contact point, see NormalRow of package kernel.
type row struct{ v, mass, old *value }

// rows prepares the normal rows of points points.
func (k *code) rows(s *bodies, p pass, points int) []row {
	n := k.load3(at("Normal", 0))
	approach := k.dot(n, k.minus3(s.vb, s.va))
	var list []row
	for i := range points {
		armA, armB := k.load3(pointAt(i, "ArmA", 0)), k.load3(pointAt(i, "ArmB", 0))
		v := k.plus(approach, k.minus(k.dot(armB, s.wb), k.dot(armA, s.wa)))
		gap, mass := k.load(pointAt(i, "Separation", 0)), k.load(pointAt(i, "Mass", 0))
		zero := k.zero()
		closing := k.times(gap, k.load(constant(slotInvH)))
		if p == push {
			deep := k.min(k.plus(gap, k.load(at("Slop", 0))), zero)
			bias := k.max(k.times(deep, k.load(constant(slotRate))), k.load(constant(slotPush)))
			bias = k.selects(bias, closing, k.greater(gap, zero))
			list = append(list, row{k.plus(v, bias), mass, k.load(pointAt(i, "Push", 0))})
			continue
		}
		old := k.load(pointAt(i, "Impulse", 0))
		if p == relax {
			mass = k.selects(mass, k.selects(mass, zero, k.greater(gap, zero)), k.atLeast(zero, old))
		}
		list = append(list, row{k.plus(v, k.max(closing, zero)), mass, old})
	}
	return list
}

// solvePoints is the method of the same name of package kernel: it keeps the new impulses in a field of the points and returns them.
func (k *code) solvePoints(s *bodies, list []row, impulse string) []*value {
	c := func(i int) *value { return k.minus(list[i].old, k.times(list[i].mass, list[i].v)) }
	x := make([]*value, len(list))
	if len(list) == 1 {
		x[0] = k.max(c(0), k.zero())
	} else {
		k.sweep(list, x)
	}
	var sum *value
	d := make([]*value, len(list))
	for i := range list {
		k.store(pointAt(i, impulse, 0), x[i])
		d[i] = k.minus(x[i], list[i].old)
	}
	switch len(list) {
	case 1:
		sum = d[0]
	case 2:
		sum = k.plus(d[0], d[1])
	default:
		sum = k.plus(k.plus(d[0], d[1]), k.plus(d[2], d[3]))
	}
	moment := func(name string) vector {
		l := k.scale(d[0], k.load3(pointAt(0, name, 0)))
		for i := 1; i < len(list); i++ {
			l = k.plus3(l, k.scale(d[i], k.load3(pointAt(i, name, 0))))
		}
		return l
	}
	la, lb := moment("ArmA"), moment("ArmB")
	n := k.load3(at("Normal", 0))
	s.va = k.minus3(s.va, k.scale(k.times(sum, k.load(at("InvMassA", 0))), n))
	s.wa = k.minus3(s.wa, k.inertia(at("InertiaA", 0), la))
	s.vb = k.plus3(s.vb, k.scale(k.times(sum, k.load(at("InvMassB", 0))), n))
	s.wb = k.plus3(s.wb, k.inertia(at("InertiaB", 0), lb))
	return x
}

// sweep goes through two or four points sweeps times.
func (k *code) sweep(list []row, x []*value) {
	var h [4][4]*value
	gram := [4][4]string{
		{"", "Gram01", "Gram02", "Gram03"}, {"Gram01", "", "Gram12", "Gram13"},
		{"Gram02", "Gram12", "", "Gram23"}, {"Gram03", "Gram13", "Gram23", ""},
	}
	var c [4]*value
	for i := range list {
		var sum *value
		for j := range list {
			if i == j {
				continue
			}
			h[i][j] = k.times(list[i].mass, k.load(at(gram[i][j], 0)))
			term := k.times(h[i][j], list[j].old)
			if sum == nil {
				sum = term
			} else {
				sum = k.plus(sum, term)
			}
		}
		c[i] = k.plus(k.minus(list[i].old, k.times(list[i].mass, list[i].v)), sum)
	}
	for i := range x {
		x[i] = list[i].old
	}
	// h is needed in every sweep: keep it in memory, where it folds
	for range sweeps {
		for i := range x {
			v := c[i]
			for j := 1; j < 4; j++ {
				l := (i + j) % 4
				if l >= len(list) {
					continue
				}
				v = k.minus(v, k.times(x[l], h[i][l]))
			}
			x[i] = k.max(v, k.zero())
		}
	}
}

// roll is the rolling resistance row.
func (k *code) roll(s *bodies, total *value) {
	old := k.load3(at("RollingImpulse", 0))
	x := k.minus3(old, k.inertia(at("RollingMass", 0), k.minus3(s.wb, s.wa)))
	limit := k.times(total, k.load(at("Rolling", 0)))
	square := k.dot(x, x)
	factor := k.over(limit, k.plus(k.sqrt(square), k.load(constant(slotTiny))))
	factor = k.selects(k.load(constant(slotOne)), factor, k.greater(square, k.times(limit, limit)))
	x = k.scale(factor, x)
	k.store3(at("RollingImpulse", 0), x)
	k.twist(s, k.minus3(x, old))
}

// friction is the twist row and the two tangential rows, with one limit.
func (k *code) friction(s *bodies, total, lever *value) {
	n := k.load3(at("Normal", 0))
	friction := k.load(at("Friction", 0))
	most := k.times(friction, lever)
	least := k.minus(k.zero(), most)
	old := k.load(at("TwistImpulse", 0))
	spin, twistMass := k.dot(n, k.minus3(s.wb, s.wa)), k.load(at("TwistMass", 0))
	x := k.max(k.min(k.minus(old, k.times(twistMass, spin)), most), least)
	twisted := *s
	k.twist(&twisted, k.scale(k.minus(x, old), n))

	t := k.load3(at("Tangent", 0))
	u := k.cross(n, t)
	ra, rb := k.load3(at("CenterA", 0)), k.load3(at("CenterB", 0))
	slip := k.minus3(k.plus3(s.vb, k.cross(twisted.wb, rb)), k.plus3(s.va, k.cross(twisted.wa, ra)))
	slipX := k.minus(k.dot(slip, t), k.load(at("SurfaceX", 0)))
	slipY := k.minus(k.dot(slip, u), k.load(at("SurfaceY", 0)))
	oldX, oldY := k.load(at("FrictionX", 0)), k.load(at("FrictionY", 0))
	xx, xy, yy := k.load(at("FrictionXX", 0)), k.load(at("FrictionXY", 0)), k.load(at("FrictionYY", 0))
	px := k.minus(oldX, k.plus(k.times(slipX, xx), k.times(slipY, xy)))
	py := k.minus(oldY, k.plus(k.times(slipX, xy), k.times(slipY, yy)))
	limit := k.times(total, friction)
	tiny := k.load(constant(slotTiny))
	e := k.over(lever, k.plus(total, tiny))
	g := k.over(total, k.plus(k.plus(lever, k.times(total, tiny)), tiny))
	share := k.min(k.times(twistMass, g), k.times(k.plus(xx, yy), k.times(k.load(constant(slotHalf)), e)))
	third := k.minus(k.times(g, k.max(k.min(old, most), least)), k.times(share, spin))
	square := k.plus(k.plus(k.times(px, px), k.times(py, py)), k.times(third, third))
	slides := k.greater(square, k.times(limit, limit))
	factor := k.over(k.times(total, k.load(at("SlidingFriction", 0))), k.plus(k.sqrt(square), tiny))
	px, py = k.selects(px, k.times(factor, px), slides), k.selects(py, k.times(factor, py), slides)
	x = k.selects(x, k.times(factor, k.times(third, e)), slides)
	k.store(at("FrictionX", 0), px)
	k.store(at("FrictionY", 0), py)
	k.store(at("TwistImpulse", 0), x)
	f := k.plus3(k.scale(k.minus(px, oldX), t), k.scale(k.minus(py, oldY), u))
	m := k.scale(k.minus(x, old), n)
	k.push(s, f, k.plus3(k.cross(ra, f), m), k.plus3(k.cross(rb, f), m))
}

// pushFriction is the friction of PushLane of package kernel.
func (k *code) pushFriction(s *bodies, total *value) {
	n, t := k.load3(at("Normal", 0)), k.load3(at("Tangent", 0))
	u := k.cross(n, t)
	ra, rb := k.load3(at("CenterA", 0)), k.load3(at("CenterB", 0))
	slip := k.minus3(k.plus3(s.vb, k.cross(s.wb, rb)), k.plus3(s.va, k.cross(s.wa, ra)))
	slipX, slipY := k.dot(slip, t), k.dot(slip, u)
	oldX, oldY := k.load(at("PushX", 0)), k.load(at("PushY", 0))
	xx, xy, yy := k.load(at("FrictionXX", 0)), k.load(at("FrictionXY", 0)), k.load(at("FrictionYY", 0))
	x := k.minus(oldX, k.plus(k.times(slipX, xx), k.times(slipY, xy)))
	y := k.minus(oldY, k.plus(k.times(slipX, xy), k.times(slipY, yy)))
	limit := k.times(total, k.load(at("Friction", 0)))
	square := k.plus(k.times(x, x), k.times(y, y))
	slides := k.greater(square, k.times(limit, limit))
	factor := k.over(limit, k.plus(k.sqrt(square), k.load(constant(slotTiny))))
	x, y = k.selects(x, k.times(factor, x), slides), k.selects(y, k.times(factor, y), slides)
	k.store(at("PushX", 0), x)
	k.store(at("PushY", 0), y)
	f := k.plus3(k.scale(k.minus(x, oldX), t), k.scale(k.minus(y, oldY), u))
	k.push(s, f, k.cross(ra, f), k.cross(rb, f))
}

// body builds the code of a pass for blocks of points points.
func body(p pass, points int, rolling bool) *code {
	k := &code{}
	var s bodies
	if p == derive {
		k.derivePoints(points)
		k.deriveFriction()
		return k
	}
	if p == closing {
		k.closing(&s, points)
		return k
	}
	if p == residual {
		k.residual(&s, points)
		return k
	}
	if p == warmStart {
		k.warmStart(&s, points, rolling)
		return k
	}
	k.open(&s, false)
	if p == push {
		total := (*value)(nil)
		for _, x := range k.solvePoints(&s, k.rows(&s, p, points), "Push") {
			if total == nil {
				total = x
			} else {
				total = k.plus(total, x)
			}
		}
		k.pushFriction(&s, total)
		k.close(&s)
		return k
	}
	x := k.solvePoints(&s, k.rows(&s, p, points), "Impulse")
	var total, lever *value
	for i := range x {
		l := k.times(x[i], k.load(at("Lever", i)))
		if total == nil {
			total, lever = x[i], l
		} else {
			total, lever = k.plus(total, x[i]), k.plus(lever, l)
		}
	}
	if p == relax {
		for i := range x {
			sum := pointAt(i, "Total", 0)
			k.store(sum, k.plus(x[i], k.load(sum)))
		}
	}
	if rolling {
		k.roll(&s, total)
	}
	k.friction(&s, total, lever)
	k.close(&s)
	return k
}

// speeds are the normal velocities of points points, see NormalVelocities of package kernel.
func (k *code) speeds(s *bodies, points int) []*value {
	k.open(s, false)
	approach := k.dot(k.load3(at("Normal", 0)), k.minus3(s.vb, s.va))
	var list []*value
	for i := range points {
		spin := k.minus(k.dot(k.load3(pointAt(i, "ArmB", 0)), s.wb), k.dot(k.load3(pointAt(i, "ArmA", 0)), s.wa))
		list = append(list, k.plus(approach, spin))
	}
	return list
}

// closing is closeBlocks of package kernel.
func (k *code) closing(s *bodies, points int) {
	speeds := k.speeds(s, points)
	zero := k.zero()
	least := zero
	for i, v := range speeds {
		there := k.greater(k.load(pointAt(i, "Mass", 0)), zero)
		least = k.min(k.selects(zero, v, there), least)
	}
	k.store(at("Measured", 0), k.selects(zero, least, k.greater(k.load(at("Bounce", 0)), zero)))
}

// residual is residualBlocks of package kernel.
func (k *code) residual(s *bodies, points int) {
	speeds := k.speeds(s, points)
	zero := k.zero()
	most := zero
	for i, v := range speeds {
		e := k.minus(zero, v)
		e = k.selects(e, k.max(v, e), k.greater(k.load(pointAt(i, "Impulse", 0)), zero))
		e = k.selects(zero, e, k.greater(k.load(pointAt(i, "Mass", 0)), zero))
		e = k.selects(e, zero, k.greater(k.load(pointAt(i, "Separation", 0)), zero))
		most = k.max(e, most)
	}
	k.store(at("Measured", 0), most)
}

// warmStart applies the impulses of the sub-step before.
func (k *code) warmStart(s *bodies, points int, rolling bool) {
	n, t := k.load3(at("Normal", 0)), k.load3(at("Tangent", 0))
	u := k.cross(n, t)
	p := k.plus3(k.scale(k.load(at("FrictionX", 0)), t), k.scale(k.load(at("FrictionY", 0)), u))
	angular := k.scale(k.load(at("TwistImpulse", 0)), n)
	if rolling {
		angular = k.plus3(angular, k.load3(at("RollingImpulse", 0)))
	}
	la := k.plus3(k.cross(k.load3(at("CenterA", 0)), p), angular)
	lb := k.plus3(k.cross(k.load3(at("CenterB", 0)), p), angular)
	var sum *value
	for i := range points {
		l := k.load(pointAt(i, "Impulse", 0))
		if sum == nil {
			sum = l
		} else {
			sum = k.plus(sum, l)
		}
		la = k.plus3(la, k.scale(l, k.load3(pointAt(i, "ArmA", 0))))
		lb = k.plus3(lb, k.scale(l, k.load3(pointAt(i, "ArmB", 0))))
	}
	p = k.plus3(p, k.scale(sum, n))
	k.open(s, false)
	k.push(s, p, la, lb)
	k.close(s)
}
