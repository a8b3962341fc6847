package main

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"text/tabwriter"

	"tumble/engine/inputfile"
	"tumble/internal/cli"
	"tumble/internal/wholefile"
)

// benchFile is the file of bench --json: the results with all that they depend on.
type benchFile struct {
	versionInfo
	// CPU is the name of the processor.
	CPU     string        `json:"cpu"`
	CPUs    int           `json:"cpus"`
	Results []benchResult `json:"results"`
}

func newBenchFile(results []benchResult) *benchFile {
	return &benchFile{readVersion(), cpuName(), runtime.NumCPU(), results}
}

// cpuName is the name that the system gives the processor, or its architecture.
func cpuName() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		if key, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}

// maxBenchFile bounds the size of a file of results (bytes).
const maxBenchFile = 64 << 20

func readBenchFile(name string) (*benchFile, error) {
	text, err := inputfile.Read(name, maxBenchFile)
	if err != nil {
		return nil, &cli.Error{Code: cli.ExitInput, Err: err}
	}
	file := &benchFile{}
	if err := json.Unmarshal(text, file); err != nil {
		return nil, cli.Exit(cli.ExitInput, "%s: %v", name, err)
	}
	if len(file.Results) == 0 {
		return nil, cli.Exit(cli.ExitInput, "%s: no results of sandbox bench", name)
	}
	return file, nil
}

// compareWith prints the results of now against those of the file. It refuses files of another
// machine or build and runs of another length: their ratio would mean nothing.
func (before *benchFile) compareWith(out io.Writer, now *benchFile) error {
	for _, c := range []struct{ what, before, now string }{
		{"processor", before.CPU, now.CPU},
		{"number of processors", fmt.Sprint(before.CPUs), fmt.Sprint(now.CPUs)},
		{"Go version", before.Go, now.Go},
		{"system", before.GOOS + "/" + before.GOARCH, now.GOOS + "/" + now.GOARCH},
		{"GOAMD64", before.GOAMD64, now.GOAMD64},
		{"kernels", before.Kernels, now.Kernels},
	} {
		if c.before != c.now {
			return cli.Exit(cli.ExitInput, "bench: results are not alike: %s was %q, is %q", c.what, c.before, c.now)
		}
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "scene\tworkers\tms/step before\tnow\tratio\thash\t")
	for i := range now.Results {
		r := &now.Results[i]
		for k := range before.Results {
			b := &before.Results[k]
			if b.Scene != r.Scene || b.Workers != r.Workers {
				continue
			}
			if b.Steps != r.Steps || b.Hertz != r.Hertz || b.Bodies != r.Bodies {
				return cli.Exit(cli.ExitInput,
					"bench: results are not alike: %s had %d steps of %d Hz with %d bodies, has %d of %d with %d",
					r.Scene, b.Steps, b.Hertz, b.Bodies, r.Steps, r.Hertz, r.Bodies)
			}
			if b.Mean <= 0 {
				return cli.Exit(cli.ExitInput,
					"bench: the earlier results of %s have no ms_per_step_mean: measure them again", b.Scene)
			}
			same := "the same"
			if b.Hash != r.Hash {
				same = "another"
			}
			fmt.Fprintf(table, "%s\t%d\t%.3f\t%.3f\t%.2f\t%s\t\n", r.Scene, r.Workers, b.Mean, r.Mean, r.Mean/b.Mean,
				same)
		}
	}
	return table.Flush()
}

// writeCSV writes one line per result, each with its conditions.
func (file *benchFile) writeCSV(name string) error {
	var text bytes.Buffer
	w := csv.NewWriter(&text)
	rows := [][]string{{"scene", "workers", "hertz", "steps", "repeat", "total_ms", "ms_per_step_mean",
		"ms_per_step_median",
		"ms_step_p99", "ms_step_p99_9", "ms_step_worst", "cores", "bodies", "contacts", "allocs_per_step", "hash",
		"cpu", "go", "goarch", "goamd64", "kernels"}}
	for _, r := range file.Results {
		rows = append(rows, []string{r.Scene, fmt.Sprint(r.Workers), fmt.Sprint(r.Hertz), fmt.Sprint(r.Steps),
			fmt.Sprint(r.Repeat),
			fmt.Sprint(r.Total), fmt.Sprint(r.Mean), fmt.Sprint(r.Median), fmt.Sprint(r.P99), fmt.Sprint(r.P999),
			fmt.Sprint(r.Worst), fmt.Sprint(r.Cores),
			fmt.Sprint(r.Bodies), fmt.Sprint(r.Contacts), fmt.Sprint(r.Allocs), r.Hash, file.CPU, file.Go, file.GOARCH,
			file.GOAMD64, file.Kernels})
	}
	if err := w.WriteAll(rows); err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	return cli.OutputError(wholefile.Write(name, func(w io.Writer) error {
		_, err := w.Write(text.Bytes())
		return err
	}))
}
