package main

// leastWeight is the constant of the same name of package kernel.
const leastWeight = 1e-10

// inverse is the function of the same name of package kernel.
func (k *code) inverse(x *value) *value {
	zero := k.zero()
	return k.selects(zero, k.over(k.load(constant(slotOne)), x), k.greater(x, zero))
}

// rotationChange is the function of the same name of package kernel for a rotation q with the scalar part w.
func (k *code) rotationChange(q vector, w *value, r vector) (first, second vector) {
	t := k.cross(q, r)
	first, second = k.scale(w, t), k.cross(q, t)
	return k.plus3(first, first), k.plus3(second, second)
}

// posed is a body at its pose of now.
type posed struct {
	dp, q vector
	w     *value
}

// pose reads a body and copies its inverse inertia to the block.
func (k *code) pose(offset int, inertia string) posed {
	k.pushLanes(offset)
	first, second := k.gather(pushInertia), k.gather(pushInertia+16)
	for i, v := range []*value{first[0], first[1], first[2], first[3], second[0], second[1]} {
		k.store(at(inertia, i), v)
	}
	k.lanes(offset, false)
	dp, q, w := k.displacement()
	return posed{dp, q, w}
}

// derivePoints is the method of the same name of package kernel.
func (k *code) derivePoints(points int) {
	bodyA, bodyB := k.pose(offsetA, "InertiaA"), k.pose(offsetB, "InertiaB")
	n := k.load3(at("Normal", 0))
	invMass := k.plus(k.load(at("InvMassA", 0)), k.load(at("InvMassB", 0)))
	centers := k.minus3(bodyB.dp, bodyA.dp)
	roundA, roundB := k.scale(k.load(at("RadiusA", 0)), n), k.scale(k.load(at("RadiusB", 0)), n)
	middle, turnsA, turnsB := k.load(at("Middle", 0)), k.load(at("TurnsA", 0)), k.load(at("TurnsB", 0))
	var armA, armB, massA, massB, arms []vector
	var centerA, centerB vector
	var weights *value
	lowest := k.zero()
	for i := range points {
		ra, rb := k.load3(anchorAt(i, "A")), k.load3(anchorAt(i, "B"))
		firstA, secondA := k.rotationChange(bodyA.q, bodyA.w, ra)
		firstB, secondB := k.rotationChange(bodyB.q, bodyB.w, rb)
		secondA, secondB = k.scale(turnsA, secondA), k.scale(turnsB, secondB)
		d := k.plus3(centers, k.minus3(k.plus3(firstB, secondB), k.plus3(firstA, secondA)))
		start := k.load(anchorAt(i, "Separation"))
		separation := k.plus(start, k.dot(n, d))
		apart := k.scale(separation, n)
		slid := k.minus3(k.plus3(k.scale(start, n), d), apart)
		apart = k.scale(middle, apart)
		toA := k.plus3(apart, k.scale(k.load(at("ShareA", 0)), slid))
		toB := k.plus3(apart, k.scale(k.load(at("ShareB", 0)), slid))
		ra = k.plus3(k.plus3(k.plus3(ra, k.plus3(k.scale(turnsA, firstA), secondA)), roundA), toA)
		rb = k.minus3(k.minus3(k.plus3(rb, k.plus3(k.scale(turnsB, firstB), secondB)), roundB), toB)
		arms = append(arms, ra)
		a, b := k.cross(ra, n), k.cross(rb, n)
		ma, mb := k.inertia(at("InertiaA", 0), a), k.inertia(at("InertiaB", 0), b)
		armA, armB = append(armA, a), append(armB, b)
		massA, massB = append(massA, ma), append(massB, mb)
		there := k.load(anchorAt(i, "There"))
		w := k.minus(k.load(constant(slotTwo)), k.times(separation, k.load(constant(slotWeight))))
		w = k.times(there, k.min(k.max(w, k.load(constant(slotLeast))), k.load(constant(slotOne))))
		wa, wb := k.scale(w, ra), k.scale(w, rb)
		if i == 0 {
			// 0 + x gives x but for the sign of zeros
			zero := vector{k.zero(), k.zero(), k.zero()}
			weights, centerA, centerB = k.plus(k.zero(), w), k.plus3(zero, wa), k.plus3(zero, wb)
		} else {
			weights, centerA, centerB = k.plus(weights, w), k.plus3(centerA, wa), k.plus3(centerB, wb)
		}
		k.store(pointAt(i, "Separation", 0), separation)
		k.store(pointAt(i, "Mass", 0), k.times(there, k.inverse(k.plus(invMass, k.plus(k.dot(a, ma), k.dot(b, mb))))))
		k.store(pointAt(i, "Push", 0), k.zero())
		lowest = k.min(k.times(there, separation), lowest)
	}
	k.store(at("Measured", 0), lowest)
	k.store(at("PushX", 0), k.zero())
	k.store(at("PushY", 0), k.zero())
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
	for i := range points {
		d := k.minus3(arms[i], centerA)
		k.store(at("Lever", i), k.times(k.load(at("Spread", 0)), k.sqrt(k.dot(d, d))))
		k.store3(pointAt(i, "ArmA", 0), armA[i])
		k.store3(pointAt(i, "ArmB", 0), armB[i])
	}
	k.store3(at("CenterA", 0), centerA)
	k.store3(at("CenterB", 0), centerB)
}

// deriveFriction is the method of the same name of package kernel.
func (k *code) deriveFriction() {
	n := k.load3(at("Normal", 0))
	t := k.load3(at("Tangent", 0))
	u := k.cross(n, t)
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
