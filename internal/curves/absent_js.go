package curves

import (
	"errors"
	"io"
)

// writeMCAP refuses: the writer would enlarge the download.
func (t *Table) writeMCAP(io.Writer) error {
	return errors.New("in a browser no curves are written as .mcap")
}
