package proximity

import "math"

// roundPair finds the axis along which two round shapes are farthest apart, or overlap least, in the frame of the
// first. The separation along n is smooth except where a mantle supports it along a whole line, where a cap does, and
// where an apex or the ball of an end does. On each of these sets the best axis has a closed form or is that of one
// angle; between them two rims support it, and a few steps of Newton's method lead from the best axis so far
// to the one on its side.
type roundPair struct {
	a, b roundEnds
	best RoundAxis
	// tried are the directions looked at so far, count of them, and how far they separate.
	tried [maxTried]v64
	apart [maxTried]float64
	count int
}

// separation along the unit vector n from A to B.
func (p *roundPair) separation(n v64) float64 { return -p.a.reach(n) - p.b.reach(n.Neg()) }

func (p *roundPair) try(n v64) {
	s := p.separation(n)
	if s > p.best.Separation {
		p.best.Separation, p.best.Normal = s, n
	}
	if p.count < maxTried {
		p.tried[p.count], p.apart[p.count] = n, s
		p.count++
	}
}

// search finds the best axis, or one that separates by more than enough.
func (p *roundPair) search(enough float64) {
	p.best = RoundAxis{Separation: math.Inf(-1)}
	for _, g := range [2]*roundEnds{&p.a, &p.b} {
		if g.discs {
			p.try(g.axis)
			p.try(g.axis.Neg())
		}
	}
	p.between()
	if p.best.Separation > enough {
		return
	}
	p.tips(&p.a, &p.b, false)
	p.tips(&p.b, &p.a, true)
	p.mantle(&p.a, &p.b, false)
	p.mantle(&p.b, &p.a, true)
	if !(p.best.Separation <= enough) || !p.a.discs || !p.b.discs {
		return
	}
	if p.best.Separation >= 0 {
		p.rims(p.best.Normal)
		return
	}
	// of shapes that overlap there may be several best axes
	n := p.count
	for range rimStarts {
		start := 0
		for i := range p.apart[:n] {
			if p.apart[i] > p.apart[start] {
				start = i
			}
		}
		p.apart[start] = math.Inf(-1)
		p.rims(p.tried[start])
	}
}

// between tries the direction between the nearest points of the two axes.
func (p *roundPair) between() {
	a1 := p.a.a.MulAdd(p.a.length, p.a.axis)
	b1 := p.b.a.MulAdd(p.b.length, p.b.axis)
	u, v := ClosestSegments(p.a.a.Vec3(), a1.Vec3(), p.b.a.Vec3(), b1.Vec3())
	from := p.a.a.MulAdd(float64(p.a.length*float64(u)), p.a.axis)
	d := p.b.a.MulAdd(float64(p.b.length*float64(v)), p.b.axis).Sub(from)
	if l := d.Len(); l > 1e-9 {
		p.try(d.Mul(1 / l))
	}
}

// tips tries the directions in which balls and the apex of g lie above the other shape.
func (p *roundPair) tips(g, other *roundEnds, swapped bool) {
	for i, radius := range [2]float64{g.r0, g.r1} {
		if g.discs && radius > 0 {
			continue
		}
		tip := g.a.MulAdd(float64(g.length*float64(i)), g.axis)
		_, up := other.over(tip)
		out := other.outOfMantle(tip)
		if !swapped {
			up, out = up.Neg(), out.Neg()
		}
		p.try(up)
		p.try(out)
	}
}

// mantle tries the best direction in which the mantle of g supports a line.
func (p *roundPair) mantle(g, other *roundEnds, swapped bool) {
	visible, side := g.square()
	base := g.axis.Mul(g.sin)
	d := other.a.Sub(g.a)
	best := RoundAxis{Separation: math.Inf(-1)}
	for range 2 {
		r := other.arcAt(g.a, visible.Mul(g.cos), side.Mul(g.cos), [2]float64{-1, 0})
		r.base, r.k[2], r.z[2] = base, base.Dot(d), base.Dot(other.axis)
		other.searchArc(&best, &r)
		visible, side = visible.Neg(), side.Neg()
	}
	if n := best.Normal; swapped {
		p.try(n.Neg())
	} else {
		p.try(n)
	}
}

// rims looks for axes between two rims next to the direction n.
func (p *roundPair) rims(n v64) {
	_, _, moreA := p.a.far(n)
	_, _, moreB := p.b.far(n.Neg())
	for i := range 2 {
		for j := range 2 {
			// end i of A and end j of B are the supports on that side
			if i == 0 && moreA > onMantle || i == 1 && moreA < -onMantle || j == 0 && moreB > onMantle || j == 1 &&
				moreB < -onMantle {
				continue
			}
			var into [2]v64
			if math.Abs(moreA) <= onMantle {
				into[0] = p.a.axis.Mul(float64(2*i - 1))
			}
			if math.Abs(moreB) <= onMantle {
				into[1] = p.b.axis.Mul(float64(1 - 2*j))
			}
			p.betweenRims(i, j, n, &into)
		}
	}
}

// betweenRims follows the separation of two rims uphill from the direction n, if that leads along into, where those
// are given.
func (p *roundPair) betweenRims(i, j int, n v64, into *[2]v64) {
	ra, rb := [2]float64{p.a.r0, p.a.r1}[i], [2]float64{p.b.r0, p.b.r1}[j]
	if ra == 0 || rb == 0 {
		return
	}
	centerA := p.a.a.MulAdd(float64(p.a.length*float64(i)), p.a.axis)
	centerB := p.b.a.MulAdd(float64(p.b.length*float64(j)), p.b.axis)
	d := centerB.Sub(centerA)
	start, ok := p.offCaps(n, d, ra, rb)
	if !ok {
		return
	}
	moved := start != n
	n = start
	last, lastS, dx, dy := n, math.Inf(-1), 0.0, 0.0
	var x, y v64
	for k := range rimSteps {
		radialA, wa := p.a.outward(n)
		radialB, wb := p.b.outward(n)
		if wa < 1e-5 || wb < 1e-5 {
			break
		}
		grad := d.MulAdd(-ra, radialA).MulAdd(-rb, radialB)
		s := grad.Dot(n)
		if k == 0 && !moved {
			uphill := grad.MulAdd(-s, n)
			if uphill.Dot(into[0]) < 0 || uphill.Dot(into[1]) < 0 {
				return
			}
		}
		if s < lastS {
			// too far
			dx, dy = 0.25*dx, 0.25*dy
		} else {
			last, lastS = n, s
			// the plane across n, one direction of it along the rim of A
			x = p.a.axis.Cross(radialA)
			y = n.Cross(x)
			along := p.b.axis.Cross(radialB)
			dx, dy = rimStep(grad.Dot(x), grad.Dot(y), along.Dot(x), along.Dot(y), ra/wa, rb/wb, s)
		}
		n = last.MulAdd(dx, x).MulAdd(dy, y).Norm()
		if math.Abs(dx)+math.Abs(dy) < 1e-7 {
			break
		}
	}
	p.try(n)
}

// rimStep is a step of Newton's method, at most 0.3 rad long, for the separation s of two rims with gradient
// (gx, gy), of which the first runs along x and the second along (bx, by); curveA and curveB are their radii
// over the part of the direction that is across their axes.
func rimStep(gx, gy, bx, by, curveA, curveB, s float64) (dx, dy float64) {
	hxx := -curveA - float64(curveB*float64(bx*bx)) - s
	hxy := -float64(curveB * float64(bx*by))
	hyy := -float64(curveB*float64(by*by)) - s
	if det := float64(hxx*hyy) - float64(hxy*hxy); hxx < 0 && det > 0 {
		dx, dy = -(float64(hyy*gx)-float64(hxy*gy))/det, -(float64(hxx*gy)-float64(hxy*gx))/det
	} else {
		dx, dy = unit2(gx, gy)
		dx, dy = 0.2*dx, 0.2*dy
	}
	if l := math.Sqrt(float64(dx*dx) + float64(dy*dy)); l > 0.3 {
		dx, dy = dx*0.3/l, dy*0.3/l
	}
	return dx, dy
}

// offCaps moves a direction that is nearly square to a cap to where the separation of the rims, whose middles are d
// apart, grows; ok is false if it grows nowhere.
func (p *roundPair) offCaps(n, d v64, ra, rb float64) (moved v64, ok bool) {
	radialA, wa := p.a.outward(n)
	radialB, wb := p.b.outward(n)
	if wa >= nearCap && wb >= nearCap {
		return n, true
	}
	blunt := 0.0
	if wa < 1e-4 {
		blunt += ra
	}
	if wa >= nearCap {
		d = d.MulAdd(-ra, radialA)
	}
	if wb < 1e-4 {
		blunt += rb
	}
	if wb >= nearCap {
		d = d.MulAdd(-rb, radialB)
	}
	across := d.MulAdd(-d.Dot(n), n)
	l := across.Len()
	if l <= blunt {
		return n, false
	}
	across = across.Mul(1 / l)
	most := math.Inf(-1)
	for _, tilt := range [...]float64{0.003, 0.01, 0.03, 0.1, 0.3} {
		tilted := n.MulAdd(tilt, across).Norm()
		if s := p.separation(tilted); s > most {
			moved, most = tilted, s
		}
	}
	return moved, true
}

// outward is the unit vector across the axis towards n, and how far n leans that way.
func (g *roundEnds) outward(n v64) (radial v64, w float64) {
	radial = n.MulAdd(-n.Dot(g.axis), g.axis)
	w = radial.Len()
	if w > 0 {
		radial = radial.Mul(1 / w)
	}
	return radial, w
}

// points returns the points of both shapes that lie opposite along the best axis.
func (p *roundPair) points() (onA, onB v64) {
	n, s := p.best.Normal, p.best.Separation
	a0, a1, moreA := p.a.far(n)
	a0, a1 = supportEnds(a0, a1, moreA, p.a.length)
	b0, b1, moreB := p.b.far(n.Neg())
	b0, b1 = supportEnds(b0, b1, moreB, p.b.length)
	capA, capB := p.a.onCap(n, moreA), p.b.onCap(n.Neg(), moreB)
	switch {
	case capA > 0 && capB > 0:
		// the middle of the region that two discs share
		d := b0.Sub(a0)
		apart := d.MulAdd(-d.Dot(n), n)
		l := apart.Len()
		onA = a0
		if l > 0 {
			mid := 0.5 * (max(-capA, l-capB) + min(capA, l+capB))
			onA = a0.MulAdd(mid/l, apart)
		}
		return onA, onA.MulAdd(s, n)
	case capA > 0:
		onB = b0.Add(b1).Mul(0.5)
		return onB.MulAdd(-s, n), onB
	case capB > 0:
		onA = a0.Add(a1).Mul(0.5)
		return onA, onA.MulAdd(s, n)
	}
	u, v := ClosestSegments(a0.Vec3(), a1.Vec3(), b0.Vec3(), b1.Vec3())
	onA = a0.MulAdd(float64(u), a1.Sub(a0))
	onB = b0.MulAdd(float64(v), b1.Sub(b0))
	mid := onA.Add(onB).Mul(0.5)
	return mid.MulAdd(-0.5*s, n), mid.MulAdd(0.5*s, n)
}

// onCap returns the radius of the cap that n is square to, 0 if it is square to none; more is that of far.
func (g *roundEnds) onCap(n v64, more float64) float64 {
	if _, w := g.outward(n); !g.discs || w > 1e-6 {
		return 0
	}
	if more > 0 {
		return g.r1
	}
	return g.r0
}

// supportEnds returns the support of the points of both ends: one of them, or the line between.
func supportEnds(p, q v64, more, length float64) (v64, v64) {
	switch {
	case more > 1e-6*length:
		return q, q
	case more < -1e-6*length:
		return p, p
	}
	return p, q
}
