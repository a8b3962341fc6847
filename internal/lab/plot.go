package lab

import (
	"context"
	"errors"
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"tumble/engine/timestep"
)

// Formats are the kinds of picture that Plots can write.
var Formats = []string{"svg", "png"}

// palette has colours that differ also without red or green.
var palette = []color.Color{
	color.RGBA{0, 114, 178, 255}, color.RGBA{213, 94, 0, 255}, color.RGBA{0, 158, 115, 255},
	color.RGBA{204, 121, 167, 255}, color.RGBA{86, 180, 233, 255}, color.RGBA{120, 94, 0, 255},
	color.RGBA{90, 90, 90, 255},
}

// Plots writes the pictures of the documentation into a folder as format "svg" or "png" and returns their
// names.
func Plots(ctx context.Context, dir, format string, frames int) ([]string, error) {
	if format != "svg" && format != "png" {
		return nil, fmt.Errorf("lab: plot format %q: must be one of %v", format, Formats)
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
		if err := savePlot(pl, name); err != nil {
			return names, err
		}
		names = append(names, name)
	}
	return names, nil
}

func newPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	// text beside the swatch may be as wide as the reader's font has it
	p.Legend.Top, p.Legend.Left = true, true
	p.Add(plotter.NewGrid())
	return p
}

// savePlot writes a plot into a file, whose ending says its format. The last label has room to the right of its axis.
func savePlot(p *plot.Plot, file string) error {
	c, err := draw.NewFormattedCanvas(18*vg.Centimeter, 10*vg.Centimeter, strings.TrimPrefix(filepath.Ext(file), "."))
	if err != nil {
		return fmt.Errorf("lab: plot %s: %w", file, err)
	}
	page := draw.New(c)
	page.SetColor(color.White)
	page.Fill(page.Rectangle.Path())
	p.BackgroundColor = nil
	p.Draw(draw.Crop(page, 0, -vg.Points(28), 0, 0))
	f, err := os.Create(file)
	if err != nil {
		return fmt.Errorf("lab: plot: %w", err)
	}
	_, err = c.WriteTo(f)
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("lab: plot %s: %w", file, err)
	}
	return nil
}

// addBars adds the bars of row i of n, one for each name of the axis.
func addBars(p *plot.Plot, i, n int, name string, v plotter.Values) error {
	width := vg.Points(40) / vg.Length(n)
	b, err := plotter.NewBarChart(v, width)
	if err != nil {
		return fmt.Errorf("lab: plot: %w", err)
	}
	b.Color, b.LineStyle.Width = palette[i%len(palette)], 0
	b.Offset = width * vg.Length(float64(i)-float64(n-1)/2)
	p.Add(b)
	p.Legend.Add(name, b)
	return nil
}

// addLine adds a curve with an entry in the legend.
func addLine(p *plot.Plot, i int, name string, pts plotter.XYs) error {
	l, err := plotter.NewLine(pts)
	if err != nil {
		return fmt.Errorf("lab: plot: %w", err)
	}
	l.Color, l.Width = palette[i%len(palette)], vg.Points(1.4)
	p.Add(l)
	p.Legend.Add(name, l)
	return nil
}

// plotMotion shows how far each frame is from even motion.
func plotMotion(ctx context.Context, _ int) (*plot.Plot, error) {
	p := newPlot("Motion at 60 Hz, readings off by 0.5 ms, ticks of 100 Hz", "frame",
		"shown moment off even motion (ms)")
	d, err := FindDisplay("60")
	if err != nil {
		return nil, err
	}
	for i, name := range []string{"latest", "interpolate-raw", "snap", "interpolate"} {
		r, err := Run(ctx, Config{Strategy: name, Display: d, Frames: 100, WarmUp: 600, Seeds: DefaultSeeds[:1]})
		if err != nil {
			return nil, err
		}
		mean := 0.0
		for _, f := range r.Trace {
			mean += (f.Shown - f.Display) / float64(len(r.Trace))
		}
		var pts plotter.XYs
		for k, f := range r.Trace {
			pts = append(pts, plotter.XY{X: float64(k), Y: f.Shown - f.Display - mean})
		}
		if err := addLine(p, i, name, pts); err != nil {
			return nil, err
		}
	}
	p.Y.Min, p.Y.Max = -4, 7
	return p, nil
}

// plotJudder compares strategies over displays.
func plotJudder(ctx context.Context, frames int) (*plot.Plot, error) {
	p := newPlot("Judder: error of the motion per frame, root mean square", "", "judder (%), cut at 20")
	names := []string{"interpolate-raw", "snap", "hysteresis", "interpolate"}
	displays := []string{"60", "75", "100", "144", "60-drops", "60-late", "60-heartbeat"}
	for i, name := range names {
		var v plotter.Values
		for _, dn := range displays {
			d, err := FindDisplay(dn)
			if err != nil {
				return nil, err
			}
			r, err := Run(ctx, Config{Strategy: name, Display: d, Frames: frames, WarmUp: 600, Seeds: DefaultSeeds[:2]})
			if err != nil {
				return nil, err
			}
			v = append(v, min(r.JudderRMS, 20))
		}
		if err := addBars(p, i, len(names), name, v); err != nil {
			return nil, err
		}
	}
	p.NominalX(displays...)
	p.Y.Max = 20
	return p, nil
}

// plotCliff shows the speed of the world against the length of frames.
func plotCliff(_ context.Context, _ int) (*plot.Plot, error) {
	p := newPlot("Speed of the world against the length of frames, limit 50 ms", "frame (ms)", "speed")
	for i, name := range []string{"canonical", "interpolate-raw"} {
		label := map[string]string{"canonical": "reset to one step", "interpolate-raw": "backlog clamped"}[name]
		var pts plotter.XYs
		for us := int64(30_000); us <= 110_000; us += 250 {
			s, err := steadySpeed(name, us*timestep.Microsecond)
			if err != nil {
				return nil, err
			}
			pts = append(pts, plotter.XY{X: float64(us) / 1000, Y: s})
		}
		if err := addLine(p, i, label, pts); err != nil {
			return nil, err
		}
	}
	p.Y.Min, p.Y.Max = 0, 1.2
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
	p := newPlot("Speed of the world against the display's rate", "display (Hz)", "speed error (%)")
	for i, name := range []string{"frame-locked", "whole-240", "whole-480-published", "whole-480", "interpolate-raw"} {
		var pts plotter.XYs
		for hz := 30.0; hz <= 240; hz += 1 {
			s, err := steadySpeed(name, int64(1e9/hz))
			if err != nil {
				return nil, err
			}
			pts = append(pts, plotter.XY{X: hz, Y: (s - 1) * 100})
		}
		if err := addLine(p, i, name, pts); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// plotOverload shows speed and frame length when ticks are too dear.
func plotOverload(ctx context.Context, frames int) (*plot.Plot, error) {
	p := newPlot("Ticks of 10 ms that cost more, without vsync", "wall time of a tick (ms)", "speed")
	for i, name := range []string{"interpolate-raw", "canonical"} {
		var pts plotter.XYs
		for cost := 1.0; cost <= 30; cost += .5 {
			r, err := Run(ctx, Config{
				Strategy: name, Display: Display{Name: "off", Hz: 60}, Machine: Machine{Step: cost, Draw: 4},
				Frames: min(frames, 600), WarmUp: 60, Seeds: DefaultSeeds[:1],
			})
			if err != nil {
				return nil, err
			}
			pts = append(pts, plotter.XY{X: cost, Y: r.Speed})
		}
		label := map[string]string{"canonical": "canonical loop, reset at 50 ms",
			"interpolate-raw": "clamp of 250 ms and budget of 60 ms"}[name]
		if err := addLine(p, i, label, pts); err != nil {
			return nil, err
		}
	}
	p.Y.Min, p.Y.Max = 0, 1.2
	return p, nil
}

// plotAge shows how old the picture is when it is shown.
func plotAge(ctx context.Context, frames int) (*plot.Plot, error) {
	p := newPlot("Age of the picture at 60 Hz, ticks of 100 Hz", "", "age (ms)")
	names := []string{"interpolate", "latest", "extrapolate", "semi-fixed", "canonical", "two-timers"}
	d, err := FindDisplay("60-perfect")
	if err != nil {
		return nil, err
	}
	var mean, most plotter.Values
	for _, name := range names {
		r, err := Run(ctx, Config{Strategy: name, Display: d, Machine: Machine{Draw: 4}, Frames: min(frames, 1000),
			WarmUp: 100, Seeds: DefaultSeeds[:1]})
		if err != nil {
			return nil, err
		}
		mean, most = append(mean, r.AgeMean), append(most, r.AgeMax)
	}
	for i, v := range []plotter.Values{mean, most} {
		if err := addBars(p, i, 2, []string{"mean", "largest"}[i], v); err != nil {
			return nil, err
		}
	}
	p.NominalX(names...)
	p.Y.Min, p.Y.Max = 0, 45
	return p, nil
}
