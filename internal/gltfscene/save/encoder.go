package save

import "tumble/internal/scenefile"

// encoder is a document being written.
type encoder struct {
	meshWriter
	scene *scenefile.Scene

	shapes, materials, filters, joints *table
	bodies                             []int     // node of the frame of each body
	jointNodes                         []int     // node that has each joint
	source                             *original // nil for a scene of no file
}
