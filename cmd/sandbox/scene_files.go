package main

import (
	"github.com/spf13/cobra"

	"tumble/internal/cli"
	"tumble/internal/openscene"
	"tumble/scene"
)

// sceneFileFlags are the flags of all commands that say how scene files are read.
type sceneFileFlags struct {
	packages []string
	options  scene.Options
}

// add adds the flags to a command and all below it.
func (f *sceneFileFlags) add(root *cobra.Command) {
	f.options = scene.Options{MaxBytes: scene.MaxBytes}
	flags := root.PersistentFlags()
	flags.StringArrayVar(&f.packages, "package", nil,
		"folder of a ROS package for package:// URIs, as NAME=DIR (repeatable)")
	flags.Int64Var(&f.options.MaxBytes, "max-scene-bytes", f.options.MaxBytes,
		"bytes of a scene file and all that it refers to, at most")
	flags.BoolVar(&f.options.KeepFixedLinks, "keep-fixed-links", false,
		"URDF, SDF: keep links on fixed joints as bodies of their own")
	flags.BoolVar(&f.options.SelfCollision, "self-collision", false,
		"URDF, SDF: let the links of a model collide with each other")
	flags.StringVar(&f.options.Key, "key", "",
		"MJCF: keyframe to begin with, by its name or number; none for the pose of the model (default the first)")
	root.PersistentPreRunE = func(*cobra.Command, []string) error { return f.apply() }
}

// apply sets how files are read.
func (f *sceneFileFlags) apply() error {
	f.options.Packages = map[string]string{}
	for _, text := range f.packages {
		name, dir, err := openscene.ParsePackage(text)
		if err != nil {
			return &cli.Error{Code: cli.ExitUsage, Err: err}
		}
		f.options.Packages[name] = dir
	}
	if err := openscene.SetOptions(f.options); err != nil {
		return &cli.Error{Code: cli.ExitUsage, Err: err}
	}
	return nil
}
