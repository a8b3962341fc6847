package scene

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
)

// OpenFS is Open for a file of a file system, such as an embed.FS. References are looked for beside the file and,
// those with package:// or model://, also from the root of the file system on; Options.Packages does not count.
func OpenFS(fsys fs.FS, name string, o Options) (*Model, error) {
	if !IsFile(name) {
		return nil, unknown(name)
	}
	o = o.orDefaults()
	left := o.MaxBytes
	data, err := readFS(fsys, name, min(maxBytes(name, []byte("glTF")), left))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	left -= int64(len(data))
	return read(name, data, o, func(other string) ([]byte, error) {
		var first error
		for _, at := range candidatesFS(name, other) {
			data, err := readFS(fsys, at, left)
			if err == nil {
				left -= int64(len(data))
				return data, nil
			}
			if first == nil {
				first = err
			}
			if !errors.Is(err, fs.ErrNotExist) {
				break
			}
		}
		if first == nil {
			first = fmt.Errorf("%q leads out of the file system", other)
		}
		return nil, first
	})
}

// candidatesFS are the names in a file system of a file that another one names.
func candidatesFS(by, name string) []string {
	name = strings.TrimPrefix(name, "file://")
	dir := path.Dir(by)
	for _, scheme := range []string{"package://", "model://"} {
		if rest, ok := strings.CutPrefix(name, scheme); ok {
			_, inside, _ := strings.Cut(rest, "/")
			if !fs.ValidPath(rest) {
				return nil
			}
			return []string{path.Join(dir, inside), path.Join(dir, rest), inside, rest}
		}
	}
	at := path.Join(dir, name)
	if strings.HasPrefix(name, "/") || strings.ContainsAny(name, "\\:") || !fs.ValidPath(at) {
		return nil
	}
	return []string{at}
}

// readFS reads a regular file of at most so many bytes.
func readFS(fsys fs.FS, name string, most int64) ([]byte, error) {
	file, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no regular file", name)
	case info.Size() > most:
		return nil, fmt.Errorf("%s has %d bytes: at most %d are read", name, info.Size(), most)
	}
	if err := checkFile(name, info.Size()); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return io.ReadAll(io.LimitReader(file, info.Size()))
}
