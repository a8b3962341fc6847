package profile

import (
	"context"
	"runtime/pprof"

	"tumble/physics/internal/shape"
	"tumble/physics/internal/workers"
)

// Labels mark the CPU samples of stages and of pairs of kinds of shapes. They are contexts made once, so that setting
// a label in a step allocates nothing.
type Labels struct {
	base   context.Context
	serial context.Context
	caller []context.Context // by stage
	worker []context.Context
	// pairs are those of the narrow phase with the kinds of the shapes; 0 of the caller, 1 of workers
	pairs [2][shape.KindCount][shape.KindCount]context.Context
	// last is the latest label of each worker
	last [workers.MaxWorkers]lastLabel
}

// noStage stands for a label that is not that of a stage.
const noStage = -1

// lastLabel is the stage of the label of a worker.
type lastLabel struct {
	stage int
	_     [56]byte // neighbours are written by different workers
}

// NewLabels returns the labels of stages with the given names, beside those of base. pairStage is the name of the stage
// that is marked with pairs of kinds.
func NewLabels(base context.Context, names []string, pairStage string) *Labels {
	l := &Labels{base: base, serial: pprof.WithLabels(base, pprof.Labels("stage", "serial"))}
	for i := range l.last {
		l.last[i].stage = noStage
	}
	for _, name := range names {
		l.caller = append(l.caller, pprof.WithLabels(base, pprof.Labels("stage", name)))
		l.worker = append(l.worker,
			pprof.WithLabels(context.Background(), pprof.Labels("loop", "worker", "stage", name)))
	}
	work := pprof.WithLabels(context.Background(), pprof.Labels("loop", "worker"))
	for a := range shape.KindCount {
		for b := range shape.KindCount {
			pair := pprof.Labels("stage", pairStage, "pair", PairName(a, b))
			l.pairs[0][a][b], l.pairs[1][a][b] = pprof.WithLabels(base, pair), pprof.WithLabels(work, pair)
		}
	}
	return l
}

// kindNames are the names of kinds of shapes in labels.
var kindNames = [shape.KindCount]string{
	"sphere", "capsule", "box", "hull", "cylinder", "cone", "tapered capsule", "plane", "mesh", "height field",
	"compound",
}

// PairName names two kinds of shapes, as box-sphere, the same in either order. It allocates nothing.
func PairName(a, b shape.Kind) string { return pairNames[min(a, b)][max(a, b)] }

// pairNames are the names of all pairs, made once.
var pairNames = func() (names [shape.KindCount][shape.KindCount]string) {
	for a := range shape.KindCount {
		for b := range shape.KindCount {
			names[a][b] = kindNames[a] + "-" + kindNames[b]
		}
	}
	return names
}()

// Stage marks the calling goroutine as working on a stage.
func (l *Labels) Stage(worker, stage int) {
	if l.last[worker].stage == stage {
		return
	}
	l.last[worker].stage = stage
	if worker == 0 {
		pprof.SetGoroutineLabels(l.caller[stage])
	} else {
		pprof.SetGoroutineLabels(l.worker[stage])
	}
}

// Pair marks the calling goroutine as working on a contact of two kinds.
func (l *Labels) Pair(worker int, a, b shape.Kind) {
	l.last[worker].stage = noStage
	pprof.SetGoroutineLabels(l.pairs[min(worker, 1)][a][b])
}

// Serial marks the goroutine of the caller as working outside of any stage.
func (l *Labels) Serial() {
	l.last[0].stage = noStage
	pprof.SetGoroutineLabels(l.serial)
}

// End gives the goroutine of the caller its own labels back.
func (l *Labels) End() { pprof.SetGoroutineLabels(l.base) }
