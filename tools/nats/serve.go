package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// host is the side that has the jobs.
type host struct {
	connection *nats.Conn
	stream     jetstream.JetStream
	names      names
	// storage is memory in a server that ends with this program. One that runs elsewhere may be started again.
	storage jetstream.StorageType
	offered uint64
	// waiting are the cells without a row.
	waiting map[int]bool
	// failed gets the error of a job that the server did not take.
	failed chan error
}

// serve offers the jobs of standard input to the machines that join, and writes their rows.
func serve(args []string) error {
	flags, tokenFile := newFlags("serve")
	listen := flags.String("listen", "127.0.0.1:4222", "address of the embedded server")
	elsewhere := flags.String("server", "", "URL of a server that runs elsewhere")
	certificate := flags.String("cert", "", "certificate of the embedded server")
	key := flags.String("key", "", "private key of the certificate")
	_ = flags.Parse(args)
	token, err := readToken(*tokenFile)
	if err != nil {
		return err
	}
	h := &host{storage: jetstream.MemoryStorage, waiting: map[int]bool{}, failed: make(chan error, 1)}
	at := *elsewhere
	if at != "" {
		h.storage = jetstream.FileStorage
		if err = trusted(at, token); err != nil {
			return err
		}
		h.connection, err = nats.Connect(at, options(token)...)
	} else {
		var own *server.Server
		var end func()
		if own, end, err = embedded(*listen, token, *certificate, *key); err != nil {
			return err
		}
		defer end()
		at = reachable(own.ClientURL())
		h.connection, err = nats.Connect("", append(options(token), nats.InProcessServer(own))...)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", at, err)
	}
	defer h.connection.Close()
	refused := func(_ jetstream.JetStream, _ *nats.Msg, err error) {
		select {
		case h.failed <- err:
		default:
		}
	}
	h.stream, err = jetstream.New(h.connection, jetstream.WithPublishAsyncMaxPending(256), jetstream.WithPublishAsyncErrHandler(refused))
	if err != nil {
		return err
	}
	if err := h.run(at); err != nil {
		return fmt.Errorf("%w; the same command goes on", err)
	}
	return nil
}

// reachable is the URL that other machines use for a server at all addresses of this one.
func reachable(at string) string {
	u, err := url.Parse(at)
	name, nameErr := os.Hostname()
	if ip := net.ParseIP(u.Hostname()); err != nil || nameErr != nil || ip == nil || !ip.IsUnspecified() {
		return at
	}
	u.Host = net.JoinHostPort(name, u.Port())
	return u.String()
}

// trusted refuses a server that others reach without a token. A URL may hold credentials itself.
func trusted(at, token string) error {
	u, err := url.Parse(at)
	if err != nil || u.Host == "" {
		return fmt.Errorf("%s: is no URL of a server, as nats://127.0.0.1:4222", at)
	}
	if token == "" && u.User == nil && !isLoopback(u.Hostname()) {
		return fmt.Errorf("%s: other machines reach this server; --token-file is needed", at)
	}
	return nil
}

// embedded starts a server in this process. It keeps what it holds in memory: rows are safe once they are written.
func embedded(listen, token, certificate, key string) (*server.Server, func(), error) {
	name, text, err := net.SplitHostPort(listen)
	port, numberErr := strconv.Atoi(text)
	if err != nil || numberErr != nil || port < 0 || port > 65535 {
		return nil, nil, fmt.Errorf("--listen %s: must be HOST:PORT", listen)
	}
	if token == "" && !isLoopback(name) {
		return nil, nil, fmt.Errorf("--listen %s: other machines reach this address; --token-file is needed", listen)
	}
	secured, err := loadTLS(certificate, key)
	if err != nil {
		return nil, nil, err
	}
	if secured == nil && !isLoopback(name) {
		say("without --cert and --key the token crosses the network in the clear")
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	folder, err := os.MkdirTemp("", "tumble-serve-")
	if err != nil {
		return nil, nil, err
	}
	own, err := server.NewServer(&server.Options{
		ServerName: "tumble", Host: name, Port: port, Authorization: token, TLSConfig: secured, TLS: secured != nil,
		JetStream: true, StoreDir: folder, NoSigs: true, NoLog: true, MaxPayload: 8 << 20,
	})
	if err == nil {
		go own.Start()
		if !own.ReadyForConnections(10 * time.Second) {
			own.Shutdown()
			err = fmt.Errorf("--listen %s: the address cannot be used", listen)
		}
	}
	if err != nil {
		_ = os.RemoveAll(folder)
		return nil, nil, err
	}
	return own, func() {
		own.Shutdown()
		own.WaitForShutdown()
		_ = os.RemoveAll(folder)
	}, nil
}

// run offers jobs and writes rows until all are there.
func (h *host) run(at string) error {
	ctx := context.Background()
	lines := readLines(os.Stdin)
	parcel, ok := <-lines
	var study struct{ Digest string }
	if !ok || json.Unmarshal(parcel, &study) != nil || study.Digest == "" {
		return errors.New("the first line must describe the study")
	}
	h.names = namesOf(study.Digest)
	if err := h.open(ctx, parcel); err != nil {
		return fmt.Errorf("%s: %w", at, err)
	}
	defer h.close(ctx)
	keeper, err := h.stream.Consumer(ctx, h.names.rows, keeperName)
	if err != nil {
		return err
	}
	rows := make(chan jetstream.Msg)
	taking, err := keeper.Consume(func(m jetstream.Msg) { rows <- m })
	if err != nil {
		return err
	}
	defer taking.Stop()
	answer, _ := json.Marshal(hello{study.Digest})
	if _, err := h.connection.Subscribe(helloSubject, func(m *nats.Msg) { _ = m.Respond(answer) }); err != nil {
		return err
	}
	if _, err := h.connection.Subscribe(h.names.joined, func(m *nats.Msg) { say("%s", m.Data) }); err != nil {
		return err
	}
	say("on another machine: sandbox sweep join %s", at)
	look := time.NewTicker(5 * time.Second)
	defer look.Stop()
	for lines != nil || len(h.waiting) > 0 {
		select {
		case line, ok := <-lines:
			if !ok {
				// the program ends its lines when it has all rows, or wants no more
				return nil
			}
			if err := h.offer(line); err != nil {
				return err
			}
		case m := <-rows:
			if err := h.write(m); err != nil {
				return err
			}
		case err := <-h.failed:
			return fmt.Errorf("%s does not take jobs: %w", at, err)
		case <-look.C:
			if err := h.look(ctx); err != nil {
				return fmt.Errorf("%s: %w", at, err)
			}
		}
	}
	return nil
}

// look finds out whether the server has forgotten jobs: each is in the stream, or was, or is on its way.
func (h *host) look(ctx context.Context) error {
	underway := uint64(h.stream.PublishAsyncPending())
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	jobs, err := h.stream.Stream(ctx, h.names.jobs)
	switch {
	case errors.Is(err, jetstream.ErrStreamNotFound):
		return fmt.Errorf("the jobs are lost: %w", err)
	case err != nil:
		return nil // away, but the connection comes back
	case jobs.CachedInfo().State.LastSeq+underway < h.offered:
		return errors.New("jobs are lost")
	}
	return nil
}

// open makes the streams of the study anew. Those of a run that was killed hold jobs that nobody waits for.
func (h *host) open(ctx context.Context, parcel []byte) error {
	h.close(ctx)
	// a job leaves the stream when its row is there
	jobs := jetstream.StreamConfig{
		Name: h.names.jobs, Subjects: []string{h.names.jobSubject()}, Retention: jetstream.WorkQueuePolicy, Storage: h.storage,
	}
	if _, err := h.stream.CreateStream(ctx, jobs); err != nil {
		return err
	}
	// a machine that was thought dead sends a row a second time
	rows := jetstream.StreamConfig{
		Name: h.names.rows, Subjects: []string{h.names.rowSubject()}, Retention: jetstream.WorkQueuePolicy, Storage: h.storage,
		Duplicates: 2 * time.Minute,
	}
	if _, err := h.stream.CreateStream(ctx, rows); err != nil {
		return err
	}
	take := jetstream.ConsumerConfig{Durable: workersName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: silence, MaxDeliver: -1, MaxAckPending: -1}
	if _, err := h.stream.CreateConsumer(ctx, h.names.jobs, take); err != nil {
		return err
	}
	keep := jetstream.ConsumerConfig{Durable: keeperName, AckPolicy: jetstream.AckExplicitPolicy, MaxDeliver: -1}
	if _, err := h.stream.CreateConsumer(ctx, h.names.rows, keep); err != nil {
		return err
	}
	files, err := h.stream.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: h.names.files, Storage: h.storage})
	if err == nil {
		_, err = files.PutBytes(ctx, parcelName, parcel)
	}
	return err
}

// close tells the machines that the study is over, and deletes what the server holds of it.
func (h *host) close(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	_ = h.connection.Publish(h.names.over, nil)
	_ = h.connection.FlushWithContext(ctx)
	_ = h.stream.DeleteStream(ctx, h.names.jobs)
	_ = h.stream.DeleteStream(ctx, h.names.rows)
	_ = h.stream.DeleteObjectStore(ctx, h.names.files)
}

// offer puts a job into the queue.
func (h *host) offer(line []byte) error {
	var job struct{ Cell *int }
	if json.Unmarshal(line, &job) != nil || job.Cell == nil {
		return fmt.Errorf("bad job %.80q", line)
	}
	h.waiting[*job.Cell] = true
	h.offered++
	_, err := h.stream.PublishAsync(h.names.jobSubject(), line)
	return err
}

// write hands on a row that somebody waits for.
func (h *host) write(m jetstream.Msg) error {
	cell, err := cellOfReply(m.Data())
	if err == nil && h.waiting[cell] {
		delete(h.waiting, cell)
		if _, err := os.Stdout.Write(append(m.Data(), '\n')); err != nil {
			return err
		}
	}
	return m.Ack()
}

// cellOfReply is the cell of a row.
func cellOfReply(line []byte) (int, error) {
	var r struct{ Row struct{ Cell *int } }
	if err := json.Unmarshal(line, &r); err != nil {
		return 0, err
	}
	if r.Row.Cell == nil {
		return 0, fmt.Errorf("no row in %.80q", line)
	}
	return *r.Row.Cell, nil
}
