//go:build unix

package cli

import (
	"os"
	"syscall"
)

// SaveSignal asks the window to save what just happened.
var SaveSignal os.Signal = syscall.SIGUSR1

// hangup is the signal of a terminal that closes.
var hangup os.Signal = syscall.SIGHUP
