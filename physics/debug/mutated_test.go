package debug

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"
)

// trials is a number of trials, more with TUMBLE_SOAK.
func trials(short, soak int) int {
	if os.Getenv("TUMBLE_SOAK") != "" {
		return soak
	}
	return short
}

// requestsOf are whole requests with the token, for a viewer.
func requestsOf(s *Server, viewer string) (list [][]byte) {
	head := fmt.Sprintf("Host: %s\r\nAuthorization: Bearer %s\r\n%s: %s\r\n", s.address, s.token, ViewerHeader, viewer)
	for _, path := range []string{"/world", "/recording", "/nothing"} {
		list = append(list, []byte("GET "+path+" HTTP/1.1\r\n"+head+"Connection: close\r\n\r\n"))
	}
	post := func(path, body string) {
		list = append(list, fmt.Appendf(nil, "POST %s HTTP/1.1\r\n%sConnection: close\r\nContent-Length: %d\r\n\r\n%s",
			path, head, len(body), body))
	}
	post("/control", `{"pause":false,"speed":0}`)
	post("/control", `{"speed":900}`)
	post("/change", `{"settings":{"Gravity":{"X":0,"Y":-5,"Z":1},"SubSteps":3,"SleepEnabled":false}}`)
	post("/change", `{"grab":{"body":{"index":3,"generation":1},"point":[0,1,0]},"move":[1,2,3],"release":true}`)
	post("/change", `{"impulse":{"body":{"index":3,"generation":1},"impulse":[0,1,0],"point":[0,1,0]}}`)
	return list
}

// mutate changes some bytes.
func mutate(random *rand.Rand, d []byte) []byte {
	at := random.IntN(len(d) + 1)
	switch random.IntN(5) {
	case 0:
		return d[:at]
	case 1:
		return append(d[:at:at], append([]byte{byte(random.Uint32())}, d[at:]...)...)
	case 2:
		return append(d[:at:at], d[at/2:]...)
	case 3:
		for i := at; i < len(d) && i < at+3; i++ {
			d[i] = "0123456789-.e{}[],:\""[random.IntN(20)]
		}
	case 4:
		if at < len(d) {
			d[at] ^= 1 << random.IntN(8)
		}
	}
	return d
}

// Requests of a viewer with some bytes changed never panic; without rights they change nothing in the world, and with
// all rights the recording still replays to the state of the world.
func TestMutatedRequests(t *testing.T) {
	for _, allow := range []Permission{0, Pause | Change} {
		w, alone := newPile(t, 10), newPile(t, 10)
		s := serve(t, w, Options{Allow: allow})
		l := look(t, s)
		random := rand.New(rand.NewPCG(3, uint64(allow)))
		whole := requestsOf(s, l.id)
		codes := map[int]int{}
		for i := range trials(2_000, 100_000) / 2 {
			data := bytes.Clone(whole[i%len(whole)])
			for range i / len(whole) % 4 {
				data = mutate(random, data)
			}
			r, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(data)))
			if err != nil {
				continue
			}
			reply, done := httptest.NewRecorder(), make(chan struct{})
			go func() {
				defer close(done)
				s.http.Handler.ServeHTTP(reply, r)
			}()
			for answered := false; !answered; {
				// a program that was paused waits for its viewer
				s.mu.Lock()
				s.paused, s.speed = false, 0
				s.mu.Unlock()
				select {
				case <-done:
					answered = true
				case <-time.After(time.Millisecond / 2):
					step(t, s, 1)
				}
			}
			codes[reply.Code]++
		}
		step(t, s, 1)
		if allow == 0 {
			for range s.steps.Load() {
				if err := alone.Step(dt); err != nil {
					t.Fatal(err)
				}
			}
			if w.Hash() != alone.Hash() {
				t.Errorf("hash %016x, without requests %016x", w.Hash(), alone.Hash())
			}
		}
		if codes[200] == 0 || codes[400]+codes[403] == 0 || codes[401] == 0 {
			t.Errorf("answers %v", codes)
		}
		steps := int(s.steps.Load())
		for v := range s.hands {
			s.release(v)
		}
		step(t, s, 1)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if err := <-l.done; err != nil {
			t.Fatal(err)
		}
		checkRecording(t, l.got.Bytes(), steps+1, w.Hash())
	}
}

// Bytes of strangers on the connection itself, noise and changed requests, do not end the server, and leave no
// connection; those that say nothing are counted.
func TestNoiseOnTheLine(t *testing.T) {
	s := serve(t, newPile(t, 5), Options{Allow: Pause | Change})
	random := rand.New(rand.NewPCG(5, 6))
	whole := requestsOf(s, "")
	for i := range trials(200, 10_000) {
		c, err := net.Dial("tcp", s.address)
		if err != nil {
			t.Fatal(err)
		}
		data := bytes.Clone(whole[i%len(whole)])
		// the recording would wait for a step
		if i%len(whole) == 1 {
			data = []byte{0x16, 3, 1, 2, 0, byte(i), '\r', '\n', '\r', '\n'}
		}
		for range 1 + i%3 {
			data = mutate(random, data)
		}
		// the server may hang up early
		_, _ = c.Write(data)
		_ = c.(*net.TCPConn).CloseWrite()
		_ = c.SetReadDeadline(time.Now().Add(5 * time.Second))
		_, _ = io.Copy(io.Discard, c)
		c.Close()
	}
	silent := make([]net.Conn, 2*maxConnections)
	for i := range silent {
		var err error
		if silent[i], err = net.Dial("tcp", s.address); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, "connections beyond the bound are closed", func() bool {
		return s.connections.Load() <= maxConnections
	})
	for _, c := range silent {
		c.Close()
	}
	eventually(t, "all connections end", func() bool { return s.connections.Load() == 0 })
	look(t, s)
}
