package openscene

import (
	"fmt"
	"strings"

	"tumble/scene"
)

// options are those that every file is read with.
var options = scene.Options{MaxBytes: scene.MaxBytes}

// SetOptions sets how files are read from now on. It is meant for the command line, before the first
// file is read, and is not safe for concurrent use with Read.
func SetOptions(o scene.Options) error {
	if o.MaxBytes == 0 {
		return fmt.Errorf("a limit of 0 bytes: must be 1 to %d", scene.MaxBytes)
	}
	if err := o.Check(); err != nil {
		return err
	}
	options = o
	return nil
}

// ParsePackage splits NAME=DIR.
func ParsePackage(text string) (name, dir string, err error) {
	name, dir, ok := strings.Cut(text, "=")
	if !ok || name == "" || dir == "" {
		return "", "", fmt.Errorf("package %q: must be NAME=DIR", text)
	}
	return name, dir, nil
}

// CurrentOptions are how files are read now.
func CurrentOptions() scene.Options { return options }
