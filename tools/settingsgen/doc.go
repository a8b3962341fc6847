// Command settingsgen reads the declaration of physics.Settings and writes what follows from
// it: in package physics the table of settings and the defaults, in package state the values
// that the rooms read, their order in the hash, and the settings of the solver. The
// declaration explains its tags.
//
//	settingsgen [-dir FOLDER] [-solver IMPORTPATH]
package main
