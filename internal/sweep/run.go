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

// Outcome is the result of a run of a study.
type Outcome struct {
	// Simulated cells of this run, and cells that had a row before.
	Simulated, Known int
	// States counts the rows of this run.
	States map[State]int
	// Missing is the number of cells of the whole study without a row.
	Missing int
	// Damaged lines of logs were left out.
	Damaged int
	// Disowned are the machines whose rows were done again.
	Disowned int
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

// feeding is the state of a run.
type feeding struct {
	study   *Study
	store   *Store
	queue   *schedule
	options *Options
	out     *Outcome

	line        []byte
	busy, total int
	synced      int64
	// renew: rows that were taken do not count, so that what waits is not all that is to be done.
	renew bool
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
	f := &feeding{study: s, store: st, queue: queue, options: o, out: out, total: len(queue.waiting),
		synced: o.Clock.Now()}
	for more || f.busy > 0 {
		var to chan Job
		if more && !f.renew {
			to = jobs
		}
		var err error
		select {
		case to <- job:
			f.queue.take()
			f.busy++
		case r := <-results:
			err = f.take(&r)
		case err := <-ended:
			return earlyEnd(ctx, err, results, f.take)
		}
		if err == nil && f.renew && f.busy == 0 {
			err = f.begin()
		}
		if err != nil {
			cancel()
			<-ended // why it ended is known
			return err
		}
		job, more = f.queue.next()
	}
	close(jobs)
	return <-ended
}

// take appends a result to the log.
func (f *feeding) take(r *Result) (err error) {
	if r.Disowned != "" {
		f.out.Disowned++
		if f.store.machines[r.Disowned] > 0 {
			f.renew = true
			f.line, err = f.store.append(r, f.line)
		}
		return err
	}
	if err = f.study.check(&r.Row); err == nil {
		f.store.number(r.By)
		f.line, err = f.store.append(r, f.line)
	}
	if now := f.options.Clock.Now(); err == nil && now-f.synced > timestep.Second {
		// what a power failure takes is at most the work of a second
		err, f.synced = unwritten(f.store.own.Sync()), now
	}
	f.busy--
	f.out.Simulated++
	f.out.States[r.Row.State]++
	f.queue.done(r)
	if f.options.Progress != nil {
		f.options.Progress(f.out.Simulated, max(f.total, f.out.Simulated+f.busy+len(f.queue.waiting)))
	}
	return err
}

// begin finds anew what is to be done, from the rows that count.
func (f *feeding) begin() error {
	f.renew = false
	if err := f.store.reread(); err != nil {
		return err
	}
	queue, err := newSchedule(f.study, f.store, f.options.Shard, max(f.options.Shards, 1), f.options.Retry)
	f.queue = queue
	return err
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
