package joint

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// HeldRows are the rows that a joint holds, and the inverse of their matrix.
type HeldRows struct {
	count int
	Rows  [MaxRows]Row
	inv   [MaxHeld * MaxHeld]float64
}

func (h *HeldRows) add(r Row) {
	h.Rows[h.count] = r
	h.count++
}

// factor inverts the matrix of the rows.
func (h *HeldRows) factor(x *Pair) {
	n := h.count
	k := h.inv[:n*n]
	for i := range n {
		for j := range i + 1 {
			v := float64(x.couple(&h.Rows[i], &h.Rows[j]))
			k[i*n+j], k[j*n+i] = v, v
		}
		k[i*n+i] += float64(Compliance * k[i*n+i])
	}
	InvertSymmetric(k, n)
}

// solve returns d with K·d = v.
func (h *HeldRows) solve(v, d *[MaxHeld]float32) {
	n := h.count
	for i := range n {
		sum := 0.0
		for j := range n {
			sum += float64(h.inv[i*n+j] * float64(v[j]))
		}
		d[i] = float32(sum)
	}
}

// mass is the effective mass of row r while the rows of h are held; lift is how much of each held
// row a unit impulse of r takes away.
func (h *HeldRows) mass(x *Pair, r *Row) (mass float32, lift [MaxHeld]float32) {
	var c [MaxHeld]float32
	for i := range h.count {
		c[i] = x.couple(&h.Rows[i], r)
	}
	h.solve(&c, &lift)
	free := x.couple(r, r)
	k := free
	for i := range h.count {
		k -= float32(c[i] * lift[i])
	}
	if !(k > float32(leastFree*free)) {
		// the held rows leave no motion along this one
		return 0, lift
	}
	return 1 / k, lift
}

// mass3 is the same for three rows at once.
func (h *HeldRows) mass3(x *Pair, rows [3]Row) (mass vec.Mat3, lift [3][MaxHeld]float32) {
	var c [3][MaxHeld]float32
	for k := range rows {
		for i := range h.count {
			c[k][i] = x.couple(&h.Rows[i], &rows[k])
		}
		h.solve(&c[k], &lift[k])
	}
	var m [3][3]float32
	for k := range rows {
		for l := range rows {
			v := x.couple(&rows[k], &rows[l])
			for i := range h.count {
				v -= float32(c[k][i] * lift[l][i])
			}
			m[k][l] = v
		}
	}
	return vec.Mat3{
		XX: m[0][0], XY: m[0][1], XZ: m[0][2],
		YX: m[1][0], YY: m[1][1], YZ: m[1][2],
		ZX: m[2][0], ZY: m[2][1], ZZ: m[2][2],
	}.Inverse(), lift
}

// lift takes the answer of the held rows from a row.
func (h *HeldRows) lift(r *Row, lift *[MaxHeld]float32) {
	for i := range h.count {
		q, l := &h.Rows[i], lift[i]
		r.LinearA, r.AngularA = r.LinearA.MulSub(l, q.LinearA), r.AngularA.MulSub(l, q.AngularA)
		r.LinearB, r.AngularB = r.LinearB.MulSub(l, q.LinearB), r.AngularB.MulSub(l, q.AngularB)
	}
}

// liftedSpeed is the velocity of three rows when the answer of the held rows is taken from them.
func (x *Pair) liftedSpeed(h *HeldRows, rows *[3]Row, lift *[3][MaxHeld]float32) vec.Vec3 {
	for k := range rows {
		h.lift(&rows[k], &lift[k])
	}
	return x.speed3(rows)
}

// speed3 is the velocity of three rows.
func (x *Pair) speed3(rows *[3]Row) vec.Vec3 {
	return vec.V3(x.speed(&rows[0]), x.speed(&rows[1]), x.speed(&rows[2]))
}

// applyLifted applies a lifted row and counts the answer of the held rows.
func (x *Pair) applyLifted(j *Joint, h *HeldRows, r *Row, lift *[MaxHeld]float32, l float32) {
	x.apply(r, l)
	for i := range h.count {
		j.Held[i] -= float32(lift[i] * l)
	}
}

// InvertSymmetric replaces the symmetric positive definite matrix k of n rows by its inverse, by Gauss-Jordan
// elimination in place without pivoting. Rows without mass become zero.
func InvertSymmetric(k []float64, n int) {
	for p := range n {
		row := k[p*n : p*n+n]
		pivot := row[p]
		if !(pivot > leastPivot) {
			for i := range n {
				row[i], k[i*n+p] = 0, 0
			}
			continue
		}
		s := 1 / pivot
		row[p] = 1
		for i := range row {
			row[i] = float64(s * row[i])
		}
		for r := range n {
			line := k[r*n : r*n+n]
			f := line[p]
			if r == p || f == 0 {
				continue
			}
			line[p] = 0
			for i, v := range row {
				line[i] -= float64(f * v)
			}
		}
	}
}

// HeldRow is a held row of an articulation, at the poses at which its matrix was factored.
type HeldRow struct {
	Row
	// ResponseA and ResponseB are the changes of angular velocity by a unit impulse.
	ResponseA, ResponseB vec.Vec3
	// Softness is the compliance of the row where it acts, Give that of its spring.
	Softness, Give float32
	// Option is the option that a row is, if any, Side how it acts.
	Option Option
	Side   Side
	// Reach is the share of the change of its impulse after which the row acts no more, above 1 for none, and End its
	// impulse then.
	Reach, End float32
}

func (x *Pair) holdPoint(h *HeldRows) {
	for _, r := range x.pointRows() {
		h.add(r)
	}
}

// holdRotation makes the frames rotate as one.
func (x *Pair) holdRotation(h *HeldRows) {
	c := x.rotationError()
	h.add(about(vec.V3(1, 0, 0), c.X))
	h.add(about(vec.V3(0, 1, 0), c.Y))
	h.add(about(vec.V3(0, 0, 1), c.Z))
}

// holdAxis keeps the z axes of the frames parallel.
func (x *Pair) holdAxis(h *HeldRows) {
	z, t, u := kernel.Axes(x.qa)
	// z × z' is the rotation that A lacks to reach B
	c := axisError(z, kernel.ZAxis(x.qb))
	h.add(about(t, c.Dot(t)))
	h.add(about(u, c.Dot(u)))
}
