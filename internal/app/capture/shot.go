package capture

import (
	"tumble/internal/app/stage"
)

// Shot is one picture of a scene without a window.
type Shot struct {
	// Steps is the number of steps before the picture.
	Steps         int
	Width, Height int
	// Show has the switches of the display.
	Show stage.Show
	// Framing fits the camera to a subject; otherwise the scene's own view is taken.
	Framing Framing
	// Fov is the vertical angle of view (degrees), 0 for the angle of the window.
	Fov float32
	// Samples is the number of frames whose mean is the picture, 0 for one frame as in the window. With samples the sun
	// has a size, the sky casts shadows, the lens has an aperture, and moving bodies are blurred.
	Samples int
	// Aperture is the diameter of the lens over the distance to the sharp plane, 0 for a picture sharp everywhere.
	Aperture float32
	// Each, if not nil, is called after every step with the number of steps done; an error
	// ends the run.
	Each func(done int) error
	// Enough, if not nil, is asked after every step and ends the run early.
	Enough func(done int) bool
}

// MaxPicture is the largest width and height of a picture.
const MaxPicture = 16384

// pictureTimeout is how long one picture may take (ns): software rendering of a huge one
// takes seconds.
const pictureTimeout = 120e9
