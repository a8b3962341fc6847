//go:build !race

package timestep

const underRace = false
