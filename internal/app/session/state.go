package session

import (
	"tumble/physics"
	"tumble/physics/vec"
)

// State is the part of a session outside its world and its parameters, without pointers: bodies are given by
// number and generation.
type State struct {
	Steps   int      `json:"steps"`
	Held    bodyID   `json:"held,omitzero"`
	Target  vec.Vec3 `json:"target,omitzero"`
	Spawned []bodyID `json:"spawned,omitempty"`
	// Session and Time are the steps and the seconds since the scene was built.
	Session uint64  `json:"session,omitzero"`
	Time    float64 `json:"time,omitzero"`
	Spawner struct {
		Kind SpawnKind `json:"kind"`
		At   vec.Vec3  `json:"at"`
		Size float32   `json:"size"`
	} `json:"spawner,omitzero"`
	// Flows are the winds and waters.
	Flows []flow `json:"flows,omitempty"`
	// Rotating: the held body turns to Goal and stays so.
	Rotating bool     `json:"rotating,omitempty"`
	Goal     vec.Quat `json:"goal,omitzero"`
	// Controls are the positions of the axes of the scene, if one was ever moved.
	Controls []float32 `json:"controls,omitempty"`
}

// bodyID names a body of a world and of its snapshots.
type bodyID struct {
	Index      int    `json:"index"`
	Generation uint32 `json:"generation"`
}

func idOf(b physics.Body) bodyID { return bodyID{b.Index(), b.Generation()} }

// in finds the body in a world.
func (id bodyID) in(w *physics.World) (physics.Body, bool) {
	b, ok := w.BodyAt(id.Index)
	return b, ok && b.Generation() == id.Generation
}
