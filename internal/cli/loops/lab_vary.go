package loops

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"tumble/engine"
	"tumble/engine/param"
	"tumble/engine/timestep"
	"tumble/internal/cli"
	"tumble/internal/lab"
)

// mostVaried bounds the number of values of --vary.
const mostVaried = 1000

// noDisplayHas are the constants of a loop that a simulated display cannot show, with the reason.
var noDisplayHas = map[string]string{
	"loop.speed":      "the laboratory measures time at its own speed",
	"loop.workers":    "the steps of the laboratory cost what --step says",
	"loop.main_draws": "a simulated display has no thread that draws",
}

// needs are the constants of a loop that act in some situations only, which a display has or has not.
var needs = map[string]struct {
	display string
	has     func(*lab.Display) bool
}{
	"loop.background":      {"60-unfocused", func(d *lab.Display) bool { return d.Unfocused }},
	"loop.pause_minimised": {"60-minimised", func(d *lab.Display) bool { return d.Minimised }},
	"loop.low_latency":     {"60-queued", func(d *lab.Display) bool { return d.Queue > 0 }},
}

// settings gives a suite the constants of the loops.
func (f *labFlags) settings(s *lab.Suite, pairs ...string) error {
	loop := param.NewLoop(int(s.Hz), 1)
	r := param.NewRegistry()
	if err := param.AddLoop(r, int(s.Hz), &loop); err != nil {
		return err
	}
	for _, pair := range pairs {
		key, _, _ := strings.Cut(pair, "=")
		key = strings.TrimSpace(key)
		if reason, no := noDisplayHas[key]; no {
			return cli.Exit(cli.ExitUsage, "--set %s: %s", key, reason)
		}
		if n, is := needs[key]; is && !slices.ContainsFunc(s.Displays, func(d lab.Display) bool { return n.has(&d) }) {
			return cli.Exit(cli.ExitUsage, "--set %s acts on none of these displays: use --display %s", key, n.display)
		}
	}
	if err := cli.Assign(r, pairs); err != nil {
		return err
	}
	settings := loop.Settings()
	s.Settings, s.Hz, s.JustInTime = &settings, int64(loop.Hertz), loop.JustInTime
	s.Window = lab.Behaviour{
		Background: engine.Background(loop.Background), PauseMinimised: loop.PauseMinimised,
		LowLatency: loop.LowLatency,
	}
	return nil
}

// varied runs the suite for each value of --vary.
func (f *labFlags) varied(cmd *cobra.Command, s lab.Suite) error {
	key, values, err := parseVary(f.vary)
	if err != nil {
		return err
	}
	hertz := s.Hz
	p := cli.NewProgress(cmd.ErrOrStderr(), timestep.RealClock(), "run", len(values)*s.Runs())
	v, err := lab.Vary(cmd.Context(), s, key, values, func(s *lab.Suite, value float64) error {
		s.Hz = hertz
		return f.settings(s, append(f.set[:len(f.set):len(f.set)], key+"="+valueText(key, value))...)
	}, p.Update)
	p.End()
	var usage *cli.Error
	switch {
	case errors.Is(err, context.Canceled) || errors.As(err, &usage):
		return err
	case err != nil:
		return &cli.Error{Code: cli.ExitUsage, Err: err}
	}
	out := cmd.OutOrStdout()
	if f.json == "-" {
		return v.JSON(out)
	}
	if f.json != "" {
		if err := writeTo(f.json, v.JSON); err != nil {
			return err
		}
	}
	return v.Table(out)
}

// valueText is a value of a constant as --set takes it.
func valueText(key string, value float64) string {
	r := param.NewRegistry()
	if err := param.AddLoop(r, int(timestep.DefaultRate), &param.Loop{}); err == nil {
		if p, err := r.Lookup(key); err == nil && p.Kind == param.Enum {
			if i := int(math.Round(value)); i >= 0 && i < len(p.Choices) {
				return p.Choices[i]
			}
		}
	}
	return strconv.FormatFloat(value, 'g', 8, 64)
}

// parseVary reads key=from:to:number.
func parseVary(text string) (key string, values []float64, err error) {
	bad := cli.Exit(cli.ExitUsage, "--vary %s: must be key=from:to:number, with 2 to %d values", text, mostVaried)
	key, span, _ := strings.Cut(text, "=")
	parts := strings.Split(span, ":")
	if len(parts) != 3 {
		return "", nil, bad
	}
	from, err1 := strconv.ParseFloat(parts[0], 64)
	to, err2 := strconv.ParseFloat(parts[1], 64)
	n, err3 := strconv.Atoi(parts[2])
	if err1 != nil || err2 != nil || err3 != nil || n < 2 || n > mostVaried {
		return "", nil, bad
	}
	for i := range n {
		values = append(values, from+(to-from)*float64(i)/float64(n-1))
	}
	return key, values, nil
}
