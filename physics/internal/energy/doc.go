// Package energy books every joule of a step: which mechanism gave energy to the bodies of a world, and which took it.
//
// A Ledger is a list of entries with their sums. Books are the accounts of a sub-step: stages of the solver write down
// the impulses that they applied, and closing the books turns these into work. The package knows no body, joint or
// contact: it is told velocities, masses and rows.
package energy
