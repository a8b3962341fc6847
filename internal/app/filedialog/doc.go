// Package filedialog asks for the name of a file in the dialog of the system, while the window goes on drawing.
package filedialog
