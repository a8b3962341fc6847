// Package record is the container format of .tumble files: a header and a
// sequence of checksummed chunks. There is one container for everything the
// program saves of a run; what a chunk means is decided by its kind, and a
// reader skips the kinds it does not know.
//
// # Format, version 1
//
// All numbers are little-endian.
//
//	header  16 bytes  magic 89 54 4D 42 4C 0D 0A 1A ("\x89TMBL\r\n\x1a")
//	                  u16 major version (1), u16 minor version (0),
//	                  u32 CRC-32C of the first 12 bytes
//	chunk   12 bytes  4 bytes kind, u32 length of the payload,
//	                  u32 CRC-32C of kind, length and payload
//	        payload   length bytes
//	last chunk        kind "END ", payload u64: number of chunks before it
//
// The first byte of the magic is not ASCII and it contains both line endings, so
// that a file damaged by a text-mode transfer is recognised. A reader refuses a
// larger major version and accepts every minor version.
//
// Kinds whose first letter is lower case may be skipped by a reader that does not know
// them; upper-case kinds too, but they change what is replayed, so a reader
// should tell the user (see [Chunk.Critical]).
//
// # Recordings
//
// A [Recorder] writes the scene, the input and the state hashes of a run into such a file while it goes on,
// [ReadRecording] reads it, and a [Player] gives the events tick by tick and compares the hashes.
package record
