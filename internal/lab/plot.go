package lab

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"tumble/engine/timestep"
	"tumble/internal/plot"
)

// Plots writes the pictures of the documentation into a folder as format "svg" or "png" and returns their
// names.
func Plots(ctx context.Context, dir, format string, frames int) ([]string, error) {
	if !slices.Contains(plot.Formats, format) {
		return nil, fmt.Errorf("lab: plot format %q: must be one of %v", format, plot.Formats)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("lab: %w", err)
	}
	if frames <= 0 {
		frames = 3000
	}
	var names []string
	for _, p := range []struct {
		name string
		draw func(ctx context.Context, frames int) (*plot.Plot, error)
	}{
		{"judder", plotJudder}, {"motion", plotMotion}, {"cliff", plotCliff}, {"speed", plotSpeed},
		{"overload", plotOverload}, {"age", plotAge},
	} {
		pl, err := p.draw(ctx, frames)
		if err != nil {
			return names, err
		}
		name := filepath.Join(dir, p.name+"."+format)
		if err := plot.Save(name, pl); err != nil {
			return names, fmt.Errorf("lab: %w", err)
		}
		names = append(names, name)
	}
	return names, nil
}

// plotMotion shows how far each frame is from even motion.
func plotMotion(ctx context.Context, _ int) (*plot.Plot, error) {
	p := &plot.Plot{Title: "Motion at 60 Hz, readings off by 0.5 ms, ticks of 100 Hz", X: "frame",
		Y: "shown moment off even motion (ms)"}
	d, err := FindDisplay("60")
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"latest", "interpolate-raw", "snap", "interpolate"} {
		r, err := Run(ctx, Config{Strategy: name, Display: d, Frames: 100, WarmUp: 600, Seeds: DefaultSeeds[:1]})
		if err != nil {
			return nil, err
		}
		mean := 0.0
		for _, f := range r.Trace {
			mean += (f.Shown - f.Display) / float64(len(r.Trace))
		}
		c := plot.Curve{Name: name}
		for k, f := range r.Trace {
			c.X, c.Y = append(c.X, float64(k)), append(c.Y, f.Shown-f.Display-mean)
		}
		p.Curves = append(p.Curves, c)
	}
	p.Low, p.High = -4, 7
	return p, nil
}

// plotJudder compares strategies over displays.
func plotJudder(ctx context.Context, frames int) (*plot.Plot, error) {
	p := &plot.Plot{Title: "Judder: error of the motion per frame, root mean square", Y: "judder (%), cut at 20"}
	names := []string{"interpolate-raw", "snap", "hysteresis", "interpolate"}
	displays := []string{"60", "75", "100", "144", "60-drops", "60-late", "60-heartbeat"}
	for _, name := range names {
		c := plot.Curve{Name: name}
		for _, dn := range displays {
			d, err := FindDisplay(dn)
			if err != nil {
				return nil, err
			}
			r, err := Run(ctx, Config{Strategy: name, Display: d, Frames: frames, WarmUp: 600, Seeds: DefaultSeeds[:2]})
			if err != nil {
				return nil, err
			}
			c.Y = append(c.Y, min(r.JudderRMS, 20))
		}
		p.Curves = append(p.Curves, c)
	}
	p.Names = displays
	p.High = 20
	return p, nil
}

// plotCliff shows the speed of the world against the length of frames.
func plotCliff(_ context.Context, _ int) (*plot.Plot, error) {
	p := &plot.Plot{Title: "Speed of the world against the length of frames, limit 50 ms", X: "frame (ms)", Y: "speed"}
	for _, name := range []string{"canonical", "interpolate-raw"} {
		label := map[string]string{"canonical": "reset to one step", "interpolate-raw": "backlog clamped"}[name]
		c := plot.Curve{Name: label}
		for us := int64(30_000); us <= 110_000; us += 250 {
			s, err := steadySpeed(name, us*timestep.Microsecond)
			if err != nil {
				return nil, err
			}
			c.X, c.Y = append(c.X, float64(us)/1000), append(c.Y, s)
		}
		p.Curves = append(p.Curves, c)
	}
	p.Low, p.High = 0, 1.2
	return p, nil
}

// steadySpeed is the speed of a strategy with frames of one length.
func steadySpeed(name string, frame int64) (float64, error) {
	l := &timestep.Ledger{}
	set, err := timestep.NewStrategySet(l, 100)
	if err != nil {
		return 0, err
	}
	if err := set.Stepper.SetBacklog(50 * timestep.Millisecond); err != nil {
		return 0, err
	}
	s := set.Find(name)
	const frames = 400
	for range frames {
		s.Begin(timestep.FrameTime{Virtual: frame})
		for _, ok := s.Next(0); ok; _, ok = s.Next(0) {
			s.Ran(0)
		}
		s.End()
	}
	return float64(s.State().Time) / float64(frames*frame), nil
}

// plotSpeed shows the speed error of loops that take whole steps per frame.
func plotSpeed(_ context.Context, _ int) (*plot.Plot, error) {
	p := &plot.Plot{Title: "Speed of the world against the display's rate", X: "display (Hz)", Y: "speed error (%)"}
	for _, name := range []string{"frame-locked", "whole-240", "whole-480-published", "whole-480", "interpolate-raw"} {
		c := plot.Curve{Name: name}
		for hz := 30.0; hz <= 240; hz += 1 {
			s, err := steadySpeed(name, int64(1e9/hz))
			if err != nil {
				return nil, err
			}
			c.X, c.Y = append(c.X, hz), append(c.Y, (s-1)*100)
		}
		p.Curves = append(p.Curves, c)
	}
	return p, nil
}

// plotOverload shows speed and frame length when ticks are too dear.
func plotOverload(ctx context.Context, frames int) (*plot.Plot, error) {
	p := &plot.Plot{Title: "Ticks of 10 ms that cost more, without vsync", X: "wall time of a tick (ms)", Y: "speed"}
	for _, name := range []string{"interpolate-raw", "canonical"} {
		label := map[string]string{"canonical": "canonical loop, reset at 50 ms",
			"interpolate-raw": "clamp of 250 ms and budget of 60 ms"}[name]
		c := plot.Curve{Name: label}
		for cost := 1.0; cost <= 30; cost += .5 {
			r, err := Run(ctx, Config{
				Strategy: name, Display: Display{Name: "off", Hz: 60}, Machine: Machine{Step: cost, Draw: 4},
				Frames: min(frames, 600), WarmUp: 60, Seeds: DefaultSeeds[:1],
			})
			if err != nil {
				return nil, err
			}
			c.X, c.Y = append(c.X, cost), append(c.Y, r.Speed)
		}
		p.Curves = append(p.Curves, c)
	}
	p.Low, p.High = 0, 1.2
	return p, nil
}

// plotAge shows how old the picture is when it is shown.
func plotAge(ctx context.Context, frames int) (*plot.Plot, error) {
	p := &plot.Plot{Title: "Age of the picture at 60 Hz, ticks of 100 Hz", Y: "age (ms)"}
	names := []string{"interpolate", "latest", "extrapolate", "semi-fixed", "canonical", "two-timers"}
	d, err := FindDisplay("60-perfect")
	if err != nil {
		return nil, err
	}
	mean, most := plot.Curve{Name: "mean"}, plot.Curve{Name: "largest"}
	for _, name := range names {
		r, err := Run(ctx, Config{Strategy: name, Display: d, Machine: Machine{Draw: 4}, Frames: min(frames, 1000),
			WarmUp: 100, Seeds: DefaultSeeds[:1]})
		if err != nil {
			return nil, err
		}
		mean.Y, most.Y = append(mean.Y, r.AgeMean), append(most.Y, r.AgeMax)
	}
	p.Curves, p.Names = []plot.Curve{mean, most}, names
	p.Low, p.High = 0, 45
	return p, nil
}
