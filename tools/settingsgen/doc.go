// Command settingsgen reads the declaration of physics.Settings and writes what follows from
// it: the table of settings, the defaults, the hash and the settings of the solver. The
// declaration explains its tags.
//
//	settingsgen -in ../physics/settings.go -out ../physics/settings_generated.go
package main
