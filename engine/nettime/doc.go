// Package nettime has the parts of networked time: a simulated link and clocks that are off, a session of several
// players with prediction and rollback, a playout buffer for snapshots, blends between them, steering of the rate of
// ticks, a priority accumulator, and quantised, delta-coded states of bodies. None of them opens a socket or reads a
// clock: the caller passes the time (ns) and carries the bytes.
//
// The methods come from Bettner and Terrano, "1500 Archers on a 28.8" (2001), for lockstep with input delay;
// Cannon's GGPO (2006) for rollback and frame advantage; Fiedler's series "Networked Physics" (2014) for redundant
// input, snapshots, quantisation, delta coding and priorities; Ford, "Overwatch Gameplay Architecture and Netcode"
// (GDC 2017), for the steering of a client's ticks; and Cone, "It IS Rocket Science!" (GDC 2018), for prediction of
// the whole world with real rigid bodies.
package nettime
