package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"tumble/engine/param"
	"tumble/internal/cli"
	"tumble/internal/truth"
)

// rigFlags are the flags of the command rig.
type rigFlags struct {
	configFlags
	seconds       float64
	order, asJSON bool
}

func newRigs() *cobra.Command {
	f := &rigFlags{}
	cmd := &cobra.Command{
		Use:   "rig [NAME]",
		Short: "Run an experiment with a known answer and print the error, or list them",
		Long: "Run an experiment whose exact solution is known, and print how far the world is from it at the end\n" +
			"and at most. With --order it is run with 1, 2, 4, 8 and 16 sub-steps, and the power of their length\n" +
			"with which the error shrinks is printed. Without a name the experiments are listed; the scene of\n" +
			"one is called rig_NAME and can be opened and simulated like any other.",
		Example: "  sandbox rig\n  sandbox rig pendulum --hz 50 --substeps 4\n  sandbox rig spring --order --set frequency=3\n" +
			"  sandbox run rig_gyroscope",
		Args: cli.Takes(0, 1),
		RunE: cli.Failing(func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listRigs(cmd.OutOrStdout(), f.asJSON)
			}
			return f.run(cmd, args[0])
		}),
	}
	f.configFlags.add(cmd)
	cmd.Flags().Float64Var(&f.seconds, "seconds", 0, "how long to run (default: what the experiment asks for)")
	cmd.Flags().BoolVar(&f.order, "order", false,
		"run with several numbers of sub-steps and print the order of the error")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "write JSON")
	return cmd
}

// rigEntry is an experiment as JSON.
type rigEntry struct {
	Name    string  `json:"name"`
	Text    string  `json:"text"`
	Formula string  `json:"formula"`
	Unit    string  `json:"unit"`
	Order   float64 `json:"order,omitempty"`
	Bound   string  `json:"bound,omitempty"`
}

func listRigs(out io.Writer, asJSON bool) error {
	var list []rigEntry
	for _, r := range truth.All {
		list = append(list, rigEntry{r.Name, r.Scene.Text, r.Formula, r.Unit(), r.Order, r.Bound})
	}
	if asJSON {
		return cli.WriteJSON(out, list)
	}
	table := cli.NewTable(out)
	fmt.Fprintln(table, "NAME\tEXPERIMENT\tKNOWN ANSWER")
	for _, e := range list {
		fmt.Fprintf(table, "%s\t%s\t%s\n", e.Name, e.Text, e.Formula)
	}
	return table.Flush()
}

// rigResult is the finding of a run, as JSON.
type rigResult struct {
	Name    string        `json:"name"`
	Unit    string        `json:"unit"`
	Seconds float64       `json:"seconds"`
	Runs    []truth.Point `json:"runs"`
	Order   float64       `json:"order,omitempty"`
}

func (f *rigFlags) run(cmd *cobra.Command, name string) error {
	r, ok := truth.Find(name)
	if !ok {
		var names []string
		for _, known := range truth.All {
			names = append(names, known.Name)
		}
		return cli.Exit(cli.ExitInput, "%w", cli.Meant(fmt.Errorf("no experiment %q; sandbox rig lists them", name),
			name, names))
	}
	config, _, err := f.configFlags.config(cmd, r.Scene.Name)
	if err != nil {
		return err
	}
	result := rigResult{Name: r.Name, Unit: r.Unit(), Seconds: r.Seconds}
	if cmd.Flags().Changed("seconds") {
		result.Seconds = f.seconds
	}
	if !(result.Seconds > 0 && result.Seconds <= 3600) {
		return cli.Exit(cli.ExitUsage, "--seconds must be more than 0 and at most 3600")
	}
	counts := []int32{config.Settings.SubSteps}
	if f.order {
		counts = []int32{1, 2, 4, 8, 16}
	}
	for _, n := range counts {
		point, err := f.measure(config, r, n, result.Seconds)
		if err != nil {
			return err
		}
		result.Runs = append(result.Runs, point)
	}
	if f.order {
		result.Order = truth.OrderOf(result.Runs)
	}
	if f.asJSON {
		return cli.WriteJSON(cmd.OutOrStdout(), result)
	}
	return result.write(cmd.OutOrStdout(), r)
}

// measure runs the experiment as configured, with a number of sub-steps.
func (f *rigFlags) measure(config *param.Config, r *truth.Rig, subSteps int32, seconds float64) (truth.Point, error) {
	config.Settings.SubSteps = subSteps
	run, err := config.Build()
	if err != nil {
		return truth.Point{}, err
	}
	defer run.World.Close()
	return truth.Measure(run, config.Loop.Hertz, seconds)
}

func (r *rigResult) write(out io.Writer, of *truth.Rig) error {
	fmt.Fprintf(out, "%s: %s\nexact: %s\n", of.Name, of.Scene.Text, of.Formula)
	table := cli.NewTable(out)
	fmt.Fprintf(table, "HZ\tSUB-STEPS\tERROR AFTER %g s [%s]\tLARGEST [%s]\n", r.Seconds, r.Unit, r.Unit)
	for _, p := range r.Runs {
		fmt.Fprintf(table, "%d\t%d\t%.4g\t%.4g\n", p.Hertz, p.SubSteps, p.Error, p.Largest)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	switch {
	case r.Order == 0:
	case of.Order == 0:
		fmt.Fprintf(out, "order %.2f; the error is bounded by: %s\n", r.Order, of.Bound)
	default:
		fmt.Fprintf(out, "order %.2f, the method promises %g\n", r.Order, of.Order)
	}
	return nil
}
