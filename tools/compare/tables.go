package main

import (
	"fmt"
	"math"
	"strings"
)

// meanTable has the mean time of a step of each scene.
func meanTable(lines []line, machine string) string {
	var b strings.Builder
	b.WriteString("| Scene | What it is | ms a step | Reference | Ratio | Reference, native | Ratio | Goal |\n" +
		"|---|---|---|---|---|---|---|---|\n")
	n, all, native := 0.0, 0.0, 0.0
	for i := range lines {
		l := &lines[i]
		fmt.Fprintf(&b, "| `%s` | %s | %.3f | %.3f %s | %.2f | %.3f | %.2f | %s |\n", l.name, l.what, l.tumble.mean,
			l.reference.mean, l.engine, l.ratio, l.native.mean, l.nativeRatio, goal(l.ratio, l.goal))
		if counts(l.name) {
			n++
			all += math.Log(l.ratio)
			native += math.Log(l.nativeRatio)
		}
	}
	if len(lines) == len(scenes) {
		mean := math.Exp(all / n)
		fmt.Fprintf(&b, "| geometric mean | | | | %.2f | | %.2f | %s |\n", mean, math.Exp(native/n),
			goal(mean, goalOfAll))
	}
	for i := range lines {
		l := &lines[i]
		if l.pureRatio > 0 {
			fmt.Fprintf(&b, "| `%s` | kernels in Go, without vector instructions | | %s | %.2f | | | %s |\n",
				l.name, l.engine, l.pureRatio, goal(l.pureRatio, l.pureGoal))
		}
	}
	if machine != "" {
		b.WriteString("\n" + machine + "\n")
	}
	return b.String()
}

// counts reports whether a scene is part of the geometric mean: the trees count once.
func counts(name string) bool { return name != "trees50" && name != "trees25" }

// tailTable has the slow steps and the memory of each scene, Tumble's beside the reference's as its project builds it.
func tailTable(lines []line) string {
	var b strings.Builder
	b.WriteString("| Scene | Median | 99 % | 99.9 % | Worst | MB | Reference: median | 99 % | 99.9 % | Worst | MB |\n" +
		"|---|---|---|---|---|---|---|---|---|---|---|\n")
	for i := range lines {
		l := &lines[i]
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", l.name, l.tumble.tail(), l.reference.tail())
	}
	return b.String()
}

func (s *spent) tail() string {
	return fmt.Sprintf("%.3f | %.3f | %.3f | %.3f | %.0f", s.median, s.p99, s.p999, s.worst, s.memory)
}

// goal says what was wanted, and whether it was missed.
func goal(ratio, most float64) string {
	if ratio > most {
		return fmt.Sprintf("%.2f, **missed**", most)
	}
	return fmt.Sprintf("%.2f", most)
}
