package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"tumble/engine/param"
	"tumble/internal/app/session"
	"tumble/internal/cli"
	"tumble/internal/wholefile"
	"tumble/scene"
)

// patchFlags write values that a study has found so that other commands and programs take them.
type patchFlags struct {
	preset, scene, code string
}

func (f *patchFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.preset, "preset", "", "write the values to this preset")
	cmd.Flags().StringVar(&f.scene, "scene", "",
		"write the scene with all values to this .gltf, .glb, .urdf or .xml file")
	cmd.Flags().StringVar(&f.code, "go", "", "write the values as a function in Go to this file")
}

// files are those that the flags name, for the check that no two are the same.
func (f *patchFlags) files() []cli.NamedFile {
	return []cli.NamedFile{{Flag: "--preset", Path: f.preset}, {Flag: "--scene", Path: f.scene},
		{Flag: "--go", Path: f.code}}
}

// check refuses names of files that cannot be, before anything is simulated.
func (f *patchFlags) check() error {
	if f.scene != "" && !scene.CanSave(f.scene) {
		return cli.Exit(cli.ExitUsage, "--scene %s: must end in .gltf, .glb, .urdf or .xml", f.scene)
	}
	for _, file := range f.files() {
		if file.Path != "" {
			if err := cli.Writable(file.Path); err != nil {
				return err
			}
		}
	}
	return nil
}

// write writes the files of the flags.
func (f *patchFlags) write(config *param.Config) error {
	registry := config.Registry()
	var err error
	if f.preset != "" {
		err = session.NewPreset(config.Scene.Name, registry).Write(f.preset)
	}
	if f.code != "" {
		err = errors.Join(err, wholefile.Write(f.code, func(w io.Writer) error {
			_, err := io.WriteString(w, session.CopyGo(registry))
			return err
		}))
	}
	if f.scene == "" || err != nil {
		return cli.OutputError(err)
	}
	run, err := config.Build()
	if err != nil {
		return err
	}
	defer run.World.Close()
	return cli.SaveScene(f.scene, run, config.Loop.Hertz, config.Scene.View)
}

func newSweepTake() *cobra.Command {
	f := &patchFlags{}
	cmd := &cobra.Command{
		Use:   "take STUDY.toml#CELL",
		Short: "Take over the values of a cell",
		Long: "Print the command that runs the scene of a study with the values of a cell, and write them as a preset, as a\n" +
			"scene or as code.",
		Example: "  sandbox sweep take house.toml#17\n" +
			"  sandbox sweep take house.toml#17 --preset stands.toml --scene stands.glb",
		Args: cli.Takes(1, 1),
		RunE: cli.Failing(func(cmd *cobra.Command, args []string) error {
			if err := f.check(); err != nil {
				return err
			}
			if err := cli.DistinctFiles(nil, f.files()); err != nil {
				return err
			}
			config, err := cellConfig(args[0])
			if err != nil {
				return err
			}
			if err := f.write(config); err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), session.CopyCommand(config.Scene.Name, config.Registry()))
			return err
		}),
	}
	f.add(cmd)
	return cmd
}
