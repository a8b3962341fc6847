package curves

import (
	"errors"
	"io"
)

// errAbsent is the error of formats whose writers would double the download.
var errAbsent = errors.New("in a browser curves are written as .csv only")

func (t *Table) draw(io.Writer, string) error { return errAbsent }

func (t *Table) writeMCAP(io.Writer) error { return errAbsent }
