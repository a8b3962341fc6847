package netlab

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"text/tabwriter"

	"tumble/physics/scenes"
)

// Result has the figures of the second end of a run.
type Result struct {
	Scene    string `json:"scene"`
	Strategy string `json:"strategy"`
	Link     Link   `json:"link"`
	// Error is the mean distance (cm) of the bodies from the truth of the moment that a picture claims to show,
	// OwnError that of the bodies of the player.
	Error       float64 `json:"error_cm"`
	ErrorP95    float64 `json:"error_p95_cm"`
	OwnError    float64 `json:"own_error_cm"`
	OwnErrorP95 float64 `json:"own_error_p95_cm"`
	// Corrections is how often a second a body had to be moved by a centimetre or more, Correction by how much (cm).
	Corrections   float64 `json:"corrections_per_s"`
	Correction    float64 `json:"correction_cm"`
	CorrectionP95 float64 `json:"correction_p95_cm"`
	// Age (ms) is how long ago the shown moment was due, InputDelay (ms) the time from a change of the input to the
	// picture that shows it.
	Age        float64 `json:"age_ms"`
	InputDelay float64 `json:"input_delay_ms"`
	// Waits is how many ticks a second could not be taken in their frame for want of the other's input.
	Waits float64 `json:"waits_per_s"`
	// Bytes a second of both directions, headers included, and Steps that were computed a second.
	Bytes float64 `json:"bytes_per_s"`
	Steps float64 `json:"steps_per_s"`
	// Delay (ticks) is the chosen input delay, Deepest (ticks) the longest rollback, and Agreed the newest tick whose
	// hashes both peers have found equal.
	Delay   int    `json:"delay_ticks,omitempty"`
	Deepest int    `json:"deepest_ticks,omitempty"`
	Agreed  uint64 `json:"agreed_tick,omitempty"`
}

// Suite is a table: scenes, strategies and links.
type Suite struct {
	Scenes     []*scenes.Scene
	Strategies []string
	Links      []Link
	// Config has what all runs share.
	Config Config
}

// Runs is the number of runs.
func (s *Suite) Runs() int { return len(s.Scenes) * len(s.Strategies) * len(s.Links) }

// Run plays all of them, as many at a time as there are processors, until ctx ends; progress is called after each.
func (s *Suite) Run(ctx context.Context, progress func(done int)) ([]Result, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	list, errs := make([]Result, s.Runs()), make([]error, s.Runs())
	jobs, ended := make(chan int), make(chan int)
	for range runtime.GOMAXPROCS(0) {
		go func() {
			for i := range jobs {
				list[i], errs[i] = Run(ctx, s.config(i))
				ended <- i
			}
		}()
	}
	go func() {
		for i := range list {
			jobs <- i
		}
		close(jobs)
	}()
	var first error
	for done := range list {
		i := <-ended
		if errs[i] != nil && first == nil {
			first = errs[i]
			cancel()
		}
		progress(done + 1)
	}
	if first != nil {
		return nil, first
	}
	return list, nil
}

// config is the run of a number: scenes change slowest, strategies fastest.
func (s *Suite) config(i int) Config {
	c := s.Config
	c.Strategy = s.Strategies[i%len(s.Strategies)]
	i /= len(s.Strategies)
	c.Link = s.Links[i%len(s.Links)]
	c.Scene = s.Scenes[i/len(s.Links)]
	return c
}

// Write prints results in columns, a block for each scene and link.
func Write(w io.Writer, list []Result) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for i := range list {
		r := &list[i]
		if i == 0 || list[i-1].Scene != r.Scene || list[i-1].Link != r.Link {
			if err := t.Flush(); err != nil {
				return err
			}
			if i > 0 {
				fmt.Fprintln(w)
			}
			fmt.Fprintf(w, "%s, %s\n", r.Scene, r.Link)
			fmt.Fprintln(t, "strategy\terror cm\tp95\town cm\tp95\tage ms\tinput ms\twaits/s\t"+
				"corrections/s\tcm\tp95\tkB/s\tsteps/s\t")
		}
		fmt.Fprintf(t, "%s\t%.1f\t%.1f\t%.1f\t%.1f\t%.0f\t%.0f\t%.1f\t",
			r.Strategy, r.Error, r.ErrorP95, r.OwnError, r.OwnErrorP95, r.Age, r.InputDelay, r.Waits)
		fmt.Fprintf(t, "%.1f\t%.0f\t%.0f\t%.1f\t%.0f\t\n",
			r.Corrections, r.Correction, r.CorrectionP95, r.Bytes/1000, r.Steps)
	}
	return t.Flush()
}
