// Package browser is the window that scenes are chosen in: all of the library and the files that were open lately, with
// pictures, descriptions, parameters and a warning of those that are heavy; and the list of files for systems without a dialog.
package browser
