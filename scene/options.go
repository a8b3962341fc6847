package scene

import (
	"fmt"
	"os"

	"tumble/scene/gltf"
)

// Options choose how a file is read. The zero value takes what most files mean.
type Options struct {
	// MaxBytes bounds a scene file and all files that it refers to, together (bytes); 0 is MaxBytes.
	MaxBytes int64
	// Packages are folders of ROS packages by name, for package:// URIs.
	Packages map[string]string
	// KeepFixedLinks keeps links of URDF and SDF on fixed joints as bodies of their own; without it they
	// become parts of their parents, and sites of the model.
	KeepFixedLinks bool
	// SelfCollision lets all links of a URDF robot or an SDF model collide with each other; without it they pass
	// through each other.
	SelfCollision bool
	// Key is the keyframe of an MJCF model that a run begins with; see mjcf.Options.
	Key string
}

// MaxBytes is the most that a scene file and all files that it refers to can have together (bytes).
const MaxBytes = gltf.MaxFile

// Check returns an error about the first option that cannot be.
func (o Options) Check() error {
	if o.MaxBytes < 0 || o.MaxBytes > MaxBytes {
		return fmt.Errorf("a limit of %d bytes: must be 1 to %d", o.MaxBytes, MaxBytes)
	}
	for name, dir := range o.Packages {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return fmt.Errorf("package %s: %s is no folder", name, dir)
		}
	}
	return nil
}

func (o Options) orDefaults() Options {
	if o.MaxBytes == 0 {
		o.MaxBytes = MaxBytes
	}
	return o
}
