package lab

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"tumble/engine/timestep"
)

// alike is how much judder two loops may differ by and still look alike (points).
const alike = .05

// whyColumns is the width of the reasons.
const whyColumns = 74

// Choice is the loop for a display, and the figures that say why.
type Choice struct {
	Display  string `json:"display"`
	Strategy string `json:"strategy"`
	// Why names the loops that one might take instead, and what they do there.
	Why string `json:"why"`

	best *Result
}

// keepsTime reports whether a loop runs the world at its speed, in order and to its end.
func (r *Result) keepsTime() bool {
	return !r.Diverges && math.Abs(r.Speed-1) < .01 && r.Backwards == 0
}

// Choose concludes from a report which loop is for which display: of those that keep time and show only moments that
// the simulation passed through, the one with the least judder; of those that look alike the one with the newest
// picture, and of those the first.
func (rep *Report) Choose() []Choice {
	var choices []Choice
	for _, display := range rep.displays() {
		c := Choice{Display: display}
		var others []*Result
		for i := range rep.Results {
			r := &rep.Results[i]
			if r.Display != display || timestep.BrokenStrategy(r.Strategy) != "" {
				continue
			}
			others = append(others, r)
			if r.keepsTime() && !r.Extrapolates && (c.best == nil || better(r, c.best)) {
				c.best = r
			}
		}
		if c.best == nil || len(others) < 2 {
			continue
		}
		c.Strategy, c.Why = c.best.Strategy, why(c.best, others)
		choices = append(choices, c)
	}
	return choices
}

// better reports whether a loop is better than one before it.
func better(r, than *Result) bool {
	if d := r.JudderRMS - than.JudderRMS; math.Abs(d) > alike {
		return d < 0
	}
	// a tenth of a millisecond is no difference
	return r.AgeMean < than.AgeMean-.1
}

// displays are those of the report, in its order.
func (rep *Report) displays() []string {
	var names []string
	for i := range rep.Results {
		if name := rep.Results[i].Display; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// why says what the loops do that one might take instead.
func why(best *Result, all []*Result) string {
	var parts []string
	for _, name := range []string{"interpolate", "interpolate-raw", "snap", "latest", "whole-240", "frame-locked"} {
		i := slices.IndexFunc(all, func(r *Result) bool { return r.Strategy == name })
		if i < 0 || name == best.Strategy || len(parts) == 3 {
			continue
		}
		r := all[i]
		switch {
		case r.Diverges:
			parts = append(parts, name+" diverges")
		case !r.keepsTime():
			parts = append(parts, fmt.Sprintf("%s at speed %.2f", name, r.Speed))
		case r.JudderRMS-best.JudderRMS > alike:
			parts = append(parts, fmt.Sprintf("%s judders %.2g %%", name, r.JudderRMS))
		case r.AgeMean-best.AgeMean > .1:
			parts = append(parts, fmt.Sprintf("%s is %.1f ms older", name, r.AgeMean-best.AgeMean))
		}
		if len(strings.Join(parts, ", ")) > whyColumns {
			parts = parts[:len(parts)-1]
			break
		}
	}
	if len(parts) == 0 {
		return "no other is better"
	}
	return strings.Join(parts, ", ")
}

// Conclude writes which loop is for which display, and why.
func (rep *Report) Conclude(w io.Writer) error {
	choices := rep.Choose()
	if len(choices) == 0 {
		return nil
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "display\tloop\tjudder %\tage ms\twhy")
	count, most := map[string]int{}, ""
	for _, c := range choices {
		fmt.Fprintf(t, "%s\t%s\t%.3f\t%.1f\t%s\n", c.Display, c.Strategy, c.best.JudderRMS, c.best.AgeMean, c.Why)
		count[c.Strategy]++
		if most == "" || count[c.Strategy] > count[most] {
			most = c.Strategy
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if len(choices) == 1 {
		return nil
	}
	_, err := fmt.Fprintf(
		w,
		"\nThe loop for %d of %d displays is %s: least judder of those that keep time and show only moments that the\n"+
			"simulation passed through, and among loops within %.2f points of judder the newest picture.\n",
		count[most], len(choices), most, alike)
	return err
}
