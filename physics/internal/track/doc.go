// Package track is the pose track of a recording: what the bodies of a world look like and where they are after each
// step, in a form that needs no solver to be read. A recording computed by one version of the engine can so be
// shown by every later one.
//
// A [Tracker] writes two kinds of records. A cast lists bodies that appear, with their shapes, and bodies that
// are gone. A frame has the poses of the bodies that moved in a step: positions and rotations are whole
// numbers, each coded as its difference from a prediction. A [Player] reads both. notes/recording-format.md
// describes them bit by bit.
package track
