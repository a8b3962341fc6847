package sweep

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"sync"
	"time"
)

// Remote simulates cells on other machines, through a program that carries lines: it gets the parcel of the study
// and then jobs from standard input, and writes replies to standard output, in any order. It ends at the end of its
// input.
//
// No machine is believed. A row must be one that the job can have. The first row of each machine, most of the first
// rows of a study and one of checkShare are simulated again here. A machine with a wrong row is named and gets no
// more jobs; its rows do not count, and their cells are done again.
type Remote struct {
	Command []string
	Parcel  *Parcel
	// Ahead bounds the jobs that are sent before their rows are back, 0 for enough for a thousand cores and little for
	// a queue.
	Ahead int
	// Errors takes the messages of the program, and the machines that are not believed.
	Errors io.Writer
	// Check simulates cells on this machine.
	Check Executor
}

const (
	// mostAhead is the default of Ahead.
	mostAhead = 2048
	// checkShare: one row of so many is simulated again. A machine with n wrong rows is found with 1 - (1-1/32)^n, and
	// the check of 32 cores keeps one busy.
	checkShare = 32
	// checkFirst: row n of the study is simulated again with the chance checkFirst/n, so that a short study is checked
	// like a long one. A machine that is alone and wrong in all rows after its first ones stays unknown with (8/n)^8,
	// for 28 checks more than checkShare asks for. TestLiarIsNamed finds the liar of 70 rows by these checks: without
	// them it stays unknown in one run of nine.
	checkFirst = 8
	// mostReply (bytes) bounds the reply of a machine.
	mostReply = 1 << 20
)

// machineReply is a reply, the machine that it is from, and the cell whose job that had.
type machineReply struct {
	Machine string `json:"machine"`
	// Name is the machine's own name.
	Name string `json:"name"`
	Cell int    `json:"cell"`
	reply
}

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
	replies := make(chan machineReply)
	go readReplies(ctx, out, replies)
	h := &hearing{Remote: e, study: s, to: json.NewEncoder(in), waiting: map[int]Job{}, held: map[int]machineReply{},
		met: map[string]bool{}, banned: map[string]bool{}, check: make(chan Job), checked: make(chan Result)}
	var checker sync.WaitGroup
	failed := make(chan error, 1)
	checker.Go(func() { failed <- e.Check.Execute(ctx, s, h.check, h.checked) })
	err = h.run(ctx, replies, jobs, results, failed)
	close(h.check)
	_ = in.Close()
	cancel()
	checker.Wait()
	for range replies { // Wait may be called when all is read
	}
	_ = process.Wait() // why it failed stands in its output
	return err
}

// readReplies sends what a program answers until it ends. Other messages are left out: their job waits on.
func readReplies(ctx context.Context, out io.Reader, replies chan<- machineReply) {
	defer close(replies)
	lines := bufio.NewScanner(out)
	lines.Buffer(make([]byte, 64<<10), mostReply)
	for lines.Scan() {
		var text struct {
			machineReply
			Row     json.RawMessage `json:"row"`
			Seconds json.RawMessage `json:"seconds"`
			Job     json.RawMessage `json:"job"`
		}
		if json.Unmarshal(lines.Bytes(), &text) != nil || text.Machine == "" {
			continue
		}
		// an unreadable part has no state, and is refused like a part of no job
		r := text.machineReply
		if json.Unmarshal(text.Row, &r.Row) != nil || json.Unmarshal(text.Seconds, &r.Seconds) != nil ||
			json.Unmarshal(text.Job, &r.Job) != nil {
			r.reply = reply{}
		}
		select {
		case replies <- r:
		case <-ctx.Done():
			return
		}
	}
}

// hearing is the state of an execution.
type hearing struct {
	*Remote
	study *Study
	to    *json.Encoder
	// waiting are the jobs without a row; held are the replies whose jobs are
	// simulated again, or wait for that in toCheck.
	waiting map[int]Job
	held    map[int]machineReply
	toCheck []Job
	met     map[string]bool
	banned  map[string]bool
	// rows counts the rows of known machines that the jobs can have.
	rows int

	check   chan Job
	checked chan Result
}

// drop tells the program that a machine gets no more jobs.
type drop struct {
	Machine string `json:"drop"`
}

// run sends the parcel and the jobs, and hands on the rows that it believes until all are there.
func (h *hearing) run(ctx context.Context, replies <-chan machineReply, jobs <-chan Job, results chan<- Result,
	failed <-chan error) error {
	if err := h.send(h.Parcel); err != nil {
		return err
	}
	ahead := h.Ahead
	if ahead == 0 {
		ahead = mostAhead
	}
	var ready []Result
	for jobs != nil || len(h.waiting) > 0 || len(ready) > 0 {
		from, check, out := jobs, chan Job(nil), chan<- Result(nil)
		var first Job
		var next Result
		if len(h.waiting) >= ahead {
			from = nil
		}
		if len(h.toCheck) > 0 {
			check, first = h.check, h.toCheck[0]
		}
		if len(ready) > 0 {
			out, next = results, ready[0]
		}
		var err error
		select {
		case job, ok := <-from:
			if !ok {
				jobs = nil
				continue
			}
			h.waiting[job.Cell] = job
			err = h.send(job)
		case r, ok := <-replies:
			if !ok {
				return fmt.Errorf("%s ended before its jobs", h.Command[0])
			}
			var more []Result
			more, err = h.hear(&r)
			ready = append(ready, more...)
		case check <- first:
			h.toCheck = h.toCheck[1:]
		case r := <-h.checked:
			var more []Result
			more, err = h.compare(&r)
			ready = append(ready, more...)
		case out <- next:
			ready = ready[1:]
		case err = <-failed:
			if err == nil {
				err = errors.New("sweep: rows cannot be checked")
			}
		case <-ctx.Done():
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (h *hearing) send(line any) error {
	if err := h.to.Encode(line); err != nil {
		return fmt.Errorf("%s ended: %w", h.Command[0], err)
	}
	return nil
}

// hear takes a reply: a row that the job can have, one that is checked first, or the last of a machine.
func (h *hearing) hear(r *machineReply) ([]Result, error) {
	job, waits := h.waiting[r.Cell]
	_, checked := h.held[r.Cell]
	switch {
	case !waits || checked:
		return nil, nil // it had a row before: a machine that was thought dead came back
	case h.banned[r.Machine]:
		return nil, h.send(job) // it was on its way
	}
	if err := h.study.believe(job, &r.reply); err != nil {
		list, err := h.disown(r, err)
		return list, errors.Join(err, h.send(job))
	}
	h.rows++
	if !h.met[r.Machine] || rand.IntN(h.rows) < checkFirst || rand.IntN(checkShare) == 0 {
		h.met[r.Machine] = true
		h.held[job.Cell] = *r
		h.toCheck = append(h.toCheck, job)
		return nil, nil
	}
	delete(h.waiting, job.Cell)
	return []Result{r.result()}, nil
}

func (r *machineReply) result() Result { return Result{Row: r.Row, Seconds: r.Seconds, By: r.Machine} }

// compare takes the row of this machine for a cell that another one simulated.
func (h *hearing) compare(own *Result) (list []Result, err error) {
	said := h.held[own.Row.Cell]
	delete(h.held, own.Row.Cell)
	delete(h.waiting, own.Row.Cell)
	switch {
	case string(own.Row.encode(nil)) == string(said.Row.encode(nil)) && !h.banned[said.Machine]:
		return []Result{said.result()}, nil
	case !own.Row.State.certain() && !h.banned[said.Machine]:
		return []Result{said.result()}, nil // this machine is slower, or has less memory
	case said.Row.State.certain() && !h.banned[said.Machine]:
		list, err = h.disown(&said, fmt.Errorf("cell %d with another row than here", own.Row.Cell))
	}
	return append(list, *own), err
}

// disown ends the part of a machine with a wrong row.
func (h *hearing) disown(r *machineReply, fault error) ([]Result, error) {
	h.banned[r.Machine] = true
	fmt.Fprintf(h.Errors, "sandbox: %s sent %v; it gets no more jobs, and its rows are done again\n", r.Name, fault)
	return []Result{{Disowned: r.Machine}}, h.send(drop{r.Machine})
}

// Join simulates cells for a study that runs elsewhere: in gives its parcel and then jobs as lines, out takes
// replies. It unpacks the files into dir. executor makes what simulates the cells.
func Join(ctx context.Context, dir, program string, in io.Reader, out io.Writer,
	executor func(*Study) (Executor, error)) error {
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
		bad <- readJobs(ctx, s, lines, jobs)
	}()
	ended := make(chan error, 1)
	go func() {
		ended <- simulator.Execute(ctx, s, jobs, results)
		close(results)
	}()
	answers := json.NewEncoder(out)
	for r := range results {
		job := Job{Cell: r.Row.Cell}
		for _, v := range r.Row.Values {
			job.Values = append(job.Values, float64(v))
		}
		if err := answers.Encode(reply{r.Row, r.Seconds, s.jobKey(job)}); err != nil {
			return fmt.Errorf("sweep: the other side ended: %w", err)
		}
	}
	if err := <-ended; err != nil {
		return err
	}
	return <-bad
}

// readJobs sends the jobs that come until there are no more.
func readJobs(ctx context.Context, s *Study, lines *json.Decoder, jobs chan<- Job) error {
	for {
		var job Job
		err := lines.Decode(&job)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err == nil && (len(job.Values) != len(s.Parameters) || job.Cell < 0 || job.Cell >= s.Cells()):
			return fmt.Errorf("sweep: bad job of cell %d", job.Cell)
		case err != nil:
			return fmt.Errorf("sweep: bad job: %w", err)
		}
		select {
		case jobs <- job:
		case <-ctx.Done():
			return nil
		}
	}
}
