package curves

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Column is a quantity with its unit, empty for a pure number.
type Column struct {
	Name, Unit string
	Values     []float64
}

// Table has a row for every step that was measured. A value that is not a number was not measured.
type Table struct {
	Title   string
	Steps   []int64
	Times   []float64 // s
	Columns []Column
}

// Formats are the endings of the files that Write can write.
var Formats = []string{".csv", ".png", ".svg", ".mcap"}

// CanWrite reports whether a file name has one of the endings; none is CSV.
func CanWrite(name string) bool {
	ext := strings.ToLower(filepath.Ext(name))
	return ext == "" || slices.Contains(Formats, ext)
}

// Write writes the table in the format of a file name.
func (t *Table) Write(w io.Writer, name string) error {
	var err error
	switch ext := strings.ToLower(filepath.Ext(name)); ext {
	case ".png", ".svg":
		err = t.draw(w, ext[1:])
	case ".mcap":
		err = t.writeMCAP(w)
	case ".csv", "":
		err = t.writeCSV(w)
	default:
		return fmt.Errorf("curves: %s: must end in one of %s", name, strings.Join(Formats, ", "))
	}
	if err != nil {
		return fmt.Errorf("curves: %w", err)
	}
	return nil
}

// Head is the first line of the table as CSV, without its end.
func Head(columns []Column) string {
	head := "step,time [s]"
	for _, c := range columns {
		label := c.label()
		if strings.ContainsAny(label, ",\"") {
			// RFC 4180
			label = `"` + strings.ReplaceAll(label, `"`, `""`) + `"`
		}
		head += "," + label
	}
	return head
}

// label is the name with the unit.
func (c *Column) label() string {
	if c.Unit == "" {
		return c.Name
	}
	return c.Name + " [" + c.Unit + "]"
}

// AppendRow appends a row as CSV, numbers with the digits that read back to the same value.
func AppendRow(b []byte, step int64, time float64, values []float64) []byte {
	b = strconv.AppendFloat(append(strconv.AppendInt(b, step, 10), ','), time, 'g', -1, 64)
	for _, v := range values {
		b = append(b, ',')
		if !math.IsNaN(v) {
			b = strconv.AppendFloat(b, v, 'g', -1, 64)
		}
	}
	return append(b, '\n')
}

func (t *Table) writeCSV(w io.Writer) error {
	out := bufio.NewWriter(w)
	out.WriteString(Head(t.Columns) + "\n")
	var line []byte
	row := make([]float64, len(t.Columns))
	for i, step := range t.Steps {
		for k := range t.Columns {
			row[k] = t.Columns[k].Values[i]
		}
		line = AppendRow(line[:0], step, t.Times[i], row)
		out.Write(line)
	}
	return out.Flush()
}
