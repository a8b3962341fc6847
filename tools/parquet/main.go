// Command parquet writes results.parquet beside the results.csv of a study: the same rows and columns with their types,
// for notebooks and data bases. It is a module of its own, because the library weighs 10 MB and eight further modules,
// a third of the program.
package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strconv"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr,
			"usage: parquet FOLDER...\nwrites FOLDER/results.parquet from the tables that sandbox sweep has written "+
				"there")
		os.Exit(2)
	}
	for _, folder := range os.Args[1:] {
		if err := convert(folder); err != nil {
			fmt.Fprintln(os.Stderr, "parquet:", err)
			os.Exit(1)
		}
	}
}

// head is the description of the columns in study.json.
type head struct {
	Metrics, Guards []struct{ Name, Unit string }
	Parameters      []struct{ Key, Unit string }
}

// The types of columns: all but whole ones may be empty.
var (
	whole = reflect.TypeFor[int64]()
	real  = reflect.TypeFor[*float64]()
	words = reflect.TypeFor[*string]()
)

// kinds are the types of the columns of the table: their order is that of the study.
func (h *head) kinds() (list []reflect.Type) {
	list = append(list, whole, whole, whole) // cell, point, repetition
	for range h.Parameters {
		list = append(list, real)
	}
	list = append(list, words, words, whole, words) // state, reason, steps, hash
	for range h.Metrics {
		list = append(list, real)
	}
	for range h.Guards {
		list = append(list, real) // a step, empty where the cell did not end
	}
	return list
}

// convert writes the table of a folder.
func convert(folder string) (err error) {
	text, err := os.ReadFile(filepath.Join(folder, "study.json"))
	if err != nil {
		return err
	}
	h := &head{}
	if err := json.Unmarshal(text, h); err != nil {
		return fmt.Errorf("study.json: %w", err)
	}
	table, err := os.Open(filepath.Join(folder, "results.csv"))
	if err != nil {
		return err
	}
	defer table.Close()
	in := csv.NewReader(table)
	in.ReuseRecord = true
	names, err := in.Read()
	if err != nil {
		return fmt.Errorf("results.csv: %w", err)
	}
	row, err := rowType(names, h.kinds())
	if err != nil {
		return err
	}
	// whole or not at all: another name until all is written
	path := filepath.Join(folder, "results.parquet")
	out, err := os.CreateTemp(folder, ".results-*.parquet")
	if err != nil {
		return err
	}
	defer func() {
		if err = errors.Join(err, out.Close()); err == nil {
			err = os.Rename(out.Name(), path)
		} else {
			_ = os.Remove(out.Name())
		}
	}()
	w := parquet.NewWriter(out, parquet.SchemaOf(reflect.New(row).Interface()), parquet.Compression(&zstd.Codec{}),
		parquet.KeyValueMetadata("tumble.study", string(text)))
	if err := copyRows(w, in, row); err != nil {
		return err
	}
	return w.Close()
}

// rowType is a structure with the columns in their order; a Parquet group of the library would sort them by name.
func rowType(names []string, kinds []reflect.Type) (reflect.Type, error) {
	if len(names) != len(kinds) {
		return nil, fmt.Errorf("results.csv has %d columns, study.json describes %d", len(names), len(kinds))
	}
	fields := make([]reflect.StructField, len(names))
	for i, name := range names {
		fields[i] = reflect.StructField{Name: "F" + strconv.Itoa(i), Type: kinds[i],
			Tag: reflect.StructTag("parquet:" + strconv.Quote(name))}
	}
	return reflect.StructOf(fields), nil
}

// copyRows copies the rows of the table.
func copyRows(w *parquet.Writer, in *csv.Reader, row reflect.Type) error {
	for {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("results.csv: %w", err)
		}
		value := reflect.New(row)
		for i, text := range record {
			if err := set(value.Elem().Field(i), text); err != nil {
				line, _ := in.FieldPos(i)
				return fmt.Errorf("results.csv: line %d: %w", line, err)
			}
		}
		if err := w.Write(value.Interface()); err != nil {
			return err
		}
	}
}

// set gives a field its value; an empty text is none.
func set(field reflect.Value, text string) error {
	switch {
	case field.Type() == whole:
		n, err := strconv.ParseInt(text, 10, 64)
		field.SetInt(n)
		return err
	case text == "":
	case field.Type() == words:
		field.Set(reflect.ValueOf(&text))
	default:
		v, err := strconv.ParseFloat(text, 64)
		field.Set(reflect.ValueOf(&v))
		return err
	}
	return nil
}
