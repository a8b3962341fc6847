//go:build !unix

package main

import "os"

// saveSignal is nil where the system has no such signal.
var saveSignal os.Signal

// hangup is nil where the system has no such signal.
var hangup os.Signal
