package param

import (
	"tumble/physics"
	"tumble/physics/scenes"
)

// Loop are the parameters of the loop around the world; loopTable describes them.
type Loop struct {
	Hertz   int
	Speed   float64
	Workers int
}

// loopTable has one entry for each field of Loop. The default of a rate of 0 is that of the scene.
var loopTable = []struct {
	Spec
	get func(*Loop) float64
	set func(*Loop, float64)
}{
	{Spec{
		Key: "loop.hertz", Old: []string{"loop.hz"}, Kind: Int, Unit: "Hz", Min: 1, Max: 10000, Low: 15, High: 480,
		Text: "The number of steps in a simulated second.",
	}, func(l *Loop) float64 { return float64(l.Hertz) }, func(l *Loop, v float64) { l.Hertz = int(v) }},
	{Spec{
		Key: "loop.speed", Min: 0.001, Max: 100, Low: 0.01, High: 10, Log: true, Default: 1,
		Text: "Simulated seconds in a second of the window.",
	}, func(l *Loop) float64 { return l.Speed }, func(l *Loop, v float64) { l.Speed = v }},
	{Spec{
		Key: "loop.workers", Kind: Int, Min: 1, Max: physics.MaxWorkers, Low: 1, High: 16, Default: 1, Restart: true,
		Text: "Goroutines that share a step; the results do not depend on it.",
	}, func(l *Loop) float64 { return float64(l.Workers) }, func(l *Loop, v float64) { l.Workers = int(v) }},
}

// AddLoop binds the parameters of the loop around a scene.
func AddLoop(r *Registry, scene *scenes.Scene, l *Loop) error {
	for _, f := range loopTable {
		f.Heading = "Loop"
		if f.Default == 0 {
			f.Default = float64(scene.Rate())
		}
		err := r.Add(f.Spec, func() float64 { return f.get(l) }, func(v float64) error {
			f.set(l, v)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
