//go:build !unix || solaris || aix

package journal

import (
	"errors"
	"io/fs"
	"os"
)

// lock says that a process uses a folder. Windows removes no file that is open: one that cannot be removed is in use.
type lock struct {
	file *os.File
	path string
}

// takeLock fails while someone has the lock.
func takeLock(path string) (*lock, error) {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	return &lock{f, path}, nil
}

func (l *lock) release() {
	_ = l.file.Close()
	_ = os.Remove(l.path)
}
