//go:build unix

package cli

import (
	"os"
	"os/signal"
	"syscall"
)

// SaveSignal asks the window to save what just happened.
var SaveSignal os.Signal = syscall.SIGUSR1

// hangup is the signal of a terminal that closes.
var hangup os.Signal = syscall.SIGHUP

// keepPipeErrors turns off the signal of broken pipes for this process and not, as ignoring it would, for its children.
func keepPipeErrors() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }
