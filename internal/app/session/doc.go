// Package session is a scene in progress with everything that the user does to it.
//
// A [Session] changes only in ticks, by commands: events in world units that carry no window, camera or clock. The
// same session with the same commands gives the same hashes, so a recording is the scene, its parameters and the
// commands. A session can be forked, captured ([State]), stepped ahead for a picture ([Preview]), and its
// parameters kept as a [Preset].
package session
