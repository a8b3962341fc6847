package main

import (
	"cmp"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/spf13/cobra"

	"tumble/engine/timestep"
	"tumble/internal/app/history"
	"tumble/internal/app/session"
	"tumble/internal/cli"
	"tumble/internal/meter"
	"tumble/internal/truth"
	"tumble/internal/wholefile"
	"tumble/physics"
)

// testFlags are the flags of the command test.
type testFlags struct {
	keys, junit  string
	below, above float64
	steps        int

	hasBelow, hasAbove bool
}

func newTest() *cobra.Command {
	f := &testFlags{}
	cmd := &cobra.Command{
		Use:   "test FILE.capsule",
		Short: "Simulate a capsule again and hold its meters to bounds",
		Long: "Simulate what a capsule has recorded again, with the inputs of then, and after it so many --steps\n" +
			"more; measure after every step, and end with code 1 when a meter leaves its bounds. A capsule without a\n" +
			"recording begins at its moment.",
		Example: "  sandbox test wobble.capsule --measure penetration.max --below 0.01\n" +
			"  sandbox test wobble.capsule --measure speed.max --below 0.1 --steps 500 --junit report.xml",
		Args: cli.Takes(1, 1),
		RunE: cli.Failing(func(cmd *cobra.Command, args []string) error {
			f.hasBelow, f.hasAbove = cmd.Flags().Changed("below"), cmd.Flags().Changed("above")
			return f.run(cmd, args[0])
		}),
	}
	cmd.Flags().StringVar(&f.keys, "measure", "",
		"meters to hold to the bounds, or with bounds of their own, as 'penetration.max < 0.01, speed.max < 3'")
	cmd.Flags().Float64Var(&f.below, "below", 0, "the meters must stay below this")
	cmd.Flags().Float64Var(&f.above, "above", 0, "the meters must stay above this")
	cmd.Flags().IntVar(&f.steps, "steps", 0,
		"steps after the moment of the capsule (default: 100 for one without a recording)")
	cmd.Flags().StringVar(&f.junit, "junit", "", "write the result as JUnit XML to this file")
	return cmd
}

// bound has the course of a meter.
type bound struct {
	meter *meter.Meter
	// worst is its value closest to or farthest beyond the bound, at a step.
	worst  float64
	step   uint64
	broken string
}

func (f *testFlags) run(cmd *cobra.Command, path string) error {
	switch {
	case f.keys == "":
		return cli.Exit(cli.ExitUsage, "--measure is missing: there is nothing to test")
	case f.steps < 0:
		return cli.Exit(cli.ExitUsage, "--steps must be 0 or more")
	}
	meters, err := meter.Parse(f.keys)
	if err != nil {
		return cli.Exit(cli.ExitUsage, "--measure: %w", err)
	}
	for _, m := range meters {
		if !m.IsTruth() && !f.hasBelow && !f.hasAbove {
			return cli.Exit(cli.ExitUsage, "--measure goes with --below or --above, or has bounds itself, as '%s < 1'",
				m.Key)
		}
	}
	if err := cli.DistinctFiles([]cli.NamedFile{{Flag: "the capsule", Path: path}},
		[]cli.NamedFile{{Flag: "--junit", Path: f.junit}}); err != nil {
		return err
	}
	c, err := openCapsule(path)
	if err != nil {
		return err
	}
	defer c.close()
	t := &capsuleTest{flags: f, capsule: c, set: meter.NewSet(meters), errs: cmd.ErrOrStderr()}
	for _, m := range meters {
		t.bounds = append(t.bounds, bound{meter: m, worst: math.NaN()})
	}
	clock := timestep.RealClock()
	begun := clock.Now()
	if err := t.simulate(cmd.Context()); err != nil {
		return err
	}
	t.took = time.Duration(clock.Now() - begun)
	return t.report(cmd.OutOrStdout())
}

// capsuleTest is a run of the command test.
type capsuleTest struct {
	flags   *testFlags
	capsule *openedCapsule
	set     *meter.Set
	world   *physics.World // that of the last measurement
	twin    *truth.Twin
	bounds  []bound
	values  []float64
	steps   uint64
	took    time.Duration
	errs    io.Writer
}

// simulate replays the recording, if there is one, and does the steps after it.
func (t *capsuleTest) simulate(ctx context.Context) error {
	after := t.flags.steps
	if len(t.capsule.Journal) == 0 {
		if after == 0 {
			after = 100
		}
		s, err := t.capsule.moment(nil)
		if err != nil {
			return err
		}
		defer s.World().Close()
		if err := t.begin(s); err != nil {
			return err
		}
		return t.goOn(ctx, s, after)
	}
	rec, err := t.capsule.recording(t.capsule.Journal)
	if err != nil {
		return err
	}
	defer rec.Close()
	last := len(rec.Parts) - 1
	s, err := session.OpenPart(rec, last, nil)
	if err != nil {
		return &cli.Error{Code: cli.ExitInput, Err: fmt.Errorf("%s: %w", t.capsule.path, err)}
	}
	defer func() { s.World().Close() }()
	part := &rec.Parts[last]
	again, err := history.NewReplay(s, part, part.From)
	if err != nil {
		return err
	}
	differs := false
	if err := t.begin(s); err != nil {
		return err
	}
	for tick := part.From + 1; tick <= part.LastTick(); tick++ {
		if ctx.Err() != nil {
			return cli.Interrupted(ctx, "at step %d of %d", tick, part.LastTick())
		}
		if err := again.Tick(tick); err != nil {
			return err
		}
		if err := again.Check(tick); err != nil && !differs {
			differs = true
			fmt.Fprintf(t.errs, "%s: this program goes another way than the one that recorded: %v\n", t.capsule.path,
				err)
		}
		t.measure(s, again.Length())
	}
	if err := again.Finish(part.LastTick()); err != nil {
		return err
	}
	return t.goOn(ctx, s, after)
}

// begin finds the quantities of the meters.
func (t *capsuleTest) begin(s *session.Session) error {
	w := s.World()
	t.world = w
	if err := t.set.Bind(w, s.Run.Scene); err != nil {
		return cli.Exit(cli.ExitUsage, "--measure: %w", err)
	}
	t.set.Begin(w)
	return nil
}

// goOn does steps without input.
func (t *capsuleTest) goOn(ctx context.Context, s *session.Session, steps int) error {
	dt := 1 / float32(s.Config.Loop.Hertz)
	for i := range steps {
		if ctx.Err() != nil {
			return cli.Interrupted(ctx, "after %d of %d steps", i, steps)
		}
		if err := s.TickBy(nil, dt); err != nil {
			return err
		}
		t.measure(s, dt)
	}
	return nil
}

// measure holds the meters to their bounds.
func (t *capsuleTest) measure(s *session.Session, dt float32) {
	t.steps++
	if !t.twin.Follows(s.Run) {
		if t.twin, t.set.Truth = truth.Follow(s.Run), nil; t.twin != nil {
			t.set.Truth = t.twin.Error
		}
	}
	if t.twin != nil {
		t.twin.AdvanceTo(s.Time())
	}
	if w := s.World(); w != t.world {
		t.world = w
		// a thing that the new world does not have has no number, which is out of bounds
		_ = t.set.Bind(w, s.Run.Scene)
	}
	t.values = t.set.Measure(s.World(), meter.Moment{Step: int(s.Steps()), Time: s.Time(), Length: float64(dt)},
		t.values[:0])
	for i, v := range t.values {
		b := &t.bounds[i]
		if b.meter.IsTruth() {
			b.worst = v
			if v == 0 && b.broken == "" {
				b.step, b.broken = s.Steps(), fmt.Sprintf("%s does not hold after step %d", b.meter.Key, s.Steps())
			}
			continue
		}
		outside := t.flags.hasBelow && !(v < t.flags.below) || t.flags.hasAbove && !(v > t.flags.above)
		worse := math.IsNaN(b.worst) || t.flags.hasBelow && v > b.worst || !t.flags.hasBelow && v < b.worst
		if worse && (outside || b.broken == "") {
			b.worst, b.step = v, s.Steps()
		}
		if outside && b.broken == "" {
			b.broken = fmt.Sprintf("%s is %.6g %s after step %d, must be %s", b.meter.Key, v, b.meter.Unit, s.Steps(),
				t.flags.bounds())
		}
	}
}

// bounds are the bounds in words.
func (f *testFlags) bounds() string {
	switch {
	case f.hasBelow && f.hasAbove:
		return fmt.Sprintf("above %g and below %g", f.above, f.below)
	case f.hasBelow:
		return fmt.Sprintf("below %g", f.below)
	}
	return fmt.Sprintf("above %g", f.above)
}

// nameOf is the name of a test: the meter with its bounds.
func (f *testFlags) nameOf(m *meter.Meter) string {
	if m.IsTruth() {
		return m.Key
	}
	return m.Key + " " + f.bounds()
}

// report prints and writes what was found; the error ends the program with code 1.
func (t *capsuleTest) report(out io.Writer) error {
	var first string
	for i := range t.bounds {
		b := &t.bounds[i]
		word := "ok  "
		if b.broken != "" {
			word = "FAIL"
			if first == "" {
				first = b.broken
			}
		}
		if b.meter.IsTruth() {
			fmt.Fprintln(out, word, cmp.Or(b.broken, b.meter.Key+": holds after every step"))
			continue
		}
		fmt.Fprintf(out, "%s %s: worst %.6g %s after step %d, %s\n", word, b.meter.Key, b.worst, b.meter.Unit, b.step,
			t.flags.bounds())
	}
	if t.flags.junit != "" {
		if err := cli.OutputError(wholefile.Write(t.flags.junit, t.writeJUnit)); err != nil {
			return err
		}
	}
	if first != "" {
		return cli.Exit(cli.ExitFailed, "%s: %s", t.capsule.path, first)
	}
	return nil
}

// junitSuite is a test suite as JUnit XML, the dialect of Jenkins and GitLab.
type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Time     float64     `xml:"time,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	Time    float64       `xml:"time,attr"`
	Failure *junitFailure `xml:"failure,omitempty"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

func (t *capsuleTest) writeJUnit(w io.Writer) error {
	suite := junitSuite{Name: t.capsule.path, Tests: len(t.bounds), Time: t.took.Seconds()}
	for i := range t.bounds {
		b := &t.bounds[i]
		c := junitCase{Name: t.flags.nameOf(b.meter), Class: "tumble." + t.capsule.Scene,
			Time: t.took.Seconds() / float64(len(t.bounds))}
		if b.broken != "" {
			suite.Failures++
			c.Failure = &junitFailure{b.broken, fmt.Sprintf("worst: %.6g %s after step %d of %d", b.worst, b.meter.Unit,
				b.step, t.steps)}
		}
		suite.Cases = append(suite.Cases, c)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(&suite); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
