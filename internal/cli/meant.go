package cli

import (
	"fmt"
	"strings"

	"tumble/engine/param"
)

// Meant adds to an error about a mistyped name the known ones that it may have been.
func Meant(err error, name string, known []string) error {
	const most = 5
	if near := param.Nearest(name, known, most); len(near) > 0 {
		return fmt.Errorf("%w; did you mean %s?", err, strings.Join(near, ", "))
	}
	return err
}
