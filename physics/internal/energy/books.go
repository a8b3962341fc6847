package energy

import "tumble/physics/vec"

// The kinetic energy is a square, so that the work of any number of impulses at one pose is a sum over them, exactly: with the
// velocities v⁻ before all and v⁺ after all of them,
//
//	½·v⁺ᵀ·M·v⁺ − ½·v⁻ᵀ·M·v⁻ = (M·Δv)ᵀ·(v⁻+v⁺)/2 = Σ λᵢ·Jᵢ·(v⁻+v⁺)/2.
//
// Books collect the impulses that stages apply between two poses, and close when the bodies move. What gravity gives and contacts take
// in the same sub-step then counts as nothing, as it should where a body rests.

// Velocity of a body (m/s, rad/s).
type Velocity struct{ V, W vec.Vec3 }

// Body is the account of a body between two poses.
type Body struct {
	// Before are its velocities when the books were opened.
	Before Velocity
	// Mass (kg) and inertia (kg·m², world axes) at the pose. Both are 0 for a body that impulses do not move.
	Mass    float64
	Inertia [6]float64 // XX, XY, XZ, YY, YZ, ZZ

	mean, spin, moment vec3 // mean velocities, and inertia times spin
	writes             int32
}

// Row is the Jacobian of an impulse: along it the velocity is LinearA·vA + AngularA·ωA + LinearB·vB + AngularB·ωB.
type Row struct{ LinearA, AngularA, LinearB, AngularB vec.Vec3 }

// Impulse of a row between two bodies.
type Impulse struct {
	Entry  Entry
	Amount float64 // N·s or N·m·s
	// A and B are states as in a block of the solver: the complement for a body that is not written.
	A, B int32
	Row  Row
	// ResponseA and ResponseB are the changes of angular velocity by a unit impulse, as the stage has them.
	ResponseA, ResponseB vec.Vec3
	// Surface is the speed along the row at which the row sees a surface move: that of a belt, or of pushing out. Its work is that of
	// Driver.
	Surface float64
	Driver  Entry
	// Stiff says that the responses are those of inertia added by a guard, beyond those of the row: then nothing but the difference counts.
	Stiff bool
}

// change of velocity of a body by one mechanism, besides rows.
type change struct {
	entry Entry
	state int32
	v, w  vec3
}

// Books are the accounts between two poses.
type Books struct {
	Ledger
	// Bodies by state, 0 for what stands still.
	Bodies   []Body
	impulses []Impulse
	changes  []change
}

// Open opens the books at a pose; the caller fills in Bodies.
func (b *Books) Open(states int) {
	if cap(b.Bodies) < states {
		b.Bodies = make([]Body, states+states/2)
	}
	b.Bodies = b.Bodies[:states]
	clear(b.Bodies)
	b.impulses, b.changes = b.impulses[:0], b.changes[:0]
}

// Impulse writes down an impulse that a stage applied.
func (b *Books) Impulse(p *Impulse) {
	if p.Amount != 0 {
		b.impulses = append(b.impulses, *p)
	}
}

// Change writes down a change of the velocity of a state by one mechanism.
func (b *Books) Change(e Entry, state int32, dv, dw [3]float64) {
	if dv != ([3]float64{}) || dw != ([3]float64{}) {
		b.changes = append(b.changes, change{e, state, vec3(dv), vec3(dw)})
	}
}

// Close turns the impulses into work, with the velocities of now by state.
func (b *Books) Close(now func(state int32) Velocity) {
	for i := range b.Bodies {
		a, after := &b.Bodies[i], now(int32(i))
		a.mean = mid(a.Before.V, after.V)
		a.spin = mid(a.Before.W, after.W)
		m := &a.Inertia
		a.moment = vec3{
			a.spin.dot(vec3{m[0], m[1], m[2]}), a.spin.dot(vec3{m[1], m[3], m[4]}), a.spin.dot(vec3{m[2], m[4], m[5]}),
		}
	}
	for i := range b.impulses {
		p := &b.impulses[i]
		b.work(p)
		b.Bodies[max(p.A, 0)].writes++
		b.Bodies[max(p.B, 0)].writes++
	}
	for i := range b.changes {
		c := &b.changes[i]
		a := &b.Bodies[c.state]
		b.Book(c.entry, float64(a.Mass*a.mean.dot(c.v))+a.moment.dot(c.w))
		a.writes++
	}
	for i := range b.Bodies {
		a := &b.Bodies[i]
		const half = 1.0 / (1 << 24)
		b.Rounding += float64(half * float64(a.writes) * (float64(a.Mass*a.mean.dot(a.mean)) + a.moment.dot(a.spin)))
	}
}

// work books an impulse.
func (b *Books) work(p *Impulse) {
	total, stale, driven := 0.0, 0.0, 0.0
	for side, state := range [2]int32{p.A, p.B} {
		linear, angular, response := p.Row.LinearA, p.Row.AngularA, p.ResponseA
		if side == 1 {
			linear, angular, response = p.Row.LinearB, p.Row.AngularB, p.ResponseB
		}
		still := state < 0
		if still {
			state = ^state
		}
		a := &b.Bodies[state]
		if p.Stiff {
			if !still {
				stale += float64(p.Amount * a.moment.dot(from(response)))
			}
			continue
		}
		along := p.Amount * (a.mean.dot(from(linear)) + a.spin.dot(from(angular)))
		total += along
		if still {
			driven -= along
		} else {
			stale += float64(p.Amount * (a.moment.dot(from(response)) - a.spin.dot(from(angular))))
		}
	}
	if p.Stiff {
		b.Book(GuardInertia, stale)
		return
	}
	surface := float64(p.Amount * p.Surface)
	b.Book(p.Entry, total-surface)
	b.Book(Kinematic, driven)
	b.Book(OldInertia, stale)
	if p.Surface != 0 {
		b.Book(p.Driver, surface)
	}
}

type vec3 [3]float64

func from(v vec.Vec3) vec3 { return vec3{float64(v.X), float64(v.Y), float64(v.Z)} }

func mid(a, b vec.Vec3) vec3 {
	return vec3{
		0.5 * (float64(a.X) + float64(b.X)), 0.5 * (float64(a.Y) + float64(b.Y)), 0.5 * (float64(a.Z) + float64(b.Z)),
	}
}

func (a *vec3) dot(b vec3) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2])
}
