//go:build unix

package main

import (
	"os"
	"syscall"
)

// hangup is the signal of a terminal that closes.
var hangup os.Signal = syscall.SIGHUP
