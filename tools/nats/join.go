package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// guest is a machine that simulates cells.
type guest struct {
	connection *nats.Conn
	machine    string // its name on the server
	name       string // for people
	study      string
	wait       time.Duration
	out        io.Writer

	lock sync.Mutex
	held map[int]bool // the jobs that are simulated here
	kick chan struct{}
}

// join writes jobs of a server, and sends the replies that come as lines.
func join(args []string, in io.Reader, out io.Writer) error {
	flags, tokenFile := newFlags("join")
	slots := flags.Int("slots", 2, "jobs that are taken at a time")
	wait := flags.Duration("wait", time.Minute, "wait so long for a server that does not answer")
	_ = flags.Parse(args)
	if flags.NArg() != 1 || *slots < 1 {
		return errors.New("usage: sandbox-nats join [-slots N] [-token-file FILE] [-wait 60s] URL")
	}
	at := flags.Arg(0)
	token, err := readToken(*tokenFile, at)
	if err != nil {
		return err
	}
	id := make([]byte, 16)
	_, _ = rand.Read(id)
	host, _ := os.Hostname()
	g := &guest{machine: hex.EncodeToString(id), name: fmt.Sprintf("%s (%d)", host, os.Getpid()), wait: *wait, out: out,
		held: map[int]bool{}, kick: make(chan struct{}, 1)}
	over := make(chan *nats.Msg, 1)
	g.connection, err = nats.Connect(at, append(options(token, g.machine, ""), nats.CustomInboxPrefix(inbox(g.machine)),
		nats.RetryOnFailedConnect(true))...)
	if err == nil {
		defer g.connection.Close()
		_, err = g.connection.ChanSubscribe(endSubject(g.machine), over)
	}
	if err == nil {
		err = g.greet()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", at, err)
	}
	return g.work(min(*slots, mostJobs), readLines(in), over)
}

// ask asks until the host answers. Other messages are no answer.
func (g *guest) ask(request string, data []byte, read func([]byte) error) error {
	patience, cancel := context.WithTimeout(context.Background(), g.wait)
	defer cancel()
	for {
		m, err := g.connection.Request(subject(request, g.machine), data, 2*time.Second)
		if err == nil {
			err = read(m.Data)
		}
		if err == nil {
			return nil
		}
		if last := g.connection.LastError(); last != nil {
			err = last
		}
		if patience.Err() != nil {
			return err
		}
		time.Sleep(200 * time.Millisecond)
	}
}

// greet gets the study, and hands its parcel on.
func (g *guest) greet() error {
	var s studyAnswer
	err := g.ask(askStudy, nil, func(data []byte) error {
		err := json.Unmarshal(data, &s)
		if err == nil && (s.Study == "" || s.Size < 1 || s.Size > mostLine) {
			err = fmt.Errorf("a study of %d bytes", s.Size)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("no study in %s: %w", g.wait, err)
	}
	if !g.connection.AuthRequired() {
		return errOpen
	}
	var parcel []byte
	for len(parcel) < s.Size {
		err := g.ask(askPart, strconv.AppendInt(nil, int64(len(parcel)), 10), func(data []byte) error {
			if len(data) == 0 || len(data) > s.Size-len(parcel) {
				return fmt.Errorf("a part of %d bytes of a study", len(data))
			}
			parcel = append(parcel, data...)
			return nil
		})
		if err != nil {
			return err
		}
	}
	g.study = s.Study
	_, err = g.out.Write(append(parcel, '\n'))
	return err
}

// errOver ends a machine whose study is over.
var errOver = errors.New("the study is over")

// work takes jobs while slots are free, until the study is over or the lines end.
func (g *guest) work(slots int, replies <-chan []byte, over <-chan *nats.Msg) error {
	ended, quit := make(chan error, 2), make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() { ended <- g.take(slots, quit) })
	go func() { ended <- g.send(replies) }()
	var err error
	for finished := false; !finished; {
		select {
		case m := <-over:
			finished = string(m.Data) == g.study
		case err = <-ended:
			finished = true
		}
	}
	close(quit)
	group.Wait()
	if errors.Is(err, errOver) {
		return nil
	}
	// what nobody simulates any more goes to other machines at once
	data, _ := json.Marshal(jobsRequest{Name: g.name, Want: -1})
	_, _ = g.connection.Request(subject(askJobs, g.machine), data, time.Second)
	return err
}

// take asks for as many jobs as there are free slots, and says which are held.
func (g *guest) take(slots int, quit <-chan struct{}) error {
	lost := time.NewTimer(g.wait)
	defer lost.Stop()
	for {
		starved, err := g.askJobs(slots)
		switch {
		case errors.Is(err, errOver):
			return err
		case errors.As(err, new(*refusedError)):
			return err
		case err == nil:
			lost.Reset(g.wait)
		}
		kick, pause := g.kick, beat
		if starved || err != nil {
			kick, pause = nil, beat/5 // a slot that becomes free gets no job at once
		}
		select {
		case <-kick:
		case <-time.After(pause):
		case <-lost.C:
			return fmt.Errorf("the server has not answered for %s: %w", g.wait, err)
		case <-quit:
			return nil
		}
	}
}

// refusedError is why the host gives this machine no more jobs.
type refusedError struct{ reason string }

func (e *refusedError) Error() string { return "refused: " + e.reason }

// askJobs writes the jobs that the host gives, and reports whether there were none for free slots.
func (g *guest) askJobs(slots int) (starved bool, err error) {
	g.lock.Lock()
	r := jobsRequest{Name: g.name, Want: slots - len(g.held), Held: []int{}}
	for cell := range g.held {
		r.Held = append(r.Held, cell)
	}
	g.lock.Unlock()
	data, err := json.Marshal(r)
	if err != nil {
		return false, err
	}
	m, err := g.connection.Request(subject(askJobs, g.machine), data, 2*time.Second)
	if err != nil {
		return false, err
	}
	return g.takeJobs(m.Data, r.Want)
}

// takeJobs reads an answer with jobs for free slots.
func (g *guest) takeJobs(data []byte, free int) (starved bool, err error) {
	var answer jobsAnswer
	if err := json.Unmarshal(data, &answer); err != nil {
		return false, err
	}
	switch {
	case answer.Refused != "":
		return false, &refusedError{plainName(answer.Refused)}
	case answer.Study != g.study:
		return false, errOver
	case len(answer.Jobs) > free:
		return false, fmt.Errorf("%d jobs for %d slots", len(answer.Jobs), free)
	}
	for _, line := range answer.Jobs {
		var job struct{ Cell *int }
		if json.Unmarshal(line, &job) != nil || job.Cell == nil {
			continue
		}
		g.lock.Lock()
		again := g.held[*job.Cell]
		g.held[*job.Cell] = true
		g.lock.Unlock()
		if again {
			continue
		}
		if _, err := g.out.Write(append(bytes.ReplaceAll(line, []byte("\n"), []byte(" ")), '\n')); err != nil {
			return false, err
		}
	}
	return free > 0 && len(answer.Jobs) == 0, nil
}

// send sends rows until the lines end.
func (g *guest) send(replies <-chan []byte) error {
	for line := range replies {
		var r reply
		err := json.Unmarshal(line, &r)
		if err != nil {
			return fmt.Errorf("no reply in %.80q: %w", line, err)
		}
		cell, err := cellOf(r.Row)
		if err != nil {
			return err
		}
		if len(line) > mostRequest/2 {
			return fmt.Errorf("the row of cell %d has %d bytes: must have at most %d", cell, len(line), mostRequest/2)
		}
		if err := g.ask(askRow, line, func([]byte) error { return nil }); err != nil {
			return fmt.Errorf("the row of cell %d cannot be delivered: %w", cell, err)
		}
		g.lock.Lock()
		delete(g.held, cell)
		g.lock.Unlock()
		select {
		case g.kick <- struct{}{}:
		default:
		}
	}
	return nil
}
