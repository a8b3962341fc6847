//go:build !race

package physics

const raced = false
