// Package app is the window application without its window: scenes in progress, the user's
// tools, camera, overlays, heads-up display and key bindings.
//
// # What is simulated and what is shown
//
// A [Session] is a scene in progress with everything the user does to it. It changes only in
// ticks, by [Command]s: events in world units that carry no window, camera or clock. The same
// session with the same commands gives the same hashes, so a recording is the scene, its
// parameters and the commands.
//
// The [App] is the rest: it turns keys and mouse into commands and camera moves, and records
// the blended picture, the overlays and the text of a frame into a packet.
//
// # Panels
//
// The panels are drawn with package ui over the picture; the camera fills what they leave free. Events
// over them, and keys while one of them has the focus, do not reach the world. What they change in
// the world goes through commands ([SetCommand], [EditCommand]), so that a recording replays it.
// Presets and the layout are TOML files in [UserFolder], written whole or not at all.
package app
