//go:build unix && !solaris && !aix

package journal

import (
	"os"
	"syscall"
)

// lock says that a process uses a folder; it goes with the process.
type lock struct{ file *os.File }

// takeLock fails while someone has the lock.
func takeLock(path string) (*lock, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close()
		return nil, err
	}
	return &lock{f}, nil
}

func (l *lock) release() { _ = l.file.Close() }
