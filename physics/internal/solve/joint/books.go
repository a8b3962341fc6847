package joint

import (
	"slices"

	"tumble/physics/internal/energy"
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// Rows are the impulses of a joint, wherever they are kept.
type Rows struct {
	held            [MaxRows]float32
	linear, angular driveRows
	axes            [6]axisRows
}

type driveRows struct{ spring, motor vec.Vec3 }

type axisRows struct{ spring, motor, lower, upper, passive float32 }

// NoteRows returns the impulses of all active joints, by joint, in list if it is large enough.
func (s *Solver) NoteRows(list []Rows) []Rows {
	list = slices.Grow(list[:0], len(s.list))[:len(s.list)]
	for _, index := range s.active {
		list[index] = s.list[index].impulses()
	}
	for block := range s.angularBlocks {
		b := &s.angularBlocks[block]
		for k, index := range s.angularLanes.jointsOf(int32(block)) {
			j := s.list[index]
			j.takeOptions(b, k)
			if b.Direct == 0 {
				for i := range b.Held {
					j.Held[i] = b.Held[i][k]
				}
			}
			list[index] = j.impulses()
		}
	}
	for block := range s.pointBlocks {
		for k, index := range s.pointLanes.jointsOf(int32(block)) {
			p := s.pointBlocks[block].Held.At(k)
			list[index] = Rows{held: [MaxRows]float32{p.X, p.Y, p.Z}}
		}
	}
	return list
}

// impulses are those of the rows of a joint, without the options that an articulation keeps among the held rows.
func (j *Joint) impulses() (r Rows) {
	r.held = j.Held
	r.linear, r.angular = driveRows{j.Linear.SpringImpulse, j.Linear.MotorImpulse}, driveRows{j.Angular.SpringImpulse,
		j.Angular.MotorImpulse}
	for i := range j.AxisCount() {
		a := &j.Axes[i]
		r.axes[i] = axisRows{a.SpringImpulse, a.MotorImpulse, a.LowerImpulse, a.UpperImpulse, a.PassiveImpulse}
		if j.inArticulation(i)&AxisSpring != 0 {
			r.axes[i].spring = 0
		}
	}
	return r
}

// BookRows books the change of the impulses, at the present poses. bias says that gaps are closed, options that
// the rows which articulations hold are theirs to book.
func (s *Solver) BookRows(books *energy.Books, before, now []Rows, bias, options bool) {
	for _, index := range s.active {
		old := before[index]
		if now[index] == old {
			continue
		}
		j := s.list[index]
		if j.inLane {
			// blocks have read the bodies, the joint has not
			s.readBodies(&j)
		}
		s.bookJoint(books, index, &j, &now[index], &old, bias, options)
	}
}

// booking is common to the rows of a joint.
type booking struct {
	books *energy.Books
	index int32
	j     *Joint
}

func (s *Solver) bookJoint(books *energy.Books, index int32, j *Joint, now, old *Rows, bias, options bool) {
	var x Pair
	var held HeldRows
	s.Open(&x, j)
	if j.direct && !j.inLane {
		s.heldOf(j, &held)
	} else {
		x.Hold(j, &held)
	}
	b := booking{books, index, j}
	soft := &s.bodies.Joint
	give := soft.ImpulseScale / soft.MassScale
	for i := range held.count {
		if options && j.direct {
			break // the articulation applies them
		}
		surface := float32(0)
		if bias && !j.direct {
			// the speed at which the row leaves its impulse as it is: softness gives way to a part of it
			surface = -kernel.ClampBias(float32(soft.BiasRate * held.Rows[i].Error))
			for k := range held.count {
				surface -= float32(give * float32(x.couple(&held.Rows[i], &held.Rows[k])*now.held[k]))
			}
		}
		b.row(energy.JointHeld, &held.Rows[i], now.held[i], old.held[i], surface)
	}
	linear, angular := x.pointRows(), angularRows()
	b.drive(&j.Linear, &linear, &now.linear, &old.linear)
	b.drive(&j.Angular, &angular, &now.angular, &old.angular)
	for i := range j.AxisCount() {
		if !j.acts(i) {
			continue
		}
		if r, coordinate, ok := x.axis(j, i); ok {
			limits := [2]float32{}
			if bias && !j.Axes[i].SoftLimit() && now.axes[i].lower+now.axes[i].upper > 0 {
				held.factor(&x)
				mass, _ := held.mass(&x, &r)
				limits = j.Axes[i].closing(coordinate, soft, give/mass, &now.axes[i])
			}
			b.axis(&j.Axes[i], &r, limits, &now.axes[i], &old.axes[i])
			if j.direct && !options && j.yields(i) {
				// rows one by one share their impulses with it
				n := j.passiveRow(i)
				b.row(energy.JointPassive, &r, now.held[n], old.held[n], 0)
			}
		}
	}
}

// row books the change of the impulse of a row; surface is the speed at which it closes a gap.
func (b *booking) row(e energy.Entry, r *Row, now, old, surface float32) {
	if now == old {
		return
	}
	b.books.Impulse(&energy.Impulse{
		Entry: e, Source: b.index, Joint: true, Amount: float64(now) - float64(old), A: b.j.StateA, B: b.j.StateB,
		Row:       r.booked(),
		ResponseA: b.j.InertiaA.Mul(r.AngularA), ResponseB: b.j.InertiaB.Mul(r.AngularB),
		Surface: float64(surface), Driver: energy.JointErrors,
	})
}

func (r *Row) booked() energy.Row {
	return energy.Row{LinearA: r.LinearA, AngularA: r.AngularA, LinearB: r.LinearB, AngularB: r.AngularB}
}

func (b *booking) drive(d *Drive, rows *[3]Row, now, old *driveRows) {
	motor := energy.JointFriction
	if d.Velocity != (vec.Vec3{}) {
		motor = energy.JointMotors
	}
	for k, l := range [3][4]float32{
		{now.spring.X, old.spring.X, now.motor.X, old.motor.X},
		{now.spring.Y, old.spring.Y, now.motor.Y, old.motor.Y},
		{now.spring.Z, old.spring.Z, now.motor.Z, old.motor.Z},
	} {
		b.row(energy.JointSprings, &rows[k], l[0], l[1], 0)
		b.row(motor, &rows[k], l[2], l[3], 0)
	}
}

// closing are the speeds at which the limits of an axis are pushed back and leave their impulses as they are.
func (a *Axis) closing(coordinate float32, soft *kernel.Soft, give float32, now *axisRows) (speeds [2]float32) {
	if below := a.Lower - coordinate; below > 0 {
		speeds[0] = vec.Min(float32(soft.BiasRate*below), kernel.MaxBias) - float32(give*now.lower)
	}
	if above := coordinate - a.Upper; above > 0 {
		speeds[1] = float32(give*now.upper) - vec.Min(float32(soft.BiasRate*above), kernel.MaxBias)
	}
	return speeds
}

// axis books the options of an axis; limits are the speeds at which both are pushed back.
func (b *booking) axis(a *Axis, r *Row, limits [2]float32, now, old *axisRows) {
	motor := energy.JointFriction
	if a.Flags&AxisMotor != 0 {
		motor = energy.JointMotors
	}
	b.row(energy.JointSprings, r, now.spring, old.spring, 0)
	b.row(energy.JointPassive, r, now.passive, old.passive, 0)
	b.row(motor, r, now.motor, old.motor, 0)
	b.row(energy.JointLimits, r, now.lower, old.lower, limits[0])
	b.row(energy.JointLimits, r, -now.upper, -old.upper, limits[1])
}

// EntryOf is where the impulse of a row in an articulation is booked.
func (h *HeldRow) EntryOf() energy.Entry {
	o := &h.Option
	switch {
	case o.Flags == 0:
		return energy.JointHeld
	case h.Side == AtLower || h.Side == AtUpper:
		return energy.JointLimits
	case o.Flags&AxisPassive != 0:
		return energy.JointPassive
	case o.Flags&AxisSpring != 0:
		return energy.JointSprings
	case o.Flags&AxisMotor != 0:
		return energy.JointMotors
	}
	return energy.JointLimits
}

// Book books the impulse of a row in an articulation. surface is the speed at which it closes a gap.
func (h *HeldRow) Book(books *energy.Books, index int32, j *Joint, amount float64, surface float32) {
	p := energy.Impulse{
		Entry: h.EntryOf(), Source: index, Joint: true, Amount: amount, A: j.StateA, B: j.StateB, Row: h.booked(),
		ResponseA: j.InertiaA.Mul(h.AngularA), ResponseB: j.InertiaB.Mul(h.AngularB),
		Surface: float64(surface), Driver: energy.JointErrors,
	}
	books.Impulse(&p)
	if a, b := h.ResponseA.Sub(p.ResponseA), h.ResponseB.Sub(p.ResponseB); a != (vec.Vec3{}) || b != (vec.Vec3{}) {
		p.Stiff, p.ResponseA, p.ResponseB = true, a, b
		books.Impulse(&p)
	}
}
