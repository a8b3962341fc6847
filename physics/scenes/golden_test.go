package scenes

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
)

// The golden file holds for each scene the step after which everything slept (0 for never
// within the run) and the hash of the world after every goldenEvery-th step. It is made on
// one machine; every platform, worker count and build has to compute the same bits, and a
// change of the engine that changes them has to be meant.
//
// The short test is the one that runs on emulated processors: the beginning of the scenes
// that have no more than goldenShortBodies bodies. TUMBLE_HASHES names another file than the
// one in the repository, so that two builds can be compared with each other.
const (
	goldenSteps       = 240
	goldenEvery       = 20
	goldenShortSteps  = 60
	goldenShortBodies = 120
)

func goldenFile() string {
	if name := os.Getenv("TUMBLE_HASHES"); name != "" {
		return name
	}
	return "testdata/hashes.txt"
}

// goldenLine runs a scene and returns the fields of its line in the golden file.
func goldenLine(t *testing.T, r *Run, steps int) []string {
	line := []string{r.Scene.Name, "0"}
	for r.StepCount < steps {
		advance(t, r, 1)
		if line[1] == "0" && r.World.Counters().AwakeBodies == 0 {
			line[1] = fmt.Sprint(r.StepCount)
		}
		if r.StepCount%goldenEvery == 0 {
			line = append(line, fmt.Sprintf("%016x", r.World.Hash()))
		}
	}
	return line
}

func TestGoldenHashes(t *testing.T) {
	if soak {
		t.Skip("the golden hashes are those of the small scenes")
	}
	update := os.Getenv("TUMBLE_UPDATE") == "1"
	want := map[string][]string{}
	if !update {
		text, err := os.ReadFile(goldenFile())
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
			fields := strings.Fields(line)
			want[fields[0]] = fields
		}
	}
	var all bytes.Buffer
	compared := 0
	for _, s := range All() {
		values, _ := size(s)
		r := build(t, s, s.WorldDef(), values)
		steps := goldenSteps
		if testing.Short() {
			if r.World.BodyCount() > goldenShortBodies {
				continue
			}
			steps = goldenShortSteps
		}
		got := goldenLine(t, r, steps)
		fmt.Fprintln(&all, strings.Join(got, " "))
		if !update {
			compared += compareGolden(t, want[s.Name], got)
		}
	}
	if update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(goldenFile(), all.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Logf("%d hashes compared", compared)
	if compared < 30 {
		t.Errorf("only %d hashes compared", compared)
	}
}

// compareGolden compares as much of a line as was run and returns the number of hashes.
func compareGolden(t *testing.T, want, got []string) int {
	if len(want) < len(got) {
		t.Errorf("%s: %d values in the golden file, want %d; run make golden if the scene is new", got[0], len(want),
			len(got))
		return 0
	}
	for i := 2; i < len(got); i++ {
		if want[i] != got[i] {
			step := (i - 1) * goldenEvery
			t.Errorf("%s: hash %s after step %d, want %s; equal until step %d", got[0], got[i], step, want[i],
				step-goldenEvery)
			return i - 2
		}
	}
	if len(got) == len(want) && got[1] != want[1] {
		t.Errorf("%s: asleep after step %s, want %s", got[0], got[1], want[1])
	}
	return len(got) - 2
}
