package sweep

import (
	"context"
	"errors"
	"fmt"

	"tumble/engine/timestep"
)

// Options say how a study is run.
type Options struct {
	// Dir is the folder of logs and tables.
	Dir string
	// Program names the version of the program: rows of two versions do not mix.
	Program string
	// Shard and Shards cut the study in shares, 0 ≤ Shard < Shards.
	Shard, Shards int
	Executor      Executor
	// Retry simulates cells again that are not finished.
	Retry bool
	Clock timestep.Clock
	// Progress, if set, is told after each cell how many of the share have a row.
	Progress func(done, total int)
}

// Outcome is what a run of a study came to.
type Outcome struct {
	// Simulated cells of this run, and cells that had a row before.
	Simulated, Known int
	// States counts the rows of this run.
	States map[State]int
	// Missing is the number of cells of the whole study without a row.
	Missing int
	// Damaged lines of logs were left out.
	Damaged int
}

// Run simulates the cells of a share that have no row yet. When the whole study has its rows, it writes the tables. The
// error of a context that ended is that of the context; all rows until then are kept.
func Run(ctx context.Context, s *Study, o Options) (Outcome, error) {
	out := Outcome{States: map[State]int{}}
	name := "cells.jsonl"
	if o.Shards > 1 {
		name = fmt.Sprintf("cells-%d-of-%d.jsonl", o.Shard, o.Shards)
	}
	st, err := openForWriting(o.Dir, name, s.Head(o.Program))
	if err != nil {
		return out, err
	}
	out.Known, out.Damaged = st.Recorded, st.Damaged
	queue, err := newSchedule(s, st, o.Shard, max(o.Shards, 1), o.Retry)
	if err == nil {
		err = feed(ctx, s, st, queue, &o, &out)
	}
	if err = errors.Join(err, st.Close()); err != nil {
		return out, err
	}
	if st, err = OpenStore(o.Dir); err != nil {
		return out, err
	}
	defer st.Close()
	if out.Missing, err = st.Missing(); err != nil || out.Missing > 0 {
		return out, err
	}
	return out, st.WriteTables(o.Dir)
}

// feed hands cells to the executor and appends their rows to the log.
func feed(ctx context.Context, s *Study, st *Store, queue *schedule, o *Options, out *Outcome) error {
	job, more := queue.next()
	if !more {
		return nil
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	jobs, results := make(chan Job), make(chan Result, 64)
	ended := make(chan error, 1)
	go func() { ended <- o.Executor.Execute(ctx, s, jobs, results) }()
	var line []byte
	busy, total := 0, len(queue.waiting)
	synced := o.Clock.Now()
	take := func(r *Result) (err error) {
		if err = s.check(&r.Row); err == nil {
			line, err = st.append(r, line)
		}
		if now := o.Clock.Now(); err == nil && now-synced > timestep.Second {
			// what a power failure takes is at most the work of a second
			err, synced = st.own.Sync(), now
		}
		busy--
		out.Simulated++
		out.States[r.Row.State]++
		queue.done(r)
		if o.Progress != nil {
			o.Progress(out.Simulated, max(total, out.Simulated+busy+len(queue.waiting)))
		}
		return err
	}
	for more || busy > 0 {
		var to chan Job
		if more {
			to = jobs
		}
		select {
		case to <- job:
			queue.take()
			busy++
		case r := <-results:
			if err := take(&r); err != nil {
				cancel()
				return errors.Join(err, <-ended)
			}
		case err := <-ended:
			return earlyEnd(ctx, err, results, take)
		}
		job, more = queue.next()
	}
	close(jobs)
	return <-ended
}

// earlyEnd keeps the rows that an executor sent before it ended.
func earlyEnd(ctx context.Context, err error, results <-chan Result, take func(*Result) error) error {
	for {
		select {
		case r := <-results:
			err = errors.Join(err, take(&r))
			continue
		default:
		}
		if err == nil && ctx.Err() == nil {
			err = errors.New("sweep: the executor ended before its jobs")
		}
		return err
	}
}
