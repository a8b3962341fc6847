package curves

import (
	"errors"
	"image"
	"io"
)

// errAbsent is the error of formats whose writers would double the download.
var errAbsent = errors.New("in a browser curves are written as .csv only")

func (t *Table) draw(io.Writer, string) error { return errAbsent }

func (t *Table) writeMCAP(io.Writer) error { return errAbsent }

// Burn leaves the picture as it is: the page takes no pictures of curves.
func (t *Table) Burn(*image.NRGBA, float64, string) {}
