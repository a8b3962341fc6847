package lab

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"
)

// Variation is a suite that is run for several values of one setting.
type Variation struct {
	Key    string `json:"key"`
	Points []struct {
		Value  float64 `json:"value"`
		Report *Report `json:"report"`
	} `json:"points"`
}

// Vary runs a suite for each value until ctx ends; with sets the value in the suite. progress, if not nil, is called
// before each run with the number of runs that are done.
func Vary(ctx context.Context, s Suite, key string, values []float64, with func(*Suite, float64) error,
	progress func(done int)) (*Variation, error) {
	v := &Variation{Key: key}
	for i, value := range values {
		if err := with(&s, value); err != nil {
			return nil, err
		}
		rep, err := s.Run(ctx, func(done, all int, _ string) {
			if progress != nil {
				progress(i*all + done)
			}
		})
		if err != nil {
			return nil, err
		}
		v.Points = append(v.Points, struct {
			Value  float64 `json:"value"`
			Report *Report `json:"report"`
		}{value, rep})
	}
	return v, nil
}

// Table writes the effect of the value, one line for each run.
func (v *Variation) Table(w io.Writer) error {
	t := tabwriter.NewWriter(w, 2, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "%s\tstrategy\tdisplay\tjudder rms %%\tage ms\tsteps\tspeed\tlost ms\tframe max\tload\tends\t\n",
		v.Key)
	for _, p := range v.Points {
		for i := range p.Report.Results {
			r := &p.Report.Results[i]
			fmt.Fprintf(t, "%.6g\t%s\t%s\t%.2f\t%.1f\t%d-%d\t%.3f\t%.0f\t%.1f\t%.2f\t%s\t\n", p.Value, r.Strategy,
				r.Display,
				r.JudderRMS, r.AgeMean, r.StepsMin, r.StepsMax, r.Speed, r.Lost, r.FrameMax, r.Load, r.end())
		}
	}
	return t.Flush()
}

// JSON writes the figures for programs.
func (v *Variation) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
