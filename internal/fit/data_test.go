package fit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/foxglove/mcap/go/mcap"
)

func TestReadCSV(t *testing.T) {
	d, err := ReadCSV(strings.NewReader("x [m],time [s]\n1,0\n,0.5\n3,1\n"))
	if err != nil || len(d.Time) != 3 || d.Time[1] != 0.5 || d.Columns["x"][2] != 3 ||
		d.Columns["x"][1] == d.Columns["x"][1] {
		t.Errorf("%+v, %v", d, err)
	}
	for text, says := range map[string]string{
		"": "names", "x,y\n1,2\n": "time", "time,x\n0,1\n": "fewer than two", "time,x\n0,1\n0,2\n": "line 3",
		"time,x\n0,1\n1,z\n":  `line 3: x: "z"`,
		"time,x\n0,1\n1\n":    "wrong number of fields",
		"time,x\n-1,1\n1,1\n": "line 2", "time,x\nNaN,1\n1,1\n": "line 2",
	} {
		if _, err := ReadCSV(strings.NewReader(text)); !errors.Is(err, ErrData) ||
			!strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", text, err, says)
		}
	}
}

// messages is an MCAP file with messages of one channel.
func messages(t testing.TB, encoding string, times []uint64, texts ...string) *bytes.Reader {
	t.Helper()
	file := &bytes.Buffer{}
	w, err := mcap.NewWriter(file, &mcap.WriterOptions{Chunked: true, Compression: mcap.CompressionZSTD})
	if err == nil {
		err = w.WriteHeader(&mcap.Header{})
	}
	for i, topic := range []string{"/arm", "/speed"} {
		err = errors.Join(err,
			w.WriteChannel(&mcap.Channel{ID: uint16(i + 1), Topic: topic, MessageEncoding: encoding}))
	}
	for i, text := range texts {
		channel := uint16(1)
		if strings.Contains(text, "value") {
			channel = 2
		}
		err = errors.Join(err, w.WriteMessage(&mcap.Message{ChannelID: channel, LogTime: times[i], Data: []byte(text)}))
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(file.Bytes())
}

func TestReadMCAP(t *testing.T) {
	const epoch = 1_700_000_000_000_000_000
	d, err := ReadMCAP(messages(t, "json", []uint64{epoch, epoch, epoch + 5e8, epoch + 1e9},
		`{"joint":{"angle":1},"torque":[2,3]}`, `{"value":4}`, `{"value":5}`, `{"joint":{"angle":6},"name":"left"}`))
	if err != nil {
		t.Fatal(err)
	}
	gap := math.NaN()
	for name, want := range map[string][]float64{
		"arm.joint.angle": {1, gap, 6}, "arm.torque.0": {2, gap, gap}, "arm.torque.1": {3, gap, gap},
		"speed": {4, 5, gap},
	} {
		if got := d.Columns[name]; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	if len(d.Columns) != 4 || !slices.Equal(d.Time, []float64{0, 0.5, 1}) {
		t.Errorf("%v at %v", d.Columns, d.Time)
	}
	for says, file := range map[string]*bytes.Reader{
		"encoded as cdr":       messages(t, "cdr", []uint64{0, 1}, `{"value":1}`, `{"value":2}`),
		"fewer than two times": messages(t, "json", []uint64{1, 1}, `{"value":1}`, `{"value":2}`),
		"/speed at 0 s":        messages(t, "json", []uint64{0, 1}, `{"value":`, `{"value":2}`),
		"bad data":             bytes.NewReader([]byte("time,x\n0,1\n")),
		"is no MCAP file":      bytes.NewReader(nil),
	} {
		if _, err := ReadMCAP(file); !errors.Is(err, ErrData) || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q", err, says)
		}
	}
}

// TestMCAPBomb: a small file that asks for much memory is refused before it gets it.
func TestMCAPBomb(t *testing.T) {
	bomb := messages(t, "json", []uint64{0, 1}, `{"value":"`+strings.Repeat("a", 100<<20)+`"}`, `{"value":2}`)
	if bomb.Size() > 1<<16 {
		t.Fatalf("a bomb of %d bytes", bomb.Size())
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := ReadMCAP(bomb)
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; !errors.Is(err, ErrData) || taken > 3*freeBytes {
		t.Errorf("%v, with %d bytes", err, taken)
	}
}

// FuzzReadMCAP reads damaged files: an error or data, whose columns have a row for each time.
func FuzzReadMCAP(f *testing.F) {
	whole, _ := io.ReadAll(messages(f, "json", []uint64{0, 1, 2}, `{"joint":{"angle":1},"torque":[2,3]}`, `{"value":4}`,
		`{"value":5}`))
	f.Add(whole)
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := ReadMCAP(bytes.NewReader(text))
		if err != nil {
			return
		}
		for name, c := range d.Columns {
			if len(c) != len(d.Time) {
				t.Errorf("%s has %d rows of %d", name, len(c), len(d.Time))
			}
		}
	})
}
