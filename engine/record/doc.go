// Package record writes and reads .tumble files: recordings of sessions and saved states. A file is a journal of
// package physics, in which the world, its calls and its steps stand; this package adds what the session did as
// entries between them: the scene and its parameters, the input, and the digest of the state after every tick.
//
// A [Recorder] writes while the session goes on, into a file that takes the name asked for only when it is whole.
// [Open] and [Read] read a file, also one that was cut off, and a [Player] gives the input tick by tick and compares
// the digests. notes/recording-format.md describes the format byte by byte.
package record
