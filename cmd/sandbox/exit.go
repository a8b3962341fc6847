package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"

	"github.com/spf13/cobra"
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
