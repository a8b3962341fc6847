package main

import (
	"errors"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"tumble/engine/timestep"
	"tumble/internal/cli"
	"tumble/internal/sweep"
)

// beamProgram runs pipelines of Apache Beam. It is a program of its own, because it is nearly three times as large as
// this one.
const beamProgram = "sandbox-beam"

// mostInPipeline bounds the cells of one pipeline, which begins with all of them and ends with all of their rows.
const mostInPipeline = 1 << 20

// newSweepBeam is the command that simulates a study on a runner of Beam.
func newSweepBeam() *cobra.Command {
	f := &sweepFlags{}
	var batch int
	var rows, there string
	cmd := &cobra.Command{
		Use:   "beam STUDY.toml [-- FLAGS OF BEAM]",
		Short: "Simulate a study in a pipeline of Apache Beam",
		Long: "Simulate a study on a runner of Apache Beam, by default Prism on this machine. The machines of another runner need\n" +
			"this version of the program, and a folder or bucket that they and this one reach for the rows.",
		Example: "  sandbox sweep beam study.toml\n" +
			"  sandbox sweep beam study.toml --sandbox /opt/sandbox --rows gs://bucket/rows -- --runner=flink --endpoint=host:8081",
		Args: cli.Takes(1, cli.AnyNumber),
		RunE: cli.Failing(func(cmd *cobra.Command, args []string) error {
			if batch < 1 {
				return cli.Exit(cli.ExitUsage, "--batch %d: must be at least 1", batch)
			}
			adapter, err := findProgram(beamProgram, "beam")
			if err != nil {
				return err
			}
			if there == "" {
				if there, err = os.Executable(); err != nil {
					return err
				}
			}
			if rows == "" {
				if rows, err = os.MkdirTemp("", "tumble-beam-"); err != nil {
					return cli.OutputError(err)
				}
				defer os.RemoveAll(rows)
			}
			command := append([]string{adapter, "-batch", strconv.Itoa(batch), "-sandbox", there, "-rows", rows},
				args[1:]...)
			return f.runOn(cmd, args[0], func(s *sweep.Study) (sweep.Executor, error) {
				parcel, err := sweep.Pack(s, programVersion())
				if err != nil {
					return nil, &cli.Error{Code: cli.ExitInput, Err: err}
				}
				return &sweep.Remote{Command: command, Parcel: parcel, Ahead: mostInPipeline,
					Errors: cmd.ErrOrStderr()}, nil
			})
		}),
	}
	f.resultFlags(cmd)
	cmd.Flags().IntVar(&batch, "batch", 64,
		"cells in an element of the pipeline, which one machine simulates on all of its cores")
	cmd.Flags().StringVar(&rows, "rows", "", "folder or gs:// for rows that the runner and this command reach")
	cmd.Flags().StringVar(&there, "sandbox", "",
		"this program on the machines of the runner (default: where it is here)")
	return cmd
}

// newSweepBatch is the command that the pipeline starts for each of its elements.
func newSweepBatch() *cobra.Command {
	return &cobra.Command{
		Use:     "batch",
		Short:   "Simulate the study and the cells that come as lines from standard input",
		Example: "  sandbox sweep batch < lines",
		Hidden:  true,
		Args:    cli.Takes(0, 0),
		RunE: cli.Failing(func(cmd *cobra.Command, args []string) error {
			dir, err := os.MkdirTemp("", "tumble-batch-")
			if err != nil {
				return cli.OutputError(err)
			}
			defer os.RemoveAll(dir)
			simulator := func(s *sweep.Study) (sweep.Executor, error) {
				work, err := workerCommand(s.Path)
				return &sweep.Processes{Command: work, Workers: workerCount(0), Clock: timestep.RealClock()}, err
			}
			err = sweep.Join(cmd.Context(), dir, programVersion(), cmd.InOrStdin(), cmd.OutOrStdout(), simulator)
			if errors.Is(err, sweep.ErrParcel) || errors.Is(err, sweep.ErrStudy) {
				return &cli.Error{Code: cli.ExitInput, Err: err}
			}
			return err
		}),
	}
}
