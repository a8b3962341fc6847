package sweep

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"tumble/internal/wholefile"
)

// Columns are those of the tables in their order.
func (h *Head) Columns() []Column {
	list := []Column{{Name: "cell"}, {Name: "point"}, {Name: "repetition"}}
	for i := range h.Parameters {
		list = append(list, Column{h.Parameters[i].Key, h.Parameters[i].Unit})
	}
	list = append(list, Column{Name: "state"}, Column{Name: "reason"}, Column{Name: "steps"}, Column{Name: "hash"})
	return append(append(list, h.Metrics...), h.Guards...)
}

// value is a field of the tables: a number or a text, or neither.
type value struct {
	number  float64
	text    string
	isText  bool
	present bool
	single  bool // in single precision
}

func number(v float64) value { return value{number: v, present: !math.IsNaN(v)} }
func words(text string) value {
	return value{text: text, isText: true, present: text != ""}
}

// fields appends the values of a row in the order of the columns.
func (h *Head) fields(r *Row, out []value) []value {
	out = append(out, number(float64(r.Cell)), number(float64(r.Cell/h.Repeat)), number(float64(r.Cell%h.Repeat)))
	for _, v := range r.Values {
		f := number(float64(v))
		f.single = true
		out = append(out, f)
	}
	out = append(out, words(string(r.State)), words(r.Reason), number(float64(r.Steps)), words(r.Hash))
	for i := range h.Metrics {
		if i < len(r.Metrics) {
			out = append(out, number(float64(r.Metrics[i])))
		} else {
			out = append(out, value{})
		}
	}
	for i := range h.Guards {
		if i < len(r.Guards) {
			out = append(out, number(float64(r.Guards[i])))
		} else {
			out = append(out, value{})
		}
	}
	return out
}

// append writes a number with the shortest digits that read back to the same value.
func (v *value) append(out []byte) []byte {
	size := 64
	if v.single {
		size = 32
	}
	return strconv.AppendFloat(out, v.number, 'g', -1, size)
}

// Each calls f with the result of every recorded cell, in the order of the cells.
func (st *Store) Each(f func(r *Result) error) error {
	for cell := range st.at {
		if !st.Has(cell) {
			continue
		}
		r, err := st.Result(cell)
		if err != nil {
			return fmt.Errorf("cell %d: %w", cell, err)
		}
		if err := f(r); err != nil {
			return err
		}
	}
	return nil
}

// WriteTables writes results.jsonl and results.csv, sorted by cell, whose bytes depend on the study alone, and
// times.csv with the wall times.
func (st *Store) WriteTables(dir string) error {
	for _, t := range []struct {
		name  string
		write func(io.Writer) error
	}{{"results.jsonl", st.writeJSON}, {"results.csv", st.writeCSV}, {"times.csv", st.writeTimes}} {
		if err := wholefile.Write(filepath.Join(dir, t.name), t.write); err != nil {
			return unwritten(err)
		}
	}
	return nil
}

// writeJSON writes one object a line. NaN is null.
func (st *Store) writeJSON(w io.Writer) error {
	out := bufio.NewWriter(w)
	columns := st.Head.Columns()
	names := make([]string, len(columns))
	for i, c := range columns {
		name, err := json.Marshal(c.Name)
		if err != nil {
			return err
		}
		names[i] = string(name)
	}
	var fields []value
	var line []byte
	err := st.Each(func(r *Result) error {
		fields = st.Head.fields(&r.Row, fields[:0])
		line = append(line[:0], '{')
		for i := range fields {
			v := &fields[i]
			if i > 0 {
				line = append(line, ',')
			}
			line = append(append(line, names[i]...), ':')
			switch {
			case !v.present || math.IsInf(v.number, 0):
				line = append(line, "null"...)
			case v.isText:
				text, err := json.Marshal(v.text)
				if err != nil {
					return err
				}
				line = append(line, text...)
			default:
				line = v.append(line)
			}
		}
		line = append(line, '}', '\n')
		_, err := out.Write(line)
		return err
	})
	if err != nil {
		return err
	}
	return out.Flush()
}

// writeCSV writes a line of names with units, as "penetration.max max [m]", and one for each cell.
func (st *Store) writeCSV(w io.Writer) error {
	out := bufio.NewWriter(w)
	for i, c := range st.Head.Columns() {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString(quoteCSV(c.Title()))
	}
	out.WriteByte('\n')
	var fields []value
	var line []byte
	err := st.Each(func(r *Result) error {
		fields = st.Head.fields(&r.Row, fields[:0])
		line = line[:0]
		for i := range fields {
			v := &fields[i]
			if i > 0 {
				line = append(line, ',')
			}
			switch {
			case !v.present:
			case v.isText:
				line = append(line, quoteCSV(v.text)...)
			default:
				line = v.append(line)
			}
		}
		line = append(line, '\n')
		_, err := out.Write(line)
		return err
	})
	if err != nil {
		return err
	}
	return out.Flush()
}

// Title is the name of a column with its unit.
func (c Column) Title() string {
	if c.Unit == "" {
		return c.Name
	}
	return c.Name + " [" + c.Unit + "]"
}

// quoteCSV quotes a text where RFC 4180 wants it.
func quoteCSV(text string) string {
	if strings.ContainsAny(text, ",\"\n\r") {
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}

func (st *Store) writeTimes(w io.Writer) error {
	out := bufio.NewWriter(w)
	out.WriteString("cell,seconds [s]\n")
	err := st.Each(func(r *Result) error {
		_, err := fmt.Fprintf(out, "%d,%.6g\n", r.Row.Cell, r.Seconds)
		return err
	})
	if err != nil {
		return err
	}
	return out.Flush()
}

// Merge joins the rows of folders, which hold shares of one study, and writes the tables to a folder. It returns the
// number of cells without a row; then it writes nothing.
func Merge(out string, dirs ...string) (*Head, int, error) {
	st, err := OpenStore(dirs...)
	if err != nil {
		return nil, 0, err
	}
	defer st.Close()
	missing, err := st.Missing()
	if err != nil || missing > 0 {
		return st.Head, missing, err
	}
	return st.Head, 0, st.WriteTables(out)
}
