package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/spf13/cobra"

	"tumble/internal/cli"
	"tumble/internal/fit"
	"tumble/internal/sweep"
)

// fitFlags are the flags of the fit command.
type fitFlags struct {
	patchFlags
	data, followed string
	workers        int
	json           bool
}

func newFit() *cobra.Command {
	f := &fitFlags{}
	cmd := &cobra.Command{
		Use:   "fit STUDY.toml",
		Short: "Find parameters with which a scene follows measured motion",
		Long: "Find values of the parameters of a study with which its scene follows the columns of a log, and say how\n" +
			"sure they are: intervals of 95 % confidence, and the parameters that the data do not determine.",
		Example: "  sandbox fit study.toml --data log.csv\n" +
			"  sandbox fit study.toml --data robot.mcap\n" +
			"  sandbox fit study.toml --data log.csv --preset fitted.toml --followed residuals.csv",
		Args: cli.Takes(1, 1),
		RunE: cli.Failing(func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) }),
	}
	cmd.Flags().StringVar(&f.data, "data", "",
		"measurements: .csv with a column time (s), .mcap with messages in JSON, or a recording of this program")
	f.patchFlags.add(cmd)
	cmd.Flags().StringVar(&f.followed, "followed", "", "write measured and simulated values to this CSV file")
	cmd.Flags().IntVar(&f.workers, "workers", 0, "simulations at a time, 0 for one on each core")
	cmd.Flags().BoolVar(&f.json, "json", false, "write a JSON object")
	return cmd
}

func (f *fitFlags) run(cmd *cobra.Command, path string) error {
	if f.data == "" || f.workers < 0 {
		return cli.Exit(cli.ExitUsage, "--data is missing, or --workers is negative")
	}
	if err := cli.DistinctFiles([]cli.NamedFile{{Flag: "the study", Path: path}, {Flag: "--data", Path: f.data}},
		append(f.files(), cli.NamedFile{Flag: "--followed", Path: f.followed})); err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	s, err := readStudy(path)
	if err != nil {
		return err
	}
	data, err := readMeasured(s, f.data)
	if err != nil {
		return err
	}
	r, err := fit.Run(cmd.Context(), s, data, workerCount(f.workers))
	switch {
	case errors.Is(err, sweep.ErrStudy), errors.Is(err, fit.ErrData):
		return &cli.Error{Code: cli.ExitInput, Err: err}
	case err != nil:
		return err
	}
	if err := errors.Join(f.writeValues(cmd, s, r), f.writeFollowed(s, data, r)); err != nil {
		return err
	}
	if f.json {
		return cli.WriteJSON(cmd.OutOrStdout(), struct {
			Estimates   []fit.Estimate
			Offset      float64
			Deviation   float64
			Converged   bool
			Simulations int
		}{r.Estimates, r.Offset, r.Deviation, r.Converged, r.Simulations})
	}
	return f.print(cmd, s, r)
}

// print writes a table of the values.
func (f *fitFlags) print(cmd *cobra.Command, s *sweep.Study, r *fit.Result) error {
	table := cli.NewTable(cmd.OutOrStdout())
	fmt.Fprintln(table, "PARAMETER\tVALUE\tUNIT\t95 % INTERVAL\t")
	for _, e := range r.Estimates {
		remark := ""
		if !e.Determined {
			remark = "not determined"
		}
		fmt.Fprintf(table, "%s\t%.5g\t%s\t%.5g … %.5g\t%s\n", e.Key, e.Value, e.Unit, e.Low, e.High, remark)
	}
	if s.Fit.Offset > 0 {
		fmt.Fprintf(table, "time offset\t%.4g\ts\t\t\n", r.Offset)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	text := "converged"
	if !r.Converged {
		text = "not converged"
	}
	of := "of the stated deviations"
	if !s.Fit.Stated() {
		of = "of the spread of the columns"
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s after %d simulations; residuals %.3g %s\n", text, r.Simulations,
		r.Deviation, of)
	return err
}

// writeValues writes the values that were found to the files that the flags name.
func (f *fitFlags) writeValues(cmd *cobra.Command, s *sweep.Study, r *fit.Result) error {
	if f.preset == "" && f.scene == "" && f.code == "" {
		return nil
	}
	values := make([]float64, len(r.Estimates))
	for i, e := range r.Estimates {
		values[i] = e.Value
	}
	config, err := s.Configure(values, 0)
	if err != nil {
		return err
	}
	return f.write(config)
}

// writeFollowed writes time, and each measured column beside its simulated one.
func (f *fitFlags) writeFollowed(s *sweep.Study, d *fit.Data, r *fit.Result) (err error) {
	if f.followed == "" {
		return nil
	}
	file := &sinks{}
	out, err := file.open(f.followed)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.close(err)) }()
	line := []byte("time")
	for _, x := range s.Fit.Follow {
		line = fmt.Appendf(line, ",%s,%s simulated", x.Column, x.Column)
	}
	for k, t := range d.Time {
		line = strconv.AppendFloat(append(line, '\n'), t, 'g', -1, 64)
		for i, x := range s.Fit.Follow {
			for _, v := range []float64{d.Columns[x.Column][k], r.Followed[i][k]} {
				if line = append(line, ','); !math.IsNaN(v) {
					line = strconv.AppendFloat(line, v, 'g', -1, 64)
				}
			}
		}
	}
	_, err = out.Write(append(line, '\n'))
	return err
}
