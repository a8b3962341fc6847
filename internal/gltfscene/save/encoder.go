package save

import "tumble/internal/scenefile"

// encoder is a document being written.
type encoder struct {
	meshWriter
	scene *scenefile.Scene

	shapes, materials, filters, joints *table
	bodies                             []int     // node of the frame of each body
	source                             *original // nil for a scene of no file
}
