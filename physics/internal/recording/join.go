package recording

import (
	"io"

	"tumble/physics/internal/journal"
)

// Join writes recordings one after the other as one, which is whole. Where one ends and where the next one begins need
// not be the same state: each begins with its own.
func Join(out io.Writer, files []*File) error {
	if _, err := out.Write(journal.AppendHeader(nil)); err != nil {
		return err
	}
	last := lastRecord{}
	for _, f := range files {
		end := f.close.At
		if f.close.Whole {
			end -= int64(journal.FrameSize + len(f.close.Last))
		}
		if err := f.reader.CopyTo(out, journal.HeaderSize, end); err != nil {
			return err
		}
		last.steps += uint64(len(f.steps))
		last.hash, last.err = f.last.hash, f.last.err
	}
	c := journal.Coder{}
	last.code(&c)
	_, err := out.Write(journal.AppendEnd(nil, c.Data))
	return err
}
