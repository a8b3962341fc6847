package main

// The passes over ball joints and hinges: the methods of the same names of package kernel, with
// conditions that choose between values.

// Scratch vectors of the kernels of joints; slotDummy has the place it has in the others.
const (
	jointH             = iota // length of a sub-step
	jointInvH                 // 1 over that
	jointRate                 // coefficients of Soft
	jointScale                //
	jointSoften               //
	jointOne                  //
	jointMinusOne             //
	jointTiny                 //
	_                         // slotDummy
	_                         //
	jointTwo                  //
	jointMaxBias              //
	jointMinusMaxBias         //
	jointLeastLength          //
	jointLeastMobility        //
	jointLeastAngle           //
	jointSingular             //
	jointEighth               // tan π/8
	jointQuarterPi            //
	jointHalfPi               //
	jointPi                   //
	jointAtan3                // coefficients of the arc tangent
	jointAtan2                //
	jointAtan1                //
	jointAtan0                //
	jointHeldRate             // coefficients of the held rows
	jointHeldScale            //
	jointHeldSoften           //
	jointOwn                  // 1 if the warm start of the block includes the held rows, else 0
	jointSlots
)

var jointConstants = []struct {
	x    float32
	slot int
}{
	{1, jointOne}, {-1, jointMinusOne}, {1e-18, jointTiny}, {2, jointTwo},
	{20, jointMaxBias}, {-20, jointMinusMaxBias}, {1e-18, jointLeastLength}, {1e-12, jointLeastMobility},
	{1e-6, jointLeastAngle}, {1e-6, jointSingular},
	{0.4142135623730950, jointEighth}, {0.7853981633974483, jointQuarterPi}, {1.5707963267948966, jointHalfPi},
	{3.14159265358979323846, jointPi},
	{8.05374449538e-2, jointAtan3}, {1.38776856032e-1, jointAtan2}, {1.99777106478e-1, jointAtan1},
	{3.33329491539e-1, jointAtan0},
}

// quat is four values.
type quat struct{ x, y, z, w *value }

// jointPass is the code of a kernel of joints.
type jointPass struct {
	code
	l    layout
	bias bool
}

func (k *jointPass) one() *value    { return k.load(constant(jointOne)) }
func (k *jointPass) minus1() *value { return k.load(constant(jointMinusOne)) }

func (k *jointPass) field(name string, n int) *value { return k.load(k.l.at(name, n)) }
func (k *jointPass) field3(name string) vector       { return k.load3(k.l.at(name, 0)) }

func (k *jointPass) field4(name string) quat {
	return quat{k.field(name, 0), k.field(name, 1), k.field(name, 2), k.field(name, 3)}
}

func (k *jointPass) tensor(name string, v vector) vector { return k.inertia(k.l.at(name, 0), v) }

func (k *jointPass) zero3() vector { return vector{k.zero(), k.zero(), k.zero()} }

// choose is select for three values.
func (k *jointPass) choose(no, yes vector, c *value) vector {
	return vector{k.selects(no.x, yes.x, c), k.selects(no.y, yes.y, c), k.selects(no.z, yes.z, c)}
}

// addScaled is v + s·u, subScaled v − s·u.
func (k *jointPass) addScaled(v vector, s *value, u vector) vector { return k.plus3(v, k.scale(s, u)) }
func (k *jointPass) subScaled(v vector, s *value, u vector) vector { return k.minus3(v, k.scale(s, u)) }

// product is Quat.Mul.
func (k *jointPass) product(q, r quat) quat {
	m := k.times
	return quat{
		k.minus(k.plus(k.plus(m(q.w, r.x), m(q.x, r.w)), m(q.y, r.z)), m(q.z, r.y)),
		k.plus(k.plus(k.minus(m(q.w, r.y), m(q.x, r.z)), m(q.y, r.w)), m(q.z, r.x)),
		k.plus(k.minus(k.plus(m(q.w, r.z), m(q.x, r.y)), m(q.y, r.x)), m(q.z, r.w)),
		k.minus(k.minus(k.minus(m(q.w, r.w), m(q.x, r.x)), m(q.y, r.y)), m(q.z, r.z)),
	}
}

func (k *jointPass) conj(q quat) quat {
	n := k.minus1()
	return quat{k.times(q.x, n), k.times(q.y, n), k.times(q.z, n), q.w}
}

// rotate is Quat.Rotate.
func (k *jointPass) rotate(q quat, v vector) vector {
	t := k.cross(vector{q.x, q.y, q.z}, v)
	t = k.plus3(t, t)
	return k.plus3(k.plus3(v, k.scale(q.w, t)), k.cross(vector{q.x, q.y, q.z}, t))
}

// lift and answer multiply with the matrix Lift and its transpose.
func (k *jointPass) answer(v vector) vector {
	row := func(i int) *value {
		return k.dot(vector{k.field("Lift", i), k.field("Lift", i+1), k.field("Lift", i+2)}, v)
	}
	return vector{row(0), row(3), row(6)}
}

func (k *jointPass) lift(v vector) vector {
	column := func(i int) *value {
		return k.dot(vector{k.field("Lift", i), k.field("Lift", i+3), k.field("Lift", i+6)}, v)
	}
	return vector{column(0), column(1), column(2)}
}

// clampLength is the function of that name.
func (k *jointPass) clampLength(v vector, limit *value) vector {
	square := k.dot(v, v)
	f := k.over(limit, k.plus(k.sqrt(square), k.load(constant(jointTiny))))
	return k.scale(k.selects(k.one(), f, k.greater(square, k.times(limit, limit))), v)
}

// inverseLength is 1/|v|, or short where v is too short.
func (k *jointPass) inverseLength(v vector, short *value) *value {
	l := k.sqrt(k.dot(v, v))
	return k.selects(k.over(k.one(), l), short, k.greater(k.load(constant(jointLeastLength)), l))
}

// zAxis and xAxis are columns of the rotation matrix.
func (k *jointPass) zAxis(q quat) vector {
	x2, y2 := k.plus(q.x, q.x), k.plus(q.y, q.y)
	return vector{
		k.plus(k.times(q.z, x2), k.times(q.w, y2)),
		k.minus(k.times(q.z, y2), k.times(q.w, x2)),
		k.minus(k.one(), k.plus(k.times(q.x, x2), k.times(q.y, y2))),
	}
}

func (k *jointPass) xAxis(q quat) vector {
	y2, z2 := k.plus(q.y, q.y), k.plus(q.z, q.z)
	return vector{
		k.minus(k.one(), k.plus(k.times(q.y, y2), k.times(q.z, z2))),
		k.plus(k.times(q.x, y2), k.times(q.w, z2)),
		k.minus(k.times(q.x, z2), k.times(q.w, y2)),
	}
}

func (k *jointPass) yAxis(q quat) vector {
	x2, y2, z2 := k.plus(q.x, q.x), k.plus(q.y, q.y), k.plus(q.z, q.z)
	return vector{
		k.minus(k.times(q.x, y2), k.times(q.w, z2)),
		k.minus(k.one(), k.plus(k.times(q.x, x2), k.times(q.z, z2))),
		k.plus(k.times(q.y, z2), k.times(q.w, x2)),
	}
}

// angle is vec.Atan2 for x ≥ 0 or, with signed, any x, and y ≥ 0.
func (k *jointPass) angle(y, x *value, signed bool) *value {
	ax := x
	if signed {
		ax = k.max(x, k.minus(k.zero(), x))
	}
	steep := k.greater(y, ax)
	hi, lo := k.selects(ax, y, steep), k.selects(y, ax, steep)
	t := k.selects(k.zero(), k.over(lo, hi), k.greater(hi, k.zero()))
	far := k.greater(t, k.load(constant(jointEighth)))
	base := k.selects(k.zero(), k.load(constant(jointQuarterPi)), far)
	t = k.selects(t, k.over(k.minus(t, k.one()), k.plus(t, k.one())), far)
	z := k.times(t, t)
	p := k.minus(k.times(k.load(constant(jointAtan3)), z), k.load(constant(jointAtan2)))
	p = k.plus(k.times(p, z), k.load(constant(jointAtan1)))
	p = k.minus(k.times(p, z), k.load(constant(jointAtan0)))
	a := k.plus(base, k.plus(t, k.times(k.times(p, z), t)))
	a = k.selects(a, k.minus(k.load(constant(jointHalfPi)), a), steep)
	if signed {
		a = k.selects(a, k.minus(k.load(constant(jointPi)), a), k.greater(k.zero(), x))
	}
	return a
}

// acos is vec.Acos.
func (k *jointPass) acos(x *value) *value {
	one := k.one()
	x = k.min(k.max(x, k.minus1()), one)
	return k.angle(k.sqrt(k.times(k.minus(one, x), k.plus(one, x))), x, true)
}

// sign is −1 where x < 0, else 1.
func (k *jointPass) sign(x *value) *value {
	return k.selects(k.one(), k.minus1(), k.greater(k.zero(), x))
}

// rotationVector is Quat.RotationVector.
func (k *jointPass) rotationVector(q quat) vector {
	s := k.sign(q.w)
	v, w := k.scale(s, vector{q.x, q.y, q.z}), k.times(q.w, s)
	l := k.sqrt(k.dot(v, v))
	n := k.scale(k.over(k.one(), l), v)
	n = k.scale(k.times(k.load(constant(jointTwo)), k.angle(l, w, false)), n)
	return k.choose(n, k.scale(k.load(constant(jointTwo)), v), k.greater(k.load(constant(jointLeastAngle)), l))
}

// twistAngle is the function of that name.
func (k *jointPass) twistAngle(qa, qb quat) *value {
	q := k.product(k.conj(qa), qb)
	s := k.sign(q.w)
	y, x := k.times(q.z, s), k.times(q.w, s)
	a := k.angle(k.max(y, k.minus(k.zero(), y)), x, false)
	return k.times(k.load(constant(jointTwo)), k.times(a, k.sign(y)))
}

// massOf is the function of that name.
func (k *jointPass) massOf(mobility *value) *value {
	return k.selects(k.zero(), k.over(k.one(), mobility), k.greater(mobility, k.load(constant(jointLeastMobility))))
}

// limit is the method of that name for the impulse in a field.
func (k *jointPass) limit(name string, mass, speed, c, active *value) (change, impulse *value) {
	push := k.max(k.times(k.load(constant(jointRate)), c), k.load(constant(jointMinusMaxBias)))
	open := k.greater(c, k.zero())
	push = k.selects(push, k.times(c, k.load(constant(jointInvH))), open)
	scale := k.selects(k.load(constant(jointScale)), k.one(), open)
	soften := k.selects(k.load(constant(jointSoften)), k.zero(), open)
	old := k.field(name, 0)
	x := k.minus(old, k.times(k.times(scale, mass), k.plus(speed, push)))
	x = k.max(k.minus(x, k.times(soften, old)), k.zero())
	if active != nil {
		x = k.selects(old, x, active)
	}
	k.store(k.l.at(name, 0), x)
	return k.minus(x, old), x
}

// solveAxis is the method of that name. It returns the change of impulse, and the impulse.
func (k *jointPass) solveAxis(mobility, start, speed, angle *value) (total, twist *value) {
	mass := k.massOf(mobility)
	spring := k.field("AxisSpring", 0)
	if k.bias {
		old, share, limit := spring, k.field("AxisShare", 0), k.field("AxisMaxSpring", 0)
		error := k.minus(angle, k.field("AxisTarget", 0))
		drag := k.plus(k.times(k.field("AxisDrag", 0), start), k.times(share, speed))
		force := k.times(mass, k.plus(k.times(k.field("AxisPull", 0), error), drag))
		change := k.minus(k.times(force, k.minus1()), k.times(k.minus(k.one(), share), old))
		spring = k.min(k.max(k.plus(old, change), k.minus(k.zero(), limit)), limit)
		k.store(k.l.at("AxisSpring", 0), spring)
		total = k.minus(spring, old)
		speed = k.plus(speed, k.times(mobility, total))
	} else {
		total = k.zero()
	}
	old, limit := k.field("AxisMotor", 0), k.field("AxisMaxMotor", 0)
	motor := k.minus(old, k.times(mass, k.minus(speed, k.field("Speed", 0))))
	motor = k.min(k.max(motor, k.minus(k.zero(), limit)), limit)
	k.store(k.l.at("AxisMotor", 0), motor)
	d := k.minus(motor, old)
	total, speed = k.plus(total, d), k.plus(speed, k.times(mobility, d))
	d, low := k.limit("Low", mass, speed, k.minus(angle, k.field("Lower", 0)), nil)
	total, speed = k.plus(total, d), k.plus(speed, k.times(mobility, d))
	d, above := k.limit("Above", mass, k.minus(k.zero(), speed), k.minus(k.field("Upper", 0), angle), nil)
	return k.minus(total, d), k.minus(k.plus(k.plus(spring, motor), low), above)
}

// solveDrive is the method of that name. It returns the angular impulse and the new impulses.
func (k *jointPass) solveDrive(qa, qb quat, u vector) (l, pull, brake vector) {
	pull = k.field3("Pull")
	l = k.zero3()
	if k.bias {
		old := pull
		c := k.rotationVector(k.product(qb, k.conj(k.product(qa, k.field4("Target")))))
		share := k.field("SpringShare", 0)
		drag := k.addScaled(k.scale(share, u), k.field("SpringDrag", 0), k.field3("Start"))
		f := k.tensor("Stiffness", k.addScaled(drag, k.field("SpringPull", 0), c))
		pull = k.clampLength(k.minus3(k.scale(share, old), f), k.field("MaxSpring", 0))
		k.store3(k.l.at("Pull", 0), pull)
		l = k.minus3(pull, old)
		u = k.plus3(u, k.tensor("Mobility", l))
	}
	limit := k.field("MaxMotor", 0)
	u = k.minus3(u, k.rotate(qa, k.field3("Velocity")))
	old := k.field3("Brake")
	brake = k.clampLength(k.minus3(old, k.tensor("Stiffness", u)), limit)
	brake = k.choose(old, brake, k.greater(limit, k.zero()))
	k.store3(k.l.at("Brake", 0), brake)
	return k.plus3(l, k.minus3(brake, old)), pull, brake
}

// coneAxis is the function of that name.
func (k *jointPass) coneAxis(qa quat, za, zb vector) vector {
	across := k.cross(za, zb)
	length := k.sqrt(k.dot(across, across))
	short := k.greater(k.load(constant(jointLeastLength)), length)
	return k.choose(k.scale(k.over(k.one(), length), across), k.xAxis(qa), short)
}

// solveBall is the method of that name.
func (k *jointPass) solveBall(qa, qb quat, u vector) vector {
	l, pull, brake := k.solveDrive(qa, qb, u)
	u = k.plus3(u, k.tensor("Mobility", l))
	za, zb := k.zAxis(qa), k.zAxis(qb)

	c := k.minus(k.field("ConeUpper", 0), k.acos(k.dot(za, zb)))
	reach := k.times(k.load(constant(jointH)), k.sqrt(k.dot(u, u)))
	near := k.greater(k.max(k.field("ConeImpulse", 0), k.minus(reach, c)), k.zero())
	e := k.coneAxis(qa, za, zb)
	m := k.tensor("Mobility", e)
	mass := k.massOf(k.dot(e, m))
	d, impulse := k.limit("ConeImpulse", mass, k.minus(k.zero(), k.dot(e, u)), c, near)
	l = k.choose(l, k.subScaled(l, d, e), near)
	u = k.choose(u, k.subScaled(u, d, m), near)
	limits := k.choose(k.zero3(), k.scale(k.minus(k.zero(), impulse), e), near)

	middle := k.plus3(za, zb)
	e = k.scale(k.inverseLength(middle, k.zero()), middle)
	total, twist := k.solveAxis(k.dot(e, k.tensor("Mobility", e)), k.dot(e, k.field3("Start")), k.dot(e, u),
		k.twistAngle(qa, qb))
	has := k.greater(k.field("HasAxis", 0), k.zero())
	l = k.choose(l, k.addScaled(l, total, e), has)
	limits = k.choose(limits, k.addScaled(limits, twist, e), has)
	if !k.bias {
		kept := k.plus3(k.plus3(pull, brake), limits)
		k.store3(k.l.at("AngularImpulse", 0), kept)
		k.store3(k.l.at("AngularSum", 0), k.plus3(k.field3("AngularSum"), kept))
	}
	return l
}

// solveHinge is the method of that name.
func (k *jointPass) solveHinge(qa, qb quat, v vector) vector {
	z, t, u := k.zAxis(qa), k.xAxis(qa), k.yAxis(qa)
	kt, ku := k.tensor("Mobility", t), k.tensor("Mobility", u)
	tt, tu, uu := k.dot(t, kt), k.dot(t, ku), k.dot(u, ku)
	det := k.minus(k.times(tt, uu), k.times(tu, tu))
	regular := k.greater(det, k.times(k.load(constant(jointSingular)), k.times(tt, uu)))
	inv := k.selects(k.zero(), k.over(k.one(), det), regular)
	both := func(x, y *value) (*value, *value) {
		return k.minus(k.times(uu, x), k.times(tu, y)), k.minus(k.times(tt, y), k.times(tu, x))
	}
	lt, lu := both(k.dot(z, kt), k.dot(z, ku))
	lt, lu = k.times(inv, lt), k.times(inv, lu)
	d := k.subScaled(k.subScaled(z, lt, t), lu, u)
	n, twist := k.solveAxis(k.dot(d, k.tensor("Mobility", z)), k.dot(d, k.field3("Start")), k.dot(d, v),
		k.twistAngle(qa, qb))
	has := k.greater(k.field("HasAxis", 0), k.zero())
	l := k.choose(k.zero3(), k.scale(n, z), has)
	answerT := k.selects(k.zero(), k.minus(k.zero(), k.times(lt, n)), has)
	answerU := k.selects(k.zero(), k.minus(k.zero(), k.times(lu, n)), has)
	v = k.choose(v, k.plus3(v, k.tensor("Mobility", l)), has)
	kept := k.choose(k.zero3(), k.scale(twist, z), has)

	vt, vu := k.dot(t, v), k.dot(u, v)
	if k.bias {
		zb := k.zAxis(qb)
		c := k.cross(z, zb)
		f := k.selects(k.one(), k.inverseLength(c, k.zero()), k.greater(k.zero(), k.dot(z, zb)))
		c = k.scale(f, c)
		push := func(e vector) *value {
			x := k.times(k.load(constant(jointHeldRate)), k.dot(c, e))
			return k.min(k.max(x, k.load(constant(jointMinusMaxBias))), k.load(constant(jointMaxBias)))
		}
		vt, vu = k.plus(vt, push(t)), k.plus(vu, push(u))
	}
	keep := k.minus(k.one(), k.load(constant(jointHeldScale)))
	scale := k.times(k.load(constant(jointHeldScale)), inv)
	wt, wu := both(vt, vu)
	solve := func(i int, answer, w *value) (change, impulse *value) {
		old := k.field("Held", i)
		x := k.minus(k.minus(k.times(keep, answer), k.times(scale, w)), k.times(k.load(constant(jointHeldSoften)), old))
		impulse = k.plus(old, x)
		k.store(k.l.at("Held", i), impulse)
		return x, impulse
	}
	changeT, heldT := solve(3, answerT, wt)
	changeU, heldU := solve(4, answerU, wu)
	if !k.bias {
		own := k.load(constant(jointOwn))
		kept = k.addScaled(k.addScaled(kept, k.times(own, heldT), t), k.times(own, heldU), u)
		k.store3(k.l.at("AngularImpulse", 0), kept)
		k.store3(k.l.at("AngularSum", 0), k.plus3(k.field3("AngularSum"), kept))
	}
	return k.plus3(l, k.addScaled(k.scale(changeT, t), changeU, u))
}

// push applies the impulse p at the anchors and the angular impulse l, if there is one.
func (k *jointPass) push(s *bodies, ra, rb, p vector, l *vector) {
	la, lb := k.cross(ra, p), k.cross(rb, p)
	if l != nil {
		la, lb = k.plus3(la, *l), k.plus3(lb, *l)
	}
	s.va = k.subScaled(s.va, k.field("InvMassA", 0), p)
	s.wa = k.minus3(s.wa, k.tensor("InertiaA", la))
	s.vb = k.addScaled(s.vb, k.field("InvMassB", 0), p)
	s.wb = k.plus3(s.wb, k.tensor("InertiaB", lb))
	k.close(s)
}

// rotations are those of the bodies.
func (s *bodies) rotations() (a, b quat) {
	return quat{s.qa.x, s.qa.y, s.qa.z, s.qaw}, quat{s.qb.x, s.qb.y, s.qb.z, s.qbw}
}

// pull is the velocity at the anchors with the velocity that pulls them together, where that is wanted.
func (k *jointPass) pull(s *bodies, v, ra, rb vector, rate int) vector {
	if !k.bias {
		return v
	}
	gap := k.plus3(k.plus3(k.field3("Centers"), k.minus3(s.dpb, s.dpa)), k.minus3(rb, ra))
	return k.plus3(v, k.clampLength(k.scale(k.load(constant(rate)), gap), k.load(constant(jointMaxBias))))
}

// hold stores the new impulse of the held point.
func (k *jointPass) hold(p vector) {
	held := k.plus3(k.field3("Held"), p)
	k.store3(k.l.at("Held", 0), held)
	if !k.bias {
		k.store3(k.l.at("HeldSum", 0), k.plus3(k.field3("HeldSum"), held))
	}
}

// solveAngular is the method solveAngular.
func (k *jointPass) solveAngular(hinge bool) {
	var s bodies
	k.open(&s, true)
	ta, tb := s.rotations()
	ra, rb := k.rotate(ta, k.field3("ArmA")), k.rotate(tb, k.field3("ArmB"))
	qa, qb := k.product(ta, k.field4("FrameA")), k.product(tb, k.field4("FrameB"))
	v := k.minus3(k.plus3(s.vb, k.cross(s.wb, rb)), k.plus3(s.va, k.cross(s.wa, ra)))
	u := k.minus3(k.minus3(s.wb, s.wa), k.lift(v))
	var l vector
	if hinge {
		l = k.solveHinge(qa, qb, u)
	} else {
		l = k.solveBall(qa, qb, u)
	}
	if !k.bias {
		k.store3(k.l.at("Start", 0), k.plus3(u, k.tensor("Mobility", l)))
	}
	answer := k.answer(l)
	v = k.plus3(v, k.cross(k.tensor("InertiaB", l), rb))
	v = k.plus3(v, k.cross(k.tensor("InertiaA", l), ra))
	v = k.pull(&s, v, ra, rb, jointHeldRate)
	scale := k.load(constant(jointHeldScale))
	p := k.tensor("Mass", k.scale(k.times(scale, k.minus1()), v))
	p = k.subScaled(p, k.minus(k.one(), scale), answer)
	p = k.subScaled(p, k.load(constant(jointHeldSoften)), k.field3("Held"))
	k.hold(p)
	k.push(&s, ra, rb, p, &l)
}

// solvePoints is the method solvePoint.
func (k *jointPass) solvePoints() {
	var s bodies
	k.open(&s, true)
	ta, tb := s.rotations()
	ra, rb := k.rotate(ta, k.field3("ArmA")), k.rotate(tb, k.field3("ArmB"))
	v := k.minus3(k.plus3(s.vb, k.cross(s.wb, rb)), k.plus3(s.va, k.cross(s.wa, ra)))
	v = k.pull(&s, v, ra, rb, jointRate)
	p := k.tensor("Mass", k.scale(k.times(k.load(constant(jointScale)), k.minus1()), v))
	p = k.subScaled(p, k.load(constant(jointSoften)), k.field3("Held"))
	k.hold(p)
	k.push(&s, ra, rb, p, nil)
}

// warmStartJoints is the method warmStartAngular or warmStartPoint.
func (k *jointPass) warmStartJoints(angular bool) {
	var s bodies
	k.open(&s, true)
	ta, tb := s.rotations()
	ra, rb := k.rotate(ta, k.field3("ArmA")), k.rotate(tb, k.field3("ArmB"))
	var l *vector
	if angular {
		kept := k.field3("AngularImpulse")
		l = &kept
	}
	k.push(&s, ra, rb, k.field3("Held"), l)
}

// jointKernel describes the function of a pass over joints.
type jointKernel struct {
	name, arguments string
	argumentBytes   int
	scalars         []scalar
	constants       bool
	l               layout
	body            func(k *jointPass)
}

// code builds the code of the kernel.
func (j *jointKernel) code() *code {
	k := &jointPass{l: j.l}
	j.body(k)
	return &k.code
}

func jointKernels() []jointKernel {
	angular, points := "states *State, blocks *AngularBlock, count int", "states *State, blocks *PointBlock, count int"
	all := []scalar{{"h", jointH}, {"invH", jointInvH}, {"rate", jointRate}, {"scale", jointScale},
		{"soften", jointSoften},
		{"heldRate", jointHeldRate}, {"heldScale", jointHeldScale}, {"heldSoften", jointHeldSoften}, {"own", jointOwn}}
	few := []scalar{{"rate", jointRate}, {"scale", jointScale}, {"soften", jointSoften}}
	const allNames, fewNames = ", h, invH, rate, scale, soften, heldRate, heldScale, heldSoften, own float32",
		", rate, scale, soften float32"
	solver := func(name string, hinge, bias bool) jointKernel {
		return jointKernel{name, angular + allNames, 60, all, true, angularLayout, func(k *jointPass) {
			k.bias = bias
			k.solveAngular(hinge)
		}}
	}
	point := func(name string, bias bool) jointKernel {
		return jointKernel{name, points + fewNames, 36, few, true, pointLayout, func(k *jointPass) {
			k.bias = bias
			k.solvePoints()
		}}
	}
	return []jointKernel{
		{"prepareBalls", angular, 24, nil, true, angularLayout, func(k *jointPass) { k.prepareAngular(false) }},
		{"prepareHinges", angular, 24, nil, true, angularLayout, func(k *jointPass) { k.prepareAngular(true) }},
		{"preparePoints", points, 24, nil, true, pointLayout, func(k *jointPass) { k.pointMass() }},
		{"warmStartAngular", angular, 24, nil, false, angularLayout, func(k *jointPass) { k.warmStartJoints(true) }},
		solver("solveBalls", false, true), solver("relaxBalls", false, false),
		solver("solveHinges", true, true), solver("relaxHinges", true, false),
		{"warmStartPoints", points, 24, nil, false, pointLayout, func(k *jointPass) { k.warmStartJoints(false) }},
		point("solvePoints", true), point("relaxPoints", false),
	}
}
