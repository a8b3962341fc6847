package scene

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// maxFollowed bounds the files that are looked at twice a second.
const maxFollowed = 256

// beside reads the files that a scene refers to. It notes which they are and bounds how many bytes they
// have together.
type beside struct {
	*search
	files []string
	total int64
	limit int64
}

// read returns the first file that exists among the places of a name.
func (b *beside) read(name string) ([]byte, error) {
	list, err := b.candidates(name)
	if err != nil {
		return nil, err
	}
	var first error
	for _, c := range list {
		data, err := b.readFrom(c)
		if err == nil {
			return data, nil
		}
		if first == nil {
			first = err
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return nil, first
}

func (b *beside) readFrom(c candidate) ([]byte, error) {
	path := filepath.Join(c.in.dir, filepath.FromSlash(c.name))
	if len(b.files) < maxFollowed && !slices.Contains(b.files, path) {
		b.files = append(b.files, path)
	}
	data, err := readRegular(func(flags int) (*os.File, error) { return c.in.root.OpenFile(c.name, flags, 0) },
		most(b.limit-b.total))
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		return nil, fmt.Errorf("%s: %w", c.name, p.Err)
	}
	if err != nil {
		return nil, err
	}
	b.total += int64(len(data))
	return data, nil
}
