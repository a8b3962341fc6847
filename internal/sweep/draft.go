package sweep

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"tumble/engine/param"
)

// Draft is a study of one parameter, as it is begun from its value in a window.
type Draft struct {
	Param *param.Param
	// Low and High bound the values; Log spaces them by equal ratios. Parameters with names for values take all of
	// them.
	Low, High float64
	Log       bool
	// Count is the number of cells, Steps their length.
	Count, Steps int
	// Meters are the keys of the metrics, Breaks the condition of a guard rail, empty for none.
	Meters []string
	Breaks string
}

// draftMetrics are those of a draft without others: what tells most scenes apart.
var draftMetrics = []string{"penetration.max", "drift.max", "speed.max"}

const (
	// draftCells is the number of cells of a draft: a curve, and seconds of work.
	draftCells = 9
	// draftSteps bounds the steps of a draft.
	draftSteps = 1000
	// draftRatio is how far a logarithmic range goes to both sides, draftShare the share of the slider that a linear
	// one does.
	draftRatio, draftShare = 4, 0.25
)

// Around drafts a study of the values around that of a parameter now, in a scene of so many steps.
func Around(p *param.Param, steps int) Draft {
	d := Draft{Param: p, Log: p.Log, Count: draftCells, Steps: min(max(steps, 1), draftSteps), Meters: draftMetrics}
	v, lo, hi := p.Value(), p.Low, p.High
	if math.IsNaN(v) {
		v = p.Start
	}
	if lo == hi {
		lo, hi = p.Min, p.Max
	}
	if v < lo || v > hi {
		lo, hi = p.Min, p.Max
	}
	if d.Log = d.Log && v > 0; d.Log {
		d.Low, d.High = max(v/draftRatio, lo), min(v*draftRatio, hi)
	} else {
		d.Low, d.High = max(v-draftShare*(hi-lo), lo), min(v+draftShare*(hi-lo), hi)
	}
	if d.Log = d.Log && d.Low > 0; p.Kind == param.Int {
		d.Low, d.High = math.Floor(d.Low), math.Ceil(d.High)
		d.Count = min(d.Count, int(d.High-d.Low)+1)
	}
	return d
}

// Variations is the key of the parameter whose values are other starts, see param.Start.
const Variations = "start.variation"

// draftThrows is the number of starts of Throws.
const draftThrows = 1000

// Throws drafts a study of a thousand starts, in a scene of so many steps. p is the parameter Variations.
func Throws(p *param.Param, steps int) Draft {
	d := Around(p, steps)
	d.Low, d.High, d.Count = 1, draftThrows, draftThrows
	return d
}

// Ranged reports whether the values are a range; those of others have names.
func (d *Draft) Ranged() bool { return d.Param.Kind == param.Float || d.Param.Kind == param.Int }

// Study is the text of the study: of a scene, with the values of the parameters that were changed.
func (d *Draft) Study(scene string, changed []*param.Param) (string, error) {
	b := &strings.Builder{}
	fmt.Fprintf(b, "title = %s\nscene = %s\nsteps = %d\n", quoteTOML(d.Param.Label), quoteTOML(scene), d.Steps)
	set := ""
	for _, p := range changed {
		if p.Key != d.Param.Key && Varies(p.Key) && !math.IsNaN(p.Value()) {
			set += fmt.Sprintf("%q = %s\n", p.Key, draftValue(p, p.Value()))
		}
	}
	if set != "" {
		fmt.Fprintf(b, "\n[set]\n%s", set)
	}
	fmt.Fprintf(b, "\n[[parameter]]\nkey = %q\n", d.Param.Key)
	if d.Ranged() {
		switch count := d.Count; {
		case !(d.Low < d.High):
			return "", fmt.Errorf("%w: from %g to %g: the first must be the smaller one", ErrStudy, d.Low, d.High)
		case count < 2 || d.Param.Kind == param.Int && float64(count) > d.High-d.Low+1:
			return "", fmt.Errorf("%w: %d cells: must be 2 or more, and not more than there are values", ErrStudy,
				count)
		}
		fmt.Fprintf(b, "range = [%s, %s]\ncount = %d\n", decimal(d.Low), decimal(d.High), d.Count)
		if d.Log {
			b.WriteString("scale = \"log\"\n")
		}
	} else {
		var values []string
		last := 1
		if d.Param.Kind == param.Enum {
			last = len(d.Param.Choices) - 1
		}
		for i := range last + 1 {
			values = append(values, draftValue(d.Param, float64(i)))
		}
		fmt.Fprintf(b, "values = [%s]\n", strings.Join(values, ", "))
	}
	for _, m := range d.Meters {
		fmt.Fprintf(b, "\n[[metric]]\nmeter = %s\n", quoteTOML(m))
	}
	if d.Breaks != "" {
		fmt.Fprintf(b, "\n[[guard]]\nbreaks = %s\n", quoteTOML(d.Breaks))
	}
	return b.String(), nil
}

// draftValue is a value of a parameter in TOML.
func draftValue(p *param.Param, v float64) string {
	switch p.Kind {
	case param.Bool:
		return strconv.FormatBool(v != 0)
	case param.Enum:
		return quoteTOML(p.Format(v))
	case param.Int:
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return decimal(v)
}

// decimal is a number as TOML takes it for one with a fraction, with the digits of single precision.
func decimal(v float64) string {
	text := strconv.FormatFloat(v, 'g', -1, 32)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}

// quoteTOML is a basic string of TOML.
func quoteTOML(text string) string {
	b := &strings.Builder{}
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(b, "\\u%04X", r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
