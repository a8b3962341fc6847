package renderer

import "github.com/go-gl/mathgl/mgl32"

// Sampling makes one picture of many frames (Haeberli and Akeley, The accumulation buffer, 1990): the frames of a
// picture differ by a part of a pixel, by the place on the lens, the moment and the light, and the picture is their
// mean. The zero value draws ordinary frames.
type Sampling struct {
	// Index counts the frames of a picture from 0 to Count − 1. The last one shows the mean of all; the frames before
	// show nothing.
	Index, Count int32
}

// Last reports whether the frame finishes its picture, as every ordinary frame does.
func (s Sampling) Last() bool { return s.Index+1 >= s.Count }

// Light is the light of the scene: the lamp of the environment, or else its sun.
func (e *Environment) Light() Lamp {
	if e.Lamp.Direction == (mgl32.Vec3{}) {
		return Lamp{Direction: e.SunDirection, Color: e.Sun, Gloss: 1, Sky: 1, Bounce: 1, Mirror: 1, Radius: SunRadius}
	}
	return e.Lamp
}

// Sampled returns the view for one sample of a picture of width × height pixels: moved by a part of a pixel to the
// right and up, and seen through another place of a lens, right and up of its middle (m), which is sharp at the
// distance focus (m) along the view direction.
func (v *View) Sampled(pixelX, pixelY float32, width, height int, right, up, focus float32) View {
	s := *v
	s.View[12] -= right
	s.View[13] -= up
	// the rows of the rotation are the axes of the camera
	s.Eye = v.Eye.Add(mgl32.Vec3{v.View[0], v.View[4], v.View[8]}.Mul(right)).Add(
		mgl32.Vec3{v.View[1], v.View[5], v.View[9]}.Mul(up))
	// x' = (p·x + k·z)/−z: a shear k that leaves what lies at the focus where it is
	s.Proj[8] = v.Proj[8] - 2*pixelX/float32(max(width, 1))
	s.Proj[9] = v.Proj[9] - 2*pixelY/float32(max(height, 1))
	if focus > 0 {
		s.Proj[8] -= v.Proj[0] * right / focus
		s.Proj[9] -= v.Proj[5] * up / focus
	}
	s.ViewProj = s.Proj.Mul4(s.View)
	s.Inverse = invertView(&s)
	return s
}
