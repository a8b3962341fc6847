package main

import (
	"encoding/csv"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/parquet-go/parquet-go"
)

const study = `scene = "box"
steps = 20
[[parameter]]
key = "gravity.y"
range = [-20.0, -1.0]
count = 5
[[parameter]]
key = "substeps"
values = [1, 4]
[[metric]]
meter = "speed.max"
[[metric]]
name = "fast at"
until = "speed.max > 2"
[[guard]]
name = "slow"
breaks = "speed.max > 3"
`

// TestConvert converts the table of a study and reads every value back.
func TestConvert(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "sandbox")
	build := exec.Command("go", "build", "-o", program, "./cmd/sandbox")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := os.WriteFile(filepath.Join(dir, "study.toml"), []byte(study), 0o666); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(program, "sweep", "study.toml")
	run.Dir = dir
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	folder := filepath.Join(dir, "study.out")
	if err := convert(folder); err != nil {
		t.Fatal(err)
	}
	first, err := os.ReadFile(filepath.Join(folder, "results.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	if err := convert(folder); err != nil {
		t.Fatal(err)
	}
	if again, err := os.ReadFile(filepath.Join(folder, "results.parquet")); err != nil ||
		string(again) != string(first) {
		t.Error("the same table gives other bytes")
	}
	table, err := os.Open(filepath.Join(folder, "results.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	want, err := csv.NewReader(table).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(filepath.Join(folder, "results.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	in := parquet.NewReader(file)
	defer in.Close()
	columns := in.Schema().Columns()
	if len(columns) != len(want[0]) || in.NumRows() != int64(len(want)-1) {
		t.Fatalf("%d columns and %d rows, want %d and %d", len(columns), in.NumRows(), len(want[0]), len(want)-1)
	}
	rows := make([]parquet.Row, len(want))
	if n, _ := in.ReadRows(rows); n != len(want)-1 {
		t.Fatalf("%d rows", n)
	}
	empty := 0
	for i, row := range rows[:len(want)-1] {
		for k, v := range row {
			if columns[k][0] != want[0][k] {
				t.Fatalf("column %d is %q, want %q", k, columns[k][0], want[0][k])
			}
			text, got := want[i+1][k], v.String()
			switch {
			case v.IsNull():
				got = ""
				empty++
			case v.Kind() == parquet.Double:
				got = strconv.FormatFloat(v.Double(), 'g', -1, 64)
				x, _ := strconv.ParseFloat(text, 64)
				text = strconv.FormatFloat(x, 'g', -1, 64)
			}
			if got != text {
				t.Errorf("row %d, %s: %q, want %q", i, want[0][k], got, text)
			}
		}
	}
	if empty == 0 {
		t.Error("no field is empty")
	}
	if err := convert(dir); err == nil {
		t.Error("a folder without rows is converted")
	}
}
