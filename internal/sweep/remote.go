package sweep

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"
)

// Remote simulates cells on other machines, through a program that carries lines: it gets the parcel of the study and then
// jobs from standard input, and writes replies to standard output, in any order. It ends at the end of its input.
type Remote struct {
	Command []string
	Parcel  *Parcel
	// Ahead bounds the jobs that are sent before their rows are back, 0 for enough for a thousand cores and little for a queue.
	Ahead int
	// Errors takes what the program says.
	Errors io.Writer
}

// mostAhead is the default of Ahead.
const mostAhead = 2048

// Execute implements Executor.
func (e *Remote) Execute(ctx context.Context, s *Study, jobs <-chan Job, results chan<- Result) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	process := exec.CommandContext(ctx, e.Command[0], e.Command[1:]...)
	process.Stderr = e.Errors
	in, err := process.StdinPipe()
	if err != nil {
		return err
	}
	out, err := process.StdoutPipe()
	if err != nil {
		return err
	}
	// the end of its input lets the program take back what it has sent
	process.Cancel = in.Close
	process.WaitDelay = 5 * time.Second
	if err := process.Start(); err != nil {
		return fmt.Errorf("starting %s: %w", e.Command[0], err)
	}
	replies := make(chan reply)
	go readReplies(ctx, out, replies)
	err = e.carry(ctx, in, replies, jobs, results)
	_ = in.Close()
	if err != nil {
		cancel()
	}
	for range replies { // Wait may be called when all is read
	}
	_ = process.Wait() // why it failed stands in what it said
	return err
}

// readReplies sends what a program answers until it ends.
func readReplies(ctx context.Context, out io.Reader, replies chan<- reply) {
	defer close(replies)
	lines := json.NewDecoder(out)
	for {
		var r reply
		if lines.Decode(&r) != nil {
			return
		}
		select {
		case replies <- r:
		case <-ctx.Done():
			return
		}
	}
}

// carry sends the parcel and the jobs, and waits for all replies.
func (e *Remote) carry(ctx context.Context, in io.Writer, replies <-chan reply, jobs <-chan Job, results chan<- Result) error {
	lines := json.NewEncoder(in)
	if err := lines.Encode(e.Parcel); err != nil {
		return fmt.Errorf("%s ended: %w", e.Command[0], err)
	}
	waiting, ahead := map[int]bool{}, e.Ahead
	if ahead == 0 {
		ahead = mostAhead
	}
	for jobs != nil || len(waiting) > 0 {
		from := jobs
		if len(waiting) >= ahead {
			from = nil
		}
		select {
		case job, ok := <-from:
			if !ok {
				jobs = nil
				continue
			}
			waiting[job.Cell] = true
			if err := lines.Encode(job); err != nil {
				return fmt.Errorf("%s ended: %w", e.Command[0], err)
			}
		case r, ok := <-replies:
			if !ok {
				return fmt.Errorf("%s ended before its jobs", e.Command[0])
			}
			if !waiting[r.Row.Cell] {
				continue // a machine that was thought dead came back
			}
			delete(waiting, r.Row.Cell)
			select {
			case results <- Result(r):
			case <-ctx.Done():
				return ctx.Err()
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// Join simulates cells for a study that runs elsewhere: in gives its parcel and then jobs as lines, out takes replies. It
// unpacks the files into dir. executor makes what simulates the cells.
func Join(ctx context.Context, dir, program string, in io.Reader, out io.Writer, executor func(*Study) (Executor, error)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lines := json.NewDecoder(bufio.NewReaderSize(in, 1<<20))
	p := &Parcel{}
	if err := lines.Decode(p); errors.Is(err, io.EOF) {
		return nil // nothing came: the other side says why
	} else if err != nil {
		return fmt.Errorf("sweep: bad study from the other side: %w", err)
	}
	s, err := p.Unpack(dir, program)
	if err != nil {
		return err
	}
	simulator, err := executor(s)
	if err != nil {
		return err
	}
	jobs, results := make(chan Job), make(chan Result, 64)
	bad := make(chan error, 1)
	go func() {
		defer close(jobs)
		for {
			var job Job
			err := lines.Decode(&job)
			if err == nil && len(job.Values) != len(s.Parameters) {
				err = fmt.Errorf("sweep: bad job of cell %d", job.Cell)
			}
			if err != nil {
				if errors.Is(err, io.EOF) {
					err = nil
				}
				bad <- err
				return
			}
			select {
			case jobs <- job:
			case <-ctx.Done():
				bad <- nil
				return
			}
		}
	}()
	ended := make(chan error, 1)
	go func() {
		ended <- simulator.Execute(ctx, s, jobs, results)
		close(results)
	}()
	answers := json.NewEncoder(out)
	for r := range results {
		if err := answers.Encode(reply(r)); err != nil {
			return fmt.Errorf("sweep: the other side ended: %w", err)
		}
	}
	if err := <-ended; err != nil {
		return err
	}
	return <-bad
}
