package sweep

import (
	"context"
	"errors"
	"sync"

	"tumble/engine/timestep"
)

// Executor simulates cells somewhere.
type Executor interface {
	// Execute takes jobs until their channel is closed and sends one result for each, in any order. It returns when all
	// are sent, or early with an error that keeps it from simulating anything, or when the context ends.
	Execute(ctx context.Context, s *Study, jobs <-chan Job, results chan<- Result) error
}

// Inline simulates cells in goroutines of this process. A cell that hangs within a step is not ended.
type Inline struct {
	Workers int
	Clock   timestep.Clock
}

// Execute implements Executor.
func (e *Inline) Execute(ctx context.Context, s *Study, jobs <-chan Job, results chan<- Result) error {
	var group sync.WaitGroup
	for range max(e.Workers, 1) {
		group.Go(func() {
			for {
				job, ok := nextJob(ctx, jobs)
				if !ok {
					return
				}
				r := s.timed(ctx, job, e.Clock)
				select {
				case results <- r:
				case <-ctx.Done():
					return
				}
			}
		})
	}
	group.Wait()
	return ctx.Err()
}

// timed simulates a cell within its time limit.
func (s *Study) timed(ctx context.Context, job Job, clock timestep.Clock) Result {
	began := clock.Now()
	limited := ctx
	if s.TimeLimit > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, s.TimeLimit)
		defer cancel()
	}
	row := s.Simulate(limited, job)
	if errors.Is(limited.Err(), context.DeadlineExceeded) && row.State == Failed {
		row = s.notFinished(job, "time limit of "+s.TimeLimit.String())
	}
	return Result{Row: row, Seconds: float64(clock.Now()-began) / float64(timestep.Second)}
}

// notFinished is the row of a cell that the machine ended.
func (s *Study) notFinished(job Job, reason string) Row {
	row := Row{Cell: job.Cell, State: NotFinished, Reason: reason}
	for _, v := range job.Values {
		row.Values = append(row.Values, Number(v))
	}
	return row
}

// nextJob waits for a job. It reports false when there are no more, or nobody wants them.
func nextJob(ctx context.Context, jobs <-chan Job) (Job, bool) {
	select {
	case job, ok := <-jobs:
		return job, ok
	case <-ctx.Done():
		return Job{}, false
	}
}
