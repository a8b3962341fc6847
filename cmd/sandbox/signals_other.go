//go:build !unix

package main

import "os"

// hangup is nil where the system has no such signal.
var hangup os.Signal
