package lab

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"tumble/engine/diagnose"
	"tumble/engine/timestep"
)

// Suite is a set of runs: every strategy on every display.
type Suite struct {
	Strategies []string  // all if empty
	Displays   []Display // the standard ones if empty
	Machine    Machine
	Hz         int64
	Frames     int
	WarmUp     int
	Seeds      []uint64
	Clamp      int64
	Settings   *timestep.Settings
	JustInTime bool
	Window     Behaviour
	Trace      *diagnose.FrameTrace // instead of the displays
}

// Report is the outcome of a suite.
type Report struct {
	Results []Result `json:"results"`
	// SameAtAllRates says for each strategy whether the state after five simulated
	// seconds had the same bits on every display.
	SameAtAllRates map[string]bool `json:"same_state_at_all_rates"`
	Seeds          []uint64        `json:"seeds"`
}

// Runs is the number of runs that Run makes, one of each strategy on each display.
func (s Suite) Runs() int {
	strategies, displays := len(s.Strategies), len(s.Displays)
	if strategies == 0 {
		strategies = len(timestep.StrategyNames())
	}
	switch {
	case s.Trace != nil:
		displays = 1
	case displays == 0:
		displays = len(Displays())
	}
	return strategies * displays
}

// Run runs the suite until ctx ends; progress, if not nil, is called before each run.
func (s Suite) Run(ctx context.Context, progress func(done, all int, what string)) (*Report, error) {
	if len(s.Strategies) == 0 {
		s.Strategies = timestep.StrategyNames()
	}
	if len(s.Displays) == 0 {
		s.Displays = Displays()
	}
	if s.Trace != nil {
		s.Displays = []Display{{Name: "trace"}}
	}
	if len(s.Seeds) == 0 {
		s.Seeds = DefaultSeeds
	}
	rep := &Report{SameAtAllRates: map[string]bool{}, Seeds: s.Seeds}
	hashes := map[string]uint64{}
	for i, name := range s.Strategies {
		rep.SameAtAllRates[name] = true
		for j, d := range s.Displays {
			if progress != nil {
				progress(i*len(s.Displays)+j, len(s.Strategies)*len(s.Displays), name+" on "+d.Name)
			}
			r, err := Run(ctx, Config{
				Strategy: name, Display: d, Machine: s.Machine, Hz: s.Hz, Frames: s.Frames, WarmUp: s.WarmUp,
				Seeds: s.Seeds, Clamp: s.Clamp, Settings: s.Settings, JustInTime: s.JustInTime, Window: s.Window,
				Trace: s.Trace,
			})
			if err != nil {
				return nil, err
			}
			// a run too short for the hash says nothing
			if r.Hash != 0 {
				if h, ok := hashes[name]; ok && h != r.Hash {
					rep.SameAtAllRates[name] = false
				}
				hashes[name] = r.Hash
			}
			if !r.HashEqual {
				rep.SameAtAllRates[name] = false
			}
			rep.Results = append(rep.Results, r)
		}
	}
	return rep, nil
}

// Table writes the figures in columns.
func (rep *Report) Table(w io.Writer) error {
	t := tabwriter.NewWriter(w, 2, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(
		t,
		"strategy\tdisplay\tjudder rms %\tp99 %\tglass %\trepeat %\tage ms\tmax\tsteps\tspeed\tdrift ms/h\tlost "+
			"ms\tframe max\tcpu %\tspring err\trest mm\tload\tends\t")
	for _, r := range rep.Results {
		fmt.Fprintf(
			t, "%s\t%s\t%s\t%s\t%s\t%.1f\t%.1f\t%.1f\t%d-%d\t%.3f\t%.1f\t%.0f\t%.1f\t%.0f\t%.4f\t%.1f\t%.2f\t%s\t\n",
			r.Strategy, r.Display, percent(r.JudderRMS), percent(r.JudderP99), percent(r.GlassRMS), r.Repeats,
			r.AgeMean, r.AgeMax,
			r.StepsMin, r.StepsMax, r.Speed, r.Drift, r.Lost, r.FrameMax, r.CPU, r.SpringEnergy, r.RestHeight, r.Load,
			r.end())
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w, "\nseeds %v, worst figure of each kind\nsame state on every display:", rep.Seeds)
	seen := map[string]bool{}
	for _, r := range rep.Results {
		if !seen[r.Strategy] && rep.SameAtAllRates[r.Strategy] {
			fmt.Fprintf(w, " %s", r.Strategy)
		}
		seen[r.Strategy] = true
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	return rep.writeBroken(w)
}

// writeBroken says what is wrong with the broken loops of the report.
func (rep *Report) writeBroken(w io.Writer) error {
	said := map[string]bool{}
	for _, r := range rep.Results {
		why := timestep.BrokenStrategy(r.Strategy)
		if why == "" || said[r.Strategy] {
			continue
		}
		said[r.Strategy] = true
		if _, err := fmt.Fprintf(w, "%s: %s\n", r.Strategy, why); err != nil {
			return err
		}
	}
	return nil
}

// percent is a judder in figures that tell small ones apart.
func percent(x float64) string {
	if x < .1 {
		return fmt.Sprintf("%.3f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

// end says how the run ended.
func (r *Result) end() string {
	if r.Diverges {
		return "diverges"
	}
	return "in time"
}

// JSON writes the figures for programs.
func (rep *Report) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(rep)
}
