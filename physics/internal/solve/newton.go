package solve

import (
	"math"
	"slices"

	"tumble/physics/internal/solve/elimination"
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// The rows of a lane: those of the points along the normal, two along the surface, and one about the normal.
const (
	firstSlide = kernel.MaxPoints
	aboutRow   = kernel.MaxPoints + 2
	rowCount   = kernel.MaxPoints + 3
	slideRows  = uint8(7) << firstSlide
)

// unfactored are rows of which no set is in the factors of a pass.
var unfactored = [2]uint8{1 << rowCount, 1 << rowCount}

// newtonRow is a row of a lane.
type newtonRow struct {
	// a and b are the Jacobians of the two bodies, mass the effective mass of the row alone, 0 for none.
	a, b vec6
	mass float64
	// stiffness is 1/γ of the row, bias what is added to its velocity; old is the impulse before the steps, asked the
	// velocity with bias then, rate that now, along how a step changes it, now the impulse now.
	stiffness, bias, old, asked, rate, along, now float64
}

// newtonLane is a searchLane in Newton's method.
type newtonLane struct {
	rows [rowCount]newtonRow
	// ratio is the stiffness of the stiffest row as a multiple of its mass.
	ratio float64
	// coupling is the place of the block of both bodies; swapped says that B is eliminated before A.
	coupling int32
	swapped  bool
	// acting are the rows that act, factored those in the factors of each pass.
	acting   uint8
	factored [2]uint8
}

// newtonBody is a searchBody in Newton's method.
type newtonBody struct {
	mass block6
	// change is the change u of velocity so far, step the next one, slope the derivative ∂f.
	change, step, slope vec6
	// at is the place of the block on the diagonal, below are the blocks under it.
	at    int32
	below kernel.Range
}

// belowBlock is a block under the diagonal, in the rows of a body.
type belowBlock struct{ body, at int32 }

// newton is the memory of Newton's method.
type newton struct {
	bodies []newtonBody
	lanes  []newtonLane
	// order is that of elimination, rank the place of each body in it.
	order, rank []int32
	below       []belowBlock
	elimination elimination.Order
	// factors are the blocks of both passes, before the bodies move and relaxing, in which other rows act; values are
	// those of the present pass.
	factors [2][]block6
	values  []block6
	pass    int
}

// lay finds the order of elimination and the places of the blocks.
func (n *newton) lay(r *search) {
	n.bodies = slices.Grow(n.bodies[:0], len(r.bodies))[:len(r.bodies)]
	n.lanes = slices.Grow(n.lanes[:0], len(r.lanes))[:len(r.lanes)]
	n.rank = slices.Grow(n.rank[:0], len(r.bodies))[:len(r.bodies)]
	n.order, n.below = n.order[:0], n.below[:0]
	e := &n.elimination
	e.Begin(len(r.bodies))
	for i := range r.lanes {
		l := &r.lanes[i]
		if l.a >= 0 && l.b >= 0 {
			e.Connect(l.a, l.b)
			e.Connect(l.b, l.a)
		}
	}
	e.Start()
	for range r.bodies {
		k, _ := e.Least()
		n.rank[k] = int32(len(n.order))
		n.order = append(n.order, k)
		e.Eliminate(k)
	}
	at := int32(0)
	for _, k := range n.order {
		b := &n.bodies[k]
		b.at, b.below.Begin = at, int32(len(n.below))
		at++
		near := e.Near(k)
		slices.SortFunc(near, func(x, y int32) int { return int(n.rank[x] - n.rank[y]) })
		for _, o := range near {
			n.below = append(n.below, belowBlock{o, at})
			at++
		}
		b.below.End = int32(len(n.below))
	}
	for i := range n.factors {
		n.factors[i] = slices.Grow(n.factors[i][:0], int(at))[:at]
	}
}

// find is where the block of two bodies is, of which the first is eliminated first.
func (n *newton) find(first, last int32) int32 {
	for _, o := range n.under(first) {
		if o.body == last {
			return o.at
		}
	}
	return -1
}

// under are the blocks under the diagonal of a body.
func (n *newton) under(body int32) []belowBlock {
	b := n.bodies[body].below
	return n.below[b.Begin:b.End]
}

// openNewton prepares the rows and the masses, which stay for a step.
func (s *Solver) openNewton(r *search, blocks []kernel.Block) {
	n := &r.newton
	n.lay(r)
	for i := range r.bodies {
		n.bodies[i].mass = massOf(&r.bodies[i])
	}
	for i := range r.lanes {
		l, m := &r.lanes[i], &n.lanes[i]
		m.prepare(&blocks[l.block], int(l.j)&(kernel.Width-1))
		m.ratio, m.factored = 0, unfactored
		m.couple(n, l)
	}
}

// couple finds the block of the bodies of a lane.
func (m *newtonLane) couple(n *newton, l *searchLane) {
	if l.a < 0 || l.b < 0 {
		return
	}
	m.swapped = n.rank[l.b] < n.rank[l.a]
	if m.swapped {
		m.coupling = n.find(l.b, l.a)
	} else {
		m.coupling = n.find(l.a, l.b)
	}
}

// massOf is the mass matrix of a body. One that does not rotate has no moments either, see prepare.
func massOf(b *searchBody) (m block6) {
	mass, t := float64(b.mass), &b.inertia
	m[0], m[7], m[14] = mass, mass, mass
	if *t == (vec.Mat3{}) {
		m[21], m[28], m[35] = 1, 1, 1
		return m
	}
	m[21], m[22], m[23] = float64(t.XX), float64(t.XY), float64(t.XZ)
	m[27], m[28], m[29] = float64(t.XY), float64(t.YY), float64(t.YZ)
	m[33], m[34], m[35] = float64(t.XZ), float64(t.YZ), float64(t.ZZ)
	return m
}

// prepare makes the rows of lane j of a block.
func (m *newtonLane) prepare(b *kernel.Block, j int) {
	n, t := b.Normal.At(j), b.Tangent.At(j)
	rotatesA, rotatesB := b.InertiaA.XX[j] > 0, b.InertiaB.XX[j] > 0
	set := func(k int, d, armA, armB vec.Vec3, mass float32) {
		if !rotatesA {
			armA = vec.Vec3{}
		}
		if !rotatesB {
			armB = vec.Vec3{}
		}
		m.rows[k] = newtonRow{a: twist(d.Neg(), armA.Neg()), b: twist(d, armB), mass: float64(mass)}
	}
	for k := range kernel.MaxPoints {
		q := &b.Points[k]
		set(k, n, q.ArmA.At(j), q.ArmB.At(j), q.Mass[j])
	}
	ca, cb := b.CenterA.At(j), b.CenterB.At(j)
	u := n.Cross(t)
	set(firstSlide, t, ca.Cross(t), cb.Cross(t), b.FrictionXX[j])
	set(firstSlide+1, u, ca.Cross(u), cb.Cross(u), b.FrictionYY[j])
	set(aboutRow, vec.Vec3{}, n, n, b.TwistMass[j])
	m.rows[firstSlide].bias, m.rows[firstSlide+1].bias = -float64(b.SurfaceX[j]), -float64(b.SurfaceY[j])
}

// twist is a velocity with a rotation.
func twist(v, w vec.Vec3) vec6 {
	return vec6{float64(v.X), float64(v.Y), float64(v.Z), float64(w.X), float64(w.Y), float64(w.Z)}
}

// choose takes the factors of a pass.
func (n *newton) choose(relaxing bool) {
	n.pass = 0
	if relaxing {
		n.pass = 1
	}
	n.values = n.factors[n.pass]
}

// findDirections finds the change of impulses of each lane, see search.go.
func (s *Solver) findDirections(r *search, blocks []kernel.Block, relaxing bool) {
	n := &r.newton
	n.choose(relaxing)
	for i := range r.lanes {
		s.readLane(r, blocks, i, relaxing)
	}
	for i := range n.bodies {
		n.bodies[i].change = vec6{}
	}
	for changed := true; changed && r.steps < newtonSteps; r.steps++ {
		n.factor(r)
		n.findSlopes(r)
		n.solve()
		changed = n.follow(r) || n.release(r, blocks)
	}
	for i := range r.lanes {
		l, m := &r.lanes[i], &n.lanes[i]
		l.direction = direction{}
		for k := range m.rows {
			row := &m.rows[k]
			if row.stiffness == 0 || k >= firstSlide && m.acting&slideRows == 0 {
				continue
			}
			p := row.now - row.old
			l.direction[k] = float32(p)
			r.slope += float64(p * row.asked)
		}
	}
}

// readLane reads the impulses and velocities of lane i, and finds the rows that act.
func (s *Solver) readLane(r *search, blocks []kernel.Block, i int, relaxing bool) {
	l, m := &r.lanes[i], &r.newton.lanes[i]
	b, j := &blocks[l.block], int(l.j)&(kernel.Width-1)
	m.stiffen(b, j, float64(s.fallSpeed()), r.mass)
	ia, _ := kernel.StateOf(b.A[j])
	ib, _ := kernel.StateOf(b.B[j])
	sa, sb := &s.States[ia], &s.States[ib]
	va, vb := twist(sa.V, sa.W), twist(sb.V, sb.W)
	m.acting = 0
	for k := range m.rows {
		row := &m.rows[k]
		if row.stiffness == 0 {
			continue
		}
		row.rate = row.a.dot(&va) + row.b.dot(&vb) + row.bias
		if k < firstSlide {
			row.rate += float64(l.bias[k])
			row.old = float64(b.Points[k].Impulse[j])
			row.press()
			if row.now > 0 {
				m.acting |= 1 << k
			}
		}
		row.asked = row.rate
	}
	if !relaxing {
		return
	}
	x, y, z := &m.rows[firstSlide], &m.rows[firstSlide+1], &m.rows[aboutRow]
	x.old, y.old, z.old = float64(b.FrictionX[j]), float64(b.FrictionY[j]), float64(b.TwistImpulse[j])
	for k := firstSlide; k < rowCount; k++ {
		row := &m.rows[k]
		row.now = row.old - float64(row.mass*row.rate)
	}
	if !m.sticks(b, j) {
		return
	}
	m.acting |= slideRows
	for k := firstSlide; k < rowCount; k++ {
		row := &m.rows[k]
		row.now = row.old - float64(row.stiffness*row.rate)
	}
}

// press finds the impulse of a row that does not pull.
func (w *newtonRow) press() { w.now = math.Max(w.old-float64(w.stiffness*w.rate), 0) }

// stiffen chooses the stiffness of the rows for their load in falls of a sub-step. The stiffness stays until the load
// has about doubled or halved, so that the factors stay, too.
func (m *newtonLane) stiffen(b *kernel.Block, j int, fall, mass float64) {
	load, ratio := 0.0, 0.0
	for k := range kernel.MaxPoints {
		load += float64(b.Points[k].Impulse[j])
	}
	for k := range kernel.MaxPoints {
		x := m.rows[k].mass
		if x > 0 && load > 0 {
			// The weight of the island bounds the load, in falls also without gravity: impulses of rows that
			// contradict each other would make the rows stiffer and so grow themselves (TestTrustDeepOverlaps).
			ratio = math.Max(ratio, math.Min(load/float64(x*fall), mass/x))
		}
	}
	ratio = leastStiffness + float64(ratio*loadStiffness)
	if ratio <= 2*m.ratio && 2*ratio >= m.ratio {
		return
	}
	m.ratio, m.factored = ratio, unfactored
	for k := range m.rows {
		m.rows[k].stiffness = float64(ratio * m.rows[k].mass)
	}
}

// sticks reports whether friction is within its limit, see kernel.Block.Slide.
func (m *newtonLane) sticks(b *kernel.Block, j int) bool {
	total, lever := 0.0, 0.0
	for k := range kernel.MaxPoints {
		x := math.Max(m.rows[k].now, 0)
		total += x
		lever += float64(x * float64(b.Lever[k][j]))
	}
	x, y, z := m.rows[firstSlide].now, m.rows[firstSlide+1].now, m.rows[aboutRow].now
	limit := float64(float64(b.Friction[j]) * total)
	// (X² + Y²)·lever² + T²·total² against limit²·lever²: without a lever there is no friction about the normal
	square := float64(x*x) + float64(y*y)
	about := z * total
	return float64((float64(limit*limit)-square)*float64(lever*lever)) > float64(about*about) ||
		lever == 0 && z == 0 && square < float64(limit*limit)
}

// factor factors M + Jᵀ·J/γ of the acting rows where they are others than before.
func (n *newton) factor(r *search) {
	stale := false
	for i := range n.lanes {
		m := &n.lanes[i]
		stale = stale || m.acting != m.factored[n.pass]
	}
	if !stale {
		return
	}
	clear(n.values)
	for i := range n.bodies {
		b := &n.bodies[i]
		n.values[b.at] = b.mass
	}
	for i := range r.lanes {
		l, m := &r.lanes[i], &n.lanes[i]
		m.factored[n.pass] = m.acting
		for k := range m.rows {
			if m.acting&(1<<k) != 0 && m.rows[k].stiffness > 0 {
				n.addRow(l, m, &m.rows[k])
			}
		}
	}
	for _, k := range n.order {
		n.eliminate(k)
	}
}

// addRow adds a row to the matrix.
func (n *newton) addRow(l *searchLane, m *newtonLane, row *newtonRow) {
	if l.a >= 0 {
		n.values[n.bodies[l.a].at].addOuter(row.stiffness, &row.a, &row.a)
	}
	if l.b >= 0 {
		n.values[n.bodies[l.b].at].addOuter(row.stiffness, &row.b, &row.b)
	}
	switch {
	case l.a < 0 || l.b < 0:
	case m.swapped:
		n.values[m.coupling].addOuter(row.stiffness, &row.a, &row.b)
	default:
		n.values[m.coupling].addOuter(row.stiffness, &row.b, &row.a)
	}
}

// eliminate eliminates a body from the equations of those after it.
func (n *newton) eliminate(k int32) {
	d := &n.values[n.bodies[k].at]
	d.cholesky()
	below := n.under(k)
	for _, o := range below {
		n.values[o.at].divide(d)
	}
	for i, o := range below {
		x, rest := &n.values[o.at], n.under(o.body)
		n.values[n.bodies[o.body].at].subtractProduct(x, x)
		for _, q := range below[i+1:] {
			for rest[0].body != q.body {
				rest = rest[1:]
			}
			n.values[rest[0].at].subtractProduct(&n.values[q.at], x)
		}
	}
}

// findSlopes finds the derivative M·u − Jᵀ·(λ − λ₀) of the energy, which solve takes as the right side.
func (n *newton) findSlopes(r *search) {
	for i := range n.bodies {
		b := &n.bodies[i]
		for k := range 6 {
			b.slope[k] = b.mass.row(k).dot(&b.change)
		}
	}
	for i := range r.lanes {
		l, m := &r.lanes[i], &n.lanes[i]
		for k := range m.rows {
			row := &m.rows[k]
			f := row.old - row.now
			if row.stiffness == 0 || f == 0 || k >= firstSlide && m.acting&slideRows == 0 {
				continue
			}
			if l.a >= 0 {
				n.bodies[l.a].slope.add(f, &row.a)
			}
			if l.b >= 0 {
				n.bodies[l.b].slope.add(f, &row.b)
			}
		}
	}
}

// solve finds the step at which the energy would be least if the acting rows stayed the same.
func (n *newton) solve() {
	for i := range n.bodies {
		b := &n.bodies[i]
		b.step = vec6{}
		b.step.add(-1, &b.slope)
	}
	for _, k := range n.order {
		x := &n.bodies[k].step
		n.values[n.bodies[k].at].forward(x)
		for _, o := range n.under(k) {
			m, y := &n.values[o.at], &n.bodies[o.body].step
			for i := range 6 {
				y[i] -= m.row(i).dot(x)
			}
		}
	}
	for p := len(n.order) - 1; p >= 0; p-- {
		k := n.order[p]
		x := &n.bodies[k].step
		for _, o := range n.under(k) {
			m, y := &n.values[o.at], &n.bodies[o.body].step
			for i := range 6 {
				x.add(-y[i], m.row(i))
			}
		}
		n.values[n.bodies[k].at].back(x)
	}
}

// follow makes the step as far as the energy falls. It reports whether rows act that did not before, or the other way
// round.
func (n *newton) follow(r *search) (changed bool) {
	var p path
	for i := range n.bodies {
		b := &n.bodies[i]
		for k := range 6 {
			x := b.mass.row(k).dot(&b.step)
			p.linear += float64(x * b.change[k])
			p.quadratic += float64(x * b.step[k])
		}
	}
	for i := range r.lanes {
		l, m := &r.lanes[i], &n.lanes[i]
		for k := range m.rows {
			row := &m.rows[k]
			row.along = 0
			if l.a >= 0 {
				row.along += row.a.dot(&n.bodies[l.a].step)
			}
			if l.b >= 0 {
				row.along += row.b.dot(&n.bodies[l.b].step)
			}
		}
	}
	at := n.searchPath(&p)
	for i := range n.bodies {
		b := &n.bodies[i]
		b.change.add(at, &b.step)
	}
	changed = at != 1
	for i := range n.lanes {
		m := &n.lanes[i]
		acting := m.acting & slideRows
		for k := range m.rows {
			row := &m.rows[k]
			row.rate += float64(at * row.along)
			switch {
			case row.stiffness == 0:
			case k < firstSlide:
				row.press()
				if row.now > 0 {
					acting |= 1 << k
				}
			case acting != 0:
				row.now = row.old - float64(row.stiffness*row.rate)
			}
		}
		changed = changed || acting != m.acting
		m.acting = acting
	}
	return changed
}

// path is the energy along a step: the part of the masses, and where it is least.
type path struct {
	linear, quadratic float64
	// slope and curve are the derivatives at the point at, which lies between low and high; first is the slope at 0.
	at, low, high, first, slope, curve float64
}

// searchPath finds where the energy is least: where its slope is zero, which is piecewise linear and grows.
func (n *newton) searchPath(p *path) float64 {
	p.high = math.Inf(1)
	for try := range pathTries {
		p.slope, p.curve = p.linear+float64(p.at*p.quadratic), p.quadratic
		for i := range n.lanes {
			n.lanes[i].addPath(p)
		}
		if p.next(try) {
			break
		}
	}
	return p.at
}

// addPath adds the rows of a lane to the derivatives of a path.
func (m *newtonLane) addPath(p *path) {
	for k := range m.rows {
		row := &m.rows[k]
		if row.stiffness == 0 || k >= firstSlide && m.acting&slideRows == 0 {
			continue
		}
		x := row.old - float64(row.stiffness*(row.rate+float64(p.at*row.along)))
		if x > 0 || k >= firstSlide {
			p.slope += float64(row.along * (row.old - x))
			p.curve += float64(row.stiffness * float64(row.along*row.along))
			continue
		}
		p.slope += float64(row.along * row.old)
	}
}

// next goes to the next point of a path, first to the end of the step. It reports whether the point is the last.
func (p *path) next(try int) (last bool) {
	if try == 0 {
		p.first = p.slope
		if !(p.slope < 0) {
			return true
		}
		p.at = 1
		return false
	}
	if math.Abs(p.slope) <= float64(-pathTolerance*p.first) {
		return true
	}
	if p.slope > 0 {
		p.high = p.at
	} else {
		p.low = p.at
	}
	x := p.at - p.slope/p.curve
	if !(x > p.low && x < p.high) {
		x = (p.low + math.Min(p.high, 2*p.at)) / 2
	}
	p.at = x
	return false
}

// release lets lanes slide whose friction is beyond its limit. It reports whether there is one.
func (n *newton) release(r *search, blocks []kernel.Block) (some bool) {
	for i := range r.lanes {
		l, m := &r.lanes[i], &n.lanes[i]
		if m.acting&slideRows == 0 {
			continue
		}
		if !m.sticks(&blocks[l.block], int(l.j)&(kernel.Width-1)) {
			m.acting &^= slideRows
			some = true
		}
	}
	return some
}
