package main

import (
	"bufio"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"tumble/internal/cli"
	"tumble/internal/curves"
	"tumble/internal/meter"
	"tumble/internal/truth"
	"tumble/physics/scenes"
)

// measureFlags are the flags of the sim command that measure the world and stop where a condition holds.
type measureFlags struct {
	keys, out, condition string

	meters []*meter.Meter
	stop   *meter.Condition
}

func (f *measureFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.keys, "measure", "", "measure these quantities after every K-th step, "+
		"as 'energy, body(\"crate\").speed' (see sandbox meters); with --save FILE.html the curves of the page")
	cmd.Flags().StringVar(&f.out, "measure-out", "-",
		"write what is measured to this file: .csv, .png, .svg, or .mcap for Foxglove and PlotJuggler; "+
			"- for standard output")
	cmd.Flags().StringVar(&f.condition, "break", "",
		"stop with code 1 after the first step where this holds, as 'penetration.max > 0.01'")
}

// check reads the meters and the condition.
func (f *measureFlags) check(cmd *cobra.Command) (err error) {
	if f.keys == "" && cmd.Flags().Changed("measure-out") {
		return cli.Exit(cli.ExitUsage, "--measure-out goes with --measure")
	}
	if f.out != "-" && !curves.CanWrite(f.out) {
		return cli.Exit(cli.ExitUsage, "--measure-out %s: must end in one of %s", f.out,
			strings.Join(curves.Formats, ", "))
	}
	if f.keys != "" {
		if f.meters, err = meter.Parse(f.keys); err != nil {
			return cli.Exit(cli.ExitUsage, "--measure: %w", err)
		}
	}
	if f.condition != "" {
		if f.stop, err = meter.Compile(f.condition); err != nil {
			return cli.Exit(cli.ExitUsage, "--break: %w", err)
		}
	}
	return nil
}

// file is the file that the flags write, empty for none.
func (f *measureFlags) file() string {
	if f.keys == "" {
		return ""
	}
	return f.out
}

// measureWriter writes measurements as lines of CSV, numbers with the digits that read back to the same value.
type measureWriter struct {
	out    *bufio.Writer
	set    *meter.Set
	twin   *truth.Twin
	length float64 // of a step (s)
	values []float64
	line   []byte
	// table has what a file other than CSV becomes, of this name
	table *curves.Table
	name  string
}

// newMeasureWriter writes the head of the table: step, time and the meters with their units.
func newMeasureWriter(out *bufio.Writer, meters []*meter.Meter, run *scenes.Run, stepLength float64,
	name string) (*measureWriter, error) {
	var columns []curves.Column
	for _, m := range meters {
		columns = append(columns, curves.Column{Name: m.Key, Unit: m.Unit})
	}
	m := &measureWriter{out: out, set: meter.NewSet(meters), twin: truth.Follow(run)}
	if m.twin != nil {
		m.set.Truth = m.twin.Error
	}
	m.length = stepLength
	m.set.Begin(run.World)
	if ext := strings.ToLower(filepath.Ext(name)); ext != "" && ext != ".csv" && name != "-" {
		m.table, m.name = &curves.Table{Title: run.Scene.Name, Columns: columns}, name
		return m, nil
	}
	_, err := out.WriteString(curves.Head(columns) + "\n")
	return m, err
}

func (m *measureWriter) write(run *scenes.Run, time float64) error {
	if m.twin != nil {
		m.twin.AdvanceTo(time)
	}
	m.values = m.set.Measure(run.World, meter.Moment{Step: run.StepCount, Time: time, Length: m.length}, m.values[:0])
	if t := m.table; t != nil {
		t.Steps, t.Times = append(t.Steps, int64(run.StepCount)), append(t.Times, time)
		for i, v := range m.values {
			t.Columns[i].Values = append(t.Columns[i].Values, v)
		}
		return nil
	}
	m.line = curves.AppendRow(m.line[:0], int64(run.StepCount), time, m.values)
	_, err := m.out.Write(m.line)
	return err
}

// finish writes a file that is written as a whole.
func (m *measureWriter) finish() error {
	if m == nil || m.table == nil {
		return nil
	}
	return cli.OutputError(m.table.Write(m.out, m.name))
}

// broken reports that the condition holds after the step just done, as an error with the values of its meters.
func (f *measureFlags) broken(run *scenes.Run, time float64) error {
	if f.stop == nil {
		return nil
	}
	if !f.stop.Holds(run.World, meter.Moment{Step: run.StepCount, Time: time, Length: time / float64(run.StepCount)}) {
		return nil
	}
	text := fmt.Sprintf("break: step %d: %s", run.StepCount, f.stop)
	if values := f.stop.Values(); values != "" {
		text += ": " + values
	}
	return cli.Exit(cli.ExitFailed, "%s", text)
}

//go:generate sh -c "go run . meters --markdown >../../docs/quantities.md"

func newMeters() *cobra.Command {
	var asJSON, markdown bool
	cmd := &cobra.Command{
		Use:   "meters [SCENE]",
		Short: "List the quantities that can be measured: key, unit, meaning",
		Long: "List the quantities that can be measured, alone or in expressions as body(\"a\").x - body(\"b\").x, by\n" +
			"--measure and --break, in the window, in study files and in tests: those of the world, then those of things.\n" +
			"NAME is the name of a body, or body and its slot, as body12. With a scene file, its sensors come last.",
		Example: "  sandbox meters\n  sandbox meters robot.xml\n" +
			"  sandbox sim card_house --measure energy,penetration --measure-out house.csv\n" +
			"  sandbox sim driving --measure 'body(\"chassis\").roll/deg' --break 'body(\"chassis\").tilt > 60*deg'",
		Args: cli.Takes(0, 1),
		RunE: cli.Failing(func(cmd *cobra.Command, args []string) error {
			if markdown {
				return meter.WriteMarkdown(cmd.OutOrStdout())
			}
			list := meter.List()
			if len(args) > 0 {
				scene, err := cli.FindScene(args[0])
				if err != nil {
					return err
				}
				for i := range scene.Sensors {
					x := &scene.Sensors[i]
					for _, key := range meter.SensorKeys(scene.Sensors[i : i+1]) {
						list = append(
							list, meter.Entry{Key: key, Unit: x.Unit, Text: x.Kind.String() + " of the scene."})
					}
				}
			}
			if asJSON {
				return cli.WriteJSON(cmd.OutOrStdout(), list)
			}
			table := cli.NewTable(cmd.OutOrStdout())
			fmt.Fprintln(table, "KEY\tUNIT\tMEANING")
			for _, e := range list {
				fmt.Fprintf(table, "%s\t%s\t%s\n", e.Key, e.Unit, e.Text)
			}
			return table.Flush()
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write a JSON array")
	cmd.Flags().BoolVar(&markdown, "markdown", false, "write a page of documentation")
	cmd.MarkFlagsMutuallyExclusive("json", "markdown")
	return cmd
}
