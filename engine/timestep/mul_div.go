package timestep

import "math/bits"

// mulDiv returns floor(a·b/c) with a 128-bit product; the largest uint64 when the
// quotient does not fit or c is 0.
func mulDiv(a, b, c uint64) uint64 {
	q, _ := mulDivRem(a, b, 0, c)
	return q
}

// mulDivRem returns the quotient and remainder of (a·b + add)/c with a 128-bit
// numerator. When the quotient does not fit, it returns the largest uint64 and 0.
func mulDivRem(a, b, add, c uint64) (q, r uint64) {
	hi, lo := bits.Mul64(a, b)
	lo, carry := bits.Add64(lo, add, 0)
	hi += carry
	if hi >= c {
		return ^uint64(0), 0
	}
	return bits.Div64(hi, lo, c)
}
