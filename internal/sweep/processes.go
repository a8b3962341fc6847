package sweep

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"tumble/engine/timestep"
)

// Processes simulates cells in worker processes of this machine. A cell that panics in another goroutine, runs out of
// memory or hangs within a step ends its process, not the study: Go can neither recover the first two nor stop a
// goroutine. A job costs some 50 µs of pipes.
type Processes struct {
	// Command starts a worker: a program that calls Serve.
	Command []string
	Workers int
	Clock   timestep.Clock
}

// ready is the first line of a worker.
type ready struct {
	Digest, Program string
}

// reply is the answer of a worker to a job.
type reply struct {
	Row     Row     `json:"row"`
	Seconds float64 `json:"seconds"`
	// Job is the key of the job, from another machine.
	Job string `json:"job,omitempty"`
}

// Serve simulates the jobs that come as lines from in, and writes their rows to out. It returns at the end of in, and
// ends the process even while a cell hangs, so that no worker outlives the study.
func Serve(s *Study, program string, in io.Reader, out io.Writer, clock timestep.Clock) error {
	if err := json.NewEncoder(out).Encode(ready{s.Digest, program}); err != nil {
		return err
	}
	lines := make(chan []byte)
	// unanswered counts the jobs that were read and have no reply; a job counts before it is handed over, so that the
	// end of in is never taken for one without work (TestWorkerEndsWithItsInput)
	var unanswered atomic.Int32
	go func() {
		scan := bufio.NewScanner(in)
		scan.Buffer(nil, 1<<20)
		for scan.Scan() {
			unanswered.Add(1)
			lines <- append([]byte(nil), scan.Bytes()...)
		}
		close(lines)
		if unanswered.Load() > 0 {
			os.Exit(0) // nobody waits for the cell that is simulated
		}
	}()
	for line := range lines {
		var job Job
		if err := json.Unmarshal(line, &job); err != nil || len(job.Values) != len(s.Parameters) {
			return fmt.Errorf("sweep: bad job %q", line)
		}
		began := clock.Now()
		row := s.Simulate(context.Background(), job)
		text, err := json.Marshal(reply{Row: row, Seconds: float64(clock.Now()-began) / float64(timestep.Second)})
		if err == nil {
			_, err = out.Write(append(text, '\n'))
		}
		if err != nil {
			return err
		}
		unanswered.Add(-1)
	}
	return nil
}

// Execute implements Executor.
func (e *Processes) Execute(ctx context.Context, s *Study, jobs <-chan Job, results chan<- Result) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var group sync.WaitGroup
	for range max(e.Workers, 1) {
		group.Go(func() {
			w := &worker{command: e.Command, study: s}
			defer w.stop()
			for {
				job, ok := nextJob(ctx, jobs)
				if !ok {
					return
				}
				r, err := w.simulate(ctx, job, e.Clock)
				if err != nil {
					cancel(err)
					return
				}
				select {
				case results <- r:
				case <-ctx.Done():
					return
				}
			}
		})
	}
	group.Wait()
	return context.Cause(ctx)
}

// worker is a process that simulates cells one after another.
type worker struct {
	command []string
	study   *Study

	process *exec.Cmd
	in      io.WriteCloser
	lines   chan []byte
	errors  *headWriter
	quit    context.CancelFunc
}

// start starts the process and waits until it is ready.
func (w *worker) start(ctx context.Context) error {
	ctx, w.quit = context.WithCancel(ctx)
	w.process = exec.CommandContext(ctx, w.command[0], w.command[1:]...)
	w.process.WaitDelay = time.Second
	w.errors = &headWriter{}
	w.process.Stderr = w.errors
	in, err := w.process.StdinPipe()
	if err != nil {
		return err
	}
	out, err := w.process.StdoutPipe()
	if err != nil {
		return err
	}
	if err := w.process.Start(); err != nil {
		return fmt.Errorf("starting a worker: %w", err)
	}
	w.in, w.lines = in, make(chan []byte, 1)
	go func(lines chan<- []byte) {
		defer close(lines)
		read := bufio.NewReaderSize(out, 64<<10)
		for {
			line, err := read.ReadBytes('\n')
			if err != nil {
				return
			}
			lines <- line
		}
	}(w.lines)
	line, ok := <-w.lines
	var r ready
	if !ok || json.Unmarshal(line, &r) != nil {
		w.stop()
		return fmt.Errorf("a worker ended before it was ready: %s", oneLine(w.errors.String()))
	}
	if r.Digest != w.study.Digest {
		w.stop()
		return errors.New("the study or its scene was changed while it runs")
	}
	return nil
}

// stop ends the process.
func (w *worker) stop() {
	if w.process == nil {
		return
	}
	_ = w.in.Close()
	w.quit()
	for range w.lines { // until the pipe is closed
	}
	_ = w.process.Wait()
	w.process = nil
}

// simulate lets the process simulate a cell. The error is about starting it, or that of the context.
func (w *worker) simulate(ctx context.Context, job Job, clock timestep.Clock) (Result, error) {
	if w.process == nil {
		if err := w.start(ctx); err != nil {
			return Result{}, err
		}
	}
	began := clock.Now()
	seconds := func() float64 { return float64(clock.Now()-began) / float64(timestep.Second) }
	text, err := json.Marshal(job)
	if err != nil {
		return Result{}, err
	}
	_, writeErr := w.in.Write(append(text, '\n'))
	var limit <-chan time.Time
	if w.study.TimeLimit > 0 {
		timer := time.NewTimer(w.study.TimeLimit)
		defer timer.Stop()
		limit = timer.C
	}
	select {
	case line, ok := <-w.lines:
		var r reply
		if ok && writeErr == nil && json.Unmarshal(line, &r) == nil && r.Row.Cell == job.Cell {
			return Result{Row: r.Row, Seconds: r.Seconds}, nil
		}
	case <-limit:
		w.stop()
		return Result{Row: w.study.notFinished(job, "time limit of "+w.study.TimeLimit.String()), Seconds: seconds()},
			nil
	case <-ctx.Done():
	}
	if ctx.Err() != nil {
		return Result{}, context.Cause(ctx)
	}
	return Result{Row: w.died(job), Seconds: seconds()}, nil
}

// died is the row of a cell whose process ended.
func (w *worker) died(job Job) Row {
	process, text := w.process, w.errors
	_ = w.in.Close()
	_ = process.Wait()
	w.quit()
	w.process = nil
	row := w.study.notFinished(job, "its process ended: "+oneLine(process.ProcessState.String()))
	for line := range strings.Lines(text.String()) {
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
			row.State, row.Reason = Panicked, oneLine(line)
			break
		}
	}
	return row
}

// headWriter keeps the beginning of its text.
type headWriter struct {
	lock sync.Mutex
	text []byte
}

func (h *headWriter) Write(p []byte) (int, error) {
	h.lock.Lock()
	defer h.lock.Unlock()
	const most = 64 << 10
	h.text = append(h.text, p[:min(len(p), most-len(h.text))]...)
	return len(p), nil
}

func (h *headWriter) String() string {
	h.lock.Lock()
	defer h.lock.Unlock()
	return string(h.text)
}
