package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"syscall"

	"github.com/spf13/cobra"

	"tumble/internal/cli"
	"tumble/internal/cli/loops"
	"tumble/physics/scenes"
)

// execute runs the program with the given arguments and returns its exit code. The context of a command whose output is
// lost ends, as after a signal: its other outputs become whole.
func execute(ctx context.Context, args []string, out, errs io.Writer) int {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	lost := func(err error) error { return cli.Exit(cli.ExitOutput, "standard output: %w", err) }
	checked := &cli.CheckedWriter{Writer: out, Failed: func(err error) { cancel(lost(err)) }}
	root := newRoot(checked, errs)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if checked.Err != nil && (err == nil || errors.Is(err, checked.Err)) {
		err = lost(checked.Err)
	}
	if err == nil {
		return 0
	}
	// a reader that has read enough, as head has, is told nothing
	if had := errors.Is(checked.Err, syscall.EPIPE) && errors.Is(err, checked.Err); !had {
		fmt.Fprintf(errs, "sandbox: %s\n", cli.PlainMessage(err))
	}
	return cli.ExitCode(err)
}

// newRoot makes all commands. cobra's scripts of completion go to the writer that the root has when their commands are
// made, so its writers are set first: TestFullStandardOutput.
func newRoot(out, errs io.Writer) *cobra.Command {
	root := &cobra.Command{
		Use:           "sandbox",
		Short:         "Tumble: a sandbox of rigid bodies",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noCommand,
		Example: "  sandbox                                     open the window\n" +
			"  sandbox run card_house --loop interpolate   with a scene and a loop\n" +
			"  sandbox sim pyramid210 --steps 1000 --check simulate without a window\n" +
			"  sandbox bench large_pyramid                 milliseconds a step\n" +
			"  sandbox scenes                              list the scenes",
	}
	root.SetOut(out)
	root.SetErr(errs)
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(newHelp(root))
	window := &runFlags{}
	window.flags(root)
	// the flag of cobra writes by a template, and templates have the linker keep every method of every type
	version := root.Flags().BoolP("version", "v", false, "print the version")
	root.RunE = cli.Failing(func(cmd *cobra.Command, _ []string) error {
		if *version {
			_, err := fmt.Fprintln(out, versionLine(readVersion()))
			return err
		}
		return window.run(cmd, scenes.DefaultScene)
	})
	(&sceneFileFlags{}).add(root)
	root.AddCommand(newRun(), newHost(), newJoin(), newShot(), newSim(), newBench(), newScenes(), newParams(),
		newControls(), newMeters(), newRigs(), newOpen(), newTest(), newReplay(), newRehit(), loops.NewLab(windowGoals),
		loops.NewLockstep(), newAttach(), newSweep(), newFit(), newThumbnails(), newValidate(), newWeb(),
		newVersion(), newMan())
	addCompletion(root)
	refuseUnknownShells(root)
	return root
}
