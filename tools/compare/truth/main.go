// Command truth runs cases with a known answer in Tumble and in the reference engines, with the same construction, and
// prints what each measures as a table. tools/compare.sh truth builds what it runs.
package main

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
)

// row is a line of the table: a case, its exact answer, and what measures it.
type row struct {
	name, exact string
	digits      int
	measure     func(*scene) float64
}

// first and second are the results of a measurement that has two.
func first(x, _ float64) float64  { return x }
func second(_, x float64) float64 { return x }

var rows = []row{
	{"65 kg at 20 m/s into 36 bricks, momentum lost, %", "0", 5, func(s *scene) float64 { return wall(s, false) }},
	{"the same as a bullet, %", "0", 5, func(s *scene) float64 { return wall(s, true) }},
	{"40 pairs of spinning boxes, momentum lost, worst, %", "0", 5, func(s *scene) float64 { return pairs(s, false) }},
	{"40 pairs of spinning bullets, %", "0", 5, func(s *scene) float64 { return pairs(s, true) }},
	{"cradle of five, gaps of 1 mm, speed of the last, %", "100", 1, cradle},
	{"64 elastic balls in 60 s, change of energy, %", "0", 3, gas},
	{"elastic ball after 20 bounces, energy, %", "100", 2, bounces},
	{"ball off centre at 20 m/s, b = 0.75, °", "48.59", 2, func(s *scene) float64 { return glance(s, 0.75, 20, 0.5) }},
	{"half-ball shot at 1 m/s, balls of 57 mm, °", "30.00", 2,
		func(s *scene) float64 { return glance(s, 0.5, 1, 0.0286) }},
	{"cube of 1 m lands at 6.6 m/s, overlap, mm", "0", 1, func(s *scene) float64 { return landing(s, 6.6) }},
	{"door at 1 m/s into a sleeping cube, mm", "0", 1, door},
	{"box over flush static boxes, speed kept, %", "100", 1, tiles},
	{"sliding slab, 6 m/s, stops after, m", "3.670", 3, func(s *scene) float64 { return first(braking(s)) }},
	{"the same in 12 directions, spread, %", "0", 2, func(s *scene) float64 { return second(braking(s)) }},
	{"ball thrown at 7 m/s rolls at, m/s", "5.000", 3, bowled},
	{"disc spun on its face stops after, s", "1.25", 2, func(s *scene) float64 { return second(spunDisc(s, 0, 10)) }},
	{"disc that slides and spins, ratio of the times", "1", 2,
		func(s *scene) float64 { return ratio(spunDisc(s, 2, 8)) }},
	{"block of slenderness 0.25 that rocks, √ of the energy left", "0.912", 3, rocking},
	{"flips about the middle axis, 60 s, change of energy, %", "0", 3,
		func(s *scene) float64 { return first(flips(s)) }},
	{"the same, change of angular momentum, %", "0", 3, func(s *scene) float64 { return second(flips(s)) }},
	{"1000 kg on 1 kg, overlap, mm", "0", 1, func(s *scene) float64 { return heavyOn(s, 1, 1, 1000) }},
	{"1000 kg on ten of 10 kg, overlap, mm", "0", 1, func(s *scene) float64 { return heavyOn(s, 10, 10, 1000) }},
	{"pyramid of 20 rows, top sinks in 10 s, mm", "0", 1, func(s *scene) float64 { return pyramid(s, 20) }},
	{"tower of ten cubes of 1 m, top sinks, %", "0", 2, func(s *scene) float64 { return tower(s, 1) }},
	{"tower of ten cubes of 10 cm, %", "0", 2, func(s *scene) float64 { return tower(s, 0.1) }},
	{"tower of ten cubes of 1 cm, %", "0", 2, func(s *scene) float64 { return tower(s, 0.01) }},
	{"54 blocks of 18 g with gaps, top sinks, %", "0", 1, blocks},
	{"house of cards of two storeys, 1 to 10 s, moves, mm", "0", 2, cards},
	{"ten ropes by limits, 1:100, stretch, %", "0", 3, func(s *scene) float64 { return ropes(s, 100) }},
	{"ten ropes by limits, 1:1000, stretch, %", "0", 3, func(s *scene) float64 { return ropes(s, 1000) }},
	{"chain of 100 links with 100 of their mass, stretch, %", "0", 4, chain},
	{"pendulum after 60 s, energy, %", "100", 2, pendulum},
	{"spring of 10 Hz, ζ 1, sags by, mm", "2.485", 3, func(s *scene) float64 { return sag(s, 10, 1) }},
	{"spring of 5 Hz, ζ 0, swings at, Hz", "5.000", 3, func(s *scene) float64 { return springFrequency(s, 5) }},
	{"crank and slider at 1500/min, widest gap, mm", "0", 3, func(s *scene) float64 { return crank(s, 1500) }},
}

func ratio(a, b float64) float64 { return a / b }

// column is an engine of the table.
type column struct {
	name string
	open func() (engine, error)
}

func main() {
	box3d := flag.String("box3d", "", "the driver of Box3D")
	jolt := flag.String("jolt", "", "the driver of Jolt")
	note := flag.String("note", "", "a line about versions and rates below the table")
	only := flag.String("only", "", "run the cases alone whose names contain this")
	flag.Parse()
	if err := run(*box3d, *jolt, *note, *only); err != nil {
		fmt.Fprintln(os.Stderr, "truth:", err)
		os.Exit(1)
	}
}

func run(box3d, jolt, note, only string) error {
	columns := []column{{"Tumble", func() (engine, error) { return &tumble{rate: rate, substeps: 4}, nil }}}
	for _, c := range []struct {
		name, path string
		substeps   int
	}{{"Box3D", box3d, 4}, {"Jolt", jolt, 1}, {"Jolt × 4", jolt, 4}} {
		if c.path != "" {
			columns = append(columns, column{c.name, func() (engine, error) { return start(c.path, rate, c.substeps) }})
		}
	}
	table, err := measure(columns, only)
	if err != nil {
		return err
	}
	if note != "" {
		table += "\n" + note + "\n"
	}
	_, err = fmt.Print(table)
	return err
}

// measure runs all cases in all engines.
func measure(columns []column, only string) (string, error) {
	var b strings.Builder
	b.WriteString("| case | exact |")
	for _, c := range columns {
		b.WriteString(" " + c.name + " |")
	}
	b.WriteString("\n|" + strings.Repeat("---|", 2+len(columns)) + "\n")
	for _, r := range rows {
		if !strings.Contains(r.name, only) {
			continue
		}
		fmt.Fprintf(&b, "| %s | %s |", r.name, r.exact)
		for _, c := range columns {
			e, err := c.open()
			if err != nil {
				return "", err
			}
			s := scene{engine: e}
			x := r.measure(&s)
			if err := errors.Join(s.err, e.close()); err != nil {
				return "", fmt.Errorf("%s: %s: %w", c.name, r.name, err)
			}
			fmt.Fprintf(os.Stderr, "%s: %s: %g\n", r.name, c.name, x)
			b.WriteString(" " + figure(x, r.digits) + " |")
		}
		b.WriteString("\n")
	}
	return b.String(), nil
}

// figure writes a result with so many digits after the point; one that is not a number has fallen or does not come
// about.
func figure(x float64, digits int) string {
	switch text := fmt.Sprintf("%.*f", digits, x); {
	case math.IsNaN(x):
		return "fails"
	case strings.Trim(text, "-0.") == "":
		return small(x)
	case x < 0:
		return "−" + text[1:]
	default:
		return text
	}
}

// small writes a number that has no digit among those of its line.
func small(x float64) string {
	sign := ""
	if x < 0 {
		sign, x = "−", -x
	}
	text := fmt.Sprintf("%.1g", x)
	if mantissa, exponent, ok := strings.Cut(text, "e-0"); ok {
		text = mantissa + "·10⁻" + string([]rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[exponent[0]-'0'])
	}
	return sign + text
}
