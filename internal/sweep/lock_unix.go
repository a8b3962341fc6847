//go:build unix && !solaris && !illumos && !aix

package sweep

import (
	"os"
	"syscall"
)

// lock keeps other processes from writing a log. The system gives it up with the process.
func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
