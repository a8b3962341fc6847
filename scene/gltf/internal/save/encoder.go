package save

import "tumble/scene/model"

// encoder is a document being written.
type encoder struct {
	meshWriter
	scene *model.Model

	shapes, materials, filters, joints *table
	bodies                             []int     // node of the frame of each body
	jointNodes                         []int     // node that has each joint
	source                             *original // nil for a scene of no file
}
