// Package debug shows the world of a running program to viewers on the same machine, as `sandbox attach` is one.
//
//	server, err := debug.Serve(world, debug.Options{Name: "my game", Allow: debug.Pause | debug.Change})
//	if err != nil {
//		return err
//	}
//	defer server.Close()
//	for running {
//		err := server.Step(1.0 / 60) // in place of world.Step
//	}
//
// # Who gets in
//
// Nothing listens before Serve. The server listens on a port of 127.0.0.1 that the system chooses. A file that only the
// user can read (see Announcement) holds address and token; a request without the token, or with another Host than that
// address, gets an empty answer. Viewers see the world; they pause it or change it if Options.Allow says so.
//
// # The protocol
//
// HTTP, with the header "Authorization: Bearer TOKEN". Bodies are JSON.
//
//	GET  /world      a Status
//	GET  /recording  a recording of the world (physics.OpenRecording) from the next step on, until either side ends;
//	                 the header Tumble-Viewer of the answer names the viewer
//	POST /control    a Control, if Pause is allowed; the answer is a Status. A Control lasts for HoldTime
//	POST /change     Changes, if Change is allowed; answered when it has been carried out
//
// A POST has the header Tumble-Viewer of a recording that goes on. A request that fails gets the reason as a Failure.
//
// # What it costs
//
// If the world has a WorldDef.Clock, the recording also has the times of its steps and their stages (package steptime).
//
// Without a viewer a step costs a few atomic operations more. Recording begins with the first viewer and ends with the
// last one. Nothing waits for a viewer: one that falls behind by Options.Memory bytes is disconnected, and may come
// again. Changes are carried out between two steps and are part of the recording, as other calls are; hashes of a world
// that nobody changes are those of a world without a server.
package debug
