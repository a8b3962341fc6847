package main

// The results of the methods prepareAngular and preparePoint of package kernel for a lane.

// tensor is a symmetric matrix: xx, xy, xz, yy, yz, zz.
type tensor [6]*value

func (k *jointPass) fieldTensor(name string) (m tensor) {
	for i := range m {
		m[i] = k.field(name, i)
	}
	return m
}

func (k *jointPass) storeTensor(name string, m tensor) {
	for i, x := range m {
		k.store(k.l.at(name, i), x)
	}
}

// columns is the method of that name.
func (m *tensor) columns() [3]vector {
	return [3]vector{{m[0], m[1], m[2]}, {m[1], m[3], m[4]}, {m[2], m[4], m[5]}}
}

func (k *jointPass) addTensors(a, b tensor) tensor {
	for i := range a {
		a[i] = k.plus(a[i], b[i])
	}
	return a
}

// levers are the columns of −[r]·I with the lever and the inertia of a side.
func (k *jointPass) levers(arm, inertia string) (c [3]vector, r vector) {
	m := k.fieldTensor(inertia)
	r = k.field3(arm)
	c = m.columns()
	for i := range c {
		c[i] = k.cross(c[i], r)
	}
	return c, r
}

// skewTwice is the function of that name.
func (k *jointPass) skewTwice(c [3]vector, r vector) tensor {
	d := func(a, x, b, y *value) *value { return k.minus(k.times(a, x), k.times(b, y)) }
	return tensor{
		d(r.z, c[1].x, r.y, c[2].x), d(r.x, c[2].x, r.z, c[0].x), d(r.y, c[0].x, r.x, c[1].x),
		d(r.x, c[2].y, r.z, c[0].y), d(r.y, c[0].y, r.x, c[1].y), d(r.y, c[0].z, r.x, c[1].z),
	}
}

// inverseTensor is Inertia.Inverse.
func (k *jointPass) inverseTensor(m tensor) tensor {
	d := func(a, b, c, e int) *value { return k.minus(k.times(m[a], m[b]), k.times(m[c], m[e])) }
	const xx, xy, xz, yy, yz, zz = 0, 1, 2, 3, 4, 5
	x, y, z := d(yy, zz, yz, yz), d(xz, yz, xy, zz), d(xy, yz, xz, yy)
	det := k.plus(k.plus(k.times(m[xx], x), k.times(m[xy], y)), k.times(m[xz], z))
	regular := k.greater(det, k.zero())
	s := k.selects(k.zero(), k.over(k.one(), det), regular)
	n := tensor{x, y, z, d(xx, zz, xz, xz), d(xy, xz, xx, yz), d(xx, yy, xy, xy)}
	for i := range n {
		n[i] = k.selects(k.zero(), k.times(s, n[i]), regular)
	}
	return n
}

// pointMass works out and stores the mass at the anchors. It returns the columns of C of prepareAngular.
func (k *jointPass) pointMass() (c [3]vector) {
	a, ra := k.levers("ArmA", "InertiaA")
	b, rb := k.levers("ArmB", "InertiaB")
	m, zero := k.plus(k.field("InvMassA", 0), k.field("InvMassB", 0)), k.zero()
	sum := k.addTensors(tensor{m, zero, zero, m, zero, m}, k.skewTwice(a, ra))
	k.storeTensor("Mass", k.inverseTensor(k.addTensors(sum, k.skewTwice(b, rb))))
	for i := range c {
		c[i] = k.plus3(a[i], b[i])
	}
	return c
}

// prepareAngular is AngularBlock.prepareAngular.
func (k *jointPass) prepareAngular(hinge bool) {
	c := k.pointMass()
	var l [3]vector
	for i := range l {
		l[i] = k.tensor("Mass", c[i])
		k.store(k.l.at("Lift", i), l[i].x)
		k.store(k.l.at("Lift", i+3), l[i].y)
		k.store(k.l.at("Lift", i+6), l[i].z)
	}
	sum := k.addTensors(k.fieldTensor("InertiaA"), k.fieldTensor("InertiaB"))
	for i, p := range [6][2]int{{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}} {
		sum[i] = k.minus(sum[i], k.dot(c[p[0]], l[p[1]]))
	}
	k.storeTensor("Mobility", sum)
	k.storeTensor("Stiffness", k.inverseTensor(sum))
	k.startAngular(hinge)
	var s bodies
	k.open(&s, false)
	ra, rb := k.field3("ArmA"), k.field3("ArmB")
	v := k.minus3(k.plus3(s.vb, k.cross(s.wb, rb)), k.plus3(s.va, k.cross(s.wa, ra)))
	k.store3(k.l.at("Start", 0), k.minus3(k.minus3(s.wb, s.wa), k.lift(v)))
}

// startAngular is the method of that name.
func (k *jointPass) startAngular(hinge bool) {
	qa, qb := k.field4("FrameA"), k.field4("FrameB")
	l := k.plus3(k.field3("Pull"), k.field3("Brake"))
	z := k.zAxis(qa)
	e := z
	if !hinge {
		zb := k.zAxis(qb)
		impulse := k.field("ConeImpulse", 0)
		l = k.choose(l, k.subScaled(l, impulse, k.coneAxis(qa, z, zb)), k.greater(impulse, k.zero()))
		middle := k.plus3(z, zb)
		e = k.scale(k.inverseLength(middle, k.zero()), middle)
	}
	twist := k.plus(k.plus(k.field("AxisSpring", 0), k.field("AxisMotor", 0)), k.field("Low", 0))
	twist = k.minus(twist, k.field("Above", 0))
	twisted := k.addScaled(l, twist, e)
	l = k.choose(l, twisted, k.greater(twist, k.zero()))
	l = k.choose(l, twisted, k.greater(k.zero(), twist))
	if hinge {
		l = k.addScaled(k.addScaled(l, k.field("Held", 3), k.xAxis(qa)), k.field("Held", 4), k.yAxis(qa))
	}
	k.store3(k.l.at("AngularImpulse", 0), l)
}
