// Journalgen writes the code by which the journal of package physics knows the calls that change a world: their
// codes, the methods that write them down and the table that carries them out again.
//
// A call that changes a world is a method whose first statement asks for the recorder and hands the call over to a
// method of its own:
//
//	func (b Body) SetAwake(awake bool) error {
//		if r := b.world.recorder(); r != nil {
//			return r.bodySetAwake(b, awake)
//		}
//
// Journalgen finds these methods and writes bodySetAwake, with an encoder for each type among the arguments and
// results. Codes are part of the format of recordings: a call keeps the one it has in the file written before, new
// calls get the next free ones, and those of calls that are gone are never given again.
package main
