// Package capsule reads and writes capsules: one file with a moment of a session and everything that led to it, for a
// report or a test. It is a zip archive with a manifest, the moment as a recording that begins there, the recording up
// to it, the parameters as a preset, a picture, and the files of the scene if that is a file.
package capsule
