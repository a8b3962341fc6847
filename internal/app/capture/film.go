package capture

import (
	"fmt"
	"math"

	"tumble/engine/timestep"
	"tumble/internal/app/session"
	"tumble/renderer"
)

// Film is a row of pictures of a scene at an exact rate, whatever the rate of the simulation and the speed of the
// machine: the simulation waits for every picture. A film is the same to the last pixel each time on the same device.
type Film struct {
	Shot
	// Frames is the number of pictures, FPS the number of pictures for a second of the scene. The first picture shows
	// the state after Steps.
	Frames int
	FPS    float64
	// Orbit is the rate of the camera around its pivot (degrees per second), 0 for a camera at rest.
	Orbit float64
	// Sink takes the pictures in their order.
	Sink Sink
}

// Sink takes the pictures of a film. The pixels are valid during the call.
type Sink interface {
	Picture(c *renderer.Capture) error
	// Close ends the film; after an error of Picture it removes the incomplete file.
	Close() error
}

// filmUnit is the resolution of rates: a thousandth of a picture per second.
const filmUnit = 1000

// Check returns an error for options that make no film.
func (o *Film) Check() error {
	if o.Frames < 1 || o.Frames > 1e6 {
		return fmt.Errorf("app: film of %d pictures: must be 1 to 1000000", o.Frames)
	}
	if !(o.FPS >= 0.001 && o.FPS <= 10000) {
		return fmt.Errorf("app: film of %g pictures a second: must be 0.001 to 10000", o.FPS)
	}
	return nil
}

// moment returns the moment of picture k: alpha (0 to 1) of the way between the two ticks that end with ticks. Integers
// keep the moments of a long film exact.
func (o *Film) moment(k int, hertz int64) (ticks int64, alpha float32) {
	unit := int64(math.Round(o.FPS * filmUnit))
	n := int64(k) * hertz * filmUnit
	ticks = (n + unit - 1) / unit
	return ticks, 1 - float32(ticks*unit-n)/float32(unit)
}

// Take simulates the scene and gives every picture to the sink.
func (o *Film) Take(ex renderer.Executor, session *session.Session) error {
	if err := o.Check(); err != nil {
		return err
	}
	s, err := o.begin(ex, session)
	if err != nil {
		return err
	}
	defer s.release()
	if err := s.run(o.Steps); err != nil {
		return err
	}
	var capture renderer.Capture
	for k := range o.Frames {
		ticks, alpha := o.moment(k, int64(session.Config.Loop.Hertz))
		if err := s.run(o.Steps + int(ticks)); err != nil {
			return err
		}
		s.yaw = float32(float64(k) / o.FPS * o.Orbit * math.Pi / 180)
		if err := s.take(alpha, int64(float64(timestep.Second)/o.FPS), &capture); err != nil {
			return err
		}
		if err := o.Sink.Picture(&capture); err != nil {
			return err
		}
	}
	return nil
}
