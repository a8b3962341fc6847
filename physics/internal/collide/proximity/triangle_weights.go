package proximity

// triangleWeights returns the barycentric weights of the point of the triangle a, b, c nearest to the origin.
//
// The weights of the foot of the perpendicular are the signed areas of the triangles that the origin makes with the
// edges, measured along the normal n. If all are positive, the foot is the nearest point. Else the nearest point
// lies on an edge that has the foot on its outer side, of two such edges on the nearer one. The foot on an edge,
// clamped to its ends, covers edges and corners alike. A triangle without area shows all of its edges.
func triangleWeights(a, b, c v64) (weights [3]float64) {
	ab, ac := b.Sub(a), c.Sub(a)
	n := ab.Cross(ac)
	areas := [3]float64{n.Dot(b.Cross(c)), n.Dot(c.Cross(a)), n.Dot(a.Cross(b))}
	sum := areas[0] + areas[1] + areas[2]
	if areas[0] > 0 && areas[1] > 0 && areas[2] > 0 {
		return [3]float64{areas[0] / sum, areas[1] / sum, areas[2] / sum}
	}
	// The positions of the corners along bc = ac − ab are differences of those along ac and ab. A dot product with bc
	// itself would round otherwise, and change the bits of three recorded scenes for nothing.
	d2 := -1.0
	if areas[0] <= 0 || !(sum > 0) {
		t := originFraction(ac.Dot(b)-ab.Dot(b), ac.Dot(c)-ab.Dot(c))
		d2, weights = edgeDistance2(b, c, t), [3]float64{0, 1 - t, t}
	}
	if areas[1] <= 0 || !(sum > 0) {
		t := originFraction(ac.Dot(a), ac.Dot(c))
		if e2 := edgeDistance2(a, c, t); d2 < 0 || e2 < d2 {
			d2, weights = e2, [3]float64{1 - t, 0, t}
		}
	}
	if areas[2] <= 0 || !(sum > 0) {
		t := originFraction(ab.Dot(a), ab.Dot(b))
		if e2 := edgeDistance2(a, b, t); d2 < 0 || e2 < d2 {
			weights = [3]float64{1 - t, t, 0}
		}
	}
	return weights
}

// originFraction returns where 0 lies between from and to, clamped to [0, 1].
func originFraction(from, to float64) float64 {
	if from >= 0 {
		return 0
	}
	if to <= 0 {
		return 1
	}
	return -from / (to - from)
}

// edgeDistance2 is the squared distance of the point at fraction t of the edge p–q from the origin.
func edgeDistance2(p, q v64, t float64) float64 {
	foot := p.Mul(1-t).MulAdd(t, q)
	return foot.Dot(foot)
}
