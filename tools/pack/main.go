// Command pack writes a folder into an archive whose bytes depend on nothing but the names, the contents and the
// executable bits of the files: entries in order, one time, no owners.
//
//	go run ./pack -time UNIX out.tar.gz|out.zip FOLDER
package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	unix := flag.Int64("time", 0, "time of all entries, seconds since 1970")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "usage: pack -time UNIX out.tar.gz|out.zip FOLDER")
		os.Exit(64)
	}
	if err := pack(flag.Arg(0), flag.Arg(1), time.Unix(*unix, 0).UTC()); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

// archive takes files one after the other.
type archive interface {
	add(name string, executable bool, content []byte) error
	io.Closer
}

// pack writes all files below the folder, under its own name, into the archive.
func pack(out, folder string, at time.Time) (err error) {
	file, err := os.Create(out)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	var to archive
	switch {
	case strings.HasSuffix(out, ".tar.gz"):
		zipped := gzip.NewWriter(file)
		to = &tarball{tar.NewWriter(zipped), zipped, at}
	case strings.HasSuffix(out, ".zip"):
		to = &zipFile{zip.NewWriter(file), at}
	default:
		return fmt.Errorf("%s: must end with .tar.gz or .zip", out)
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	root := os.DirFS(folder)
	// WalkDir goes through names in order
	return fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		content, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		return to.add(path.Join(filepath.Base(folder), name), info.Mode()&0o100 != 0, content)
	})
}

// mode is the permissions of a file.
func mode(executable bool) fs.FileMode {
	if executable {
		return 0o755
	}
	return 0o644
}

type tarball struct {
	*tar.Writer
	zipped *gzip.Writer
	at     time.Time
}

func (t *tarball) add(name string, executable bool, content []byte) error {
	h := &tar.Header{Name: name, Mode: int64(mode(executable)), Size: int64(len(content)), ModTime: t.at,
		Format: tar.FormatUSTAR}
	if err := t.WriteHeader(h); err != nil {
		return err
	}
	_, err := t.Write(content)
	return err
}

func (t *tarball) Close() error { return errors.Join(t.Writer.Close(), t.zipped.Close()) }

type zipFile struct {
	*zip.Writer
	at time.Time
}

func (z *zipFile) add(name string, executable bool, content []byte) error {
	h := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: z.at}
	h.SetMode(mode(executable))
	w, err := z.CreateHeader(h)
	if err != nil {
		return err
	}
	_, err = w.Write(content)
	return err
}
