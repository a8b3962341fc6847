package attach

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"tumble/physics"
	"tumble/physics/debug"
)

// programFolder is set in a program that the tests start: it serves a world there until it is killed.
const programFolder = "TUMBLE_TEST_PROGRAM_FOLDER"

// viewerFolder is set in a viewer that the tests start: it follows the program there until it is killed. With
// viewerPauses it pauses the program.
const (
	viewerFolder = "TUMBLE_TEST_VIEWER_FOLDER"
	viewerPauses = "TUMBLE_TEST_VIEWER_PAUSES"
)

func TestMain(m *testing.M) {
	if folder := os.Getenv(programFolder); folder != "" {
		fmt.Fprintln(os.Stderr, serveUntilKilled(folder))
		os.Exit(1)
	}
	if folder := os.Getenv(viewerFolder); folder != "" {
		fmt.Fprintln(os.Stderr, followUntilKilled(folder))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// followUntilKilled follows a program and prints what happens.
func followUntilKilled(folder string) error {
	list, err := List(folder)
	if err != nil || len(list) != 1 {
		return fmt.Errorf("%d programs: %w", len(list), err)
	}
	ctx := context.Background()
	l, err := Watch(ctx, list[0])
	if err != nil {
		return err
	}
	if _, err = l.Recording(ctx); err != nil {
		return err
	}
	fmt.Println("shown")
	if os.Getenv(viewerPauses) != "" {
		l.Pause(true)
	}
	for ; l.Ended() == nil; time.Sleep(10 * time.Millisecond) {
		if rec := l.Again(); rec != nil {
			fmt.Println("again", l.Size() > 0)
		}
		for _, text := range l.Told() {
			fmt.Println(text)
		}
	}
	return l.Ended()
}

func serveUntilKilled(folder string) error {
	w, err := newPile(30)
	if err != nil {
		return err
	}
	s, err := debug.Serve(w, debug.Options{Name: "child", Folder: folder, Allow: debug.Pause})
	for err == nil {
		err = s.Step(1.0 / 60)
		time.Sleep(time.Millisecond)
	}
	return err
}

func newPile(boxes int) (*physics.World, error) {
	w, err := physics.NewWorld(physics.DefaultWorldDef())
	for i := range boxes + 1 {
		def, shape := physics.DefaultBodyDef(), physics.Geometry(physics.BoxHalf(0.5, 0.5, 0.5))
		def.Type, def.Position = physics.Dynamic, physics.V3(float32(i%3), 1.1*float32(i), 0)
		if i == 0 {
			def.Type, shape = physics.Static, physics.BoxHalf(30, 0.5, 30)
		}
		b, problem := w.CreateBody(def)
		if problem == nil {
			_, problem = b.CreateShape(shape, physics.DefaultShapeDef())
		}
		if problem != nil {
			return nil, problem
		}
	}
	return w, err
}

// program steps a world in this process.
type program struct {
	server *debug.Server
	world  *physics.World
	folder string
	stop   chan struct{}
	done   chan error
	steps  int
	// grab holds a body at its centre, where it was before the first step.
	grab debug.Grab
}

func start(t testing.TB, options debug.Options) *program {
	t.Helper()
	return startTalking(t, options, nil)
}

// startTalking adds an entry to the recording after each step.
func startTalking(t testing.TB, options debug.Options, entry []byte) *program {
	t.Helper()
	w, err := newPile(30)
	if err != nil {
		t.Fatal(err)
	}
	if options.Folder == "" {
		options.Folder = filepath.Join(t.TempDir(), "a[t]tach")
	}
	p := &program{world: w, folder: options.Folder, stop: make(chan struct{}), done: make(chan error, 1)}
	b, _ := w.BodyAt(5)
	p.grab = debug.Grab{Body: debug.KeyOf(b), Point: debug.Vector(b.Position())}
	if p.server, err = debug.Serve(w, options); err != nil {
		t.Fatal(err)
	}
	go func() {
		for {
			select {
			case <-p.stop:
				p.done <- nil
				return
			default:
			}
			if err := p.server.Step(1.0 / 60); err != nil {
				p.done <- err
				return
			}
			if len(entry) > 0 {
				if err := p.server.Append(60_000, entry); err != nil {
					p.done <- err
					return
				}
			}
			p.steps++
			time.Sleep(time.Millisecond / 2)
		}
	}()
	return p
}

// end stops the program and closes its server.
func (p *program) end(t testing.TB) {
	t.Helper()
	close(p.stop)
	if err := <-p.done; err != nil {
		t.Error(err)
	}
	if err := p.server.Close(); err != nil {
		t.Error(err)
	}
}

// only waits until a folder has one program that answers: a busy machine takes its time.
func only(t testing.TB, folder string) Program {
	t.Helper()
	list, err := List(folder)
	for deadline := time.Now().Add(patience); (err != nil || len(list) == 0) && time.Now().Before(deadline); {
		time.Sleep(5 * time.Millisecond)
		list, err = List(folder)
	}
	if err != nil || len(list) != 1 {
		t.Fatalf("list %+v, %v", list, err)
	}
	return list[0]
}

// patience is how long a busy machine may take.
const patience = time.Minute

func open(t testing.TB, p *Program) *Viewer {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	v, err := p.Open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// hashOf replays a recording to its end.
func hashOf(t testing.TB, data []byte) (steps int, hash uint64) {
	t.Helper()
	rec, err := physics.OpenRecording(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	p, err := physics.NewReplay(rec, physics.DefaultReplayOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.Seek(rec.Steps()); err != nil {
		t.Fatal(err)
	}
	return rec.Steps(), p.World().Hash()
}

// A viewer finds the program, reads its recording to the end, and sends commands, as far as they are allowed.
func TestAttach(t *testing.T) {
	p := start(t, debug.Options{Name: "a\x1b[31m game\n", Allow: debug.Pause | debug.Change})
	found := only(t, p.folder)
	if found.Name != "a[31m game" || found.PID != os.Getpid() || found.Status.Allow != debug.Pause|debug.Change ||
		time.Since(found.Started) > time.Minute {
		t.Errorf("program %+v", found)
	}
	v := open(t, &found)
	got, done := bytes.Buffer{}, make(chan error, 1)
	go func() {
		_, err := io.Copy(&got, v)
		done <- err
	}()
	ctx := context.Background()
	yes, no, half := true, false, 0.5
	status, err := v.Control(ctx, debug.Control{Pause: &yes, Speed: &half})
	if err != nil || !status.Paused || status.Speed != 0.5 || status.Viewers != 1 {
		t.Errorf("status %+v, %v", status, err)
	}
	target := debug.Vector(physics.V3(0, 20, 0))
	err = v.Change(ctx, debug.Changes{Settings: json.RawMessage(`{"SubSteps":5}`), Grab: &p.grab, Move: &target})
	if err != nil {
		t.Error(err)
	}
	if err := v.Change(ctx, debug.Changes{Settings: json.RawMessage(`{"SubSteps":500}`)}); err == nil ||
		!strings.Contains(err.Error(), "says") {
		t.Errorf("a setting out of range: %v", err)
	}
	none := 0.0
	if _, err := v.Control(ctx, debug.Control{Pause: &no, Speed: &none}); err != nil {
		t.Error(err)
	}
	time.Sleep(100 * time.Millisecond)
	if status, err = v.World(ctx); err != nil || status.Steps < 10 || status.Paused {
		t.Errorf("status %+v, %v", status, err)
	}
	if err := v.Change(ctx, debug.Changes{Release: true}); err != nil {
		t.Error(err)
	}
	time.Sleep(20 * time.Millisecond)
	p.end(t)
	if err := <-done; err != nil {
		t.Error(err)
	}
	if steps, hash := hashOf(t, got.Bytes()); hash != p.world.Hash() || steps < 10 {
		t.Errorf("after %d steps the hash is %016x, in the program %016x", steps, hash, p.world.Hash())
	}
	if p.world.Settings().SubSteps != 5 {
		t.Errorf("%d sub-steps", p.world.Settings().SubSteps)
	}
	if err := v.Close(); err != nil {
		t.Error(err)
	}
}

// resources counts goroutines and, on Linux, open files.
func resources(t testing.TB) (goroutines, files int) {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err == nil {
		files = len(list)
	}
	return runtime.NumGoroutine(), files
}

// Viewers that come, leave, and are cut off a hundred times leave no trace in the program: not in its world, not in
// goroutines, not in open files.
func TestAttachAndDetach(t *testing.T) {
	goroutines, files := resources(t)
	p := start(t, debug.Options{})
	found := only(t, p.folder)
	for i := range 100 {
		v := open(t, &found)
		if _, err := io.ReadFull(v, make([]byte, 200*(i%7)+1)); err != nil {
			t.Fatal(err)
		}
		if i%2 == 0 {
			// as a viewer that is killed: no request ends, the connection does
			v.end()
		}
		if err := v.Close(); err != nil {
			t.Fatal(err)
		}
	}
	p.end(t)
	alone, err := newPile(30)
	if err != nil {
		t.Fatal(err)
	}
	for range p.steps {
		if err := alone.Step(1.0 / 60); err != nil {
			t.Fatal(err)
		}
	}
	if alone.Hash() != p.world.Hash() {
		t.Errorf("after %d steps the hash is %016x, without viewers %016x", p.steps, p.world.Hash(), alone.Hash())
	}
	for range 2000 {
		g, f := resources(t)
		if g <= goroutines && f <= files {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	g, f := resources(t)
	t.Errorf("%d goroutines and %d files are left of %d and %d", g, f, goroutines, files)
}

// A program that is killed ends its viewers with an error, and its announcement is removed by the next list.
func TestProgramsAreKilled(t *testing.T) {
	goroutines, files := resources(t)
	folder := filepath.Join(t.TempDir(), "attach")
	for range trials(5, 100) {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), programFolder+"="+folder)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		found := only(t, folder)
		if found.PID != c.Process.Pid || found.Name != "child" {
			t.Fatalf("found %+v", found)
		}
		v := open(t, &found)
		var got bytes.Buffer
		if _, err := io.CopyN(&got, v, 20_000); err != nil {
			t.Fatal(err)
		}
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		// the error is that it was killed
		_ = c.Wait()
		if _, err := io.Copy(&got, v); err == nil {
			t.Error("a program that is killed ends its recording in order")
		}
		if steps, _ := hashOf(t, got.Bytes()); steps < 1 {
			t.Errorf("%d steps could be replayed", steps)
		}
		if err := v.Close(); err != nil {
			t.Error(err)
		}
		if list, err := List(folder); err != nil || len(list) != 0 {
			t.Errorf("list of a program that is gone: %+v, %v", list, err)
		}
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 0 {
		t.Errorf("files left: %v, %v", left, err)
	}
	for range 2000 {
		g, f := resources(t)
		if g <= goroutines && f <= files {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("goroutines or files are left")
}

// trials is a number of trials, more with TUMBLE_SOAK.
func trials(short, soak int) int {
	if os.Getenv("TUMBLE_SOAK") != "" {
		return soak
	}
	return short
}

// write puts an announcement into a folder of mode 0700.
func write(t testing.TB, folder, name, data string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name), []byte(data), mode); err != nil {
		t.Fatal(err)
	}
}

// Announcements that others could have written, that are damaged, or that lead elsewhere are refused with a reason. A
// program that is not there any more is forgotten.
func TestAnnouncements(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "attach")
	if list, err := List(folder); len(list) != 0 || err != nil {
		t.Errorf("a folder that is not there: %v, %v", list, err)
	}
	token := strings.Repeat("0123abcd", 8)
	good := `{"name":"x","pid":1,"address":"127.0.0.1:%d","token":"` + token + `"}`
	for _, c := range []struct {
		data, want string
		mode       os.FileMode
	}{
		{fmt.Sprintf(good, 1), "", 0o600}, // nobody listens there
		{fmt.Sprintf(good, 1), "other users", 0o644},
		{fmt.Sprintf(good, 0), "no address", 0o600},
		{`{"address":"10.0.0.1:80"}`, "no address", 0o600},
		{`{"address":"example.com:80"}`, "no address", 0o600},
		{`{"address":"127.0.0.1:80","token":"x"}`, "token", 0o600},
		{strings.Replace(fmt.Sprintf(good, 1), "0123", "\\r\\n12", 1), "token", 0o600},
		{`{`, "unexpected end", 0o600},
		{strings.Repeat("x", 10_000), "larger", 0o600},
	} {
		if c.mode != 0o600 && runtime.GOOS == "windows" {
			continue
		}
		write(t, folder, "1-1.json", c.data, c.mode)
		list, err := List(folder)
		if len(list) != 0 || (err != nil) != (c.want != "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.80s: %v, %v", c.data, list, err)
		}
		if err := os.Remove(filepath.Join(folder, "1-1.json")); (err == nil) != (c.want != "") {
			t.Errorf("%.80s: the file is there: %v", c.data, err == nil)
		}
	}
	if runtime.GOOS == "windows" {
		return
	}
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := List(folder); err == nil {
		t.Error("a folder that others can enter was read")
	}
}

// impostor answers all requests with the same bytes, and has an announcement.
func impostor(t testing.TB, reply func() []byte) *Program {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			r, err := c.Read(make([]byte, 4096))
			if err == nil && r > 0 {
				// a client that hangs up is part of the test
				_, _ = c.Write(reply())
			}
			_ = c.Close()
		}
	}()
	t.Cleanup(func() {
		_ = l.Close()
		<-done
	})
	return &Program{
		Name: "x", PID: 1, address: l.Addr().String(), token: strings.Repeat("0", 64),
		Status: debug.Status{Version: physics.RecordingVersion},
	}
}

// Replies of a program that is not the one announced, also damaged ones and those without end, are errors or have
// values within bounds; none takes more memory than its bound.
func TestMutatedReplies(t *testing.T) {
	status := `{"name":"x","pid":1,"version":4,"allow":"pause","steps":5,"dt":0.01,"paused":false,"speed":0}`
	whole := [][]byte{
		[]byte("HTTP/1.1 200 OK\r\nContent-Length: " + fmt.Sprint(len(status)) + "\r\n\r\n" + status),
		[]byte("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTumble-Viewer: 00ff\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
		[]byte("HTTP/1.1 409 Conflict\r\n\r\n{\"error\":\"no\"}"),
		[]byte("HTTP/1.1 302 Found\r\nLocation: http://192.0.2.1/\r\n\r\n"),
		[]byte("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n\x1f\x8b"),
		[]byte("HTTP/1.1 200 OK\r\n\r\n{\"name\":\"" + strings.Repeat("\u202e!", 200_000)),
		[]byte("HTTP/1.1 200 OK\r\n" + strings.Repeat("A: "+strings.Repeat("x", 1000)+"\r\n", 1000)),
	}
	// package http tells of bytes that follow a reply
	log.SetOutput(io.Discard)
	t.Cleanup(func() { log.SetOutput(os.Stderr) })
	random := rand.New(rand.NewPCG(1, 2))
	next := []byte(nil)
	p := impostor(t, func() []byte { return next })
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	answered := 0
	for i := range trials(2_000, 100_000) {
		// long ones take long
		kinds := whole[:len(whole)-2]
		if i%50 == 0 {
			kinds = whole[len(whole)-2:]
		}
		next = bytes.Clone(kinds[i/50%len(kinds)])
		for range i % 4 {
			mutate(random, &next)
		}
		v, err := p.Open(ctx)
		if err != nil {
			v = &Viewer{program: p, client: p.client(), body: http.NoBody, end: func() {}}
		}
		if _, err := io.Copy(io.Discard, io.LimitReader(v, 1<<20)); err == nil {
			answered++
		}
		got, err := v.World(ctx)
		if len([]rune(got.Name)) > maxName || err != nil && len(err.Error()) > 5000 {
			t.Fatalf("status %+v, %v", got, err)
		}
		if err := v.Close(); err != nil {
			t.Fatal(err)
		}
	}
	var after runtime.MemStats
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapInuse) - int64(before.HeapInuse); grown > 64<<20 || answered == 0 {
		t.Errorf("%d bytes of memory more, %d answers", grown, answered)
	}
}

// mutate changes some bytes.
func mutate(random *rand.Rand, data *[]byte) {
	d := *data
	at := random.IntN(len(d) + 1)
	switch random.IntN(4) {
	case 0:
		d = d[:at]
	case 1:
		d = append(d[:at:at], append([]byte{byte(random.Uint32())}, d[at:]...)...)
	case 2:
		if at < len(d) {
			d[at] ^= 1 << random.IntN(8)
		}
	case 3:
		d = append(d[:at:at], d[at/2:]...)
	}
	*data = d
}

func TestOtherVersion(t *testing.T) {
	p := &Program{Name: "old", Status: debug.Status{Version: 99}}
	if _, err := p.Open(context.Background()); err == nil || !strings.Contains(err.Error(), "version 99") {
		t.Errorf("%v", err)
	}
}
