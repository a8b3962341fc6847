package main

import (
	"bytes"
	"encoding/json"
	"fmt"

	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// trials is the number of hostile messages of a test: 100,000 in soak.
func trials() int {
	if n, err := strconv.Atoi(os.Getenv("TUMBLE_TRIALS")); err == nil {
		return n
	}
	if os.Getenv("TUMBLE_SOAK") != "" {
		return 100_000
	}
	return 5000
}

// mutate changes a message in some places.
func mutate(random *rand.Rand, text []byte) []byte {
	text = bytes.Clone(text)
	words := []string{`null`, `-1`, `1e999`, `"x"`, `[]`, `{}`, `5`, `"State":5`, `"cell":3`, `,`, `"\u0000"`,
		strings.Repeat("[", 200), `"held":[1,1,1]`, `"want":9999999`}
	for range 1 + random.IntN(4) {
		i := random.IntN(len(text) + 1)
		switch random.IntN(4) {
		case 0:
			if i < len(text) {
				text[i] ^= 1 << random.IntN(8)
			}
		case 1:
			text = append(text[:i:i], text[min(len(text), i+1+random.IntN(8)):]...)
		case 2:
			text = append(text[:i:i], append([]byte(words[random.IntN(len(words))]), text[i:]...)...)
		case 3:
			text = append(text[:i:i], text[:i]...)
		}
	}
	return text
}

const honest, hostile = "0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"

// TestMutatedRequests: whatever a machine asks, another one gets all other jobs, and no row comes from who has not its
// job.
func TestMutatedRequests(t *testing.T) {
	out := &bytes.Buffer{}
	h := newHost("study", []byte(`{"digest":"study"}`), out)
	const cells = 200
	for i := range cells {
		if err := h.take(fmt.Appendf(nil, `{"cell":%d,"values":[1]}`, i)); err != nil {
			t.Fatal(err)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	requests := map[string]string{
		askStudy: ``, askPart: `0`, askJobs: `{"name":"x","held":[1,2,3],"want":2}`,
		askRow: `{"row":{"cell":3,"values":[1],"state":"fine"},"seconds":1,"job":"a"}`,
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range trials() {
		for request, text := range requests {
			held := map[int]bool{}
			if m := h.machines[hostile]; m != nil {
				for cell := range m.held {
					held[cell] = true
				}
			}
			out.Reset()
			if _, err := h.answer(request, hostile, mutate(random, []byte(text))); err != nil {
				t.Fatal(err)
			}
			var r machineReply
			if out.Len() > 0 && (json.Unmarshal(out.Bytes(), &r) != nil || !held[r.Cell] || r.Machine != hostile ||
				bytes.Count(out.Bytes(), []byte("\n")) != 1) {
				t.Fatalf("%q was written", out)
			}
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 8<<20 {
		t.Errorf("%d bytes more than before", grown)
	}
	// the hostile one holds what it likes and sends no row: the other one gets it later
	open := len(h.jobs)
	got := map[int]bool{}
	for range 100 {
		request, _ := json.Marshal(jobsRequest{Name: "b", Want: cells, Held: heldBy(h, honest)})
		if _, err := h.answer(askJobs, honest, request); err != nil {
			t.Fatal(err)
		}
		everything := make([]int, cells)
		for i := range everything {
			everything[i] = i
		}
		request, _ = json.Marshal(jobsRequest{Name: "a", Held: everything, Want: cells})
		if _, err := h.answer(askJobs, hostile, request); err != nil {
			t.Fatal(err)
		}
		for _, cell := range heldBy(h, honest) {
			out.Reset()
			if _, err := h.answer(askRow, honest, fmt.Appendf(nil, `{"row":{"cell":%d},"seconds":1,"job":"a"}`,
				cell)); err != nil || out.Len() == 0 {
				t.Fatalf("cell %d: %v", cell, err)
			}
			got[cell] = true
		}
		h.look()
	}
	if len(got) != open || len(h.jobs) != 0 {
		t.Errorf("%d rows of %d, %d jobs left", len(got), open, len(h.jobs))
	}
}

func heldBy(h *host, id string) (list []int) {
	if m := h.machines[id]; m != nil {
		for cell := range m.held {
			list = append(list, cell)
		}
	}
	return list
}

// TestMutatedAnswers: whatever a machine is answered, it writes jobs that are JSON with a cell, and no more than it has
// room for.
func TestMutatedAnswers(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	answer := []byte(`{"study":"s","jobs":[{"cell":1,"values":[1]},{"cell":2,"values":[1]}]}`)
	out := &bytes.Buffer{}
	for range trials() {
		g := &guest{study: "s", out: out, held: map[int]bool{}}
		out.Reset()
		_, _ = g.takeJobs(mutate(random, answer), 2)
		for line := range bytes.Lines(out.Bytes()) {
			var job struct{ Cell *int }
			if json.Unmarshal(line, &job) != nil || job.Cell == nil || !g.held[*job.Cell] || len(g.held) > 2 {
				t.Fatalf("%q was written", out)
			}
		}
	}
}

// TestHostileMachine: a study is served while somebody who holds the token sends all there is, also as others, and
// somebody who does not hold it tries to. The study ends with its rows.
func TestHostileMachine(t *testing.T) {
	const cells = 60
	b := newBench(t, 30, cells)
	if err := os.WriteFile(b.path("token"), []byte("0123456789abcdef"), 0o600); err != nil {
		t.Fatal(err)
	}
	host, at := b.serve("--listen", "127.0.0.1:0", "--token-file", "token")
	quiet := nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})
	for name, list := range map[string][]nats.Option{
		"no token":    {},
		"wrong token": {nats.Token("another"), nats.UserInfo(honest, "")},
		"as the host": {nats.Token("0123456789abcdef"), nats.UserInfo(hostUser, "")},
		"no machine":  {nats.Token("0123456789abcdef"), nats.UserInfo("*", "")},
	} {
		if c, err := nats.Connect(at, list...); err == nil {
			c.Close()
			t.Errorf("%s: let in", name)
		}
	}
	c, err := nats.Connect(at, nats.Token("0123456789abcdef"), nats.UserInfo(hostile, ""),
		nats.CustomInboxPrefix(inbox(hostile)), quiet)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	overheard := 0
	for _, s := range []string{"tumble.>", ">", inbox("*") + ".>"} {
		if _, err := c.Subscribe(s, func(*nats.Msg) { overheard++ }); err != nil {
			t.Fatal(err)
		}
	}
	random := rand.New(rand.NewPCG(5, 6))
	texts := []string{
		`{"row":{"cell":3,"values":[1],"state":"fine"},"seconds":1,"job":"a"}`, `{"Row":{"Cell":3,"State":5}}`,
		`{"name":"x","held":[1,2,3],"want":2}`,
		`{"name":"x","want":-1}`, `0`, ``,
	}
	subjects := []string{
		subject(askRow, hostile), subject(askJobs, hostile), subject(askPart, hostile), subject(askRow, honest),
		subject(askJobs, honest),
		endSubject(honest), inbox(honest) + ".a", "$SYS.REQ.SERVER.PING", "tumble.end",
	}
	for n := range trials() {
		m := &nats.Msg{Subject: subjects[random.IntN(len(subjects))],
			Data: mutate(random, []byte(texts[random.IntN(len(texts))]))}
		if random.IntN(2) == 0 {
			m.Reply = []string{inbox(honest) + ".a", inbox(hostile) + ".a", subject(askRow, hostile)}[random.IntN(3)]
		}
		if err := c.PublishMsg(m); err != nil {
			t.Fatal(err)
		}
		if n%1000 == 0 {
			_ = c.FlushTimeout(10 * time.Second)
		}
		if n == trials()/2 {
			machine := b.start("sweep", "join", at, "--token-file", "token", "--workers", "1")
			defer b.ends(machine, 0)
		}
	}
	b.ends(host, 0)
	b.same(cells)
	if overheard > 0 {
		t.Errorf("%d messages of others were heard", overheard)
	}
}
