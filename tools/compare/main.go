// Command compare times the benchmark scenes of Tumble and of the reference engines, one run of
// each in turn on the same core, and prints medians and ratios. tools/compare.sh builds what it runs.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// scene is one line of the table. Ref is the name in the reference engine.
type scene struct {
	name, engine, ref string
	steps             int
	pure              bool // also with the kernels in Go
}

var scenes = []scene{
	{"large_pyramid", "Box3D", "large_pyramid", 200, true},
	{"many_pyramids", "Box3D", "many_pyramids", 100, true},
	{"convex_pile", "Box3D", "convex_pile", 300, false},
	{"joint_grid", "Box3D", "joint_grid", 100, false},
	{"rain", "Box3D", "rain", 400, false},
	{"washer", "Box3D", "washer", 300, false},
	{"junkyard", "Box3D", "junkyard", 300, false},
	{"large_world", "Box3D", "large_world", 500, false},
	{"trees100", "Box3D", "trees100", 500, false},
	{"jolt_pyramid", "Jolt", "Pyramid", 300, false},
	{"convex_vs_mesh", "Jolt", "ConvexVsMesh", 500, false},
}

type options struct {
	tumble, pure, box3d, jolt, core, work string
	repeat                                int
}

// line is a measured line: milliseconds a step, medians over the repetitions, and the medians of
// the ratios of each repetition.
type line struct {
	scene
	tumble, reference, ratio, pureRatio float64
}

func main() {
	var o options
	flag.StringVar(&o.tumble, "tumble", "", "the sandbox")
	flag.StringVar(&o.pure, "purego", "", "the sandbox built with -tags purego")
	flag.StringVar(&o.box3d, "box3d", "", "the driver of Box3D")
	flag.StringVar(&o.jolt, "jolt", "", "PerformanceTest of Jolt")
	flag.StringVar(&o.core, "core", "0", "the core to run on")
	flag.StringVar(&o.work, "work", ".", "folder for what the programs write")
	flag.IntVar(&o.repeat, "repeat", 3, "repetitions")
	readme := flag.String("readme", "", "rewrite the table in this file")
	machine := flag.String("machine", "", "a line about the machine and the builds")
	name := flag.String("put", "", "measure nothing: put the table of this name, from standard input, into the file")
	flag.Parse()
	do := func() error { return run(&o, flag.Args(), *readme, *machine) }
	if *name != "" {
		do = func() error { return put(*readme, *name) }
	}
	if err := do(); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

func run(o *options, names []string, readme, machine string) error {
	var lines []line
	for _, s := range scenes {
		if len(names) > 0 && !slices.Contains(names, s.name) || s.engine == "Jolt" && o.jolt == "" || s.engine == "Box3D" && o.box3d == "" {
			continue
		}
		l, err := o.measure(s)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		fmt.Fprintf(os.Stderr, "%s: %.3f ms, %s %.3f ms, ratio %.2f\n", l.name, l.tumble, l.engine, l.reference, l.ratio)
		lines = append(lines, l)
	}
	table := format(lines, machine)
	fmt.Print(table)
	if readme == "" {
		return nil
	}
	return rewrite(readme, "compare", table)
}

// put rewrites a table of a file with what another program writes to standard input.
func put(file, name string) error {
	table, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	return rewrite(file, name, string(table))
}

// measure runs the engines in turn.
func (o *options) measure(s scene) (line, error) {
	var tumble, reference, ratio, pure []float64
	for range o.repeat {
		ref, err := o.reference(s)
		if err != nil {
			return line{}, err
		}
		own, err := o.sandbox(o.tumble, s)
		if err != nil {
			return line{}, err
		}
		tumble, reference, ratio = append(tumble, own), append(reference, ref), append(ratio, own/ref)
		if s.pure && o.pure != "" {
			slow, err := o.sandbox(o.pure, s)
			if err != nil {
				return line{}, err
			}
			pure = append(pure, slow/ref)
		}
	}
	return line{s, median(tumble), median(reference), median(ratio), median(pure)}, nil
}

func median(x []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	slices.Sort(x)
	return x[len(x)/2]
}

// pinned runs a command on the chosen core and returns its output.
func (o *options) pinned(args ...string) ([]byte, error) {
	cmd := exec.Command("taskset", append([]string{"-c", o.core}, args...)...)
	cmd.Dir, cmd.Stderr = o.work, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", strings.Join(args, " "), err)
	}
	return out, nil
}

// sandbox returns the milliseconds a step of one run.
func (o *options) sandbox(binary string, s scene) (float64, error) {
	file := filepath.Join(o.work, "tumble.json")
	if _, err := o.pinned(binary, "bench", s.name, "--steps", strconv.Itoa(s.steps), "--repeat", "1", "--json", file); err != nil {
		return 0, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	var result struct {
		Results []struct {
			Total float64 `json:"total_ms"`
			Steps int     `json:"steps"`
		} `json:"results"`
	}
	if err := json.Unmarshal(text, &result); err != nil {
		return 0, fmt.Errorf("%s: %w", file, err)
	}
	if len(result.Results) != 1 {
		return 0, fmt.Errorf("%s: %d results, want 1", file, len(result.Results))
	}
	return result.Results[0].Total / float64(result.Results[0].Steps-1), nil
}

// reference returns the milliseconds a step of one run of the other engine, without its first step.
func (o *options) reference(s scene) (float64, error) {
	steps := strconv.Itoa(s.steps)
	if s.engine == "Box3D" {
		out, err := o.pinned(o.box3d, s.ref, steps, "1")
		if err != nil {
			return 0, err
		}
		return mean(bytes.NewReader(out), s.steps-1, 0)
	}
	if _, err := o.pinned(o.jolt, "-s="+s.ref, "-q=Discrete", "-t=1", "-i="+steps, "-f"); err != nil {
		return 0, err
	}
	text, err := os.ReadFile(filepath.Join(o.work, "per_frame_discrete_th1.csv"))
	if err != nil {
		return 0, err
	}
	return mean(bytes.NewReader(text), s.steps-1, 2)
}

// mean averages the last number of each line after the first skip lines.
func mean(r *bytes.Reader, want, skip int) (float64, error) {
	sum, n := 0.0, 0
	for lines := bufio.NewScanner(r); lines.Scan(); {
		if skip > 0 {
			skip--
			continue
		}
		fields := strings.Split(lines.Text(), ",")
		x, err := strconv.ParseFloat(strings.TrimSpace(fields[len(fields)-1]), 64)
		if err != nil {
			return 0, err
		}
		sum, n = sum+x, n+1
	}
	if n != want {
		return 0, fmt.Errorf("%d times of steps, want %d", n, want)
	}
	return sum / float64(n), nil
}

func format(lines []line, machine string) string {
	var b strings.Builder
	b.WriteString("| Scene | Steps | Tumble | Reference | Ratio | Go kernels |\n|---|---|---|---|---|---|\n")
	for _, l := range lines {
		pure := ""
		if l.pureRatio > 0 {
			pure = fmt.Sprintf("%.2f", l.pureRatio)
		}
		fmt.Fprintf(&b, "| %s | %d | %.3f | %.3f %s | %.2f | %s |\n", l.name, l.steps, l.tumble, l.reference, l.engine, l.ratio, pure)
	}
	if machine != "" {
		b.WriteString("\n" + machine + "\n")
	}
	return b.String()
}

// rewrite puts a table between the marks of its name in a file.
func rewrite(file, name, table string) error {
	begin, end := "<!-- "+name+": begin -->\n", "<!-- "+name+": end -->"
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(text), begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		return fmt.Errorf("%s: no marks for the table %s", file, name)
	}
	return os.WriteFile(file, []byte(before+begin+table+end+after), 0o644)
}
