// Package browser is the window in which a user chooses a scene: all of the library and the files that were open
// lately, with pictures, descriptions, parameters and a warning of heavy scenes. It also has the list of files for
// systems without a dialog.
package browser
