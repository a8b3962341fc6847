// Package wholefile writes files that are whole or not there: an error or a crash leaves what was
// there before.
package wholefile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Write makes the file at path of what write gives it: beside the old one first, forced to the disk,
// and only then under its name. A link stays a link, what it points to is replaced; an old file
// keeps its mode; what is no regular file is refused. The error names the path and the cause.
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
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	mode := os.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		if !info.Mode().IsRegular() {
			return errors.New("is no regular file")
		}
		mode = info.Mode().Perm()
	}
	folder := filepath.Dir(path)
	f, err := os.CreateTemp(folder, ".tumble-*")
	if err != nil {
		return err
	}
	b := bufio.NewWriterSize(f, 64<<10)
	if err = write(b); err == nil {
		err = b.Flush()
	}
	if err == nil {
		err = errors.Join(f.Chmod(mode), f.Sync())
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	// the name is on the disk when the folder is; not every system can do that
	if d, err := os.Open(folder); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
	return nil
}
