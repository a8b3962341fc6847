// Package rigs builds things of several bodies and joints: a human figure and a vehicle.
//
// A rig keeps handles only. Everything that decides how it goes on is in the world, so that a
// snapshot of the world is one of the rig, too.
package rigs
