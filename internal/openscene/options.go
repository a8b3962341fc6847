package openscene

import (
	"fmt"
	"os"
	"strings"

	"tumble/internal/gltfscene"
)

// Options choose how scene files are read.
type Options struct {
	// MaxBytes bounds a scene file and all files that it refers to, together (bytes).
	MaxBytes int64
	// Packages are folders of ROS packages by name, for package:// URIs.
	Packages map[string]string
	// KeepFixedLinks keeps links of URDF and SDF on fixed joints as bodies of their own; without it they
	// become parts of their parents.
	KeepFixedLinks bool
	// SelfCollision lets all links of a URDF robot or an SDF model collide with each other; without it they pass through
	// each other.
	SelfCollision bool
	// Key is the keyframe of an MJCF model that a run begins with; see mjcf.Options.
	Key string
}

// DefaultOptions are the options of a program without flags.
func DefaultOptions() Options { return Options{MaxBytes: gltfscene.MaxFile} }

// options are those that every file is read with.
var options = DefaultOptions()

// SetOptions sets how files are read from now on. It is meant for the command line, before the first
// file is read, and is not safe for concurrent use with Read.
func SetOptions(o Options) error {
	if o.MaxBytes < 1 || o.MaxBytes > gltfscene.MaxFile {
		return fmt.Errorf("a limit of %d bytes: must be 1 to %d", o.MaxBytes, gltfscene.MaxFile)
	}
	for name, dir := range o.Packages {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return fmt.Errorf("package %s: %s is no folder", name, dir)
		}
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
func CurrentOptions() Options { return options }
