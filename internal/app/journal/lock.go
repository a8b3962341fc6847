package journal

import (
	"errors"
	"os"

	"tumble/engine/filelock"
)

// lock says that a process uses a folder; it goes with the process.
type lock struct{ file *os.File }

// takeLock fails while someone has the lock.
func takeLock(path string) (*lock, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := filelock.Take(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &lock{f}, nil
}

func (l *lock) release() { _ = l.file.Close() }
