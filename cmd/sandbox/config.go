package main

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"tumble/engine/param"
	"tumble/engine/record"
	"tumble/internal/app/session"
	"tumble/internal/app/userfile"
	"tumble/internal/cli"
	"tumble/physics"
)

// configFlags are the flags with which every command that builds a scene configures it.
type configFlags struct {
	set                   []string
	preset, cell          string
	hertz, substeps, work int

	// before are parameters that are set before those of the flags.
	before []record.Param
}

func (f *configFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.set, "set", nil, "set a parameter, as key=value (repeatable; see sandbox params)")
	cmd.Flags().StringVar(&f.preset, "preset", "",
		"take the parameters of a preset: a TOML file, or the name of one that was saved in the window")
	cmd.Flags().IntVar(&f.hertz, "hz", 0, "steps a second (default: what the scene asks for)")
	cmd.Flags().IntVar(&f.substeps, "substeps", 0, "solver steps in a step (default: 4)")
}

// addCell lets the command take a cell of a study instead of a scene.
func (f *configFlags) addCell(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.cell, "cell", "", "take scene and parameters of a cell of a study, as study.toml#417")
}

// sceneOr is the scene that the arguments name, or the file of the study of --cell.
func (f *configFlags) sceneOr(args []string, without string) (string, error) {
	switch {
	case f.cell != "" && len(args) > 0:
		return "", cli.Exit(cli.ExitUsage, "--cell %s has a scene of its own; %q is too much", f.cell, args[0])
	case f.cell != "":
		study, _, _ := strings.Cut(f.cell, "#")
		return study, nil
	case len(args) > 0:
		return args[0], nil
	case without == "":
		return "", cli.Exit(cli.ExitUsage, "SCENE|FILE is missing, or --cell")
	}
	return without, nil
}

// base is the configuration that the flags change: that of a scene, or of a cell.
func (f *configFlags) base(cmd *cobra.Command, scene string) (*param.Config, error) {
	if f.cell != "" {
		if cmd.Flags().Changed("record") {
			// a recording names a scene and parameters; a cell may push bodies, too
			return nil, cli.Exit(cli.ExitUsage, "--record does not go with --cell")
		}
		return cellConfig(f.cell)
	}
	s, err := cli.FindScene(scene)
	if err != nil {
		return nil, err
	}
	return param.NewConfig(s), nil
}

func (f *configFlags) addWorkers(cmd *cobra.Command) {
	cmd.Flags().IntVar(&f.work, "workers", 1, "goroutines that share a step, 0 for one on each core")
}

// config returns the configuration of a scene as the flags ask for it.
func (f *configFlags) config(cmd *cobra.Command, scene string) (*param.Config, *param.Registry, error) {
	c, err := f.base(cmd, scene)
	if err != nil {
		return nil, nil, err
	}
	s := c.Scene
	c.Renamed = func(old, key string) {
		fmt.Fprintf(cmd.ErrOrStderr(), "sandbox: %s is now called %s\n", old, key)
	}
	r := c.Registry()
	for _, p := range f.before {
		if err := r.Set(p.Name, p.Value); err != nil {
			return nil, nil, &cli.Error{Code: cli.ExitInput, Err: err}
		}
	}
	if f.preset != "" {
		if err := takePreset(f.preset, s.Name, r); err != nil {
			return nil, nil, err
		}
	}
	pairs := append([]string(nil), f.set...)
	if cmd.Flags().Changed("hz") {
		pairs = append(pairs, "loop.hertz="+strconv.Itoa(f.hertz))
	}
	if cmd.Flags().Changed("substeps") {
		pairs = append(pairs, "substeps="+strconv.Itoa(f.substeps))
	}
	if cmd.Flags().Lookup("workers") != nil && cmd.Flags().Changed("workers") {
		pairs = append(pairs, "loop.workers="+strconv.Itoa(workerCount(f.work)))
	}
	return c, r, cli.Assign(r, pairs)
}

// takePreset sets the parameters of a preset, all or none of them: a file, or a name in the folder of presets.
func takePreset(name, scene string, r *param.Registry) error {
	path := name
	folder := session.NewPresetFolder(userfile.Folder())
	if session.CheckPresetName(name) == nil && folder.Exists() && folder.Has(name) {
		path = folder.File(name)
	}
	preset, err := session.ReadPreset(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("--preset %s: there is neither such a file nor a saved preset of this name", name)
		if saved := folder.Names(); len(saved) > 0 {
			err = fmt.Errorf("%w; saved are %s", err, strings.Join(saved, ", "))
		}
	}
	if err != nil {
		return &cli.Error{Code: cli.ExitInput, Err: err}
	}
	values, err := preset.Values(scene, r)
	if err != nil {
		return &cli.Error{Code: cli.ExitInput, Err: fmt.Errorf("%s: %w", path, err)}
	}
	for _, p := range r.All() {
		if v, ok := values[p.Key]; ok && p.Format(v) != p.String() {
			if err := p.SetValue(v); err != nil {
				return &cli.Error{Code: cli.ExitInput, Err: fmt.Errorf("%s: %w", path, err)}
			}
		}
	}
	return nil
}

// workerCount resolves 0 to one worker on each core.
func workerCount(n int) int {
	if n == 0 {
		return min(runtime.NumCPU(), physics.MaxWorkers)
	}
	return n
}
