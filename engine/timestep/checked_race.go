//go:build race

package timestep

// Checked is set in builds that check the ledger in every frame.
const Checked = true
