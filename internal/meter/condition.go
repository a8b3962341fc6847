package meter

import (
	"errors"
	"fmt"
	"strings"

	"tumble/physics"
	"tumble/physics/scenes"
)

// Condition is an expression that holds or does not, as
//
//	penetration.max > 0.01 && step > 100
//	body("car").roll > 30*deg or touching("crate", "floor")
type Condition struct {
	source string
	meter  *Meter
	set    *Set
	values []float64
}

// ErrCondition is wrapped by errors about the text of a condition.
var ErrCondition = errors.New("bad condition")

// Compile checks the text of a condition. The error wraps ErrCondition.
func Compile(source string) (*Condition, error) {
	m, err := Expression(source)
	if err == nil && m.is != truth {
		err = fmt.Errorf("it is %s: a condition compares, as in speed.max > 3", m.is)
	}
	if err != nil {
		return nil, conditionError(source, err)
	}
	return &Condition{source: source, meter: m, set: NewSet([]*Meter{m})}, nil
}

// conditionError is the error about a text, of which one that is too long is not quoted.
func conditionError(source string, err error) error {
	if len(source) > longestCondition {
		return fmt.Errorf("%w: %w", ErrCondition, err)
	}
	return fmt.Errorf("%w %q: %s", ErrCondition, source, strings.ReplaceAll(err.Error(), "\n", " "))
}

// String is the text of the condition.
func (c *Condition) String() string { return c.source }

// Bind looks for the things that the condition names, and takes the world as it is as the one before the first step:
// call it when a world is brought to another state. The error names a thing that the world does not have, and units
// that do not agree.
func (c *Condition) Bind(w *physics.World, scene *scenes.Scene) error {
	if err := c.meter.Bind(w, scene); err != nil {
		return conditionError(c.source, err)
	}
	// changes are against this state
	c.set = NewSet([]*Meter{c.meter})
	c.values = c.set.Measure(w, Moment{}, c.values[:0])
	return nil
}

// Holds measures the world after a step and reports whether the condition holds. Call it after every step: changes
// are against the last call. A body that is gone gives no number.
func (c *Condition) Holds(w *physics.World, at Moment) bool {
	c.values = c.set.Measure(w, at, c.values[:0])
	return c.values[0] != 0
}

// Values are the quantities of the condition with their values when it was looked at last, as text: "penetration.max
// = 0.012 m".
func (c *Condition) Values() string {
	b := &strings.Builder{}
	for i := range c.set.inputs {
		in := &c.set.inputs[i]
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(b, "%s = %.6g", in.key, c.set.frame.values[i])
		if unit := in.unit(); unit != "" {
			b.WriteString(" " + unit)
		}
	}
	return b.String()
}

// SubSteps is the number of sub-steps that the quantities of the condition need, see Set.SubSteps.
func (c *Condition) SubSteps() int { return c.set.SubSteps() }

// Ledger reports whether the condition reads the ledger of energy, see Set.Ledger.
func (c *Condition) Ledger() bool { return c.set.Ledger() }

// Begin makes the world measure the quantities of the condition from its next step on, see Set.Begin.
func (c *Condition) Begin(w *physics.World) { c.set.Begin(w) }
