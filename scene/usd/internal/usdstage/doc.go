// Package usdstage composes the layers of an OpenUSD scene into one tree of prims: sublayers, inherits, variants,
// references, payloads and specializes, in the order of their strength.
package usdstage
