package narrowphase

import (
	"tumble/physics/internal/collide"
	"tumble/physics/internal/state"
)

// Friction holds a patch against a twist about its normal by μ·∫p·r dA: at an even pressure p by μ·N times the mean
// distance r from the centre. These are the means as fractions of the distance of the points that stand for the patch.
const (
	// spreadOfLine (ratio): an edge, to its ends.
	spreadOfLine = 0.5
	// spreadOfTriangle (ratio): an equilateral triangle, to its corners.
	spreadOfTriangle = 4.0 / 9
	// spreadOfSquare (ratio): (√2 + ln(1+√2))/6 of its side, to its corners.
	spreadOfSquare = 0.5411
	// spreadOfDisc (ratio): to its rim.
	spreadOfDisc = 2.0 / 3
)

// spreadOf returns Manifold.Spread. Of a rectangle it lies between those of an edge and a square.
func (np *NarrowPhase) spreadOf(local *collide.LocalManifold, c *state.Contact) float32 {
	switch {
	case local.Count == 1:
		return 0
	case local.Count == 2:
		return spreadOfLine
	case !IsAngular(np.Geometries[c.ShapeB].Kind) || !c.Composite && !IsAngular(np.Geometries[c.ShapeA].Kind):
		// only the caps of round shapes have more than two points
		return spreadOfDisc
	case local.Count == 3:
		return spreadOfTriangle
	}
	// clipping lists the points around the patch, reducing them two and two across it
	p := &local.Points
	d, e := p[2].Point.Sub(p[0].Point), p[3].Point.Sub(p[1].Point)
	f, g := p[1].Point.Sub(p[0].Point), p[3].Point.Sub(p[2].Point)
	if f.Cross(g).Len2() > d.Cross(e).Len2() {
		d, e = f, g
	}
	// 1 for a square, 0 for an edge
	sum := d.Len2() + e.Len2()
	square := float32(4*d.Cross(e).Len2()) / float32(sum*sum)
	if !(square <= 1) {
		// points in one place
		return spreadOfLine
	}
	return spreadOfLine + float32((spreadOfSquare-spreadOfLine)*square)
}
