package energy

import (
	"math"
	"slices"

	"tumble/physics/vec"
)

// The kinetic energy is a square, so that the work of any number of impulses at one pose is a sum over them, exactly:
// with the velocities v⁻ before all and v⁺ after all of them,
//
//	½·v⁺ᵀ·M·v⁺ − ½·v⁻ᵀ·M·v⁻ = (M·Δv)ᵀ·(v⁻+v⁺)/2 = Σ λᵢ·Jᵢ·(v⁻+v⁺)/2.
//
// Books collect the impulses that stages apply between two poses, and close when the bodies move. Energy that gravity
// gives and contacts take in the same sub-step then cancels, as it should where a body rests.

// Velocity of a body (m/s, rad/s).
type Velocity struct{ V, W vec.Vec3 }

// Body is the account of a body between two poses.
type Body struct {
	// Index is that of the body in the world.
	Index int32
	// Before are its velocities when the books were opened.
	Before Velocity
	// Mass (kg) and inertia (kg·m², world axes) at the pose. Both are 0 for a body that impulses do not move.
	Mass    float64
	Inertia [6]float64 // XX, XY, XZ, YY, YZ, ZZ

	mean, spin, moment vec3           // mean velocities, and inertia times spin
	given              [Count]float64 // J
	writes             int32
}

// Row is the Jacobian of an impulse: along it the velocity is LinearA·vA + AngularA·ωA + LinearB·vB +
// AngularB·ωB.
type Row struct{ LinearA, AngularA, LinearB, AngularB vec.Vec3 }

// Impulse of a row between two bodies.
type Impulse struct {
	Entry  Entry
	Amount float64 // N·s or N·m·s
	// Source is the joint or the manifold, Joint says which.
	Source int32
	Joint  bool
	// A and B are states as in a block of the solver: the complement for a body that is not written.
	A, B int32
	Row  Row
	// ResponseA and ResponseB are the changes of angular velocity by a unit impulse, as the stage has them.
	ResponseA, ResponseB vec.Vec3
	// Surface is the speed of a surface along the row: the speed of a belt, or of pushing out. Its work belongs to
	// Driver.
	Surface float64
	Driver  Entry
	// Stiff says that the responses include inertia that a guard added. Then only the work of that inertia counts.
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
	Shares
	// Bodies by state, 0 for bodies that stand still.
	Bodies   []Body
	impulses []Impulse
	changes  []change
}

// Shares are the work of the sub-steps of a step by body, joint and manifold (J). The work of gravity is the height
// that a body has lost.
type Shares struct{ OfBody, OfJoint, OfManifold []float64 }

// BeginShares empties them.
func (s *Shares) BeginShares(bodies, joints, manifolds int) {
	s.OfBody, s.OfJoint, s.OfManifold = zeros(s.OfBody, bodies), zeros(s.OfJoint, joints), zeros(s.OfManifold,
		manifolds)
}

func zeros(list []float64, n int) []float64 {
	list = slices.Grow(list[:0], n)[:n]
	clear(list)
	return list
}

// Share is an element of shares, 0 where there is none.
func Share(list []float64, index int32) float64 {
	if index < 0 || int(index) >= len(list) {
		return 0
	}
	return list[index]
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
		b.work(&b.impulses[i])
	}
	for i := range b.changes {
		c := &b.changes[i]
		a := &b.Bodies[c.state]
		a.writes++
		a.give(c.entry, float64(a.Mass*a.mean.dot(c.v))+a.moment.dot(c.w))
	}
	for i := range b.Bodies {
		b.settle(&b.Bodies[i])
	}
}

// settle books the energy that a body got. The share of gravity waits until the body has moved, see Raise.
func (b *Books) settle(a *Body) {
	for e, joules := range a.given {
		if joules != 0 && Entry(e) != Stepping {
			b.Book(Entry(e), joules)
			b.OfBody[a.Index] += joules
		}
	}
	const half = 1.0 / (1 << 24) // of a unit in the last place
	b.Rounding += float64(half * float64(a.writes) * (float64(a.Mass*a.mean.dot(a.mean)) + a.moment.dot(a.spin)))
}

func (a *Body) give(e Entry, joules float64) { a.given[e] += joules }

// work gives both bodies of an impulse their shares. The share of an immovable body goes to the other one.
func (b *Books) work(p *Impulse) {
	A, B := b.side(p.A), b.side(p.B)
	A.writes++
	B.writes++
	alongA, staleA := A.along(p, p.Row.LinearA, p.Row.AngularA, p.ResponseA)
	alongB, staleB := B.along(p, p.Row.LinearB, p.Row.AngularB, p.ResponseB)
	surface, given := float64(p.Amount*p.Surface), alongA+staleA+alongB+staleB
	switch {
	case p.A < 0:
		given -= alongA + staleA
	case p.B < 0:
		given -= alongB + staleB
	}
	if p.Joint {
		b.OfJoint[p.Source] += given
	} else {
		b.OfManifold[p.Source] += given
	}
	switch {
	case p.Stiff:
		A.give(GuardInertia, staleA)
		B.give(GuardInertia, staleB)
	case p.A < 0:
		B.give(p.Entry, alongA+alongB-surface)
		B.give(Kinematic, -alongA)
		B.give(p.Driver, surface)
		B.give(OldInertia, staleB)
	case p.B < 0:
		A.give(p.Entry, alongA+alongB-surface)
		A.give(Kinematic, -alongB)
		A.give(p.Driver, surface)
		A.give(OldInertia, staleA)
	default:
		for i, a := range [2]*Body{A, B} {
			a.give(p.Entry, [2]float64{alongA, alongB}[i]-float64(0.5*surface))
			a.give(p.Driver, float64(0.5*surface))
			a.give(OldInertia, [2]float64{staleA, staleB}[i])
		}
	}
}

func (b *Books) side(state int32) *Body { return &b.Bodies[state^(state>>31)] }

// along is the work of an impulse on a body, and what is missing because of the inertia that its row sees.
func (a *Body) along(p *Impulse, linear, angular, response vec.Vec3) (work, stale float64) {
	if p.Stiff {
		return 0, float64(p.Amount * a.moment.dot(from(response)))
	}
	spin := a.spin.dot(from(angular))
	along := a.mean.dot(from(linear)) + spin
	return float64(p.Amount * along), float64(p.Amount * (a.moment.dot(from(response)) - spin))
}

// Raise books the move of a body that changes its potential energy (J), after Close. A sub-step changes velocities
// first, positions after: the difference between the two works of gravity is the error of stepping.
func (b *Books) Raise(state int32, joules float64) {
	a := &b.Bodies[state]
	left := a.given[Stepping] + joules
	b.Book(Stepping, left)
	b.OfBody[a.Index] += left
	b.Exchanged += math.Abs(joules)
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
