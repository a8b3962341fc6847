//go:build race

package timestep

// underRace shortens serial tests of pure arithmetic, in which there is no race to find.
const underRace = true
