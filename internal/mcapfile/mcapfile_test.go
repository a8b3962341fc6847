package mcapfile

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// file is a file of many chunks, and its messages as texts.
func file(t testing.TB, count int) ([]byte, []string) {
	t.Helper()
	var out bytes.Buffer
	w, err := NewWriter(&out, "test")
	if err != nil {
		t.Fatal(err)
	}
	w.Schema(Schema{ID: 1, Name: "s", Encoding: "jsonschema", Data: []byte("{}")})
	for id := range uint16(3) {
		w.Channel(Channel{ID: id, SchemaID: 1, Topic: fmt.Sprint("/", id), Encoding: "json"})
	}
	var texts []string
	for i := range count {
		m := Message{ChannelID: uint16(i % 3), Sequence: uint32(i), Time: uint64(7 * i),
			Data: []byte(strings.Repeat(fmt.Sprint(i, " "), i%40))}
		if err := w.Message(m); err != nil {
			t.Fatal(err)
		}
		texts = append(texts, fmt.Sprint(m.ChannelID, m.Sequence, m.Time, string(m.Data)))
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), texts
}

func read(data []byte) (texts []string, topics int, err error) {
	err = Read(bytes.NewReader(data), 8<<20, func(Channel) { topics++ }, func(m Message) {
		texts = append(texts, fmt.Sprint(m.ChannelID, m.Sequence, m.Time, string(m.Data)))
	})
	return texts, topics, err
}

// TestReadsItsOwnFiles of none, one and several chunks.
func TestReadsItsOwnFiles(t *testing.T) {
	for _, count := range []int{0, 1, 30_000} {
		data, want := file(t, count)
		got, topics, err := read(data)
		if err != nil || topics != 3 || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%d messages: %d read, %d topics, %v", count, len(got), topics, err)
		}
	}
}

// TestDamagedFiles end with an error or fewer messages, and never with a panic.
func TestDamagedFiles(t *testing.T) {
	data, _ := file(t, 300)
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		bad := bytes.Clone(data[:1+r.IntN(len(data))])
		for range r.IntN(4) {
			bad[r.IntN(len(bad))] = byte(r.Uint32())
		}
		_, _, _ = read(bad)
	}
	huge := record([]byte(magic), opChunk, put(nil, uint64(0), uint64(0), uint64(1)<<60, uint32(0), "", uint64(0)))
	if _, _, err := read(huge); err == nil || !strings.Contains(err.Error(), "at most") {
		t.Errorf("a chunk of an exabyte: %v", err)
	}
}
