package filelock

import (
	"errors"
	"math"
	"os"

	"golang.org/x/sys/windows"
)

// lock locks one byte far behind the end: Windows keeps even readers from bytes that are locked.
func lock(f *os.File) error {
	const alone = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	behind := windows.Overlapped{OffsetHigh: math.MaxInt32}
	err := windows.LockFileEx(windows.Handle(f.Fd()), alone, 0, 1, 0, &behind)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrHeld
	}
	if errors.Is(err, windows.ERROR_INVALID_FUNCTION) || errors.Is(err, windows.ERROR_NOT_SUPPORTED) {
		return nil // some network file systems have no locks
	}
	return err
}
