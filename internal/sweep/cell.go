package sweep

import (
	"context"
	"fmt"
	"math"
	"runtime/debug"
	"strings"

	"tumble/engine/param"
	"tumble/internal/meter"
	"tumble/physics"
)

// Values are the values of a cell of a design whose points do not depend on each other.
func (s *Study) Values(cell int) []float64 {
	return s.Design.Point(cell/s.Repeat.Count, make([]float64, 0, len(s.Parameters)))
}

// Repetition is the number of a cell among the repetitions of its point, from 0.
func (s *Study) Repetition(cell int) int { return cell % s.Repeat.Count }

// Configure returns the configuration of a cell. A repetition is a variation of the start: all points of the design
// have the same, so that their differences are due to the parameters.
func (s *Study) Configure(values []float64, repetition int) (*param.Config, error) {
	config := param.NewConfig(s.Scene)
	registry := config.Registry()
	assign := func(t *target, v float64) error {
		p, err := registry.Lookup(t.key)
		if err == nil {
			err = p.SetValue(v)
		}
		return err
	}
	if s.Repeat.Count > 1 {
		config.Start = s.Repeat.Start
		config.Start.Variation = repetition
	}
	for _, f := range s.set {
		if err := assign(f.target, f.value); err != nil {
			return nil, err
		}
	}
	for i := range s.Parameters {
		if err := assign(s.Parameters[i].target, values[i]); err != nil {
			return nil, err
		}
	}
	return config, nil
}

// Simulate simulates a cell in this goroutine. A panic of it becomes the reason of the row; one of another
// goroutine, and what Go calls fatal, ends the process: that is why cells of a study are simulated by worker
// processes.
func (s *Study) Simulate(ctx context.Context, job Job) (row Row) {
	row = Row{Cell: job.Cell, State: Failed}
	for _, v := range job.Values {
		row.Values = append(row.Values, Number(v))
	}
	defer func() {
		if p := recover(); p != nil {
			row.State, row.Reason = Panicked, panicReason(p, debug.Stack())
			row.Steps, row.Hash, row.Metrics, row.Guards = 0, "", nil, nil
		}
	}()
	if err := s.simulate(ctx, job, &row); err != nil {
		row.State, row.Reason, row.Metrics, row.Guards, row.Hash = Failed, oneLine(err.Error()), nil, nil, ""
	}
	return row
}

// panicReason is the text of a panic and the function that panicked, without addresses: equal for equal cells.
func panicReason(p any, stack []byte) string {
	text := "panic: " + oneLine(fmt.Sprint(p))
	lines := strings.Split(string(stack), "\n")
	for i, line := range lines {
		if !strings.HasPrefix(line, "panic(") {
			continue
		}
		for _, frame := range lines[i+1:] {
			if frame, ok := strings.CutPrefix(frame, "tumble/"); ok {
				name, _, _ := strings.Cut(frame, "(0x")
				return text + " in " + strings.TrimSuffix(name, "(...)")
			}
		}
	}
	return text
}

// oneLine shortens a text to one line of a table.
func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	const most = 300
	if len(text) > most {
		text = text[:most] + "…"
	}
	return strings.ToValidUTF8(text, "?")
}

// probe measures a cell while it runs.
type probe struct {
	study   *Study
	set     *meter.Set
	values  []float64
	reduced []meter.Reducer
	until   []*meter.Condition
	times   []float64 // of the conditions, NaN until they hold
	guards  []*meter.Condition
	broken  []int
	end     *meter.Condition
}

// newProbe binds the conditions of the study to a world.
func (s *Study) newProbe(w *physics.World) (*probe, error) {
	p := &probe{study: s, broken: make([]int, len(s.Guards))}
	bind := func(text string) (*meter.Condition, error) {
		c, err := meter.Compile(text)
		if err == nil {
			err = c.Bind(w, s.Scene)
		}
		return c, err
	}
	var meters []*meter.Meter
	for i := range s.Metrics {
		m := &s.Metrics[i]
		if m.Meter != nil {
			meters = append(meters, m.Meter)
			p.reduced = append(p.reduced, meter.Reducer{Kind: m.Reduce})
			continue
		}
		c, err := bind(m.Until)
		if err != nil {
			return nil, err
		}
		p.until, p.times = append(p.until, c), append(p.times, math.NaN())
	}
	p.set = meter.NewSet(meters)
	if err := p.set.Bind(w, s.Scene); err != nil {
		return nil, err
	}
	p.set.Begin(w)
	for i := range s.Guards {
		c, err := bind(s.Guards[i].Breaks)
		if err != nil {
			return nil, err
		}
		p.guards = append(p.guards, c)
	}
	if s.Until != "" {
		c, err := bind(s.Until)
		if err != nil {
			return nil, err
		}
		p.end = c
	}
	return p, nil
}

// after measures the world after a step and reports whether the cell ends.
func (p *probe) after(w *physics.World, at meter.Moment) (ended bool) {
	if len(p.reduced) > 0 {
		p.values = p.set.Measure(w, at, p.values[:0])
		for i, v := range p.values {
			p.reduced[i].Add(v)
		}
	}
	for i, c := range p.until {
		if math.IsNaN(p.times[i]) {
			if c.Holds(w, at) {
				p.times[i] = at.Time
			}
		}
	}
	stop := false
	for i, c := range p.guards {
		if p.broken[i] > 0 {
			continue
		}
		if c.Holds(w, at) {
			p.broken[i] = at.Step
			stop = stop || p.study.Guards[i].Stop
		}
	}
	if p.end != nil {
		return p.end.Holds(w, at) || stop
	}
	return stop
}

// metrics are the reduced values in the order of the study.
func (p *probe) metrics(hertz int) []Number {
	out := make([]Number, 0, len(p.study.Metrics))
	meters, conditions := 0, 0
	for i := range p.study.Metrics {
		if p.study.Metrics[i].Meter != nil {
			out = append(out, Number(p.reduced[meters].Result(hertz)))
			meters++
			continue
		}
		out = append(out, Number(p.times[conditions]))
		conditions++
	}
	return out
}

// simulate fills the row of a cell. The error is about its values or its scene.
func (s *Study) simulate(ctx context.Context, job Job, row *Row) error {
	config, err := s.Configure(job.Values, s.Repetition(job.Cell))
	if err != nil {
		return err
	}
	run, err := config.Build()
	if err != nil {
		return err
	}
	defer run.World.Close()
	p, err := s.newProbe(run.World)
	if err != nil {
		return err
	}
	hertz := config.Loop.Hertz
	for ended := false; !ended && run.StepCount < s.Steps; {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := run.Advance(hertz); err != nil {
			return err
		}
		row.Steps = run.StepCount
		if run.World.Counters().Quarantined > 0 {
			row.State, row.Reason = Quarantined, "a body was quarantined: a value of it is no number"
			return nil
		}
		ended = p.after(run.World, meter.After(run.StepCount, hertz))
	}
	row.State, row.Hash = Fine, fmt.Sprintf("%016x", run.World.Hash())
	row.Metrics, row.Guards = p.metrics(hertz), p.broken
	for i, step := range p.broken {
		if step > 0 && row.State == Fine {
			row.State, row.Reason = Broken, fmt.Sprintf("%s at step %d", s.Guards[i].Name, step)
		}
	}
	return nil
}
