package physics

import (
	"context"
	"runtime/pprof"

	"tumble/physics/internal/shape"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/workers"
)

// stageNames are the values of the label "stage" in CPU profiles.
var stageNames = func() (names [stageKindCount]string) {
	copy(names[:], worldStageNames[:])
	for kind := range solve.StageKindCount {
		names[stageSolver+stageKind(kind)] = kind.Name()
	}
	return names
}()

// worldStageNames are those of the stages outside the solver.
var worldStageNames = [stageSolver]string{
	"pairs", "collide", "finalize", "continuous", "bullets", "trees", "trees", "sensors",
}

// stageLabels are contexts made once, so that setting a label in a step allocates nothing.
type stageLabels struct {
	base   context.Context
	serial context.Context
	caller [stageKindCount]context.Context
	worker [stageKindCount]context.Context
	// pairs are those of the stage collide with the kinds of the shapes; 0 of the caller, 1 of workers
	pairs [2][shape.KindCount][shape.KindCount]context.Context
	// last is what each worker was labelled with last
	last [workers.MaxWorkers]lastLabel
}

// noStage stands for a label that is not that of a stage.
const noStage stageKind = -1

// lastLabel is the stage of the label of a worker.
type lastLabel struct {
	kind stageKind
	_    [60]byte // neighbours are written by different workers
}

// LabelStages marks the CPU samples of the steps to come with the label stage, those of the narrow phase also
// with the label pair, as box-sphere, and those of the workers with loop=worker. base has the labels
// of the goroutine that calls Step, which are kept beside it and restored at the end of a step. A nil base ends
// the marking, which is off at first: it costs some tens of nanoseconds for each change of the stage, and of the kinds
// from one contact to the next.
func (w *World) LabelStages(base context.Context) {
	if base == nil {
		w.labels = nil
		return
	}
	l := &stageLabels{base: base, serial: pprof.WithLabels(base, pprof.Labels("stage", "serial"))}
	for i := range l.last {
		l.last[i].kind = noStage
	}
	for kind, name := range stageNames {
		l.caller[kind] = pprof.WithLabels(base, pprof.Labels("stage", name))
		l.worker[kind] = pprof.WithLabels(context.Background(), pprof.Labels("loop", "worker", "stage", name))
	}
	work := pprof.WithLabels(context.Background(), pprof.Labels("loop", "worker"))
	for a := range shape.KindCount {
		for b := range shape.KindCount {
			pair := pprof.Labels("stage", stageNames[stageCollide], "pair", pairName(a, b))
			l.pairs[0][a][b], l.pairs[1][a][b] = pprof.WithLabels(base, pair), pprof.WithLabels(work, pair)
		}
	}
	w.labels = l
}

// kindNames are the names of kinds of shapes in labels.
var kindNames = [shape.KindCount]string{
	"sphere", "capsule", "box", "hull", "cylinder", "cone", "tapered capsule", "plane", "mesh", "height field", "compound",
}

// pairName names two kinds of shapes, the same in either order.
func pairName(a, b shape.Kind) string { return kindNames[min(a, b)] + "-" + kindNames[max(a, b)] }

// label marks the calling goroutine as working on a stage.
func (l *stageLabels) label(worker int, kind stageKind) {
	if l.last[worker].kind == kind {
		return
	}
	l.last[worker].kind = kind
	if worker == 0 {
		pprof.SetGoroutineLabels(l.caller[kind])
	} else {
		pprof.SetGoroutineLabels(l.worker[kind])
	}
}

// pair marks the calling goroutine as working on a contact of two kinds.
func (l *stageLabels) pair(worker int, a, b shape.Kind) {
	l.last[worker].kind = noStage
	pprof.SetGoroutineLabels(l.pairs[min(worker, 1)][a][b])
}

// rest marks the goroutine of the caller as working on what is no stage.
func (l *stageLabels) rest() {
	l.last[0].kind = noStage
	pprof.SetGoroutineLabels(l.serial)
}
