// Package openscene finds the scene that a user names: one of the library, or a file of any format
// that is read. It is the only place where scene files are opened and saved.
package openscene
