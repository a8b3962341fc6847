package sweep

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tumble/engine/param"
	"tumble/physics"

	"github.com/pelletier/go-toml/v2"
)

// checker collects the faults of a study file with their lines.
type checker struct {
	path   string
	lines  map[string]int
	faults []error
	spec   *param.Registry
	config *param.Config // of spec
	// sample is a world of the scene with the parameters of [set], nil before it was needed
	sample *physics.World
}

// failf adds a fault of a key. Without a line of its own the key has the line of its table.
func (c *checker) failf(key, format string, args ...any) {
	at, text := c.path, fmt.Sprintf(format, args...)
	for k := key; k != ""; k = k[:max(strings.LastIndexByte(k, '.'), 0)] {
		if line := c.lines[k]; line > 0 {
			at += ":" + strconv.Itoa(line)
			break
		}
	}
	if key != "" {
		text = key + ": " + text
	}
	c.faults = append(c.faults, fmt.Errorf("%s: %s", at, text))
}

// err is nil for a study without faults.
func (c *checker) err() error {
	if len(c.faults) == 0 {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrStudy, errors.Join(c.faults...))
}

// syntax adds the faults that the reader of TOML found.
func (c *checker) syntax(err error) {
	var missing *toml.StrictMissingError
	var decode *toml.DecodeError
	switch {
	case errors.As(err, &missing):
		for i := range missing.Errors {
			e := &missing.Errors[i]
			row, _ := e.Position()
			c.faults = append(c.faults, fmt.Errorf("%s:%d: %s: there is no such key", c.path, row,
				strings.Join(e.Key(), ".")))
		}
	case errors.As(err, &decode):
		row, column := decode.Position()
		c.faults = append(c.faults, fmt.Errorf("%s:%d:%d: %s", c.path, row, column,
			strings.TrimPrefix(decode.Error(), "toml: ")))
	default:
		c.failf("", "%s", strings.TrimPrefix(err.Error(), "toml: "))
	}
}
