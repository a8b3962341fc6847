package save

import (
	"math"

	"github.com/qmuntal/gltf"

	"tumble/physics/vec"
	"tumble/scene/gltf/internal/extension"
)

// camera writes the view of the scene as a camera and in the extension.
func (e *encoder) camera() {
	v := e.scene.View
	if !(v.Distance > 0) {
		return
	}
	forward := extension.ViewDirection(v.Yaw, v.Pitch)
	const radians = math.Pi / 180
	yaw := vec.QuatAxisAngle(vec.AxisY, v.Yaw*radians)
	pitch := vec.QuatAxisAngle(vec.AxisX, -v.Pitch*radians)
	n := nodeAt("camera", vec.Transform{P: v.Target.MulAdd(-v.Distance, forward), Q: yaw.Mul(pitch).Norm()})
	n.Camera = gltf.Index(len(e.doc.Cameras))
	e.doc.Cameras = append(e.doc.Cameras,
		&gltf.Camera{Type: "perspective", Perspective: &gltf.Perspective{Yfov: 0.8, Znear: 0.05}})
	e.node(-1, n)
}
