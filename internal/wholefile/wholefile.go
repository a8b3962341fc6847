// Package wholefile writes files that are whole or not there: an error or a crash leaves what was
// there before. All outputs of the program go through it: Write for files of one piece, Begin for those that grow over
// time. Recordings have parts of their own (engine/record), which can be read before they are whole.
package wholefile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Write makes the file at path from the bytes of write: beside the old one first, forced to the disk,
// and only then under its name. A link stays a link, what it points to is replaced; an old file
// keeps its mode; what is no regular file is refused. The error names the path and the cause. What
// processes that were killed left behind in the folder more than an hour ago is removed.
func Write(path string, write func(io.Writer) error) error {
	if err := replace(path, write); err != nil {
		return fmt.Errorf("saving %s: %w", path, cause(err))
	}
	return nil
}

// cause is an error without the name of the temporary file, which says nothing to anybody.
func cause(err error) error {
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		return p.Err
	}
	if l := (*os.LinkError)(nil); errors.As(err, &l) {
		return l.Err
	}
	return err
}

func replace(path string, write func(io.Writer) error) error {
	path = Target(path)
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return errors.New("is no regular file")
	}
	folder := filepath.Dir(path)
	f, err := Create(path)
	if err != nil {
		return err
	}
	b := bufio.NewWriterSize(f, 64<<10)
	if err = write(b); err == nil {
		err = b.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	syncFolder(folder)
	// the clock is that of the disk: what has just been written is of now
	if info, err := os.Lstat(path); err == nil {
		sweep(folder, info.ModTime().Add(-stale))
	}
	return nil
}

// syncFolder brings the names in a folder to the disk; not every system can do that.
func syncFolder(folder string) {
	if d, err := os.Open(folder); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// Create makes an empty file beside path that is to get its name when it is whole. Its mode is that of the old file,
// else what the umask leaves of 0666.
func Create(path string) (*os.File, error) {
	mode, old := os.FileMode(0o666), false
	if info, err := os.Stat(path); err == nil {
		mode, old = info.Mode().Perm(), true
	}
	for {
		name := filepath.Join(filepath.Dir(path), prefix+strconv.FormatUint(rand.Uint64(), 10))
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil && old {
			// the umask took some of it
			if err = f.Chmod(mode); err != nil {
				err = errors.Join(err, f.Close(), os.Remove(name))
			}
		}
		return f, err
	}
}

const (
	// prefix begins the names of files that are being written; digits follow.
	prefix = ".tumble-"
	// stale is the age after which one that nobody has written to was left by a process that was killed.
	stale = time.Hour
)

// sweep removes what killed processes left in a folder: regular files that are named like those of
// Write and were last written to before limit. A file that cannot be removed stays.
func sweep(folder string, limit time.Time) {
	d, err := os.Open(folder)
	if err != nil {
		return
	}
	defer d.Close()
	for {
		names, err := d.Readdirnames(256)
		for _, name := range names {
			if !temporary(name) {
				continue
			}
			path := filepath.Join(folder, name)
			if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() && info.ModTime().Before(limit) {
				_ = os.Remove(path)
			}
		}
		if err != nil {
			return
		}
	}
}

// temporary reports whether a name is one that Write gives to a file that is not whole yet.
func temporary(name string) bool {
	digits, ok := strings.CutPrefix(name, prefix)
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}
