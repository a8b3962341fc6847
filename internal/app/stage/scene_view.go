package stage

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/internal/app/mglvec"
	"tumble/physics/scenes"
	"tumble/renderer"
)

// CameraOf is the view of a scene as its author meant it, as a state of the camera.
func CameraOf(v scenes.View) renderer.CameraState {
	if v.Distance <= 0 {
		v.Distance, v.Pitch, v.Yaw = 12, 15, 30
	}
	return renderer.CameraState{
		Pivot: mglvec.Of(v.Target), Distance: v.Distance,
		Yaw: mgl32.DegToRad(v.Yaw), Pitch: mgl32.DegToRad(v.Pitch),
	}
}

// SceneView is a state of the camera as the view of a scene.
func SceneView(s renderer.CameraState) scenes.View {
	const degrees = 180 / math.Pi
	return scenes.View{Target: mglvec.World(s.Pivot), Distance: s.Distance, Yaw: s.Yaw * degrees,
		Pitch: s.Pitch * degrees}
}
