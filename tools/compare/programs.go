package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// spent has the figures of a run: times of a step without the first one (ms), and the most memory that its process
// had (MB).
type spent struct{ mean, median, p99, p999, worst, memory float64 }

// medians are the medians of each figure over the runs.
func medians(runs []spent) spent {
	of := func(figure func(*spent) float64) float64 {
		var x []float64
		for i := range runs {
			x = append(x, figure(&runs[i]))
		}
		return median(x)
	}
	return spent{
		mean: of(func(s *spent) float64 { return s.mean }), median: of(func(s *spent) float64 { return s.median }),
		p99: of(func(s *spent) float64 { return s.p99 }), p999: of(func(s *spent) float64 { return s.p999 }),
		worst: of(func(s *spent) float64 { return s.worst }), memory: of(func(s *spent) float64 { return s.memory }),
	}
}

func median(x []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	slices.Sort(x)
	return x[len(x)/2]
}

// pinned runs a command on the chosen core. It returns its output and the most memory that it had (MB).
func (o *options) pinned(args ...string) ([]byte, float64, error) {
	cmd := exec.Command("taskset", append([]string{"-c", o.core}, args...)...)
	cmd.Dir, cmd.Stderr = o.work, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", strings.Join(args, " "), err)
	}
	memory := 0.0
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		memory = float64(usage.Maxrss) / 1024
	}
	return out, memory, nil
}

// sandbox measures one run of Tumble.
func (o *options) sandbox(binary string, s scene) (spent, error) {
	file := filepath.Join(o.work, "tumble.json")
	_, memory, err := o.pinned(binary, "bench", s.name, "--steps", strconv.Itoa(s.steps), "--repeat", "1", "--json",
		file)
	if err != nil {
		return spent{}, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return spent{}, err
	}
	var result struct {
		Results []struct {
			Mean   float64 `json:"ms_per_step_mean"`
			Median float64 `json:"ms_per_step_median"`
			P99    float64 `json:"ms_step_p99"`
			P999   float64 `json:"ms_step_p99_9"`
			Worst  float64 `json:"ms_step_worst"`
		} `json:"results"`
	}
	if err := json.Unmarshal(text, &result); err != nil {
		return spent{}, fmt.Errorf("%s: %w", file, err)
	}
	if len(result.Results) != 1 {
		return spent{}, fmt.Errorf("%s: %d results, want 1", file, len(result.Results))
	}
	r := &result.Results[0]
	return spent{r.Mean, r.Median, r.P99, r.P999, r.Worst, memory}, nil
}

// reference measures one run of the other engine.
func (o *options) reference(b *build, s scene) (spent, error) {
	steps := strconv.Itoa(s.steps)
	if s.engine == "Box3D" {
		out, memory, err := o.pinned(b.box3d, s.ref, steps, "1")
		if err != nil {
			return spent{}, err
		}
		return figures(bytes.NewReader(out), s.steps-1, 0, memory)
	}
	_, memory, err := o.pinned(b.jolt, "-s="+s.ref, "-q=Discrete", "-t=1", "-i="+steps, "-f")
	if err != nil {
		return spent{}, err
	}
	text, err := os.ReadFile(filepath.Join(o.work, "per_frame_discrete_th1.csv"))
	if err != nil {
		return spent{}, err
	}
	return figures(bytes.NewReader(text), s.steps-1, 2, memory)
}

// figures reads the last number of each line after the first skip lines: the time of a step (ms).
func figures(r *bytes.Reader, want, skip int, memory float64) (spent, error) {
	var times []float64
	sum := 0.0
	for lines := bufio.NewScanner(r); lines.Scan(); {
		if skip > 0 {
			skip--
			continue
		}
		fields := strings.Split(lines.Text(), ",")
		x, err := strconv.ParseFloat(strings.TrimSpace(fields[len(fields)-1]), 64)
		if err != nil {
			return spent{}, err
		}
		times = append(times, x)
		sum += x
	}
	if len(times) != want {
		return spent{}, fmt.Errorf("%d times of steps, want %d", len(times), want)
	}
	slices.Sort(times)
	return spent{
		mean: sum / float64(want), median: median(times), p99: percentile(times, 990), p999: percentile(times, 999),
		worst: times[want-1], memory: memory,
	}, nil
}

// percentile is the least of the sorted times that at least so many of 1000 do not exceed.
func percentile(sorted []float64, of1000 int) float64 {
	rank := (len(sorted)*of1000 + 999) / 1000
	return sorted[max(rank, 1)-1]
}
