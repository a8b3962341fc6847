package scenefile

import (
	"fmt"
	"strings"
)

// maxFaults is how many faults of a file are kept: a broken file can have millions.
const maxFaults = 200

// Fault is one thing that is wrong with a file.
type Fault struct {
	// Place in the file: a JSON pointer for glTF, a line for XML, empty for the whole file.
	Place   string
	Message string
	// Warning faults do not keep the file from being used.
	Warning bool
}

// String is the fault on one line.
func (f Fault) String() string {
	kind := "error"
	if f.Warning {
		kind = "warning"
	}
	place := f.Place
	if place == "" {
		place = "/"
	}
	return fmt.Sprintf("%s: %s: %s", place, kind, oneLine(f.Message))
}

// oneLine keeps text of a hostile file from looking like several lines.
func oneLine(s string) string {
	const longest = 400
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
	if len(s) > longest {
		s = strings.ToValidUTF8(s[:longest], "") + "…"
	}
	return s
}

// Faults collects what is wrong with a file.
type Faults struct {
	List []Fault
	// Dropped counts the faults beyond those that are kept.
	Dropped int
	errors  int
}

// Errorf adds a fault that makes the file unusable.
func (f *Faults) Errorf(place, format string, args ...any) {
	f.errors++
	f.add(Fault{Place: place, Message: fmt.Sprintf(format, args...)})
}

// Warnf adds a fault that is worth knowing.
func (f *Faults) Warnf(place, format string, args ...any) {
	f.add(Fault{Place: place, Message: fmt.Sprintf(format, args...), Warning: true})
}

func (f *Faults) add(fault Fault) {
	if len(f.List) >= maxFaults {
		f.Dropped++
		return
	}
	f.List = append(f.List, fault)
}

// Failed reports whether there are faults that are not only warnings.
func (f *Faults) Failed() bool { return f.errors > 0 }

// Count returns the number of errors.
func (f *Faults) Count() int { return f.errors }

// Err returns the first error and how many more there are, nil without errors.
func (f *Faults) Err() error {
	if f.errors == 0 {
		return nil
	}
	for _, fault := range f.List {
		if fault.Warning {
			continue
		}
		if f.errors > 1 {
			return fmt.Errorf("%s (and %d more; sandbox validate lists them)", fault, f.errors-1)
		}
		return fmt.Errorf("%s", fault)
	}
	return fmt.Errorf("%d faults", f.errors)
}
