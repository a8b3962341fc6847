// Package renderer turns the drawings of the main thread into calls on a [Device].
//
// # Threads
//
// The main thread records a [Packet]: plain data without pointers. An executor takes the
// packet and drives the device. [Direct] does it inline on the calling thread; [Threaded]
// does it on a render goroutine that is locked to its own OS thread, makes the graphics context
// current and opens and closes the device. Both produce the same calls, byte for byte.
//
//	main thread                               render goroutine
//	 Acquire ── a free packet
//	 record ops, instances, lines, quads
//	 Submit ────────────────────────────────▶ resources tagged up to this packet
//	                                           BeginFrame, passes and draws, EndFrame
//	                                           packet free again
//	                                           swap, fence, present record
//	 Poll  ◀─────────────────────────────────
//
// With [Config].Adaptive the main thread takes context and device over while frames follow each other without
// waiting for the display, the driver draws on the processor and the main thread has next to nothing else to do:
// a second thread would then only take turns with those of the driver.
//
// Draws may be dropped: without vertical synchronisation a newer packet replaces one that
// still waits. Resources may not: creations, updates and destructions of meshes and
// textures go through [Resources], a queue of its own that loses nothing and destroys
// nothing that a packet on its way could still use.
//
// # Conventions
//
// Metres, y up, right-handed. Matrices are column-major as in mathgl and map to OpenGL clip
// space (-1 to 1 on all axes). Pixels are framebuffer pixels with the origin at the top
// left and y down. Colours of instances, lines, points and quads are 8-bit sRGB with straight
// alpha ([Color]); colours of light are linear [RGB]. Times are int64 nanoseconds of the
// engine's clock, which is given to the executor as a function: this package reads no clock.
package renderer
