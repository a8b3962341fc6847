package param

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Kind says how the value of a parameter is written and shown.
type Kind uint8

const (
	Float Kind = iota
	Int
	Bool
	Enum
)

// String returns the name of the kind.
func (k Kind) String() string {
	switch k {
	case Float:
		return "float"
	case Int:
		return "int"
	case Bool:
		return "bool"
	case Enum:
		return "enum"
	}
	return "kind(" + strconv.Itoa(int(k)) + ")"
}

// Spec describes a parameter.
type Spec struct {
	Key string
	// Old are keys that the parameter had before. They are still understood.
	Old  []string
	Kind Kind
	// Label is shown beside the control; an empty Label shows the words of the key. Heading is one of Headings.
	Label, Heading string
	// Unit is the SI unit as it is shown behind the value; empty for pure numbers.
	Unit string
	// Min and Max bound the value, both included. Not used for Bool and Enum.
	Min, Max float64
	// Low and High bound the part of the range that a slider shows; with zeros the slider shows the whole range. The
	// slider is logarithmic with Log.
	Low, High float64
	Log       bool
	Default   float64
	// Unset, if not empty, is the text of the value NaN, which stands for no choice. A slider of NaN begins at Start.
	Unset string
	Start float64
	// Choices are the names of an Enum, in the order of its values.
	Choices []string
	// Field is the field of physics.Settings in Go, empty for other parameters.
	Field string
	// Text explains the parameter in one line.
	Text string
	// Restart is set when a change takes effect only after the scene is built again.
	Restart bool
}

// ErrUnknownKey is wrapped by errors about keys that no parameter has.
var ErrUnknownKey = errors.New("unknown key")

// ErrValue is wrapped by errors about values that a parameter cannot take.
var ErrValue = errors.New("bad value")

// Headings are the sections of the panel and of the docs, in their order.
var Headings = []string{"World", "Solver", "Contacts", "Joints", "Sleep", "Material", "Limits", "Loop",
	"Variation", "Scene", things}

// things is the heading of settings of single bodies and joints.
const things = "Bodies and joints"

// bounds returns the smallest and the largest value of the parameter.
func (s *Spec) bounds() (lo, hi float64) {
	switch s.Kind {
	case Bool:
		return 0, 1
	case Enum:
		return 0, float64(len(s.Choices) - 1)
	}
	return s.Min, s.Max
}

// Range returns the admitted values as text, for help and for errors: "0 … 120 Hz",
// "true or false", "one of a, b, c".
func (s *Spec) Range() string {
	switch s.Kind {
	case Bool:
		return "true or false"
	case Enum:
		return "one of " + strings.Join(s.Choices, ", ")
	}
	text := s.Format(s.Min) + " … " + s.Format(s.Max)
	if s.Unit != "" {
		text += " " + s.Unit
	}
	if s.Unset != "" {
		text += ", or " + s.Unset
	}
	return text
}

// Format returns a value as text that Parse reads back to the same value: numbers with the
// shortest digits that keep a single precision float.
func (s *Spec) Format(v float64) string {
	if s.Unset != "" && math.IsNaN(v) {
		return s.Unset
	}
	switch s.Kind {
	case Bool:
		return strconv.FormatBool(v != 0)
	case Enum:
		if i := int(v); i >= 0 && i < len(s.Choices) {
			return s.Choices[i]
		}
	case Int:
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', -1, 32)
}

// Parse reads a value and checks it against the range. The error wraps ErrValue.
func (s *Spec) Parse(text string) (float64, error) {
	text = strings.TrimSpace(text)
	if s.Unset != "" && strings.EqualFold(text, s.Unset) {
		return math.NaN(), nil
	}
	var v float64
	switch s.Kind {
	case Bool:
		switch strings.ToLower(text) {
		case "true", "on", "yes", "1":
			return 1, nil
		case "false", "off", "no", "0":
			return 0, nil
		}
		return 0, s.bad(text)
	case Enum:
		for i, choice := range s.Choices {
			if strings.EqualFold(choice, text) {
				return float64(i), nil
			}
		}
		return 0, s.bad(text)
	case Int:
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return 0, s.bad(text)
		}
		v = float64(n)
	default:
		// rounding to single precision here keeps the shown value and the used one the same
		f, err := strconv.ParseFloat(text, 32)
		if err != nil || math.IsNaN(f) {
			// only the text Unset stands for an unset value
			return 0, s.bad(text)
		}
		v = f
	}
	return v, s.check(v, text)
}

// check refuses values outside the range and values that are no numbers.
func (s *Spec) check(v float64, text string) error {
	if s.Unset != "" && math.IsNaN(v) {
		return nil
	}
	lo, hi := s.bounds()
	// bounds and value are compared in single precision: a value of 0.1 is within a bound of 0.1
	if s.Kind == Float {
		lo, hi = float64(float32(lo)), float64(float32(hi))
	}
	if math.IsNaN(v) || v < lo || v > hi {
		return s.bad(text)
	}
	if s.Kind != Float && v != math.Trunc(v) {
		return s.bad(text)
	}
	return nil
}

func (s *Spec) bad(text string) error {
	what := "a number"
	switch s.Kind {
	case Int:
		what = "a whole number"
	case Bool, Enum:
		return fmt.Errorf("param: %s=%s: %w: must be %s", s.Key, text, ErrValue, s.Range())
	}
	return fmt.Errorf("param: %s=%s: %w: must be %s in %s", s.Key, text, ErrValue, what, s.Range())
}

// fill derives what the description leaves out.
func (s *Spec) fill() {
	if s.Label == "" {
		name := lowerWords(s.Key)
		s.Label = strings.ToUpper(name[:1]) + name[1:]
	}
	if s.Low == 0 && s.High == 0 {
		s.Low, s.High = s.bounds()
	}
}

// lowerWords are the words of a key without the first word, the name of the table.
func lowerWords(key string) string {
	_, name, cut := strings.Cut(key, ".")
	if !cut {
		name = key
	}
	return strings.NewReplacer(".", " ", "_", " ").Replace(name)
}

// names matches quoted names of things in keys, which files choose.
var names = regexp.MustCompile(`"(\\.|[^"\\])*"`)

// valid returns the fault of the description itself.
func (s *Spec) valid() error {
	own := names.ReplaceAllString(s.Key, "")
	if own == "" || strings.ToLower(own) != own || strings.ContainsAny(own, " =\t\n") {
		return fmt.Errorf("param: key %q: must be lower case without spaces", s.Key)
	}
	if s.Text == "" {
		return fmt.Errorf("param: %s: has no explanation", s.Key)
	}
	if !slices.Contains(Headings, s.Heading) {
		return fmt.Errorf("param: %s: there is no heading %q", s.Key, s.Heading)
	}
	if s.Kind == Enum && len(s.Choices) < 2 {
		return fmt.Errorf("param: %s: needs two choices or more", s.Key)
	}
	lo, hi := s.bounds()
	if !(lo < hi) {
		return fmt.Errorf("param: %s: empty range %v … %v", s.Key, lo, hi)
	}
	return s.check(s.Default, s.Format(s.Default))
}
