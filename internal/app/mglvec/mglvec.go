package mglvec

import (
	"github.com/go-gl/mathgl/mgl32"

	"tumble/physics/vec"
)

// Of converts a vector of the physics for the camera.
func Of(v vec.Vec3) mgl32.Vec3 { return mgl32.Vec3{v.X, v.Y, v.Z} }

// World converts a vector of the camera for the physics.
func World(v mgl32.Vec3) vec.Vec3 { return vec.V3(v[0], v[1], v[2]) }

// Quat converts a rotation of the physics for the camera.
func Quat(q vec.Quat) mgl32.Quat { return mgl32.Quat{W: q.W, V: mgl32.Vec3{q.X, q.Y, q.Z}} }
