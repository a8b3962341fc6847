package main

// leastWeight is the constant of the same name of package kernel.
const leastWeight = 1e-10

// inverse is the function of the same name of package kernel.
func (k *code) inverse(x *value) *value {
	zero := k.zero()
	return k.selects(zero, k.over(k.load(constant(slotOne)), x), k.greater(x, zero))
}

// tangent is the function of the same name of package kernel.
func (k *code) tangent(n vector) vector {
	zero, one := k.zero(), k.load(constant(slotOne))
	sign := k.selects(one, k.load(constant(slotMinusOne)), k.greater(zero, n.z))
	a := k.over(k.load(constant(slotMinusOne)), k.plus(sign, n.z))
	b := k.times(k.times(n.x, n.y), a)
	return vector{
		k.plus(one, k.times(k.times(k.times(n.x, n.x), a), sign)),
		k.times(sign, b),
		k.minus(zero, k.times(sign, n.x)),
	}
}

// derivePoints is the method of the same name of package kernel.
func (k *code) derivePoints(s *bodies, points int) {
	k.open(s, false)
	n := k.load3(at("Normal", 0))
	invMass := k.plus(k.load(at("InvMassA", 0)), k.load(at("InvMassB", 0)))
	approach := k.dot(n, k.minus3(s.vb, s.va))
	var armA, armB, massA, massB, anchors []vector
	var centerA, centerB vector
	var weights *value
	for i := range points {
		ra, rb := k.load3(pointAt(i, "ArmA", 0)), k.load3(pointAt(i, "ArmB", 0))
		anchors = append(anchors, ra)
		a, b := k.cross(ra, n), k.cross(rb, n)
		ma, mb := k.inertia(at("InertiaA", 0), a), k.inertia(at("InertiaB", 0), b)
		armA, armB = append(armA, a), append(armB, b)
		massA, massB = append(massA, ma), append(massB, mb)
		there := k.load(pointAt(i, "Mass", 0))
		w := k.minus(k.load(constant(slotTwo)), k.times(k.load(pointAt(i, "Separation", 0)),
			k.load(constant(slotWeight))))
		w = k.times(there, k.min(k.max(w, k.load(constant(slotLeast))), k.load(constant(slotOne))))
		wa, wb := k.scale(w, ra), k.scale(w, rb)
		if i == 0 {
			// 0 + x gives x but for the sign of zeros
			zero := vector{k.zero(), k.zero(), k.zero()}
			weights, centerA, centerB = k.plus(k.zero(), w), k.plus3(zero, wa), k.plus3(zero, wb)
		} else {
			weights, centerA, centerB = k.plus(weights, w), k.plus3(centerA, wa), k.plus3(centerB, wb)
		}
		k.store(pointAt(i, "Mass", 0), k.times(there, k.inverse(k.plus(invMass, k.plus(k.dot(a, ma), k.dot(b, mb))))))
		k.store(pointAt(i, "Total", 0), k.zero())
		k.store(at("Bounce", i), k.plus(approach, k.minus(k.dot(b, s.wb), k.dot(a, s.wa))))
	}
	gram := func(name string, i, j int) {
		if j < points {
			k.store(at(name, 0), k.plus(invMass, k.plus(k.dot(armA[i], massA[j]), k.dot(armB[i], massB[j]))))
		}
	}
	gram("Gram01", 0, 1)
	gram("Gram02", 0, 2)
	gram("Gram03", 0, 3)
	gram("Gram12", 1, 2)
	gram("Gram13", 1, 3)
	gram("Gram23", 2, 3)
	w := k.inverse(weights)
	centerA, centerB = k.scale(w, centerA), k.scale(w, centerB)
	k.store(at("HeightA", 0), k.minus(k.dot(n, centerA), k.load(at("HeightA", 0))))
	k.store(at("HeightB", 0), k.minus(k.dot(n, centerB), k.load(at("HeightB", 0))))
	for i := range points {
		d := k.minus3(anchors[i], centerA)
		k.store(at("Lever", i), k.sqrt(k.dot(d, d)))
		k.store3(pointAt(i, "ArmA", 0), armA[i])
		k.store3(pointAt(i, "ArmB", 0), armB[i])
	}
	t := k.tangent(n)
	u := k.cross(n, t)
	surface := k.load3(at("CenterA", 0))
	k.store(at("SurfaceX", 0), k.dot(surface, t))
	k.store(at("SurfaceY", 0), k.dot(surface, u))
	k.goOn(s, centerA, centerB)
}

// goOn stores the friction centres where the surfaces take them in half of the step.
func (k *code) goOn(s *bodies, centerA, centerB vector) {
	half := k.load(at("TwistMass", 0))
	goA, goB := k.cross(s.wa, centerA), k.cross(s.wb, centerB)
	slip := k.scale(k.load(constant(slotHalf)), k.plus3(k.minus3(s.vb, s.va), k.minus3(goB, goA)))
	k.store3(at("CenterA", 0), k.plus3(centerA, k.scale(half, k.plus3(goA, slip))))
	k.store3(at("CenterB", 0), k.plus3(centerB, k.scale(half, k.minus3(goB, slip))))
}

// deriveFriction is the method of the same name of package kernel.
func (k *code) deriveFriction() {
	n := k.load3(at("Normal", 0))
	impulse := k.load3(at("Tangent", 0))
	t := k.tangent(n)
	u := k.cross(n, t)
	k.store(at("FrictionX", 0), k.dot(impulse, t))
	k.store(at("FrictionY", 0), k.dot(impulse, u))
	k.store3(at("Tangent", 0), t)
	invMass := k.plus(k.load(at("InvMassA", 0)), k.load(at("InvMassB", 0)))
	ra, rb := k.load3(at("CenterA", 0)), k.load3(at("CenterB", 0))
	at0, au := k.cross(ra, t), k.cross(ra, u)
	bt, bu := k.cross(rb, t), k.cross(rb, u)
	mt, mu := k.inertia(at("InertiaA", 0), at0), k.inertia(at("InertiaA", 0), au)
	nt, nu := k.inertia(at("InertiaB", 0), bt), k.inertia(at("InertiaB", 0), bu)
	xx := k.plus(invMass, k.plus(k.dot(at0, mt), k.dot(bt, nt)))
	xy := k.plus(k.dot(at0, mu), k.dot(bt, nu))
	yy := k.plus(invMass, k.plus(k.dot(au, mu), k.dot(bu, nu)))
	det := k.inverse(k.minus(k.times(xx, yy), k.times(xy, xy)))
	k.store(at("FrictionXX", 0), k.times(yy, det))
	k.store(at("FrictionYY", 0), k.times(xx, det))
	k.store(at("FrictionXY", 0), k.minus(k.zero(), k.times(xy, det)))
	ia, ib := k.inertia(at("InertiaA", 0), n), k.inertia(at("InertiaB", 0), n)
	k.store(at("TwistMass", 0), k.inverse(k.plus(k.dot(n, ia), k.dot(n, ib))))
}
