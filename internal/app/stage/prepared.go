package stage

import (
	"tumble/engine/pose"
	"tumble/renderer"
)

// part is the mesh of a node with the properties that choosing asks for.
type part uint32

const (
	partRound  part = 1 << iota // has levels of detail
	partSensor                  // a sensor
	partClear                   // light shines through
	partShadow                  // if so, whether it casts a shadow

	partMesh = 4 // the shift of the mesh
)

// prepared is the look of the nodes in the order of drawing; it stays from frame to frame while it is done.
type prepared struct {
	done     bool
	nodes    *pose.NodeStore
	revision uint64
	pane     int
	sleep    bool
	parts    []part
	finish   []renderer.Finish
}

// clearPart is a node that light shines through: a sensor, or of a material that is not opaque.
type clearPart struct {
	node, kind int
	far        float32 // from the eye, m
}
