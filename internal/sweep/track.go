package sweep

import (
	"context"
	"math"

	"tumble/physics"
)

// Followed returns functions that read the followed quantities of a world, in the order of the study.
func (s *Study) Followed(w *physics.World) (read []func() float64, err error) {
	read = make([]func() float64, len(s.Fit.Follow))
	for i := range s.Fit.Follow {
		if read[i], err = s.Fit.Follow[i].quantity.bind(w); err != nil {
			return nil, err
		}
	}
	return read, nil
}

// Track simulates the study with some values and returns its followed quantities at the given times (s, rising), shifted
// by offset. Between steps they are interpolated linearly. Times outside the run have NaN.
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
	read, err := s.Followed(run.World)
	if err != nil {
		return nil, err
	}
	before, now := make([]float64, len(read)), make([]float64, len(read))
	out := make([][]float64, len(read))
	for i := range read {
		out[i] = make([]float64, len(times))
		for k := range out[i] {
			out[i][k] = math.NaN()
		}
		now[i] = read[i]()
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
		copy(before, now)
		for i := range read {
			now[i] = read[i]()
		}
		for ; next < len(times); next++ {
			u := (times[next]+offset)*hertz - float64(run.StepCount-1)
			if u > 1 {
				break
			}
			for i := range read {
				out[i][next] = before[i] + u*(now[i]-before[i])
			}
		}
	}
	return out, nil
}
