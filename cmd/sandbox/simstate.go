package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"tumble/engine/param"
	"tumble/engine/record"
	"tumble/internal/app/session"
	"tumble/internal/capsule"
	"tumble/internal/cli"
	"tumble/internal/truth"
	"tumble/internal/wholefile"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/scene"
)

// stateFlags are the flags of the sim command that save and load states and record the run.
type stateFlags struct {
	saves       []string
	load        string
	record      string
	stageHashes bool

	info     record.SceneInfo
	built    *param.Config
	loaded   *record.Recording
	changed  bool           // parameters were given beside those of the loaded file
	at       map[int]string // the files to save to by step
	atBreak  string         // the file to save to where the condition holds
	take     takeWriter
	recorder *record.Recorder
}

func (f *stateFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.saves, "save", nil,
		"save the world after a step, as STEP:FILE, or where the condition "+
			"of --break holds, as break:FILE; a FILE that ends in .gltf, .glb, .urdf or .xml is a scene, "+
			"in .capsule a capsule; "+
			takeHelp+" (repeatable)")
	cmd.Flags().StringSliceVar(&f.take.overlays, "overlay", nil, overlayHelp)
	cmd.Flags().StringVar(&f.load, "load", "", "go on from a file that --save wrote, to the step of --steps")
	cmd.Flags().StringVar(&f.record, "record", "", "write every call and every hash to this file, for sandbox replay")
	cmd.Flags().BoolVar(&f.stageHashes, "stage-hashes", false,
		"with --record: also the hashes of stages and bodies, so that a replay can tell where it differs")
}

// check refuses flags that do not go together and reads the steps to save.
func (f *stateFlags) check(checkScene bool) error {
	if f.load != "" && checkScene {
		return cli.Exit(cli.ExitUsage, "--check needs the whole run and cannot go with --load")
	}
	if f.stageHashes && f.record == "" {
		return cli.Exit(cli.ExitUsage, "--stage-hashes goes with --record")
	}
	f.at = make(map[int]string)
	for _, s := range f.saves {
		text, file, ok := strings.Cut(s, ":")
		if !ok && isTake(s) {
			if err := f.take.add(s); err != nil {
				return err
			}
			continue
		}
		if text == "break" && file != "" && f.atBreak == "" {
			f.atBreak = file
			continue
		}
		step, err := strconv.Atoi(text)
		if !ok || err != nil || step < 0 || file == "" {
			return cli.Exit(cli.ExitUsage,
				"--save %s: must be STEP:FILE or break:FILE, or a FILE of the whole run in %s",
				s, takeNames)
		}
		if f.at[step] != "" {
			return cli.Exit(cli.ExitUsage, "--save %s: step %d is saved to %s already", s, step, f.at[step])
		}
		f.at[step] = file
	}
	return nil
}

// config is the configuration of the scene: with --load that of the file, changed by the flags.
func (f *stateFlags) config(cmd *cobra.Command, c *configFlags, scene string) (*param.Config, error) {
	f.changed = cmd.Flags().Changed("set") || cmd.Flags().Changed("substeps")
	if f.load != "" {
		rec, err := readRecording(f.load)
		if err != nil {
			return nil, err
		}
		if rec.State == nil {
			return nil, cli.Exit(cli.ExitInput, "%s: holds no state that --save wrote", f.load)
		}
		if has := rec.First().Info.Scene; has != scene {
			return nil, cli.Exit(cli.ExitInput, "%s: a state of scene %s, not of %s", f.load, has, scene)
		}
		defer rec.Close()
		f.loaded = rec
		info := &rec.First().Info
		c.before = info.Params
		if !cmd.Flags().Changed("hz") {
			c.before = append(c.before, record.Param{Name: "loop.hertz", Value: strconv.FormatInt(info.Hz, 10)})
		}
	}
	config, registry, err := c.config(cmd, scene)
	if err != nil {
		return nil, err
	}
	f.built = config
	f.info = record.SceneInfo{Scene: config.Scene.Name, Hz: int64(config.Loop.Hertz)}
	for _, p := range registry.Changed() {
		f.info.Params = append(f.info.Params, record.Param{Name: p.Key, Value: p.String()})
	}
	return config, nil
}

// begin puts a loaded state into the world and starts to record.
func (f *stateFlags) begin(run *scenes.Run, config *param.Config) error {
	if f.loaded != nil {
		if err := run.World.Restore(f.loaded.State); err != nil {
			return &cli.Error{Code: cli.ExitInput, Err: fmt.Errorf("%s: %w", f.load, err)}
		}
		run.StepCount = int(run.World.Counters().Steps)
		if f.changed {
			if err := run.World.SetSettings(config.Settings); err != nil {
				return err
			}
		}
	}
	for step, file := range f.at {
		if step < run.StepCount {
			return cli.Exit(cli.ExitUsage, "--save %d:%s: the run begins at step %d", step, file, run.StepCount)
		}
		if err := capsuleOf(run, file); err != nil {
			return cli.Exit(cli.ExitUsage, "--save %d:%s: %w", step, file, err)
		}
	}
	if err := capsuleOf(run, f.atBreak); err != nil {
		return cli.Exit(cli.ExitUsage, "--save break:%s: %w", f.atBreak, err)
	}
	f.take.film.Twin = truth.Follow(run)
	if err := f.take.begin(run.Scene, run.World); err != nil {
		return err
	}
	if f.record == "" {
		return nil
	}
	options := recordOptions()
	options.Details = f.stageHashes
	var err error
	if f.recorder, err = record.Create(f.record, f.info, options); err != nil {
		return cli.OutputError(err)
	}
	return cli.OutputError(f.recorder.Follow(run.World))
}

// save saves the state after the step just done, if it was asked for. It ends a run whose recording has failed;
// closeRecording says why.
func (f *stateFlags) save(run *scenes.Run) error {
	if f.recorder != nil && f.recorder.Err() != nil {
		return cli.Exit(cli.ExitOutput, "the run ended with its recording after %d steps", run.StepCount)
	}
	file := f.at[run.StepCount]
	if file == "" {
		return nil
	}
	delete(f.at, run.StepCount)
	return f.write(run, file)
}

// saveBreak saves the state where the condition holds, if that was asked for.
func (f *stateFlags) saveBreak(run *scenes.Run) error {
	if f.atBreak == "" {
		return nil
	}
	return f.write(run, f.atBreak)
}

// isCapsule reports whether a file is to be a capsule, by its name.
func isCapsule(file string) bool { return strings.EqualFold(filepath.Ext(file), capsule.Extension) }

// capsuleOf reports why a scene cannot be saved to a file that is to be a capsule.
func capsuleOf(run *scenes.Run, file string) error {
	if isCapsule(file) && len(run.Characters) > 0 {
		return fmt.Errorf("scene %s has characters, whose state no capsule holds; a name without %s saves the bodies",
			run.Scene.Name, capsule.Extension)
	}
	return nil
}

func (f *stateFlags) write(run *scenes.Run, file string) error {
	if scene.CanSave(file) {
		return cli.SaveScene(file, run, int(f.info.Hz), run.Scene.View)
	}
	var state physics.Snapshot
	if err := run.World.Snapshot(&state); err != nil {
		return err
	}
	if isCapsule(file) {
		return f.writeCapsule(&state, file)
	}
	return cli.OutputError(wholefile.Write(
		file, func(w io.Writer) error { return record.WriteState(w, f.info, &state) }))
}

// writeCapsule saves a state as a capsule without a recording.
func (f *stateFlags) writeCapsule(state *physics.Snapshot, file string) error {
	s, err := session.At(f.built, state)
	if err != nil {
		return err
	}
	defer s.World().Close()
	c, err := s.Capsule(versionLine(readVersion()))
	if err != nil {
		return &cli.Error{Code: cli.ExitInput, Err: err}
	}
	return cli.OutputError(wholefile.Write(file, c.Write))
}

// step takes a step that was done for the files of the whole run.
func (f *stateFlags) step(run *scenes.Run) error { return f.take.step(run.World) }

// end complains about steps that the run did not reach.
func (f *stateFlags) end(run *scenes.Run) error {
	var err error
	for step, file := range f.at {
		err = errors.Join(err, cli.Exit(cli.ExitUsage, "--save %d:%s: the run ended at step %d", step, file,
			run.StepCount))
	}
	return err
}

// closeRecording gives the recording and the files of the whole run their names, also after an error.
func (f *stateFlags) closeRecording() error {
	err := f.take.write()
	if f.recorder == nil {
		return err
	}
	err = errors.Join(err, cli.OutputError(f.recorder.Close()))
	f.recorder = nil
	return err
}
