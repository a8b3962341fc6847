//go:build unix

package history

import (
	"syscall"
	"time"
)

// processorTime is the time that the program has used of all processors: other programs do not count.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
