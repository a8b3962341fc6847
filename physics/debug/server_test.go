package debug

import (
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tumble/physics"
)

const dt = 1.0 / 60

// newPile makes a world of boxes that fall on a floor.
func newPile(t testing.TB, boxes int) *physics.World {
	t.Helper()
	w, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	add := func(kind physics.BodyType, at physics.Vec3, g physics.Geometry) {
		def := physics.DefaultBodyDef()
		def.Type, def.Position = kind, at
		b, err := w.CreateBody(def)
		if err == nil {
			_, err = b.CreateShape(g, physics.DefaultShapeDef())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	add(physics.Static, physics.V3(0, -0.5, 0), physics.BoxHalf(200, 0.5, 200))
	for i := range boxes {
		at := physics.V3(1.3*float32(i%20), 0.6+1.1*float32(i/400), 1.3*float32(i/20%20))
		add(physics.Dynamic, at, physics.BoxHalf(0.5, 0.5, 0.5))
	}
	return w
}

func serve(t testing.TB, w *physics.World, options Options) *Server {
	t.Helper()
	if options.Folder == "" {
		options.Folder = filepath.Join(t.TempDir(), "attach")
	}
	s, err := Serve(w, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// step does steps and fails on an error.
func step(t testing.TB, s *Server, steps int) {
	t.Helper()
	for range steps {
		if err := s.Step(dt); err != nil {
			t.Fatal(err)
		}
	}
}

// eventually waits for a condition.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for range 2000 {
		if holds() {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("not in 10 s: %s", what)
}

// looker is a viewer of the tests.
type looker struct {
	conn  net.Conn
	reply chan *http.Response
	got   bytes.Buffer
	bytes atomic.Int64 // in got
	id    string
	done  chan error
	*http.Response
}

// request makes a request with the token.
func request(t testing.TB, s *Server, method, path, body string) *http.Request {
	t.Helper()
	r, err := http.NewRequest(method, "http://"+s.address+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+s.token)
	return r
}

// knock asks for the recording on a connection of its own; the answer comes with a step.
func knock(t testing.TB, s *Server) *looker {
	t.Helper()
	before := s.status().Viewers
	l := &looker{reply: make(chan *http.Response, 1), done: make(chan error, 1)}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true,
		Dial: func(network, address string) (net.Conn, error) {
			var err error
			l.conn, err = net.Dial(network, address)
			return l.conn, err
		}}}
	go func() {
		r, err := client.Do(request(t, s, http.MethodGet, "/recording", ""))
		if err != nil {
			r = nil
		}
		l.reply <- r
	}()
	eventually(t, "a viewer comes", func() bool { return s.status().Viewers > before })
	return l
}

// look begins a viewer that reads all it gets.
func look(t testing.TB, s *Server) *looker {
	t.Helper()
	l := knock(t, s)
	step(t, s, 1)
	l.Response = <-l.reply
	if l.Response == nil || l.StatusCode != http.StatusOK {
		t.Fatalf("answer %+v", l.Response)
	}
	l.id = l.Header.Get(ViewerHeader)
	go func() {
		_, err := io.Copy(io.MultiWriter(&l.got, l), l.Body)
		l.done <- err
	}()
	return l
}

// Write counts the bytes that were read.
func (l *looker) Write(data []byte) (int, error) {
	l.bytes.Add(int64(len(data)))
	return len(data), nil
}

// post sends a command as a viewer, and returns code and reason.
func (l *looker) post(t testing.TB, s *Server, path, body string) (code int, why string) {
	t.Helper()
	r := request(t, s, http.MethodPost, path, body)
	r.Header.Set(ViewerHeader, l.id)
	return do(t, r)
}

func do(t testing.TB, r *http.Request) (code int, why string) {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	reply, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	data, err := io.ReadAll(reply.Body)
	if err != nil {
		t.Fatal(err)
	}
	var f Failure
	if json.Unmarshal(data, &f) != nil {
		f.Error = string(data)
	}
	return reply.StatusCode, f.Error
}

// checkRecording holds that bytes replay to a hash after so many steps.
func checkRecording(t testing.TB, data []byte, steps int, hash uint64) {
	t.Helper()
	rec, err := physics.OpenRecording(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if end := rec.End(); !end.Whole || end.Reason != "" || rec.Steps() != steps {
		t.Fatalf("%d steps, want %d; it ends %+v", rec.Steps(), steps, end)
	}
	p, err := physics.NewReplay(rec, physics.DefaultReplayOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.Seek(steps); err != nil {
		t.Fatal(err)
	}
	if got := p.World().Hash(); got != hash {
		t.Errorf("hash %016x after %d steps, want %016x", got, steps, hash)
	}
}

// Each viewer gets a recording from its first step on, whoever else comes and goes, and the world is as without them.
func TestViewersGetTheWorld(t *testing.T) {
	w, alone := newPile(t, 60), newPile(t, 60)
	s := serve(t, w, Options{})
	step(t, s, 10)
	first := look(t, s) // step 11
	step(t, s, 9)
	second := look(t, s) // step 21
	step(t, s, 4)
	gone := look(t, s) // step 26
	step(t, s, 4)
	gone.conn.Close()
	<-gone.done
	eventually(t, "a viewer leaves", func() bool { return s.status().Viewers == 2 })
	third := look(t, s) // step 31
	step(t, s, 69)
	for range 100 {
		if err := alone.Step(dt); err != nil {
			t.Fatal(err)
		}
	}
	if w.Hash() != alone.Hash() {
		t.Errorf("hash %016x, without viewers %016x", w.Hash(), alone.Hash())
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for i, l := range []*looker{first, second, third} {
		if err := <-l.done; err != nil {
			t.Fatal(err)
		}
		checkRecording(t, l.got.Bytes(), []int{90, 80, 70}[i], w.Hash())
	}
	if err := s.Step(dt); err != nil {
		t.Errorf("a step after Close: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("a second Close: %v", err)
	}
}

// The recording ends with the last viewer and begins again with the next one.
func TestRecordingEndsWithTheLastViewer(t *testing.T) {
	w := newPile(t, 20)
	s := serve(t, w, Options{})
	for range 5 {
		l := look(t, s)
		if s.recorder == nil {
			t.Fatal("no recorder for a viewer")
		}
		step(t, s, 3)
		l.conn.Close()
		<-l.done
		eventually(t, "the viewer leaves", func() bool { return s.status().Viewers == 0 })
		step(t, s, 1)
		if s.recorder != nil || s.watched.Load() {
			t.Fatal("the recording goes on without a viewer")
		}
	}
	own, err := w.Record(io.Discard, physics.RecordOptions{})
	if err != nil {
		t.Fatal(err)
	}
	l := knock(t, s)
	step(t, s, 1)
	r := <-l.reply
	data, err := io.ReadAll(r.Body)
	if r.StatusCode != http.StatusConflict || err != nil || !strings.Contains(string(data), "recorded already") {
		t.Errorf("a world that its program records: %d %s", r.StatusCode, data)
	}
	if err := own.Stop(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the refused viewer leaves", func() bool { return s.status().Viewers == 0 })
	look(t, s)
}

// No stranger learns anything, or gets in from elsewhere.
func TestStrangers(t *testing.T) {
	s := serve(t, newPile(t, 5), Options{Name: "secret", Allow: Pause | Change})
	at, err := netip.ParseAddrPort(s.address)
	if err != nil || !at.Addr().IsLoopback() || !at.Addr().Is4() {
		t.Errorf("listens at %s: %v", s.address, err)
	}
	token := "Bearer " + s.token
	for _, c := range []struct {
		method, path, token, host string
		code                      int
	}{
		{"GET", "/world", "", "", 401},
		{"GET", "/world", "Bearer ", "", 401},
		{"GET", "/world", s.token, "", 401},
		{"GET", "/world", token[:len(token)-1], "", 401},
		{"GET", "/world", token + "0", "", 401},
		{"GET", "/world", "bearer " + strings.ToUpper(s.token), "", 401},
		{"GET", "/recording", "", "", 401},
		{"POST", "/control", "", "", 401},
		{"POST", "/change", "", "", 401},
		{"GET", "/nothing", "", "", 401},
		{"OPTIONS", "*", "", "", 401},
		{"GET", "/world", token, "localhost", 403},
		{"GET", "/world", token, "evil.example:" + s.address[strings.Index(s.address, ":")+1:], 403},
		{"GET", "/world", token, "127.0.0.1", 403},
		{"GET", "/recording", token, "evil.example", 403},
		{"GET", "/world", token, "", 200},
		{"PUT", "/world", token, "", 405},
		{"GET", "/nothing", token, "", 404},
	} {
		r := request(t, s, c.method, "/", "")
		r.Header.Del("Authorization")
		if r.URL.Path = c.path; c.path == "*" {
			r.URL.Opaque = "*"
		}
		if c.token != "" {
			r.Header.Set("Authorization", c.token)
		}
		if c.host != "" {
			r.Host = c.host
		}
		code, body := do(t, r)
		if code != c.code || code/100 == 4 && c.token != token && body != "" || code == 403 && body != "" {
			t.Errorf("%+v: %d %q", c, code, body)
		}
	}
	if runtime.GOOS == "windows" {
		return
	}
	file, err := os.Stat(s.file)
	if err != nil || file.Mode() != 0o600 {
		t.Errorf("the announcement: %v, %v", file.Mode(), err)
	}
	open := t.TempDir()
	if err := os.Chmod(open, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Serve(newPile(t, 1), Options{Folder: open}); err == nil {
		t.Error("a folder that others can enter was accepted")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(filepath.Dir(s.file)); err != nil || len(left) != 0 {
		t.Errorf("files left: %v, %v", left, err)
	}
}

// A viewer that never reads is disconnected; no step waits for it.
func TestSlowViewerIsDropped(t *testing.T) {
	w := newPile(t, 2000)
	s := serve(t, w, Options{Memory: 1 << 20})
	good := look(t, s)
	slow := knock(t, s)
	step(t, s, 1)
	r := <-slow.reply
	var kept physics.Snapshot
	if err := w.Snapshot(&kept); err != nil {
		t.Fatal(err)
	}
	steps := 2
	// a restore writes a whole state into the recording
	for s.status().Viewers == 2 {
		if steps++; steps > 2000 {
			t.Fatal("the viewer stays for ever")
		}
		if err := w.Restore(&kept); err != nil {
			t.Fatal(err)
		}
		step(t, s, 1)
		s.recorder.Drain()
		time.Sleep(time.Millisecond)
		for _, v := range s.all() {
			v.mu.Lock()
			if v.waiting > 1<<20+(1<<19) {
				t.Fatalf("%d bytes wait for a viewer", v.waiting)
			}
			v.mu.Unlock()
		}
	}
	if _, err := io.Copy(io.Discard, r.Body); err == nil {
		t.Error("a viewer that was dropped got an end in order")
	}
	step(t, s, 3)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-good.done; err != nil {
		t.Fatalf("the viewer that reads: %v", err)
	}
	checkRecording(t, good.got.Bytes(), steps+3, w.Hash())
}

// At most maxViewers look; one more is told so.
func TestTooManyViewers(t *testing.T) {
	s := serve(t, newPile(t, 5), Options{})
	for range maxViewers {
		look(t, s)
	}
	if code, why := do(t, request(t, s, http.MethodGet, "/recording", "")); code != 503 || why == "" {
		t.Errorf("one viewer too many: %d %s", code, why)
	}
}
