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

// scene is one line of the table. Ref is the name in the reference engine, goal the ratio that we want at most, pureGoal that of the
// kernels in Go, 0 where they are not measured.
type scene struct {
	name, what, engine, ref string
	steps                   int
	goal, pureGoal          float64
}

var scenes = []scene{
	{"large_pyramid", "a pyramid of 5,050 cubes", "Box3D", "large_pyramid", 200, 0.8, 2.2},
	{"many_pyramids", "196 pyramids of 55 cubes", "Box3D", "many_pyramids", 100, 0.8, 0},
	{"convex_pile", "a pile of 5,120 round hulls", "Box3D", "convex_pile", 300, 0.9, 0},
	{"joint_grid", "a net of 10,000 balls", "Box3D", "joint_grid", 100, 0.9, 0},
	{"rain", "300 ragdolls on meshes", "Box3D", "rain", 400, 0.9, 0},
	{"washer", "a drum with 8,000 cubes", "Box3D", "washer", 300, 0.9, 0},
	{"junkyard", "a pillar ploughs through 10,584 rocks", "Box3D", "junkyard", 300, 0.9, 0},
	{"large_world", "a hundred spheres on a million static boxes", "Box3D", "large_world", 500, 1.0, 0},
	{"trees100", "fifty trees of 22 hulls fall on a mesh", "Box3D", "trees100", 500, 1.0, 0},
	{"jolt_pyramid", "1,240 boxes in fifteen layers", "Jolt", "Pyramid", 300, 0.7, 0},
	{"convex_vs_mesh", "1,764 mixed shapes on a terrain", "Jolt", "ConvexVsMesh", 500, 0.7, 0},
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
	readme := flag.String("readme", "", "rewrite the table in these files, with commas between")
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
	for file := range strings.SplitSeq(readme, ",") {
		if err := rewrite(file, "compare", table); err != nil {
			return err
		}
	}
	return nil
}

// put rewrites a table of a file with standard input.
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
		if s.pureGoal > 0 && o.pure != "" {
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
	b.WriteString("| Scene | What it is | ms a step | Reference | Ratio | Goal |\n|---|---|---|---|---|---|\n")
	for _, l := range lines {
		fmt.Fprintf(&b, "| `%s` | %s | %.3f | %.3f %s | %.2f | %s |\n",
			l.name, l.what, l.tumble, l.reference, l.engine, l.ratio, goal(l.ratio, l.goal))
	}
	for _, l := range lines {
		if l.pureRatio > 0 {
			fmt.Fprintf(&b, "| `%s` | kernels in Go, without vector instructions | | %s | %.2f | %s |\n",
				l.name, l.engine, l.pureRatio, goal(l.pureRatio, l.pureGoal))
		}
	}
	if machine != "" {
		b.WriteString("\n" + machine + "\n")
	}
	return b.String()
}

// goal says what was wanted, and whether it was missed.
func goal(ratio, most float64) string {
	if ratio > most {
		return fmt.Sprintf("%.1f, **missed**", most)
	}
	return fmt.Sprintf("%.1f", most)
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
