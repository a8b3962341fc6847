package physics

import "fmt"

// Setting describes one number of Settings, for panels and command lines. Switches are
// numbers 0 and 1.
type Setting struct {
	// Key in dotted lower case, like "contact.hertz", and Old, the keys it had before.
	Key string
	Old []string
	// Label is the words of the field, without those of Heading, the section in which panels show it.
	Label, Heading string
	// Unit in SI, empty for pure numbers.
	Unit string
	// Field is the field of Settings in Go, like "Gravity.X".
	Field string
	// Text is one sentence.
	Text string
	// Min and Max are the limits that Check enforces.
	Min, Max float64
	// Low and High bound the part of the range that sliders show, on a logarithmic scale with Log.
	Low, High float64
	Log       bool
	// Whole and Switch say that only whole numbers, only 0 and 1 count.
	Whole, Switch bool

	number func(*Settings) *float32
	count  func(*Settings) *int32
	flag   func(*Settings) *bool
}

// Value returns the setting's number in s, 0 for a Setting that is not from AllSettings.
func (f Setting) Value(s Settings) float64 {
	switch {
	case f.number != nil:
		return float64(*f.number(&s))
	case f.count != nil:
		return float64(*f.count(&s))
	case f.flag != nil && *f.flag(&s):
		return 1
	}
	return 0
}

// Set changes the setting in s, or refuses a value that is out of range.
func (f Setting) Set(s *Settings, value float64) error {
	if s == nil {
		return fmt.Errorf("physics: setting %s: there are no settings to change", f.Key)
	}
	if f.number == nil && f.count == nil && f.flag == nil {
		return fmt.Errorf("physics: setting %q: was not taken from AllSettings", f.Key)
	}
	if !(value >= f.Min && value <= f.Max) {
		return f.outside(value)
	}
	switch {
	case f.number != nil:
		*f.number(s) = float32(value)
	case value != float64(int32(value)):
		return fmt.Errorf("physics: setting %s %g: must be a whole number", f.Key, value)
	case f.count != nil:
		*f.count(s) = int32(value)
	default:
		*f.flag(s) = value != 0
	}
	return nil
}

func (f *Setting) outside(value float64) error {
	return fmt.Errorf("physics: setting %s %g: must be between %g and %g", f.Key, value, f.Min, f.Max)
}

// AllSettings lists every setting.
func AllSettings() []Setting { return append([]Setting(nil), settingTable...) }

// Check returns an error that names the first setting out of range.
func (s Settings) Check() error {
	for i := range settingTable {
		f := &settingTable[i]
		// a limit counts as rounded to single precision, as the value is
		if v := f.Value(s); !(v >= f.Min && v <= float64(float32(f.Max))) {
			return f.outside(v)
		}
	}
	return nil
}
