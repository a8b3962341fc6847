package debug

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"time"
)

// Bounds of requests.
const (
	maxConnections = 32
	maxHeaderBytes = 4 << 10
	maxBodyBytes   = 16 << 10
	// requestTime is how long a request may take to come, and an answer to go.
	requestTime = 5 * time.Second
	// changeTime is how long a change waits for a step.
	changeTime = 5 * time.Second
	idleTime   = 30 * time.Second
)

// connKey is the key of the connection in the context of a request.
type connKey struct{}

func (s *Server) newHTTP() *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /world", s.serveWorld)
	mux.HandleFunc("GET /recording", s.serveRecording)
	mux.HandleFunc("POST /control", s.serveControl)
	mux.HandleFunc("POST /change", s.serveChange)
	return &http.Server{
		Handler: s.guard(mux), ReadHeaderTimeout: requestTime, ReadTimeout: requestTime,
		WriteTimeout: requestTime + changeTime, IdleTimeout: idleTime,
		MaxHeaderBytes: maxHeaderBytes, DisableGeneralOptionsHandler: true,
		ErrorLog: log.New(io.Discard, "", 0), ConnState: s.count,
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			return context.WithValue(ctx, connKey{}, c)
		},
	}
}

// count bounds the connections, those of strangers as well.
func (s *Server) count(c net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		if s.connections.Add(1) > maxConnections {
			_ = c.Close()
		}
	case http.StateClosed, http.StateHijacked:
		s.connections.Add(-1)
	}
}

// guard answers strangers with nothing. Pages of a browser reach the server under another name than its address.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token, given := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		switch {
		case r.Host != s.address:
			w.Header().Set("Connection", "close")
			w.WriteHeader(http.StatusForbidden)
		case !given || subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) != 1:
			w.Header().Set("Connection", "close")
			w.WriteHeader(http.StatusUnauthorized)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// answer writes a value as JSON.
func answer(w http.ResponseWriter, code int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	// a client that has gone needs no answer
	_ = json.NewEncoder(w).Encode(value)
}

func fail(w http.ResponseWriter, code int, why string) { answer(w, code, Failure{why}) }

func (s *Server) serveWorld(w http.ResponseWriter, r *http.Request) {
	answer(w, http.StatusOK, s.status())
}

// enter adds a viewer.
func (s *Server) enter(conn net.Conn) (*viewer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.ended:
		return nil, errors.New("the program ends")
	case len(s.viewers) >= maxViewers:
		return nil, fmt.Errorf("%d viewers look already", len(s.viewers))
	}
	v := newViewer(conn, s.memory)
	s.viewers[v.id] = v
	s.watched.Store(true)
	return v, nil
}

// leave takes a viewer away. The next step opens its hand.
func (s *Server) leave(v *viewer) {
	s.mu.Lock()
	delete(s.viewers, v.id)
	s.mu.Unlock()
	v.finish()
	// bytes that wait are of no use any more
	v.take()
	s.nudge()
}

// serveRecording sends the recording until the program or the viewer ends.
func (s *Server) serveRecording(w http.ResponseWriter, r *http.Request) {
	conn, _ := r.Context().Value(connKey{}).(net.Conn)
	c := http.NewResponseController(w)
	err := errors.Join(c.SetReadDeadline(time.Time{}), c.SetWriteDeadline(time.Time{}))
	if err != nil {
		fail(w, http.StatusInternalServerError, err.Error())
		return
	}
	v, err := s.enter(conn)
	if err != nil {
		fail(w, http.StatusServiceUnavailable, err.Error())
		return
	}
	defer s.leave(v)
	s.nudge()
	select {
	case err = <-v.welcome:
	case <-s.closing:
		err = errors.New("the program ends")
	case <-r.Context().Done():
		return
	}
	if err != nil {
		fail(w, http.StatusConflict, err.Error())
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set(ViewerHeader, v.id)
	w.WriteHeader(http.StatusOK)
	if c.Flush() != nil {
		return
	}
	for {
		select {
		case <-v.ready:
		case <-r.Context().Done():
			return
		}
		chunks, ended := v.take()
		if send(w, c, v, chunks) != nil || ended {
			return
		}
	}
}

// send writes bytes to a viewer, and waits as long as it takes.
func send(w io.Writer, c *http.ResponseController, v *viewer, chunks [][]byte) error {
	for _, chunk := range chunks {
		_, err := w.Write(chunk)
		if err != nil {
			return err
		}
		v.sent(len(chunk))
	}
	return c.Flush()
}

// read takes the body of a POST and the viewer that sends it. It answers requests that it refuses.
func (s *Server) read(w http.ResponseWriter, r *http.Request, needs Permission, body any) *viewer {
	if s.allow&needs == 0 {
		fail(w, http.StatusForbidden, "the program does not allow to "+needs.String())
		return nil
	}
	s.mu.Lock()
	v := s.viewers[r.Header.Get(ViewerHeader)]
	s.mu.Unlock()
	if v == nil {
		fail(w, http.StatusConflict, "no recording goes on for this viewer")
		return nil
	}
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBodyBytes))
	d.DisallowUnknownFields()
	err := d.Decode(body)
	if err == nil {
		_, err = d.Token()
		if errors.Is(err, io.EOF) {
			return v
		}
		err = errors.New("more than one value")
	}
	fail(w, http.StatusBadRequest, err.Error())
	return nil
}

func (s *Server) serveControl(w http.ResponseWriter, r *http.Request) {
	var c Control
	if s.read(w, r, Pause, &c) == nil {
		return
	}
	err := c.check()
	if err != nil {
		fail(w, http.StatusBadRequest, err.Error())
		return
	}
	s.mu.Lock()
	if c.Pause != nil {
		s.paused, s.left = *c.Pause, 0
	}
	if c.Steps != nil {
		s.paused, s.left = true, *c.Steps
	}
	if c.Speed != nil {
		s.speed = *c.Speed
	}
	s.renewHold()
	s.mu.Unlock()
	s.nudge()
	answer(w, http.StatusOK, s.status())
}

// renewHold lets a pause and slow motion last for HoldTime from now on; s.mu is held.
func (s *Server) renewHold() {
	if s.lapse != nil {
		s.lapse.Stop()
	}
	s.lapsed = false
	var lapse *time.Timer
	lapse = time.AfterFunc(s.hold, func() {
		s.mu.Lock()
		// a Control may have come first
		s.lapsed = s.lapsed || lapse == s.lapse
		s.mu.Unlock()
		s.nudge()
	})
	s.lapse = lapse
}

func (s *Server) serveChange(w http.ResponseWriter, r *http.Request) {
	c := &command{reply: make(chan error, 1)}
	if c.viewer = s.read(w, r, Change, &c.change); c.viewer == nil {
		return
	}
	select {
	case s.commands <- c:
	default:
		fail(w, http.StatusServiceUnavailable, fmt.Sprintf("%d changes wait for a step already", maxCommands))
		return
	}
	s.nudge()
	timeout := time.NewTimer(s.patience)
	defer timeout.Stop()
	var err error
	select {
	case err = <-c.reply:
	case <-timeout.C:
		if c.taken.CompareAndSwap(false, true) {
			fail(w, http.StatusGatewayTimeout, fmt.Sprintf("no step within %v", s.patience))
			return
		}
		err = <-c.reply
	case <-s.closing:
		fail(w, http.StatusServiceUnavailable, "the program ends")
		return
	}
	if err != nil {
		fail(w, http.StatusUnprocessableEntity, err.Error())
		return
	}
	answer(w, http.StatusOK, s.status())
}
