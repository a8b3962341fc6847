package fit

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Data are measurements over time.
type Data struct {
	// Time (s) since the first step begins, rising.
	Time []float64
	// Columns by name, each as long as Time. NaN is a gap.
	Columns map[string][]float64
}

// ErrData is wrapped by errors about the contents of a log.
var ErrData = errors.New("bad data")

// mostSamples bounds a log.
const mostSamples = 10_000_000

// ReadCSV reads a table whose first line names the columns. One is called time or "time [s]"; units in brackets are
// left out of the names. Empty fields are gaps.
func ReadCSV(r io.Reader) (*Data, error) {
	in := csv.NewReader(r)
	in.ReuseRecord = true
	head, err := in.Read()
	if err != nil {
		return nil, fmt.Errorf("%w: the line of names: %w", ErrData, err)
	}
	names := make([]string, len(head))
	clock := -1
	for i, name := range head {
		name, _, _ = strings.Cut(name, " [")
		if names[i] = strings.TrimSpace(name); names[i] == "time" {
			clock = i
		}
	}
	if clock < 0 {
		return nil, fmt.Errorf("%w: no column is called time", ErrData)
	}
	d := &Data{Columns: map[string][]float64{}}
	for {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrData, err)
		}
		line, _ := in.FieldPos(0)
		for i, text := range record {
			v := math.NaN()
			if text = strings.TrimSpace(text); text != "" {
				if v, err = strconv.ParseFloat(text, 64); err != nil {
					return nil, fmt.Errorf("%w: line %d: %s: %q is no number", ErrData, line, names[i], text)
				}
			}
			if i != clock {
				d.Columns[names[i]] = append(d.Columns[names[i]], v)
				continue
			}
			if n := len(d.Time); !(v >= 0) || n > 0 && v <= d.Time[n-1] || n == mostSamples {
				return nil, fmt.Errorf("%w: line %d: time %q must rise from 0 on", ErrData, line, text)
			}
			d.Time = append(d.Time, v)
		}
	}
	if len(d.Time) < 2 {
		return nil, fmt.Errorf("%w: fewer than two lines of numbers", ErrData)
	}
	return d, nil
}
