package record

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"tumble/engine/filelock"
)

// partSuffix is added to the name of a recording while it is written.
const partSuffix = ".part"

// How often a recording hands waiting bytes to the system, and how often it asks the system to bring them to the disk.
const (
	pushEvery = 200 * time.Millisecond
	syncEvery = time.Second
)

// IsFile reports whether a name is the name of a recording or of a part of a recording.
func IsFile(name string) bool {
	name = strings.ToLower(name)
	if at := strings.LastIndex(name, partSuffix); at > 0 && strings.Trim(name[at+len(partSuffix):],
		"0123456789") == "" {
		name = name[:at]
	}
	return filepath.Ext(name) == ".tumble"
}

// File is a recording on its way to its name.
type File struct {
	*os.File
	path, part string // part is path unless path is a regular file
	mode       os.FileMode
	dirty      atomic.Bool // there are bytes that may not be on the disk
	gone       atomic.Bool // the part is no longer where it was made
	written    atomic.Int64
	stop, done chan struct{}
}

// NewFile makes the file beside path that a recording is written to, see Create. It is for CreateIn.
func NewFile(path string) (*File, error) {
	f, err := createFile(path)
	if err != nil {
		return nil, fmt.Errorf("recording %s: %w", path, err)
	}
	return f, nil
}

// createFile makes the file that a recording is written to. A device or a pipe is written
// to as it is.
func createFile(path string) (*File, error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	f := &File{path: path}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, errors.New("is a folder")
	case err == nil && !info.Mode().IsRegular():
		f.part = path
		f.File, err = os.OpenFile(path, os.O_WRONLY, 0)
		return f, cause(err)
	case err == nil:
		f.mode = info.Mode().Perm()
	}
	// leave the parts of interrupted recordings and of other recorders alone: take the next free name
	for n := 1; ; n++ {
		f.part = path + partSuffix
		if n > 1 {
			f.part += fmt.Sprint(n)
		}
		f.File, err = os.OpenFile(f.part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil {
			err = filelock.Take(f.File)
		} else if errors.Is(err, os.ErrExist) {
			if err = left(f.part); err == nil {
				continue
			}
		}
		return f, cause(err)
	}
}

// left refuses a part that another process is writing.
func left(part string) error {
	f, err := os.OpenFile(part, os.O_RDWR, 0)
	if err != nil {
		return nil // it is none that could be written
	}
	err = filelock.Take(f)
	return errors.Join(err, f.Close())
}

// cause returns an error of the system without the name of the part, which the user did not choose.
func cause(err error) error {
	if p := (*os.PathError)(nil); errors.As(err, &p) {
		return p.Err
	}
	return err
}

// errGone is the error of writes to a part whose file was removed: the user learns of the loss at once, not after
// hours.
var errGone = errors.New("its folder or its part was removed or renamed")

func (f *File) Write(b []byte) (int, error) {
	if f.gone.Load() {
		return 0, errGone
	}
	f.dirty.Store(true)
	n, err := f.File.Write(b)
	f.written.Add(int64(n))
	return n, cause(err)
}

// keepSafe hands over the waiting bytes and forces them to the disk, again and again until the file is closed.
func (f *File) keepSafe(push func()) {
	f.stop, f.done = make(chan struct{}), make(chan struct{})
	go func() {
		defer close(f.done)
		ticker := time.NewTicker(pushEvery)
		defer ticker.Stop()
		for n := time.Duration(1); ; n++ {
			select {
			case <-f.stop:
				return
			case <-ticker.C:
			}
			push()
			if f.part == f.path || n*pushEvery%syncEvery != 0 {
				continue
			}
			if f.dirty.Swap(false) {
				// the next write of a disk that fails tells
				_ = f.Sync()
			}
			f.gone.Store(!f.stands())
		}
	}()
}

// stands reports whether the part is where it was made. A part that the system does not show counts as standing.
func (f *File) stands() bool {
	here, err := f.Stat()
	there, gone := os.Stat(f.part)
	return err != nil || gone == nil && os.SameFile(here, there) || gone != nil && !errors.Is(gone, os.ErrNotExist)
}

// end stops keepSafe.
func (f *File) end() {
	if f.stop != nil {
		close(f.stop)
		<-f.done
		f.stop = nil
	}
}

// replaces reports whether a file has the name already.
func (f *File) replaces() bool { return f.mode != 0 }

// leave closes the part and lets it stand.
func (f *File) leave() error {
	f.end()
	if f.part != f.path {
		_ = f.Sync()
	}
	return cause(f.Close())
}

// Discard closes the part and removes it.
func (f *File) Discard() error {
	err := f.leave()
	if f.part != f.path {
		err = errors.Join(err, os.Remove(f.part))
	}
	return err
}

// settle brings the file to the disk and gives it its name.
func (f *File) settle() error {
	f.end()
	if f.part == f.path {
		return cause(f.Close())
	}
	var err error
	if f.mode != 0 {
		err = f.Chmod(f.mode)
	}
	err = errors.Join(err, f.Sync(), f.Close())
	if err != nil {
		return cause(err)
	}
	return rename(f.part, f.path)
}

// Name gives a part of a recording its final name, if no file has this name, and returns the name that the file then
// has.
func Name(path string) (string, error) {
	at := strings.LastIndex(path, partSuffix)
	if at <= 0 || !IsFile(path) || !strings.Contains(filepath.Base(path), partSuffix) {
		return path, nil
	}
	if _, err := os.Lstat(path[:at]); !errors.Is(err, os.ErrNotExist) {
		return path, nil
	}
	return path[:at], rename(path, path[:at])
}

// rename gives a file its name, on the disk, too.
func rename(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	// not every system can sync a folder
	if d, err := os.Open(filepath.Dir(to)); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
	return nil
}
