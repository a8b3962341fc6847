package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"tumble/engine/timestep"
	"tumble/internal/cli"
	"tumble/internal/openscene"
	"tumble/internal/sweep"
	page "tumble/internal/sweep/report"
	"tumble/internal/wholefile"
)

// sweepFlags are the flags of the sweep command.
type sweepFlags struct {
	out, shard, report string
	workers, pictures  int
	retry, check       bool
}

func newSweep() *cobra.Command {
	f := &sweepFlags{}
	cmd := &cobra.Command{
		Use:   "sweep STUDY.toml",
		Short: "Simulate a scene with many values of its parameters",
		Long: "Simulate all cells of a study in worker processes and write results.jsonl, results.csv and times.csv.\n" +
			"A study that was stopped or killed goes on where it was: the same command again. Rows do not depend\n" +
			"on the number of workers, shards or machines. docs/sweeps.md describes the file.",
		Example: "  sandbox sweep study.toml --check\n" +
			"  sandbox sweep study.toml\n" +
			"  sandbox sweep study.toml --shard 3/7 --out rows && sandbox sweep merge rows",
		Args: cli.Takes(1, 1),
		RunE: cli.Failing(func(cmd *cobra.Command, args []string) error {
			if f.workers < 0 || f.workers > 1024 {
				return cli.Exit(cli.ExitUsage, "--workers %d: must be 0 to 1024", f.workers)
			}
			return f.runOn(cmd, args[0], func(s *sweep.Study) (sweep.Executor, error) {
				command, err := workerCommand(s.Path)
				return &sweep.Processes{Command: command, Workers: workerCount(f.workers), Clock: timestep.RealClock()},
					err
			})
		}),
	}
	f.resultFlags(cmd)
	cmd.Flags().IntVar(&f.workers, "workers", 0, "cells that are simulated at a time, 0 for one on each core")
	cmd.Flags().BoolVar(&f.check, "check", false, "read the study, say how many cells it has, and simulate nothing")
	cmd.AddCommand(newSweepMerge(), newSweepTake(), newSweepReport(), newSweepJobs(), newSweepServe(), newSweepJoin(),
		newSweepBeam(),
		newSweepWorker(), newSweepBatch())
	return cmd
}

// resultFlags are the flags of simulation and output.
func (f *sweepFlags) resultFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.out, "out", "", "folder of the rows (default: the name of the study with .out)")
	cmd.Flags().StringVar(&f.shard, "shard", "", "simulate the I-th of N shares only, as I/N, from 0 to N-1")
	cmd.Flags().BoolVar(&f.retry, "retry", false, "simulate cells again that the time limit ended")
	cmd.Flags().StringVar(&f.report, "report", "", "write the results as a page for a browser to this .html file")
	cmd.Flags().IntVar(&f.pictures, "pictures", 0, "show pictures and runs of so many of the best cells "+
		"on the page of --report, and of as many of those that broke first")
}

// programVersion names the version that rows are of: rows of two versions do not mix.
func programVersion() string {
	info := readVersion()
	text := strings.TrimSpace(info.Version + " " + info.Revision)
	if info.Modified {
		text += " modified"
	}
	return text
}

// readStudy reads a study file.
func readStudy(path string) (*sweep.Study, error) {
	s, err := sweep.Read(path)
	if err != nil {
		return nil, &cli.Error{Code: cli.ExitInput, Err: err}
	}
	return s, nil
}

// rowsFolder is the folder of the rows of a study without --out.
func rowsFolder(study string) string {
	return strings.TrimSuffix(study, filepath.Ext(study)) + ".out"
}

// parseShard reads I/N.
func parseShard(text string) (shard, shards int, err error) {
	if text == "" {
		return 0, 1, nil
	}
	i, n, ok := strings.Cut(text, "/")
	shard, err1 := strconv.Atoi(i)
	shards, err2 := strconv.Atoi(n)
	if !ok || err1 != nil || err2 != nil || shards < 1 || shards > 100000 || shard < 0 || shard >= shards {
		return 0, 0, cli.Exit(cli.ExitUsage, "--shard %s: must be I/N with I from 0 to N-1", text)
	}
	return shard, shards, nil
}

// runOn simulates a study on the machines that the function makes.
func (f *sweepFlags) runOn(cmd *cobra.Command, path string, executor func(*sweep.Study) (sweep.Executor, error)) error {
	shard, shards, err := parseShard(f.shard)
	if err != nil {
		return err
	}
	if err := checkPictures(f.pictures); err != nil {
		return err
	}
	s, err := readStudy(path)
	if err != nil {
		return err
	}
	if f.out == "" {
		f.out = rowsFolder(path)
	}
	out := cmd.OutOrStdout()
	if f.check {
		_, err := fmt.Fprintf(out, "%s: %s of %d cells on %s, %d parameters, %d metrics, %d guard rails\n", path,
			s.Design.Kind, s.Cells(), s.SceneName,
			len(s.Parameters), len(s.Metrics), len(s.Guards))
		return err
	}
	simulator, err := executor(s)
	if err != nil {
		return err
	}
	clock := timestep.RealClock()
	var bar *cli.Progress
	options := sweep.Options{
		Dir: f.out, Program: programVersion(), Shard: shard, Shards: shards, Retry: f.retry, Clock: clock,
		Executor: simulator,
		Progress: func(done, total int) {
			if bar == nil {
				bar = cli.NewProgress(cmd.ErrOrStderr(), clock, "cell", total)
			}
			bar.Total = total
			bar.Update(done)
		},
	}
	outcome, err := sweep.Run(cmd.Context(), s, options)
	if bar != nil {
		bar.End()
	}
	if outcome.Damaged > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "sandbox: %d damaged lines in %s are left out\n", outcome.Damaged, f.out)
	}
	return f.conclude(cmd, s, outcome, err)
}

// conclude says what a run came to.
func (f *sweepFlags) conclude(cmd *cobra.Command, s *sweep.Study, o sweep.Outcome, err error) error {
	switch {
	case err != nil && cmd.Context().Err() != nil:
		return cli.Interrupted(cmd.Context(), "after %d of %d cells; the same command goes on", o.Known+o.Simulated,
			s.Cells())
	case errors.Is(err, sweep.ErrOtherStudy):
		return &cli.Error{Code: cli.ExitInput, Err: err}
	case errors.As(err, new(*sweep.UnwrittenError)):
		return cli.OutputError(err)
	case err != nil:
		return err
	}
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "%d cells simulated, %d known before", o.Simulated, o.Known)
	var states []string
	for state := range o.States {
		states = append(states, string(state))
	}
	sort.Strings(states)
	for _, state := range states {
		fmt.Fprintf(out, "; %d %s", o.States[sweep.State(state)], state)
	}
	fmt.Fprintln(out)
	if o.Missing > 0 {
		_, err := fmt.Fprintf(out, "%d cells of other shares are missing; sandbox sweep merge %s joins all\n",
			o.Missing, f.out)
		return err
	}
	_, err = fmt.Fprintf(out, "results in %s\n", f.out)
	if f.report != "" && err == nil {
		err = writeReport(f.report, s.Path, f.pictures, f.out)
	}
	if n := o.States[sweep.NotFinished]; n > 0 && err == nil {
		return cli.Exit(cli.ExitLimit, "%d cells are not finished; --retry tries them again", n)
	}
	return err
}

// workerCommand is the command that simulates cells of a study.
func workerCommand(study string) ([]string, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return append([]string{program, "sweep", "worker", study}, loadFlags()...), nil
}

// sweepCommand is the command that simulates a study, whose path is appended; nil where this program has no file.
func sweepCommand() []string {
	program, err := os.Executable()
	if err != nil {
		return nil
	}
	return append([]string{program, "sweep"}, loadFlags()...)
}

// loadFlags are the flags of this process that say how files are read.
func loadFlags() []string {
	o := openscene.CurrentOptions()
	command := []string{"--max-scene-bytes", strconv.FormatInt(o.MaxBytes, 10)}
	for name, dir := range o.Packages {
		command = append(command, "--package", name+"="+dir)
	}
	if o.KeepFixedLinks {
		command = append(command, "--keep-fixed-links")
	}
	if o.Key != "" {
		command = append(command, "--key", o.Key)
	}
	if o.SelfCollision {
		command = append(command, "--self-collision")
	}
	return command
}

// newSweepWorker is the command that sweep starts for each worker.
func newSweepWorker() *cobra.Command {
	return &cobra.Command{
		Use:     "worker STUDY.toml",
		Short:   "Simulate the cells that come as lines from standard input",
		Example: "  sandbox sweep worker study.toml",
		Hidden:  true,
		Args:    cli.Takes(1, 1),
		RunE: cli.Failing(func(cmd *cobra.Command, args []string) error {
			s, err := readStudy(args[0])
			if err != nil {
				return err
			}
			return sweep.Serve(s, programVersion(), cmd.InOrStdin(), cmd.OutOrStdout(), timestep.RealClock())
		}),
	}
}

func newSweepMerge() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:     "merge FOLDER...",
		Short:   "Join the rows of all shares of a study",
		Example: "  sandbox sweep merge rows\n  sandbox sweep merge from-a from-b from-c --out all",
		Args:    cli.Takes(1, cli.AnyNumber),
		RunE: cli.Failing(func(cmd *cobra.Command, args []string) error {
			if out == "" {
				out = args[0]
			}
			if err := os.MkdirAll(out, 0o777); err != nil {
				return cli.OutputError(err)
			}
			head, missing, err := sweep.Merge(out, args...)
			switch {
			case errors.Is(err, sweep.ErrOtherStudy), errors.Is(err, os.ErrNotExist):
				return &cli.Error{Code: cli.ExitInput, Err: err}
			case errors.As(err, new(*sweep.UnwrittenError)):
				return cli.OutputError(err)
			case err != nil:
				return err
			case missing > 0:
				return cli.Exit(cli.ExitFailed, "%d of %d cells have no row yet", missing, head.Cells)
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d cells merged into %s\n", head.Cells, out)
			return err
		}),
	}
	cmd.Flags().StringVar(&out, "out", "", "folder of the tables (default: the first folder)")
	return cmd
}

func newSweepReport() *cobra.Command {
	var out, study string
	var pictures int
	cmd := &cobra.Command{
		Use:   "report FOLDER...",
		Short: "Write the rows of a study as a page for a browser",
		Long: "Write the rows of a study as one HTML file that needs no network: table, heat map, parallel coordinates,\n" +
			"sensitivities, quality against cost, and the command that opens each cell. A study may still be running.",
		Example: "  sandbox sweep report study.out\n  sandbox sweep report rows --out rows.html --study study.toml",
		Args:    cli.Takes(1, cli.AnyNumber),
		RunE: cli.Failing(func(cmd *cobra.Command, args []string) error {
			if out == "" {
				out = filepath.Join(args[0], "report.html")
			}
			if err := checkPictures(pictures); err != nil {
				return err
			}
			if err := writeReport(out, study, pictures, args...); err != nil {
				return err
			}
			_, err := fmt.Fprintln(cmd.OutOrStdout(), out)
			return err
		}),
	}
	cmd.Flags().StringVar(&out, "out", "", "the page (default: report.html in the first folder)")
	cmd.Flags().StringVar(&study, "study", "", "path of the study in the commands of the page (default: its name)")
	cmd.Flags().IntVar(&pictures, "pictures", 0, "show pictures and runs of so many of the best cells, "+
		"and of as many of those that broke first")
	return cmd
}

// checkPictures refuses a number of pictures that no page can hold.
func checkPictures(n int) error {
	if n < 0 || n > mostCellPictures {
		return cli.Exit(cli.ExitUsage, "--pictures %d: must be 0 to %d", n, mostCellPictures)
	}
	return nil
}

// writeReport writes the page of the rows in folders, with pictures of so many of the best and of the worst cells.
func writeReport(path, study string, pictures int, dirs ...string) error {
	st, err := sweep.OpenStore(dirs...)
	switch {
	case errors.Is(err, sweep.ErrOtherStudy), errors.Is(err, os.ErrNotExist):
		return &cli.Error{Code: cli.ExitInput, Err: err}
	case err != nil:
		return err
	}
	defer st.Close()
	drawn, err := cellPictures(st, study, dirs[0], pictures)
	if err != nil {
		return err
	}
	viewer, err := filmViewer(drawn)
	if err != nil {
		return err
	}
	if study == "" {
		study = st.Head.Study
	}
	return cli.OutputError(wholefile.Write(path, func(w io.Writer) error {
		return page.Write(w, st, study, drawn, viewer)
	}))
}

func newSweepJobs() *cobra.Command {
	var job sweep.JobFile
	cmd := &cobra.Command{
		Use:   "jobs STUDY.toml slurm|kubernetes|parallel",
		Short: "Print a job file that runs a study in shares",
		Example: "  sandbox sweep jobs study.toml slurm --shares 100 >study.sbatch\n" +
			"  sandbox sweep jobs study.toml kubernetes --shares 20 --image tumble:1 --claim data\n" +
			"  sandbox sweep jobs study.toml parallel --shares 8 | sh",
		Args: cli.Takes(2, 2),
		RunE: cli.Failing(func(cmd *cobra.Command, args []string) error {
			if _, err := readStudy(args[0]); err != nil {
				return err
			}
			job.Study, job.Out = args[0], rowsFolder(args[0])
			return jobFile(cmd.OutOrStdout(), args[1], &job)
		}),
	}
	cmd.Flags().IntVar(&job.Shares, "shares", 10, "shares that the study is cut in")
	cmd.Flags().IntVar(&job.Cores, "cores", 1, "cores of each share")
	cmd.Flags().StringVar(&job.Image, "image", "tumble", "Kubernetes: image that has the program")
	cmd.Flags().StringVar(&job.Volume, "claim", "tumble",
		"Kubernetes: claim of the volume that holds the study and the rows")
	return cmd
}

func jobFile(out io.Writer, kind string, job *sweep.JobFile) error {
	if err := job.Write(out, kind); err != nil {
		return &cli.Error{Code: cli.ExitUsage, Err: err}
	}
	return nil
}
