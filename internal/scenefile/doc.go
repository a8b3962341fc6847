// Package scenefile has the common part of all formats of scene files: a description of a scene
// that no format shapes, which importers fill and exporters read; how a world is built from it
// and how it is read out of a running world; and the list of faults of a file, each with its
// place.
package scenefile
