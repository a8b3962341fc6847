//go:build !unix

package cli

import "os"

// hangup is nil where the system has no such signal.
var hangup os.Signal
