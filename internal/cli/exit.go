package cli

import (
	"context"
	"errors"
	"fmt"
	"regexp"

	"github.com/spf13/cobra"
)

// The exit codes of the program.
const (
	ExitFailed      = 1
	ExitUsage       = 64
	ExitInput       = 65
	ExitNoDisplay   = 69
	ExitQuarantine  = 70
	ExitDriverHung  = 71
	ExitOutput      = 73
	ExitLimit       = 75
	ExitHungUp      = 129
	ExitInterrupted = 130
	ExitTerminated  = 143
)

// Error is an error with the exit code it ends the program with.
type Error struct {
	Code int
	Err  error
}

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// Exit gives an error its exit code.
func Exit(code int, format string, args ...any) error {
	return &Error{code, fmt.Errorf(format, args...)}
}

// packagePrefix is the name of a package at the beginning of an error of it or of one that it wraps.
var packagePrefix = regexp.MustCompile(`(^|: )(?:(?:app|engine|lab|lockstep|openscene|param|physics|record|renderer|` +
	`rigs|scenes|session|capture|fit|sweep|netlab|nettime|wholefile|window): )+`)

// PlainMessage is the text of an error without the names of the packages that it came through, which
// say nothing to a user of the program.
func PlainMessage(err error) string {
	return packagePrefix.ReplaceAllString(err.Error(), "$1")
}

// ExitCode returns the code that an error ends the program with. Whatever has none comes
// from the parser of the command line.
func ExitCode(err error) int {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ExitUsage
}

// Failing turns errors without an exit code, which did not come from the command line, into
// plain failures.
func Failing(run func(cmd *cobra.Command, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		err := run(cmd, args)
		var e *Error
		switch {
		case err == nil || errors.As(err, &e):
			return err
		case errors.Is(err, context.Canceled):
			return Interrupted(cmd.Context(), "")
		}
		return &Error{ExitFailed, err}
	}
}
