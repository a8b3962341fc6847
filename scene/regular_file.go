package scene

import (
	"errors"
	"fmt"
	"io"
	"os"

	"tumble/engine/inputfile"
)

// most is a limit that does not depend on the contents.
func most(bytes int64) func([]byte) int64 { return func([]byte) int64 { return bytes } }

// readRegular reads a regular file. The opener gets flags that keep it from waiting for the other end
// of a pipe; limit tells from the first bytes how many are read at most (bytes). The size is compared
// with that and with the memory that is left before any is taken for it.
func readRegular(open func(flags int) (*os.File, error), limit func(head []byte) int64) ([]byte, error) {
	file, err := inputfile.Regular(open)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	var head [4]byte
	n, err := file.ReadAt(head[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if allowed := limit(head[:n]); info.Size() > allowed {
		return nil, fmt.Errorf("%s has %d bytes: at most %d are read", file.Name(), info.Size(), allowed)
	}
	if err := checkFile(file.Name(), info.Size()); err != nil {
		return nil, fmt.Errorf("%s: %w", file.Name(), err)
	}
	data := make([]byte, info.Size())
	n, err = io.ReadFull(file, data)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, err
	}
	// a file that shrinks meanwhile ends earlier; one that grows ends where it did
	return data[:n], nil
}
