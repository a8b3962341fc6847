package sweep

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"tumble/engine/timestep"
)

// TestSameBytes holds that the tables do not depend on workers, processes and shares.
func TestSameBytes(t *testing.T) {
	path := writeStudy(t, pile(28, 20)+"[repeat]\ncount = 2\nposition = 0.001\nvelocity = 0.01\n")
	s := mustRead(t, path)
	want := mustRun(t, s, options(t.TempDir(), inline(1)))
	if n := strings.Count(want, "\n"); n != 2*56+1 {
		t.Fatalf("%d lines", n)
	}
	for _, workers := range []int{1, 2, 4} {
		if got := mustRun(t, s, options(t.TempDir(), processes(path, workers))); got != want {
			t.Errorf("%d worker processes: other tables", workers)
		}
	}
	dirs := make([]string, 7)
	for i := range dirs {
		dirs[i] = filepath.Join(t.TempDir(), fmt.Sprint(i))
		o := options(dirs[i], inline(1+i%2))
		o.Shard, o.Shards = i, len(dirs)
		if out, err := Run(t.Context(), s, o); err != nil || out.Missing != 48 {
			t.Fatalf("share %d: %+v, %v", i, out, err)
		}
		merged := t.TempDir()
		_, missing, err := Merge(merged, dirs[:i+1]...)
		if err != nil || missing != 56-8*(i+1) {
			t.Fatalf("after share %d: %d missing, %v", i, missing, err)
		}
		if missing == 0 && tables(t, merged) != want {
			t.Error("seven shares merged: other tables")
		}
	}
}

// TestKilled kills a study again and again without a warning. Nothing that was recorded is simulated again, and the
// tables are those of an undisturbed run.
func TestKilled(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs env and kill")
	}
	cells, kills := 50, 3
	if os.Getenv("TUMBLE_SOAK") != "" {
		cells, kills = 1000, 50
	}
	path := writeStudy(t, pile(cells, 60))
	s := mustRead(t, path)
	began := time.Now()
	want := mustRun(t, s, options(t.TempDir(), inline(2)))
	whole := time.Since(began)
	dir := filepath.Join(filepath.Dir(path), "out")
	random := rand.New(rand.NewPCG(1, 2))
	for range kills {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "TUMBLE_SWEEP=run", "TUMBLE_STUDY="+path)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(50*time.Millisecond + time.Duration(random.Int64N(int64(whole)*2/int64(kills))))
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		// a write that the kill cut in two
		if log, err := os.ReadFile(filepath.Join(dir, "cells.jsonl")); err == nil && len(log) > 40 &&
			random.IntN(2) == 0 {
			torn := log[:len(log)-random.IntN(40)]
			if err := os.WriteFile(filepath.Join(dir, "cells.jsonl"), torn, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := mustRun(t, s, options(dir, processes(path, 2))); got != want {
		t.Error("other tables than those of an undisturbed run")
	}
	log, err := os.ReadFile(filepath.Join(dir, "cells.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(log, []byte("\n")); n != cells {
		t.Errorf("%d lines of %d cells: some were simulated twice", n, cells)
	}
}

// TestDamagedLog: a line that is damaged is left out and its cell simulated again; another study is refused.
func TestDamagedLog(t *testing.T) {
	path := writeStudy(t, pile(12, 5))
	s := mustRead(t, path)
	dir := t.TempDir()
	want := mustRun(t, s, options(dir, inline(2)))
	name := filepath.Join(dir, "cells.jsonl")
	log, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 40 {
		bad := bytes.Clone(log)
		at := len(bad) * i / 40
		bad[at] ^= 1
		if err := os.WriteFile(name, bad, 0o666); err != nil {
			t.Fatal(err)
		}
		out, err := Run(t.Context(), s, options(dir, inline(1)))
		if err != nil || out.Simulated < 1 || out.Simulated > 2 || out.Missing != 0 || tables(t, dir) != want {
			t.Fatalf("byte %d: %+v, %v", at, out, err)
		}
	}
	other := mustRead(t, writeStudy(t, pile(12, 6)))
	if _, err := Run(t.Context(), other, options(dir, inline(1))); !errors.Is(err, ErrOtherStudy) {
		t.Errorf("another study in the same folder: %v", err)
	}
	o := options(dir, inline(1))
	o.Program = "next"
	if _, err := Run(t.Context(), s, o); !errors.Is(err, ErrOtherStudy) {
		t.Errorf("another version in the same folder: %v", err)
	}
}

// TestBadCells: a cell that panics, hangs or ends its process is a row with its reason, and the others have theirs.
func TestBadCells(t *testing.T) {
	text := strings.NewReplacer(`"latin"`, `"list"`, "cells = 8", "", "range = [0.05, 1.0]\nscale = \"log\"",
		"values = [0.1, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]",
		"range = [1, 8]", "values = [4, 4, 4, 4, 4, 4, 4, 4]").Replace("title = \"sabotage\"\ntime_limit = \"2s\"\n" +
		pile(8, 10))
	path := writeStudy(t, text)
	s := mustRead(t, path)
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), wait)
	defer cancel()
	out, err := Run(ctx, s, options(dir, processes(path, 2)))
	if err != nil || out.Missing != 0 {
		t.Fatalf("%+v, %v", out, err)
	}
	st, err := OpenStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	for cell, want := range []struct {
		state  State
		reason string
	}{
		{Broken, ""}, {Panicked, "panic: sweep: planted in "}, {Panicked, "panic: sweep: planted elsewhere"},
		{NotFinished, "time limit of 2s"},
		{NotFinished, "its process ended: exit status 3"}, {Failed, "planted error NaN"}, {Fine, ""}, {Fine, ""},
	} {
		r, err := st.Result(cell)
		if err != nil {
			t.Fatal(err)
		}
		if want.state != Fine && want.state != Broken && r.Row.State != want.state ||
			!strings.Contains(r.Row.Reason, want.reason) ||
			r.Row.State.Ended() != (len(r.Row.Metrics) == 3) {
			t.Errorf("cell %d: %+v, want %v", cell, r.Row, want)
		}
	}
	// what is not finished is no result: it can be tried again, and only that is
	o := options(dir, inline(1))
	o.Retry = true
	if out, err := Run(t.Context(), s, o); err != nil || out.Simulated != 2 ||
		out.States[Fine]+out.States[Broken] != 2 {
		t.Errorf("tried again: %+v, %v", out, err)
	}
}

// TestInterrupted: a context that ends keeps all rows until then.
func TestInterrupted(t *testing.T) {
	path := writeStudy(t, pile(40, 60))
	s := mustRead(t, path)
	for _, e := range []Executor{inline(2), processes(path, 2)} {
		dir := t.TempDir()
		ctx, cancel := context.WithCancel(t.Context())
		o := options(dir, e)
		o.Progress = func(done, _ int) {
			if done == 7 {
				cancel()
			}
		}
		out, err := Run(ctx, s, o)
		cancel()
		if !errors.Is(err, context.Canceled) || out.Simulated < 7 || out.Simulated == 40 {
			t.Fatalf("%+v, %v", out, err)
		}
		o.Progress = nil
		again, err := Run(t.Context(), s, o)
		if err != nil || again.Known < 7 || again.Known+again.Simulated != 40 {
			t.Errorf("gone on: %+v, %v", again, err)
		}
	}
}

// TestLongCellsFirst: once their times are known, those that take long are simulated before the others.
func TestLongCellsFirst(t *testing.T) {
	s := mustRead(t, writeStudy(t, pile(200, 1)))
	st := &Store{Head: s.Head("test"), at: make([]position, s.Cells())}
	q, err := newSchedule(s, st, 0, 1, false)
	if err != nil {
		t.Fatal(err)
	}
	seconds := func(j Job) float64 { return j.Values[1] * 0.01 }
	var order []float64
	for {
		job, more := q.next()
		if !more {
			break
		}
		q.take()
		r := Result{Row: Row{Cell: job.Cell, Values: []Number{Number(job.Values[0]), Number(job.Values[1])}},
			Seconds: seconds(job)}
		q.done(&r)
		order = append(order, r.Seconds)
	}
	if last := order[180:]; slices.Max(last) > 0.021 {
		t.Errorf("the last cells take %v s", last)
	}
	if len(order) != 200 {
		t.Fatalf("%d cells", len(order))
	}
	for i := 33; i < len(order); i++ {
		if order[i] > order[i-1]+0.0101 {
			t.Fatalf("cell %d of the order takes %g s, the one before %g s", i, order[i], order[i-1])
		}
	}
}

// TestWorkersStayBusy: in simulated time, where cells take from one to 4096 parts as an unknown power of a parameter,
// two and four workers are busy for at least 95 % of the time until the last one is done.
func TestWorkersStayBusy(t *testing.T) {
	s := mustRead(t, writeStudy(t, pile(64, 1)))
	seconds := func(j Job) float64 { return math.Pow(j.Values[1], 4) }
	for _, workers := range []int{2, 4} {
		st := &Store{Head: s.Head("test"), at: make([]position, s.Cells())}
		q, err := newSchedule(s, st, 0, 1, false)
		if err != nil {
			t.Fatal(err)
		}
		until, jobs := make([]float64, workers), make([]Job, workers)
		work, span, started := 0.0, 0.0, 0
		for {
			w := 0
			for i := range until {
				if until[i] < until[w] {
					w = i
				}
			}
			if started >= workers && until[w] < math.Inf(1) {
				r := Result{Row: Row{Cell: jobs[w].Cell, Values: []Number{Number(jobs[w].Values[0]),
					Number(jobs[w].Values[1])}}, Seconds: seconds(jobs[w])}
				q.done(&r)
			}
			job, more := q.next()
			if !more {
				if until[w] = math.Inf(1); slices.Min(until) == until[w] {
					break
				}
				continue
			}
			q.take()
			jobs[w] = job
			until[w] += seconds(job)
			work, span = work+seconds(job), max(span, until[w])
			started++
		}
		efficiency := work / float64(workers) / span
		if started != 64 || efficiency < 0.95 {
			t.Errorf("%d workers: %d cells, busy for %.1f %%", workers, started, 100*efficiency)
		}
		t.Logf("%d workers: busy for %.2f %%", workers, 100*efficiency)
	}
}

// BenchmarkOverhead compares a study on one worker process with a bare loop over the same cells, in turns.
func BenchmarkOverhead(b *testing.B) {
	path := writeStudy(b, pile(100, 120))
	s := mustRead(b, path)
	clock := timestep.RealClock()
	for b.Loop() {
		began := clock.Now()
		for cell := range s.Cells() {
			s.Simulate(b.Context(), Job{cell, s.Values(cell)})
		}
		bare := clock.Now() - began
		began = clock.Now()
		mustRun(b, s, options(b.TempDir(), processes(path, 1)))
		all := clock.Now() - began
		b.ReportMetric(float64(bare)/1e6/float64(s.Cells()), "ms/cell")
		b.ReportMetric(100*(float64(all)/float64(bare)-1), "%overhead")
	}
}

// TestWorkerEndsWithItsInput: a worker whose host is gone ends, however soon after a job its input ends. A job that was
// handed over and not yet begun was taken for none, and the worker stayed for good.
func TestWorkerEndsWithItsInput(t *testing.T) {
	path := writeStudy(t, pile(4, 3))
	s := mustRead(t, path)
	job, err := json.Marshal(Job{1, s.Values(1)})
	if err != nil {
		t.Fatal(err)
	}
	for range 40 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		worker := exec.CommandContext(ctx, os.Args[0])
		worker.Env = append(os.Environ(), "TUMBLE_SWEEP=worker", "TUMBLE_STUDY="+path)
		worker.Stdin = bytes.NewReader(append(job, '\n'))
		err := worker.Run()
		cancel()
		if err != nil {
			t.Fatalf("a worker at the end of its input: %v", err)
		}
	}
}
