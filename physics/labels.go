package physics

import (
	"context"
	"tumble/physics/internal/profile"
	"tumble/physics/internal/step"
)

// LabelStages marks the CPU samples of the steps to come with the label stage, those of the narrow phase also
// with the label pair, as box-sphere, and those of the workers with loop=worker. base has the labels
// of the goroutine that calls Step, which are kept beside it and restored at the end of a step. A nil base ends
// the marking, which is off at first: it costs some tens of nanoseconds for each change of the stage, and of the kinds
// from one contact to the next.
func (w *World) LabelStages(base context.Context) {
	if base == nil {
		w.profile.Labels = nil
		return
	}
	names, collide := step.StageNames()
	w.profile.Labels = profile.NewLabels(base, names, collide)
}
