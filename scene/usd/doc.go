// Package usd reads scenes of OpenUSD with rigid-body physics (UsdPhysics) from layers as text.
package usd
