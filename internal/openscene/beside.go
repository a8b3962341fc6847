package openscene

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"tumble/internal/gltfscene"
)

// beside reads the files that a scene refers to, from its folder and below. It notes which they are and
// bounds how many bytes they have together.
type beside struct {
	folder *os.Root
	dir    string
	files  []string
	total  int
}

func (b *beside) read(name string) ([]byte, error) {
	path := filepath.Join(b.dir, filepath.FromSlash(name))
	if len(b.files) < maxFollowed && !slices.Contains(b.files, path) {
		b.files = append(b.files, path)
	}
	// a root refuses everything that leads out of its folder, links included
	if info, err := b.folder.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file", name)
	}
	data, err := readRegular(func() (*os.File, error) { return b.folder.Open(name) })
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		return nil, fmt.Errorf("%s: %w", name, p.Err)
	}
	if err != nil {
		return nil, err
	}
	if b.total += len(data); b.total > gltfscene.MaxFile {
		return nil, fmt.Errorf("%s: the files that the scene refers to have more than %d bytes", name, gltfscene.MaxFile)
	}
	return data, nil
}

// maxFollowed bounds the files that are looked at twice a second.
const maxFollowed = 256
