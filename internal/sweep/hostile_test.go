package sweep

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"tumble/engine/timestep"
)

// trials is the number of hostile messages of a test: 100,000 in soak.
func trials() int {
	if n, err := strconv.Atoi(os.Getenv("TUMBLE_TRIALS")); err == nil {
		return n
	}
	if os.Getenv("TUMBLE_SOAK") != "" {
		return 100_000
	}
	return 3000
}

// carrier is the program between the machines and a study, with machines of its own: one is honest, one answers
// most jobs and changes what it says, and one says nothing but mutated replies.
func carrier(in io.Reader, out io.Writer, path string) error {
	s, err := Read(path)
	if err != nil {
		return err
	}
	kind := os.Getenv("TUMBLE_CARRIER")
	lines := json.NewDecoder(bufio.NewReader(in))
	if err := lines.Decode(&Parcel{}); err != nil {
		return err
	}
	replies := json.NewEncoder(out)
	random := rand.New(rand.NewPCG(5, 6))
	dropped := map[string]bool{}
	answered, strangers := 0, 0
	for {
		var line struct {
			Job
			Drop string
		}
		if err := lines.Decode(&line); err != nil {
			return nil
		}
		if line.Drop != "" {
			dropped[line.Drop] = true
			continue
		}
		row := s.Simulate(context.Background(), line.Job)
		answered++
		r := machineReply{Machine: "honest", Name: "honest", Cell: row.Cell, reply: reply{row, .01, s.jobKey(line.Job)}}
		switch {
		case kind == "liar" && !dropped["liar"] && answered%10 > 0:
			r.Machine, r.Name = "liar", "liar"
			if answered > 3 && row.State.Ended() {
				r.Row.Metrics[0] += 1e-6
			}
		case kind == "noise":
			for range min(trials()/100, trials()-strangers) {
				strangers++
				stranger := r
				stranger.Machine = fmt.Sprint("stranger ", strangers)
				text, err := json.Marshal(&stranger)
				if err != nil {
					return err
				}
				mutated := mutate(random, text)
				var seen machineReply
				if json.Unmarshal(mutated, &seen) == nil && seen.Machine == "honest" {
					continue
				}
				if _, err := out.Write(append(mutated, '\n')); err != nil {
					return err
				}
			}
		}
		if err := replies.Encode(&r); err != nil {
			return err
		}
	}
}

// mutate changes a line in some places.
func mutate(random *rand.Rand, line []byte) []byte {
	line = bytes.Clone(line)
	words := []string{`null`, `-1`, `1e999`, `"x"`, `[]`, `{}`, `5`, `"State":5`, `"cell":3`, `,`, `"\u0000"`, `true`,
		strings.Repeat("[", 200)}
	for range 1 + random.IntN(4) {
		if len(line) == 0 {
			break
		}
		i := random.IntN(len(line))
		switch random.IntN(4) {
		case 0:
			line[i] ^= 1 << random.IntN(8)
		case 1:
			line = append(line[:i:i], line[min(len(line), i+1+random.IntN(8)):]...)
		case 2:
			line = append(line[:i:i], append([]byte(words[random.IntN(len(words))]), line[i:]...)...)
		case 3:
			line = append(line[:i:i], line[:i]...)
		}
	}
	return bytes.ReplaceAll(line, []byte("\n"), []byte(" "))
}

// remote simulates with the carrier.
func remote(t *testing.T, s *Study, kind string, says io.Writer) *Remote {
	t.Helper()
	parcel, err := Pack(s, "test")
	if err != nil {
		t.Fatal(err)
	}
	return &Remote{Command: []string{"env", "TUMBLE_SWEEP=carrier", "TUMBLE_CARRIER=" + kind, "TUMBLE_STUDY=" + s.Path,
		os.Args[0]}, Parcel: parcel,
		Errors: says, Check: &Inline{Workers: 1, Clock: timestep.RealClock()}, Ahead: 50}
}

// TestLiarIsNamed: a machine whose rows are wrong is named, and its rows are done again, in a latin design and in
// bisections, whose next points follow from them; a study that was killed before knows its rows as well. One row of
// checkShare is checked, and of the first rows more (checkFirst): a liar of 70 and of 700 rows stays unknown in one
// of 10⁷ runs.
func TestLiarIsNamed(t *testing.T) {
	bisection := strings.NewReplacer("cells = 40", "",
		`"latin"`, "\"bisection\"\nparameter = \"gravity.y\"\ntolerance = 0.0001",
		"material.friction", "gravity.y", "[0.05, 1.0]", "[-9, -1]", "speed.max > 0.2", "energy.total > 500000",
		"\nscale = \"log\"", "", "[1, 8]", "[1, 40]\ncount = 40", "steps = 3",
		"steps = 3\nuntil = \"step >= 3\"").Replace(pile(40, 3))
	for name, text := range map[string]string{"latin": pile(700, 3), "short": pile(70, 3), "bisection": bisection} {
		s := mustRead(t, writeStudy(t, text))
		want := mustRun(t, s, options(t.TempDir(), inline(2)))
		said := &strings.Builder{}
		dir := t.TempDir()
		out, err := Run(t.Context(), s, options(dir, remote(t, s, "liar", said)))
		if err != nil || out.Disowned != 1 || !strings.Contains(said.String(), "liar sent cell ") {
			t.Errorf("%s: %+v, %v; said %q", name, out, err, said)
		}
		if tables(t, dir) != want {
			t.Errorf("%s: a wrong row is in the tables", name)
		}
		st, err := OpenStore(dir)
		if err != nil {
			t.Fatal(err)
		}
		if st.machines["liar"] != 0 {
			for cell := range st.at {
				if st.at[cell].by == st.machines["liar"] {
					t.Errorf("%s: cell %d is by the liar", name, cell)
				}
			}
		}
		_ = st.Close()
	}
}

// TestMutatedReplies: whatever machines say, a study ends with its rows.
func TestMutatedReplies(t *testing.T) {
	s := mustRead(t, writeStudy(t, pile(100, 3)))
	want := mustRun(t, s, options(t.TempDir(), inline(2)))
	said := &strings.Builder{}
	dir := t.TempDir()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	out, err := Run(t.Context(), s, options(dir, remote(t, s, "noise", said)))
	runtime.GC()
	runtime.ReadMemStats(&after)
	if err != nil || tables(t, dir) != want {
		t.Errorf("%+v, %v", out, err)
	}
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 64<<20 {
		t.Errorf("%d bytes more than before", grown)
	}
	t.Logf("%d machines with wrong rows", out.Disowned)
}

// TestMutatedJobs: whatever a machine gets as a study and as jobs, it gives what the study has, or an error.
func TestMutatedJobs(t *testing.T) {
	s := mustRead(t, writeStudy(t, pile(10, 3)))
	parcel, err := Pack(s, "test")
	if err != nil {
		t.Fatal(err)
	}
	first, _ := json.Marshal(parcel)
	job, _ := json.Marshal(Job{3, s.Values(3)})
	random := rand.New(rand.NewPCG(7, 8))
	dir := t.TempDir()
	taken := 0
	for n := range trials() / 10 {
		study, jobs := first, [][]byte{}
		if n%10 == 0 {
			study = mutate(random, first)
		}
		for range 10 {
			jobs = append(jobs, mutate(random, job))
		}
		lines := append(append([]byte{}, study...), '\n')
		lines = append(lines, bytes.Join(jobs, []byte("\n"))...)
		_ = Join(t.Context(), dir, "test", bytes.NewReader(lines), io.Discard, func(s *Study) (Executor, error) {
			return taker{t, &taken}, nil
		})
	}
	t.Logf("%d jobs taken", taken)
}

// taker takes jobs and simulates none.
type taker struct {
	t     *testing.T
	taken *int
}

func (e taker) Execute(ctx context.Context, s *Study, jobs <-chan Job, results chan<- Result) error {
	for job := range jobs {
		*e.taken++
		if len(job.Values) != len(s.Parameters) || job.Cell < 0 || job.Cell >= s.Cells() {
			e.t.Errorf("a job of cell %d with %d values", job.Cell, len(job.Values))
		}
		results <- Result{Row: s.notFinished(job, "")}
	}
	return nil
}

// FuzzReply: what is believed can be written, read, and taken for a row of the table.
func FuzzReply(f *testing.F) {
	s := mustRead(f, writeStudy(f, pile(10, 3)))
	job := Job{3, s.Values(3)}
	r := machineReply{Machine: "a", Name: "a", Cell: 3, reply: reply{s.Simulate(f.Context(), job), .1, s.jobKey(job)}}
	line, err := json.Marshal(&r)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(line)
	head := s.Head("test")
	f.Fuzz(func(t *testing.T, line []byte) {
		replies := make(chan machineReply, 64)
		readReplies(t.Context(), bytes.NewReader(bytes.ReplaceAll(line, []byte("\n"), nil)), replies)
		for r := range replies {
			if s.believe(job, &r.reply) != nil {
				continue
			}
			result := r.result()
			again, err := decodeLine(encodeLine(nil, &result))
			if err != nil || head.takes(&again.Row) != nil || again.Row.Cell != 3 {
				t.Errorf("%q is believed: %v", line, err)
			}
		}
	})
}

// FuzzLogLine: a line of a log is read or damaged.
func FuzzLogLine(f *testing.F) {
	f.Add(encodeLine(nil, &Result{Row: Row{Cell: 3, State: Fine, Metrics: []Number{1}}, Seconds: 2, By: "a"}))
	f.Add(encodeLine(nil, &Result{Disowned: "a"}))
	f.Fuzz(func(t *testing.T, line []byte) {
		r, err := decodeLine(line)
		if err != nil {
			return
		}
		if _, err := decodeLine(encodeLine(nil, r)); err != nil {
			t.Errorf("%q is read, and not what is written of it", line)
		}
	})
}
