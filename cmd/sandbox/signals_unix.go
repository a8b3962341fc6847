//go:build unix

package main

import (
	"os"
	"syscall"
)

// saveSignal asks the window to save what just happened.
var saveSignal os.Signal = syscall.SIGUSR1

// hangup is the signal of a terminal that closes.
var hangup os.Signal = syscall.SIGHUP
