package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"

	"github.com/spf13/cobra"

	"tumble/engine/param"
	"tumble/internal/openscene"
	"tumble/physics/scenes"
)

// The exit codes of the program.
const (
	exitFailed      = 1
	exitUsage       = 64
	exitInput       = 65
	exitNoDisplay   = 69
	exitQuarantine  = 70
	exitDriverHung  = 71
	exitOutput      = 73
	exitLimit       = 75
	exitHungUp      = 129
	exitInterrupted = 130
	exitTerminated  = 143
)

// exitError is an error with the exit code it ends the program with.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

// exitWith gives an error its exit code.
func exitWith(code int, format string, args ...any) error {
	return &exitError{code, fmt.Errorf(format, args...)}
}

// execute runs the program with the given arguments and returns its exit code.
func execute(ctx context.Context, args []string, out, errs io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	checked := &checkedWriter{Writer: out}
	root.SetOut(checked)
	root.SetErr(errs)
	err := root.ExecuteContext(ctx)
	if err == nil && checked.err != nil {
		err = exitWith(exitOutput, "standard output: %w", checked.err)
	}
	if err == nil {
		return 0
	}
	fmt.Fprintf(errs, "sandbox: %s\n", plainMessage(err))
	return exitCode(err)
}

// packagePrefix is the name of a package at the beginning of an error of it or of one that it wraps.
var packagePrefix = regexp.MustCompile(`(^|: )(?:(?:app|engine|lab|lockstep|openscene|param|physics|record|renderer|rigs|scenes|session|capture|fit|sweep|wholefile): )+`)

// plainMessage is the text of an error without the names of the packages that it came through, which
// say nothing to a user of the program.
func plainMessage(err error) string {
	return packagePrefix.ReplaceAllString(err.Error(), "$1")
}

// exitCode returns the code that an error ends the program with. Whatever has none comes
// from the parser of the command line.
func exitCode(err error) int {
	var e *exitError
	if errors.As(err, &e) {
		return e.code
	}
	return exitUsage
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "sandbox",
		Short:         "Tumble: a sandbox of rigid bodies",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noCommand,
		Version:       versionLine(readVersion()),
		Example: "  sandbox                                     open the window\n" +
			"  sandbox run card_house --loop interpolate   with a scene and a loop\n" +
			"  sandbox sim pyramid210 --steps 1000 --check simulate without a window\n" +
			"  sandbox bench large_pyramid                 milliseconds a step\n" +
			"  sandbox scenes                              list the scenes",
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(newHelp(root))
	window := &runFlags{}
	window.flags(root)
	root.RunE = failing(func(cmd *cobra.Command, _ []string) error { return window.run(cmd, scenes.DefaultScene) })
	(&sceneFileFlags{}).add(root)
	root.AddCommand(newRun(), newShot(), newSim(), newBench(), newScenes(), newParams(), newControls(), newMeters(), newRigs(), newOpen(), newTest(), newReplay(), newRehit(), newLab(), newLockstep(), newSweep(), newFit(),
		newValidate(), newVersion(), newMan())
	addCompletion(root)
	return root
}

// failing turns errors without an exit code, which did not come from the command line, into
// plain failures.
func failing(run func(cmd *cobra.Command, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		err := run(cmd, args)
		var e *exitError
		switch {
		case err == nil || errors.As(err, &e):
			return err
		case errors.Is(err, context.Canceled):
			return interrupted(cmd.Context(), "")
		}
		return &exitError{exitFailed, err}
	}
}

// sceneNamed is the scene that the arguments name first, the default one if there are none.
func sceneNamed(args []string) string {
	if len(args) > 0 {
		return args[0]
	}
	return scenes.DefaultScene
}

// findScene returns the scene that a user named: one of the library or a file.
func findScene(name string) (*scenes.Scene, error) {
	s, err := openscene.Find(name)
	if errors.Is(err, openscene.ErrNoScene) {
		err = meant(err, name, sceneNames())
	}
	return s, inputError(err)
}

// assign applies the values of --set to a configuration.
func assign(r *param.Registry, pairs []string) error {
	for _, pair := range pairs {
		if err := r.Assign(pair); err != nil {
			return &exitError{exitUsage, err}
		}
	}
	return nil
}
