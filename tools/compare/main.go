// Command compare times the benchmark scenes of Tumble and of the reference engines, one run of
// each in turn on the same core, and prints medians and ratios. tools/compare.sh builds what it runs.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// scene is one line of the table. Ref is the name in the reference engine, goal the ratio that we want at most,
// pureGoal that of the kernels in Go, 0 where they are not measured.
type scene struct {
	name, what, engine, ref string
	steps                   int
	goal, pureGoal          float64
}

var scenes = []scene{
	{"large_pyramid", "a pyramid of 5,050 cubes", "Box3D", "large_pyramid", 200, 0.40, 2.2},
	{"many_pyramids", "196 pyramids of 55 cubes", "Box3D", "many_pyramids", 100, 0.28, 0},
	{"convex_pile", "a pile of 5,120 round hulls", "Box3D", "convex_pile", 300, 0.35, 0},
	{"joint_grid", "a net of 10,000 balls", "Box3D", "joint_grid", 100, 0.25, 0},
	{"rain", "300 ragdolls on meshes", "Box3D", "rain", 400, 0.55, 0},
	{"washer", "a drum with 8,000 cubes", "Box3D", "washer", 300, 0.60, 0},
	{"junkyard", "a pillar ploughs through 10,584 rocks", "Box3D", "junkyard", 300, 0.45, 0},
	{"large_world", "a hundred spheres on a million static boxes", "Box3D", "large_world", 500, 0.60, 0},
	{"trees100", "fifty trees of 22 hulls fall on a mesh", "Box3D", "trees100", 500, 0.65, 0},
	{"trees50", "twice as many trees on half the mesh", "Box3D", "trees50", 500, 0.65, 0},
	{"trees25", "four times as many on a quarter", "Box3D", "trees25", 500, 0.65, 0},
	{"jolt_pyramid", "1,240 boxes in fifteen layers", "Jolt", "Pyramid", 300, 0.28, 0},
	{"convex_vs_mesh", "1,764 mixed shapes on a terrain", "Jolt", "ConvexVsMesh", 500, 0.60, 0},
}

// goalOfAll is the geometric mean of the ratios of all scenes that we want at most.
const goalOfAll = 0.43

// build is the programs of the reference engines, as their projects build them or for this processor.
type build struct{ box3d, jolt string }

type options struct {
	tumble, pure, core, work string
	project, native          build
	repeat                   int
}

// line is a measured line: what each program took, medians over the repetitions, and the medians of
// the ratios of each repetition.
type line struct {
	scene
	tumble, reference, native     spent
	ratio, nativeRatio, pureRatio float64
}

func main() {
	var o options
	flag.StringVar(&o.tumble, "tumble", "", "the sandbox")
	flag.StringVar(&o.pure, "purego", "", "the sandbox built with -tags purego")
	flag.StringVar(&o.project.box3d, "box3d", "", "the driver of Box3D")
	flag.StringVar(&o.native.box3d, "box3d-native", "", "the same for this processor")
	flag.StringVar(&o.project.jolt, "jolt", "", "PerformanceTest of Jolt")
	flag.StringVar(&o.native.jolt, "jolt-native", "", "the same for this processor")
	flag.StringVar(&o.core, "core", "0", "the core to run on")
	flag.StringVar(&o.work, "work", ".", "folder for what the programs write")
	flag.IntVar(&o.repeat, "repeat", 3, "repetitions")
	readme := flag.String("readme", "",
		"rewrite the table in these files, with commas between; the first has that of the tails, too")
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
		if len(names) > 0 && !slices.Contains(names, s.name) || s.engine == "Jolt" && o.project.jolt == "" ||
			s.engine == "Box3D" && o.project.box3d == "" {
			continue
		}
		l, err := o.measure(s)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		fmt.Fprintf(os.Stderr, "%s: %.3f ms, %s %.3f ms, ratio %.2f; for this processor %.3f ms, %.2f\n",
			l.name, l.tumble.mean, l.engine, l.reference.mean, l.ratio, l.native.mean, l.nativeRatio)
		lines = append(lines, l)
	}
	means := meanTable(lines, machine)
	tails := tailTable(lines)
	fmt.Print(means, "\n", tails)
	if readme == "" {
		return nil
	}
	files := strings.Split(readme, ",")
	for _, file := range files {
		if err := rewrite(file, "compare", means); err != nil {
			return err
		}
	}
	return rewrite(files[0], "tails", tails)
}

// measure runs the programs in turn.
func (o *options) measure(s scene) (line, error) {
	var tumble, reference, native []spent
	var ratio, nativeRatio, pureRatio []float64
	for range o.repeat {
		ref, err := o.reference(&o.project, s)
		if err != nil {
			return line{}, err
		}
		own, err := o.sandbox(o.tumble, s)
		if err != nil {
			return line{}, err
		}
		fast, err := o.reference(&o.native, s)
		if err != nil {
			return line{}, err
		}
		tumble, reference, native = append(tumble, own), append(reference, ref), append(native, fast)
		ratio, nativeRatio = append(ratio, own.mean/ref.mean), append(nativeRatio, own.mean/fast.mean)
		if s.pureGoal > 0 && o.pure != "" {
			slow, err := o.sandbox(o.pure, s)
			if err != nil {
				return line{}, err
			}
			pureRatio = append(pureRatio, slow.mean/ref.mean)
		}
	}
	return line{
		scene: s, tumble: medians(tumble), reference: medians(reference), native: medians(native),
		ratio: median(ratio), nativeRatio: median(nativeRatio), pureRatio: median(pureRatio),
	}, nil
}

// put rewrites a table of a file with standard input.
func put(file, name string) error {
	table, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	return rewrite(file, name, string(table))
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
