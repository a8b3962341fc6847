//go:build race

package physics

// raced says that the race detector looks on, for which a few steps are enough.
const raced = true
