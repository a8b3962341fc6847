package gltfscene

import (
	"math"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// viewAlong is the view of a camera at a place that looks along a direction, turning around the
// point of its axis nearest to what there is to see.
func viewAlong(eye, forward, middle vec.Vec3) scenes.View {
	distance := middle.Sub(eye).Dot(forward)
	if !(distance > 0.5) {
		distance = 5
	}
	yaw, pitch := angles(forward)
	return scenes.View{Target: eye.MulAdd(distance, forward), Distance: distance, Yaw: yaw, Pitch: pitch}
}

// angles are yaw and pitch, in degrees, of a camera that looks along a direction: 0 looks along −z,
// from above with a positive pitch.
func angles(forward vec.Vec3) (yaw, pitch float32) {
	const degrees = 180 / math.Pi
	yaw = float32(math.Atan2(-float64(forward.X), -float64(forward.Z)) * degrees)
	pitch = float32(math.Asin(math.Max(-1, math.Min(1, -float64(forward.Y)))) * degrees)
	return yaw, pitch
}

// along is the inverse of angles.
func along(yaw, pitch float32) vec.Vec3 {
	sy, cy := math.Sincos(float64(yaw) * math.Pi / 180)
	sp, cp := math.Sincos(float64(pitch) * math.Pi / 180)
	return vec.V3(float32(-sy*cp), float32(-sp), float32(-cy*cp))
}

// extent is the middle of the bodies and how far they reach from it; 0 for none.
func (d *decoder) extent() (vec.Vec3, float32) {
	box := vec.EmptyAABB
	for i := range d.scene.Bodies {
		if b := &d.scene.Bodies[i]; len(b.Shapes) > 0 || len(b.Drawings) > 0 {
			box = box.Include(b.Def.Position)
		}
	}
	if !box.IsValid() {
		return vec.Vec3{}, 0
	}
	return box.Center(), vec.Max(box.Half().Len(), 1)
}

// middle is what a camera most likely looks at: the middle of what moves, or of everything.
func (d *decoder) middle() vec.Vec3 {
	box := vec.EmptyAABB
	for i := range d.scene.Bodies {
		if b := &d.scene.Bodies[i]; b.Def.Type != physics.Static {
			box = box.Include(b.Def.Position)
		}
	}
	if box.IsValid() {
		return box.Center()
	}
	middle, _ := d.extent()
	return middle
}
