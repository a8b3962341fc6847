package proximity

import "math"

// normalArc is the arc of directions base + x·front + y·side, y ≥ 0, from front to end, in which an edge is the
// farthest part of a polytope, with the shape seen from there: how far its first end is along all three, and its axis.
// The base is 0 except on the lateral surface of a cone.
type normalArc struct {
	base, visible, side v64
	end                 [2]float64
	k, z                [3]float64
}

// RoundAxis is an axis between an edge or corner and a shape with round ends.
type RoundAxis struct {
	Separation float64
	Normal     v64
	// corner or edge of the polytope, whichever is not negative; both are for a face.
	Corner, Edge int
}

// arcAt prepares for an edge through p.
func (g *roundEnds) arcAt(p, visible, side v64, end [2]float64) normalArc {
	d := g.a.Sub(p)
	return normalArc{
		visible: visible, side: side, end: end,
		k: [3]float64{visible.Dot(d), side.Dot(d)}, z: [3]float64{visible.Dot(g.axis), side.Dot(g.axis)},
	}
}

// along is the value of a linear function of the direction.
func along(c *[3]float64, x, y float64) float64 {
	return float64(c[0]*x) + float64(c[1]*y) + c[2]
}

// gap is the separation along the direction (x, y) of an arc.
func (g *roundEnds) gap(r *normalArc, x, y float64) float64 {
	z := along(&r.z, x, y)
	w := g.width(z)
	return along(&r.k, x, y) + min(-float64(g.r0*w), float64(g.length*z)-float64(g.r1*w))
}

// arcEnd is one end of the shape as seen from an arc.
type arcEnd struct {
	k      [3]float64
	radius float64
}

// nearerEnd is the end that is nearer along a direction of an arc.
func (g *roundEnds) nearerEnd(r *normalArc, x, y float64) arcEnd {
	z := along(&r.z, x, y)
	if float64(g.length*z)-float64((g.r1-g.r0)*g.width(z)) >= 0 {
		return arcEnd{r.k, g.r0}
	}
	return arcEnd{[3]float64{
		r.k[0] + float64(g.length*r.z[0]), r.k[1] + float64(g.length*r.z[1]), r.k[2] + float64(g.length*r.z[2]),
	}, g.r1}
}

// slope is how fast the separation from one end grows as a direction of an arc moves from its front
// to its side.
func (g *roundEnds) slope(r *normalArc, p *arcEnd, d [2]float64) float64 {
	x, y := d[0], d[1]
	s := float64(p.k[1]*x) - float64(p.k[0]*y)
	if p.radius > 0 && g.discs {
		z := along(&r.z, x, y)
		dz := float64(r.z[1]*x) - float64(r.z[0]*y)
		if w := g.width(z); w > 0 {
			s += p.radius * z * dz / w
		}
	}
	return s
}

// breaksOf lists directions of an arc between which the separation is smooth, from front to back.
func (g *roundEnds) breaksOf(list *[maxBreaks]([2]float64), r *normalArc) int {
	list[0] = [2]float64{1, 0}
	n := 1
	add := func(x, y float64) {
		if y > 0 && x > r.end[0] {
			list[n] = [2]float64{x, y}
			n++
		}
	}
	m := math.Sqrt(float64(r.z[0]*r.z[0]) + float64(r.z[1]*r.z[1]))
	if m > 1e-9 {
		// towards the axis, across it, and where both ends are as near
		x, y := r.z[0]/m, r.z[1]/m
		if y < 0 {
			x, y, m = -x, -y, -m
		}
		add(x, y)
		add(-y, x)
		add(y, -x)
		if c := -(g.sin + r.z[2]) / m; math.Abs(c) < 1 && math.Abs(c) > 1e-9 && g.length > 0 {
			s := math.Sqrt(1 - float64(c*c))
			add(float64(c*x)-float64(s*y), float64(c*y)+float64(s*x))
			add(float64(c*x)+float64(s*y), float64(c*y)-float64(s*x))
		}
	} else {
		add(0, 1)
	}
	list[n] = r.end
	n++
	for i := 2; i < n-1; i++ {
		for j := i; j > 1 && list[j][0] > list[j-1][0]; j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
	return n
}

// searchArc finds the direction of an arc with the largest separation, if it is larger than that of
// best, and reports whether it is.
func (g *roundEnds) searchArc(best *RoundAxis, r *normalArc) bool {
	var list [maxBreaks][2]float64
	n := g.breaksOf(&list, r)
	found := false
	for i := range list[:n] {
		found = g.try(best, r, list[i]) || found
	}
	for i := range list[:n-1] {
		p, q := list[i], list[i+1]
		x, y := unit2(p[0]+q[0], p[1]+q[1])
		end := g.nearerEnd(r, x, y)
		if g.mayExceed(best.Separation, r, &end, p, q) {
			found = g.searchMaxima(best, r, &end, p, q) || found
		}
	}
	return found
}

// try looks at one direction of an arc.
func (g *roundEnds) try(best *RoundAxis, r *normalArc, d [2]float64) bool {
	s := g.gap(r, d[0], d[1])
	if s <= best.Separation {
		return false
	}
	best.Separation, best.Normal = s, r.base.MulAdd(d[0], r.visible).MulAdd(d[1], r.side)
	return true
}

// mayExceed reports whether the separation from one end can be more than limit between two neighbouring kinks,
// between which the end gets only wider or only narrower.
func (g *roundEnds) mayExceed(limit float64, r *normalArc, end *arcEnd, p, q [2]float64) bool {
	most := max(along(&end.k, p[0], p[1]), along(&end.k, q[0], q[1]))
	if float64(end.k[1]*p[0]) > float64(end.k[0]*p[1]) && float64(end.k[1]*q[0]) < float64(end.k[0]*q[1]) {
		most = math.Sqrt(float64(end.k[0]*end.k[0])+float64(end.k[1]*end.k[1])) + end.k[2]
	}
	if end.radius > 0 {
		least := min(g.width(along(&r.z, p[0], p[1])), g.width(along(&r.z, q[0], q[1])))
		most -= float64(end.radius * least)
	}
	return most > limit
}

// searchMaxima looks at the directions between two neighbouring kinks in which the separation is largest.
func (g *roundEnds) searchMaxima(best *RoundAxis, r *normalArc, end *arcEnd, p, q [2]float64) (found bool) {
	if !g.discs {
		// the separation from a ball is a sine
		x, y := unit2(end.k[0], end.k[1])
		inside := float64(p[0]*y)-float64(p[1]*x) > 0 && float64(x*q[1])-float64(y*q[0]) > 0
		return inside && g.try(best, r, [2]float64{x, y})
	}
	// a kink may be a maximum itself: the slopes are those just beside it
	const beside = 2e-5
	first, last := p, q
	p[0], p[1] = unit2(first[0]+float64(beside*last[0]), first[1]+float64(beside*last[1]))
	q[0], q[1] = unit2(last[0]+float64(beside*first[0]), last[1]+float64(beside*first[1]))
	up := g.slope(r, end, p)
	for k := range maximumFractions {
		next := q
		if k < maximumFractions-1 {
			t := 1 / float64(maximumFractions-k)
			next[0], next[1] = unit2(p[0]+float64(t*(q[0]-p[0])), p[1]+float64(t*(q[1]-p[1])))
		}
		down := g.slope(r, end, next)
		if up > 0 && down < 0 {
			found = g.try(best, r, g.slopeRoot(r, end, p, next, up, down)) || found
		}
		p, up = next, down
	}
	return found
}

// slopeRoot finds the direction between p and q where the slope, up at p and down at q, is 0, by the Illinois method:
// a chord, and half the value of an end that stays.
func (g *roundEnds) slopeRoot(r *normalArc, end *arcEnd, p, q [2]float64, up, down float64) (d [2]float64) {
	last := 0
	for range 40 {
		t := up / (up - down)
		d[0], d[1] = unit2(p[0]+float64(t*(q[0]-p[0])), p[1]+float64(t*(q[1]-p[1])))
		s := g.slope(r, end, d)
		if s > 0 {
			p, up = d, s
			if last > 0 {
				down *= 0.5
			}
			last = 1
		} else {
			q, down = d, s
			if last < 0 {
				up *= 0.5
			}
			last = -1
		}
		if math.Abs(s) < 1e-12 || float64(p[0]*q[1])-float64(p[1]*q[0]) < 1e-10 {
			break
		}
	}
	return d
}

func unit2(x, y float64) (float64, float64) {
	l := math.Sqrt(float64(x*x) + float64(y*y))
	if l == 0 {
		return 0, 1
	}
	return x / l, y / l
}
