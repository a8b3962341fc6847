package kernel

// Range is a half-open range of indices.
type Range struct{ Begin, End int32 }

// Len returns the number of indices.
func (r Range) Len() int { return int(r.End - r.Begin) }
