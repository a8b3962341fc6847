package wholefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"tumble/engine/filelock"
)

// partSuffix is added to the name of a file while it is written.
const partSuffix = ".part"

// File is a file that is written over time. It stands beside the old one as NAME.part, which nobody else can write, and
// gets its name when it is closed. The file of a killed process keeps the name NAME.part; the next one to write
// the file replaces that. A device or a pipe is written to as it is.
type File struct {
	file *os.File
	path string // as it was given
	name string // what the path leads to
	part string // the same as name for a device or a pipe
	old  fs.FileMode
	err  error // of the first write that failed
	any  bool  // something was written
}

// Begin begins to write a file. The error names the path and the cause.
func Begin(path string) (*File, error) {
	f := &File{path: path, name: Target(path)}
	f.part = f.name + partSuffix
	info, err := os.Stat(f.name)
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("saving %s: is a folder", path)
	case err == nil && !info.Mode().IsRegular():
		f.part = f.name
		f.file, err = os.OpenFile(f.name, os.O_WRONLY, 0)
	case err == nil:
		f.old = info.Mode().Perm()
		f.file, err = openPart(f.part)
	default:
		f.file, err = openPart(f.part)
	}
	if err != nil {
		return nil, fmt.Errorf("saving %s: %w", path, cause(err))
	}
	return f, nil
}

// openPart opens and empties a part that nobody else writes.
func openPart(part string) (*os.File, error) {
	for {
		f, err := os.OpenFile(part, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			return nil, err
		}
		err = filelock.Take(f)
		if err == nil {
			// whoever had it may have given it its name meanwhile
			mine, mineErr := f.Stat()
			there, thereErr := os.Lstat(part)
			if mineErr == nil && thereErr == nil && there.Mode().IsRegular() && os.SameFile(mine, there) {
				return f, errors.Join(f.Truncate(0))
			}
			if thereErr == nil && !there.Mode().IsRegular() {
				err = errors.New(part + " is in the way")
			}
		}
		if closeErr := f.Close(); err != nil {
			return nil, errors.Join(err, closeErr)
		}
	}
}

// Target is the file that a path leads to, through links to files that need not be there yet.
func Target(path string) string {
	for range 40 {
		next, err := os.Readlink(path)
		if err != nil {
			break
		}
		if !filepath.IsAbs(next) {
			next = filepath.Join(filepath.Dir(path), next)
		}
		path = next
	}
	return path
}

// Name is the path as it was given.
func (f *File) Name() string { return f.path }

// Write implements io.Writer. After the first error nothing is written.
func (f *File) Write(b []byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	n, err := f.file.Write(b)
	f.any = f.any || n > 0
	if err != nil {
		f.err = fmt.Errorf("saving %s: %w", f.path, cause(err))
		if f.part != f.name {
			f.err = fmt.Errorf("%w; what was written is in %s", f.err, f.part)
		}
	}
	return n, f.err
}

// Close gives the file its name when all of it is on the disk. After an error the old file stays, and what was written
// has the name of the part.
func (f *File) Close() error {
	if f.part == f.name {
		return errors.Join(f.err, f.file.Close())
	}
	err := f.err
	if err == nil && f.old != 0 {
		err = f.file.Chmod(f.old)
	}
	if err == nil {
		err = f.file.Sync()
	}
	if err = errors.Join(err, f.file.Close()); err == nil {
		err = os.Rename(f.part, f.name)
	}
	if err != nil && f.err == nil {
		err = fmt.Errorf("saving %s: %w; what was written is in %s", f.path, cause(err), f.part)
	}
	if err == nil {
		syncFolder(filepath.Dir(f.name))
	}
	return err
}

// End is Close for work that may have failed: if it did before there was anything to write, the old file stays.
func (f *File) End(failed error) error {
	if failed != nil && !f.any && f.err == nil {
		f.Discard()
		return nil
	}
	return f.Close()
}

// Discard closes and removes what was written.
func (f *File) Discard() {
	_ = f.file.Close()
	if f.part != f.name {
		_ = os.Remove(f.part)
	}
}
