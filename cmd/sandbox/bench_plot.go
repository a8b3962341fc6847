package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"tumble/internal/cli"
	"tumble/internal/plot"
)

// benchSizes are the scenes whose size a plot varies, and the values of the parameter.
var benchSizes = []struct {
	scene, key string
	values     []int
}{
	{"large_pyramid", "base", []int{10, 20, 40, 60, 80, 100}},
	{"convex_pile", "layers", []int{5, 10, 20, 40, 60, 80}},
	{"joint_grid", "size", []int{20, 40, 60, 80, 100}},
}

// drawPlots measures and draws milliseconds a step against the number of bodies with one worker,
// and against the number of workers at full size.
func (f *benchFlags) drawPlots(cmd *cobra.Command) error {
	// a folder that cannot be made ends it before half a minute of measurements
	if err := os.MkdirAll(f.plot, 0o755); err != nil {
		return cli.OutputError(err)
	}
	if err := cli.Writable(filepath.Join(f.plot, "bodies.svg")); err != nil {
		return err
	}
	g := *f
	if g.steps == 0 {
		g.steps = 60
	}
	var bodies, workers []plot.Curve
	counts := []int{1}
	for n := 2; n <= runtime.GOMAXPROCS(0); n *= 2 {
		counts = append(counts, n)
	}
	for _, s := range benchSizes {
		size, scaling := plot.Curve{Name: s.scene}, plot.Curve{Name: s.scene}
		for i, value := range s.values {
			g.set = append(append([]string(nil), f.set...), fmt.Sprintf("scene.%s=%d", s.key, value))
			config, _, err := g.config(cmd, s.scene)
			if err != nil {
				return err
			}
			of := []int{1}
			if i == len(s.values)-1 {
				of = counts
			}
			results, err := g.measure(cmd.Context(), config, of)
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "%s, %d bodies: %.3f ms a step\n", s.scene, results[0].Bodies,
				results[0].Mean)
			size.X, size.Y = append(size.X, float64(results[0].Bodies)), append(size.Y, results[0].Mean)
			if len(of) > 1 || i == len(s.values)-1 {
				for _, r := range results {
					scaling.X, scaling.Y = append(scaling.X, float64(r.Workers)), append(scaling.Y, r.Mean)
				}
			}
		}
		bodies, workers = append(bodies, size), append(workers, scaling)
	}
	for _, p := range []struct {
		name, title, x string
		curves         []plot.Curve
	}{
		{"bodies.svg", "A step with one worker", "bodies", bodies},
		{"workers.svg", "A step at full size", "workers", workers},
	} {
		name := filepath.Join(f.plot, p.name)
		err := plot.Save(name, &plot.Plot{Title: p.title, X: p.x, Y: "ms a step", Zero: true, Curves: p.curves})
		if err != nil {
			return err
		}
		fmt.Fprintln(cmd.OutOrStdout(), name)
	}
	return nil
}
