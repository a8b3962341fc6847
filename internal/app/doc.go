// Package app is the window application without its window. It puts the parts together and has the order of a frame;
// each part is a package below:
//
//	session   the scene in progress, its commands, parameters, presets and recording
//	stage     how a world is drawn: bodies, colours, overlays, quality
//	tool      what the mouse and the arrow keys do in the scene, and the camera
//	looplab   the same scene under several strategies of the time step, side by side
//	capture   screenshots, films, pictures of the gallery, profiles and causes of long frames
//	sound     the thread that makes knocks heard, with a timer of its own
//	panel     menu, panels, figures and help over the picture
//	command   the table of commands: keys, places in menus, lines of the help screen
//
// # The order of a frame
//
// The loop calls [App.Input] for each event, [App.Tick] and [App.Poses] for each step, [App.Frame] once, and
// [App.Record] to draw. An event is the panels', a tool's, or asks for a command; commands that change the world go
// into the queue of the world and come back in a tick, so that a recording replays them.
//
// No part sees another's fields: panels are handed a view of the state that they show, tools and panels ask the
// application through narrow interfaces.
package app
