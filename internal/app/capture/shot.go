package capture

import (
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
	"tumble/renderer"
)

// Shot is one picture of a scene without a window.
type Shot struct {
	// Steps is how long the scene runs before the picture is taken.
	Steps         int
	Width, Height int
	// Show says what is drawn besides the bodies.
	Show stage.Show
	// Frame moves the camera so that everything that moves fills the picture; otherwise the
	// scene's own view is taken.
	Frame bool
	// Each, if not nil, is called after every step with the number of steps done; an error
	// ends the run.
	Each func(done int) error
}

// MaxPicture is the largest width and height of a picture.
const MaxPicture = 16384

// pictureTimeout is how long one picture may take (ns): software rendering of a huge one
// takes seconds.
const pictureTimeout = 120e9

// Take simulates the scene, draws it with the executor and gives the picture to save. The
// picture shows the state after the last step exactly.
func (o Shot) Take(ex renderer.Executor, session *session.Session, capture *renderer.Capture) error {
	s, err := o.begin(ex, session)
	if err != nil {
		return err
	}
	defer s.release()
	if err := s.run(o.Steps); err != nil {
		return err
	}
	return s.take(1, 0, capture)
}
