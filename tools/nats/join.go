package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// guest is a machine that simulates cells.
type guest struct {
	connection *nats.Conn
	stream     jetstream.JetStream
	study      string
	names      names
	wait       time.Duration

	lock sync.Mutex
	// held are the jobs that are simulated here.
	held map[int]jetstream.Msg
	// free has an entry for each job that may be taken.
	free chan struct{}
	over chan struct{}
}

// join writes jobs of a server to standard output, and sends the replies of standard input.
func join(args []string) error {
	flags, tokenFile := newFlags("join")
	slots := flags.Int("slots", 2, "jobs that are taken at a time")
	wait := flags.Duration("wait", time.Minute, "wait so long for a server that does not answer")
	_ = flags.Parse(args)
	if flags.NArg() != 1 || *slots < 1 {
		return errors.New("usage: sandbox-nats join [-slots N] [-token-file FILE] [-wait 60s] URL")
	}
	token, err := readToken(*tokenFile)
	if err != nil {
		return err
	}
	at := flags.Arg(0)
	if err := trusted(at, token); err != nil {
		return err
	}
	g := &guest{wait: *wait, held: map[int]jetstream.Msg{}, free: make(chan struct{}, *slots), over: make(chan struct{})}
	g.connection, err = nats.Connect(at, append(options(token), nats.RetryOnFailedConnect(true))...)
	if err != nil {
		return fmt.Errorf("%s: %w", at, err)
	}
	defer g.connection.Close()
	if g.stream, err = jetstream.New(g.connection); err != nil {
		return err
	}
	for range *slots {
		g.free <- struct{}{}
	}
	if err := g.greet(); err != nil {
		return fmt.Errorf("%s: %w", at, err)
	}
	return g.work(*slots)
}

// greet asks for the study until the server answers, and hands its parcel on.
func (g *guest) greet() error {
	var h hello
	ctx, cancel := context.WithTimeout(context.Background(), g.wait)
	defer cancel()
	for {
		m, err := g.connection.Request(helloSubject, nil, 2*time.Second)
		if err == nil {
			err = json.Unmarshal(m.Data, &h)
		}
		if err == nil {
			break
		}
		if ctx.Err() != nil {
			if last := g.connection.LastError(); last != nil {
				err = last
			}
			return fmt.Errorf("no study in %s: %w", g.wait, err)
		}
		time.Sleep(200 * time.Millisecond)
	}
	g.study, g.names = h.Name, namesOf(h.Name)
	ctx, cancel = context.WithTimeout(context.Background(), g.wait)
	defer cancel()
	files, err := g.stream.ObjectStore(ctx, g.names.files)
	if err != nil {
		return err
	}
	parcel, err := files.GetBytes(ctx, parcelName)
	if err != nil {
		return err
	}
	once := sync.Once{}
	if _, err := g.connection.Subscribe(g.names.over, func(*nats.Msg) { once.Do(func() { close(g.over) }) }); err != nil {
		return err
	}
	_, err = os.Stdout.Write(append(parcel, '\n'))
	return err
}

// work takes jobs while slots are free, until the study is over or standard input ends.
func (g *guest) work(slots int) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	name, _ := os.Hostname()
	_ = g.connection.Publish(g.names.joined, fmt.Appendf(nil, "%s (%d) joined with room for %d cells", name, os.Getpid(), slots))
	ended := make(chan error, 2)
	go func() { ended <- g.take(ctx) }()
	go func() { ended <- g.send() }()
	beat := time.NewTicker(silence / 3)
	defer beat.Stop()
	for {
		select {
		case <-beat.C:
			g.eachHeld(func(m jetstream.Msg) { _ = m.InProgress() })
		case <-g.over:
			return nil
		case err := <-ended:
			// what nobody simulates any more goes to other machines at once
			g.eachHeld(func(m jetstream.Msg) { _ = m.Nak() })
			_ = g.connection.Publish(g.names.joined, fmt.Appendf(nil, "%s (%d) left", name, os.Getpid()))
			_ = g.connection.FlushTimeout(2 * time.Second)
			return err
		}
	}
}

func (g *guest) eachHeld(do func(jetstream.Msg)) {
	g.lock.Lock()
	defer g.lock.Unlock()
	for _, m := range g.held {
		do(m)
	}
}

// take fetches as many jobs as there are free slots.
func (g *guest) take(ctx context.Context) error {
	lost := time.NewTimer(g.wait)
	defer lost.Stop()
	for {
		<-g.free
		n := 1
		for more := true; more; {
			select {
			case <-g.free:
				n++
			default:
				more = false
			}
		}
		taken, err := g.fetch(ctx, n)
		for range n - taken {
			g.free <- struct{}{}
		}
		if err == nil {
			lost.Reset(g.wait)
			continue
		}
		if g.isOver(err) {
			return nil
		}
		select {
		case <-lost.C:
			return fmt.Errorf("the server has not answered for %s: %w", g.wait, err)
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// isOver reports whether an error means that the server has another study now, or none.
func (g *guest) isOver(err error) bool {
	if !errors.Is(err, jetstream.ErrStreamNotFound) && !errors.Is(err, jetstream.ErrConsumerNotFound) && !errors.Is(err, nats.ErrNoResponders) {
		return false
	}
	var h hello
	m, err := g.connection.Request(helloSubject, nil, 2*time.Second)
	return err == nil && json.Unmarshal(m.Data, &h) == nil && h.Name != g.study
}

// fetch writes up to n jobs to standard output.
func (g *guest) fetch(ctx context.Context, n int) (taken int, err error) {
	ask, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	from, err := g.stream.Consumer(ask, g.names.jobs, workersName)
	if err != nil {
		return 0, err
	}
	batch, err := from.Fetch(n, jetstream.FetchMaxWait(time.Second))
	if err != nil {
		return 0, err
	}
	for m := range batch.Messages() {
		var job struct{ Cell *int }
		if json.Unmarshal(m.Data(), &job) != nil || job.Cell == nil {
			_ = m.Term()
			continue
		}
		g.lock.Lock()
		_, again := g.held[*job.Cell]
		g.held[*job.Cell] = m
		g.lock.Unlock()
		if again {
			continue // it was sent again while this machine was silent
		}
		taken++
		if _, err := os.Stdout.Write(append(m.Data(), '\n')); err != nil {
			return taken, err
		}
	}
	return taken, batch.Error()
}

// send sends the rows of standard input until it ends.
func (g *guest) send() error {
	for line := range readLines(os.Stdin) {
		cell, err := cellOfReply(line)
		if err != nil {
			return err
		}
		if err := g.deliver(cell, line); err != nil {
			return err
		}
		g.lock.Lock()
		m := g.held[cell]
		delete(g.held, cell)
		g.lock.Unlock()
		if m != nil {
			_ = m.Ack()
			g.free <- struct{}{}
		}
	}
	return nil
}

// deliver sends a row until the server has it.
func (g *guest) deliver(cell int, line []byte) error {
	patience, cancel := context.WithTimeout(context.Background(), g.wait)
	defer cancel()
	for {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		_, err := g.stream.Publish(ctx, g.names.rowSubject(), line, jetstream.WithMsgID(g.study+" "+strconv.Itoa(cell)))
		cancel()
		if err == nil || g.isOver(err) {
			return nil
		}
		if patience.Err() != nil {
			return fmt.Errorf("the row of cell %d cannot be delivered: %w", cell, err)
		}
		time.Sleep(200 * time.Millisecond)
	}
}
