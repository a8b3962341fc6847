// Command sandbox-beam simulates the cells of a study in a pipeline of Apache Beam: sandbox sweep beam starts it. It is
// a module of its own, because its libraries would make the program several times as large.
//
// It knows nothing of studies. From standard input it reads a line of JSON that describes the study, then jobs; it
// writes replies to standard output. Each element of the pipeline is a batch of jobs, and the program that simulates it
// on the machine of the runner spreads it over its cores.
package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path"
	"strings"
	"syscall"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"
)

var (
	program = flag.String("sandbox", "sandbox", "the sandbox on the machines of the runner")
	batch   = flag.Int("batch", 64, "cells in an element of the pipeline")
	folder  = flag.String("rows", "", "folder for rows that all machines of the runner reach, or gs://...")
)

// pause is how long no job comes before those that came make a pipeline: some designs wait for rows before they go on.
const pause = 500 * time.Millisecond

func main() {
	flag.Parse()
	beam.Init()
	// Ctrl-C reaches both programs: this one goes on until the other closes its lines
	signal.Ignore(os.Interrupt, syscall.SIGHUP)
	if err := carry(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "sandbox-beam:", err)
		os.Exit(1)
	}
}

// carry runs a pipeline for all jobs that come together, until there are no more.
func carry(from io.Reader, to io.Writer) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	lines := make(chan string)
	go func() {
		read(from, lines)
		cancel() // nobody waits for the rows
		close(lines)
	}()
	study, ok := <-lines
	if !ok {
		return errors.New("usage: started by sandbox sweep beam")
	}
	for round := 1; ; round++ {
		jobs := together(lines)
		if len(jobs) == 0 || ctx.Err() != nil {
			return nil
		}
		if err := simulateAll(ctx, study, jobs, round, to); ctx.Err() != nil {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// read sends the lines of a reader.
func read(from io.Reader, lines chan<- string) {
	reader := bufio.NewReaderSize(from, 1<<20)
	for {
		line, err := reader.ReadString('\n')
		if err != nil {
			return
		}
		lines <- line
	}
}

// together waits for a job and takes those that come without a pause.
func together(lines <-chan string) []string {
	var jobs []string
	var over <-chan time.Time
	for {
		select {
		case line, ok := <-lines:
			if !ok {
				return jobs
			}
			jobs = append(jobs, line)
			over = time.After(pause)
		case <-over:
			return jobs
		}
	}
}

// simulateAll simulates jobs in one pipeline and writes their replies.
func simulateAll(ctx context.Context, study string, jobs []string, round int, to io.Writer) error {
	name := path.Join(strings.TrimSuffix(*folder, "/"), fmt.Sprintf("rows-%d-%d.jsonl", os.Getpid(), round))
	if scheme, rest, ok := strings.Cut(*folder, "://"); ok {
		name = scheme + "://" + path.Join(rest, path.Base(name))
	}
	pipeline, scope := beam.NewPipelineWithRoot()
	batches := beam.Reshuffle(scope, beam.CreateList(scope, inBatches(jobs, *batch)))
	rows := beam.ParDo(scope, &simulate{Program: *program}, batches, beam.SideInput{Input: beam.Create(scope, study)})
	textio.Write(scope, name, rows)
	if err := beamx.Run(ctx, pipeline); err != nil {
		return err
	}
	files, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	defer files.Close()
	written, err := files.OpenRead(ctx, name)
	if err != nil {
		return err
	}
	defer written.Close()
	if _, err := io.Copy(to, written); err != nil {
		return err
	}
	if remover, ok := files.(filesystem.Remover); ok {
		return remover.Remove(ctx, name)
	}
	return nil
}

// inBatches joins lines to batches.
func inBatches(lines []string, size int) []string {
	size = max(size, 1)
	var batches []string
	for len(lines) > 0 {
		n := min(size, len(lines))
		batches = append(batches, strings.Join(lines[:n], ""))
		lines = lines[n:]
	}
	return batches
}

// simulate simulates a batch in a process of the sandbox, which has a pool of workers: some runners give a machine one
// element at a time, and a panic of a cell within this program would end the job.
type simulate struct {
	Program string
}

func init() {
	register.DoFn4x1[context.Context, string, string, func(string), error](&simulate{})
	register.Emitter1[string]()
}

// ProcessElement implements the DoFn: it emits a reply for each job of a batch.
func (f *simulate) ProcessElement(ctx context.Context, jobs, study string, emit func(string)) error {
	var says bytes.Buffer
	process := exec.CommandContext(ctx, f.Program, "sweep", "batch")
	process.Stdin = strings.NewReader(study + jobs)
	process.Stderr = &says
	replies, err := process.Output()
	if err != nil {
		return fmt.Errorf("%s sweep batch: %w: %s", f.Program, err, says.String())
	}
	for line := range strings.Lines(string(replies)) {
		emit(strings.TrimSuffix(line, "\n"))
	}
	return nil
}
