package solve

const (
	deepFraction = 0.25
	deepest      = 0.03
	joinAhead    = 8
	loadRatio    = 4.0
)
