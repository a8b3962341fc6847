//go:build !unix

package cli

import "os"

// SaveSignal is nil where the system has no such signal.
var SaveSignal os.Signal

// hangup is nil where the system has no such signal.
var hangup os.Signal

// keepPipeErrors has nothing to do: a broken pipe is an error here.
func keepPipeErrors() {}
