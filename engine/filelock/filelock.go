// Package filelock lets a file have one writer among all processes.
package filelock

import (
	"errors"
	"os"
)

// ErrHeld is the error about a file that another writer has.
var ErrHeld = errors.New("another process is writing it")

// Take keeps other writers from a file until the file is closed; readers read on. The system gives up the lock when the
// process ends. Take does nothing where a file system has no locks.
func Take(f *os.File) error { return lock(f) }
