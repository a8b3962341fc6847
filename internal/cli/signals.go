package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// SignalError is the cause of a context that a signal ended.
type SignalError struct{ Signal os.Signal }

func (e *SignalError) Error() string {
	switch e.Signal {
	case syscall.SIGTERM:
		return "terminated"
	case hangup:
		return "hung up"
	}
	return "interrupted"
}

// Code is the exit Code of a program that a signal ended, 128 and its number, as shells expect.
func (e *SignalError) code() int {
	switch e.Signal {
	case syscall.SIGTERM:
		return ExitTerminated
	case hangup:
		return ExitHungUp
	}
	return ExitInterrupted
}

// UntilSignal returns a context that ends with the first signal that asks the program to end, and
// whose cause is then a *SignalError. The second signal has the system's default action, so that it
// ends a program that does not come to its end. A hang-up that was ignored from the start, as under
// nohup, stays ignored.
func UntilSignal() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	wanted := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if hangup != nil && !signal.Ignored(hangup) {
		wanted = append(wanted, hangup)
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, wanted...)
	go func() {
		s := <-signals
		signal.Stop(signals)
		cancel(&SignalError{s})
	}()
	return ctx
}

// OnSignal calls f for each signal of a kind, nil for none, until the function that it returns is called.
func OnSignal(kind os.Signal, f func()) (stop func()) {
	if kind == nil {
		return func() {}
	}
	signals, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, kind)
	go func() {
		for {
			select {
			case <-signals:
				f()
			case <-done:
				return
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		close(done)
	}
}

// Interrupted is the error of work that ended because its context did, by a signal or an *Error; the text says how far
// it got.
func Interrupted(ctx context.Context, format string, args ...any) error {
	text, code := "interrupted", ExitInterrupted
	cause := context.Cause(ctx)
	if e := (*Error)(nil); errors.As(cause, &e) {
		return e
	}
	if s := (*SignalError)(nil); errors.As(cause, &s) {
		text, code = s.Error(), s.code()
	}
	if format != "" {
		text += " " + fmt.Sprintf(format, args...)
	}
	return Exit(code, "%s", text)
}
