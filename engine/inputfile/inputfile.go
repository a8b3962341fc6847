// Package inputfile opens the files that the program reads. Pipes, devices and folders are refused: opening a pipe
// waits for its other end for ever, and a device has no end.
package inputfile

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// ErrNotRegular is wrapped by errors about pipes, devices and folders.
var ErrNotRegular = errors.New("is no regular file")

// Open opens a regular file for reading.
func Open(path string) (*os.File, error) {
	return Regular(func(flags int) (*os.File, error) { return os.OpenFile(path, flags, 0) })
}

// Regular opens a file by the function open, which gets flags that keep it from waiting, and refuses all but regular
// files.
func Regular(open func(flags int) (*os.File, error)) (*os.File, error) {
	file, err := open(os.O_RDONLY | patient)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s %w", file.Name(), ErrNotRegular)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// Read reads a regular file of at most so many bytes. It checks the size before it allocates memory.
func Read(path string, most int64) ([]byte, error) {
	file, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > most {
		return nil, fmt.Errorf("%s has %d bytes: larger than the %d that are read", path, info.Size(), most)
	}
	data := make([]byte, info.Size())
	n, err := io.ReadFull(file, data)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, err
	}
	// a file that shrinks meanwhile ends earlier; one that grows ends where it did
	return data[:n], nil
}
