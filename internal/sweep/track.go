package sweep

import (
	"context"
	"math"

	"tumble/internal/meter"
	"tumble/physics"
)

// Followed measures the followed quantities of a world, in the order of the study.
func (s *Study) Followed(w *physics.World) (*meter.Set, error) {
	var meters []*meter.Meter
	for i := range s.Fit.Follow {
		meters = append(meters, s.Fit.Follow[i].meter)
	}
	set := meter.NewSet(meters)
	return set, set.Bind(w, s.Scene)
}

// Track simulates the study with some values and returns its followed quantities at the given times (s, rising),
// shifted by offset. Between steps they are interpolated linearly. Times outside the run have NaN.
func (s *Study) Track(ctx context.Context, values, times []float64, offset float64) ([][]float64, error) {
	config, err := s.Configure(values, 0)
	if err != nil {
		return nil, err
	}
	run, err := config.Build()
	if err != nil {
		return nil, err
	}
	defer run.World.Close()
	set, err := s.Followed(run.World)
	if err != nil {
		return nil, err
	}
	var before []float64
	now := set.Measure(run.World, meter.Moment{}, nil)
	out := make([][]float64, len(now))
	for i := range now {
		out[i] = make([]float64, len(times))
		for k := range out[i] {
			out[i][k] = math.NaN()
		}
	}
	hertz := float64(config.Loop.Hertz)
	next := 0
	for next < len(times) && times[next]+offset < 0 {
		next++
	}
	for next < len(times) && run.StepCount < s.Steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := run.Advance(config.Loop.Hertz); err != nil {
			return nil, err
		}
		before, now = now, set.Measure(run.World, meter.After(run.StepCount, config.Loop.Hertz), before[:0])
		for ; next < len(times); next++ {
			u := (times[next]+offset)*hertz - float64(run.StepCount-1)
			if u > 1 {
				break
			}
			for i := range now {
				out[i][next] = before[i] + u*(now[i]-before[i])
			}
		}
	}
	return out, nil
}
