//go:build unix && !solaris && !illumos && !aix

// Package filelock lets a file have one writer among all processes.
package filelock

import (
	"errors"
	"os"
	"syscall"
)

// ErrHeld is the error about a file that another writer has.
var ErrHeld = errors.New("another process is writing it")

// Take keeps other writers from a file until it is closed. The system gives it up with the process.
func Take(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrHeld
	}
	if errors.Is(err, syscall.ENOLCK) || errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.ENOSYS) {
		return nil // some network file systems have no locks
	}
	return err
}
