package animation

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"tumble/internal/meter"
	"tumble/internal/truth"
	"tumble/internal/wholefile"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/renderer"
)

// Formats are the endings of the names of films.
var Formats = []string{".glb", ".html"}

// DefaultMeters are the curves of a page without a choice of curves.
const DefaultMeters = "energy.total,speed.max"

// Film is a take with the curves of a page.
type Film struct {
	// Meters are the curves, Twin the motion that a scene is known to have, nil for most.
	Meters []*meter.Meter
	Twin   *truth.Twin
	// Markers are shown beside bodies.
	Markers Markers
	// Page is how the film is shown; its view is that of the first scene unless it is set.
	Page Page

	take   Take
	set    *meter.Set
	values []float64
}

// Begin begins with a world, or goes on with that of another scene.
func (f *Film) Begin(scene *scenes.Scene, w *physics.World) error {
	f.take.Markers = f.Markers
	if err := f.take.Begin(scene, w); err != nil {
		return err
	}
	if f.set == nil {
		if f.Page.View == (scenes.View{}) {
			f.Page.View = scene.View
		}
		f.Page.Angle = renderer.NewCamera().FovY
		for _, m := range f.Meters {
			f.Page.Curves = append(f.Page.Curves, Curve{Name: m.Key, Unit: m.Unit})
		}
	}
	if err := meter.Bind(w, scene, f.Meters); err != nil {
		return fmt.Errorf("app: curves: %w", err)
	}
	f.set = meter.NewSet(f.Meters)
	if f.Twin != nil {
		f.set.Truth = f.Twin.Error
	}
	f.set.Begin(w)
	return nil
}

// Step takes the world after a step.
func (f *Film) Step(w *physics.World) error {
	length := float64(w.StepLength())
	if err := f.take.Step(w, length); err != nil {
		return err
	}
	if f.Twin != nil {
		f.Twin.AdvanceTo(f.take.Time())
	}
	at := meter.Moment{Step: f.take.Steps(), Time: f.take.Time(), Length: length}
	f.values = f.set.Measure(w, at, f.values[:0])
	f.Page.Times = append(f.Page.Times, f.take.Time())
	for i, v := range f.values {
		c := &f.Page.Curves[i]
		c.Values = append(c.Values, v)
	}
	return nil
}

// Follow takes the world of a replay at a step, 0 for the beginning; the caller calls it for every step in order.
// starts returns the scene of the part that begins after so many steps of the recording, nil for none. The first step
// of a later part shows the world of this part.
func (f *Film) Follow(step int, w *physics.World, starts func(steps int) *scenes.Scene) error {
	if step != 1 {
		if scene := starts(max(step-1, 0)); scene != nil {
			if err := f.Begin(scene, w); err != nil {
				return err
			}
		}
	}
	if step == 0 {
		return nil
	}
	return f.Step(w)
}

// Steps counts the steps that were taken.
func (f *Film) Steps() int { return f.take.Steps() }

// Begun reports whether there is anything to be seen.
func (f *Film) Begun() bool { return f.set != nil }

// Parts returns the parts of the film that a viewer needs, see Viewer.
func (f *Film) Parts() (run, scene string, err error) { return f.take.split(&f.Page) }

// IsPage reports whether a film of this name is a page.
func IsPage(file string) bool { return strings.EqualFold(filepath.Ext(file), ".html") }

// Write writes the film to a file, whole or not at all: a page or an animated glTF by the ending of its name.
func (f *Film) Write(file string) error {
	return wholefile.Write(file, func(out io.Writer) error {
		if IsPage(file) {
			return f.take.WritePage(out, &f.Page)
		}
		return f.take.WriteGLB(out, f.Page.View, f.Page.Angle)
	})
}
