package record

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// sample is a file with two known chunks and one of an unknown kind.
func sample(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		kind Kind
		data []byte
	}{
		{KindScene, []byte("scene")},
		{Kind{'x', 'y', 'z', '1'}, bytes.Repeat([]byte{7}, 70_000)},
		{KindInput, nil},
	} {
		if err := w.Chunk(c.kind, c.data); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func readAll(data []byte, size int64) (kinds []string, err error) {
	r, err := NewReader(bytes.NewReader(data), "a.tumble", size)
	if err != nil {
		return nil, err
	}
	for {
		c, err := r.Next()
		if err == io.EOF {
			return kinds, nil
		}
		if err != nil {
			return kinds, err
		}
		kinds = append(kinds, fmt.Sprintf("%s:%d", c.Kind, len(c.Data)))
	}
}

func TestRoundTrip(t *testing.T) {
	data := sample(t)
	for _, size := range []int64{-1, int64(len(data))} {
		kinds, err := readAll(data, size)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := strings.Join(kinds, " "), "SCNE:5 xyz1:70000 INPT:0"; got != want {
			t.Errorf("chunks %s, want %s", got, want)
		}
	}
}

// Every single damaged bit must be noticed, and the error must name the file and the place.
func TestEveryDamagedBitIsNoticed(t *testing.T) {
	var b bytes.Buffer
	w, err := NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Chunk(KindScene, []byte("pile of boxes")), w.Close()); err != nil {
		t.Fatal(err)
	}
	for bit := range b.Len() * 8 {
		data := bytes.Clone(b.Bytes())
		data[bit/8] ^= 1 << (bit % 8)
		_, err := readAll(data, int64(len(data)))
		var fe *FormatError
		if !errors.As(err, &fe) {
			t.Fatalf("bit %d flipped: error %v, want a FormatError", bit, err)
		}
		if fe.File != "a.tumble" || fe.Offset < 0 || fe.Offset > int64(len(data)) {
			t.Fatalf("bit %d flipped: error %v names no place in the file", bit, err)
		}
	}
}

func TestEveryTruncationIsNoticed(t *testing.T) {
	data := sample(t)
	cuts := []int{0, 1, 7, 8, 15, 16, 17, 27, 28, 30, 33, len(data) - 1, len(data) - 8, len(data) - 20}
	for _, cut := range cuts {
		for _, size := range []int64{-1, int64(cut)} {
			_, err := readAll(data[:cut], size)
			var fe *FormatError
			if !errors.As(err, &fe) {
				t.Errorf("cut at %d (size %d): error %v, want a FormatError", cut, size, err)
			}
		}
	}
}

// A stream of a hundred bytes that claims 64 MiB must not make the reader allocate them.
func TestHostileLengthIsNotAllocated(t *testing.T) {
	data := sample(t)[:100]
	binary.LittleEndian.PutUint32(data[headerSize+4:], MaxPayload)
	n := testing.AllocsPerRun(1, func() {
		if _, err := readAll(data, -1); err == nil {
			t.Error("no error")
		}
	})
	r, _ := NewReader(bytes.NewReader(data), "a", -1)
	_, err := r.Next()
	if cap(r.buf) > 1<<20 {
		t.Errorf("buffer of %d bytes for a stream of %d", cap(r.buf), len(data))
	}
	if err == nil || n > 50 {
		t.Errorf("error %v, %v allocations", err, n)
	}
	// With a known size it is refused before anything is read.
	_, err = readAll(data, int64(len(data)))
	if err == nil || !strings.Contains(err.Error(), "only 72 bytes are left, length: 67108864") {
		t.Errorf("error %v", err)
	}
	binary.LittleEndian.PutUint32(data[headerSize+4:], MaxPayload+1)
	if _, err = readAll(data, -1); err == nil || !strings.Contains(err.Error(), "beyond the limit of 67108864: 67108865") {
		t.Errorf("error %v", err)
	}
}

func TestErrorsNameFileOffsetAndValue(t *testing.T) {
	data := sample(t)
	version := bytes.Clone(data)
	version[8] = 9
	for _, c := range []struct {
		data []byte
		want string
	}{
		{[]byte("glTF...................."), `a.tumble: at byte 0: not a .tumble file: magic: 67 6c 54 46 2e 2e 2e 2e`},
		{nil, `a.tumble: at byte 0: not a .tumble file: magic: `},
		{version, `a.tumble: at byte 12: wrong checksum of the header`},
		{data[:40], `a.tumble: at byte 40: the file ends without its last chunk`},
	} {
		if _, err := readAll(c.data, -1); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
}

func TestWriterRefuses(t *testing.T) {
	var b bytes.Buffer
	w, err := NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		w.Chunk(KindEnd, nil),
		w.Chunk(Kind{'a', 0, 'b', 'c'}, nil),
		w.Chunk(KindNote, make([]byte, MaxPayload+1)),
	} {
		if err == nil {
			t.Error("accepted a bad chunk")
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := w.Chunk(KindNote, nil); err == nil {
		t.Error("accepted a chunk after Close")
	}
}

type failing struct{ after int }

func (f *failing) Write(p []byte) (int, error) {
	f.after -= len(p)
	if f.after < 0 {
		return 0, errors.New("disk full")
	}
	return len(p), nil
}

func TestWriteErrorSticks(t *testing.T) {
	w, err := NewWriter(&failing{after: 30})
	if err != nil {
		t.Fatal(err)
	}
	first := w.Chunk(KindNote, make([]byte, 100))
	if first == nil || !strings.Contains(first.Error(), "disk full") {
		t.Fatalf("error %v", first)
	}
	if w.Chunk(KindNote, nil) != first || w.Close() != first {
		t.Error("a later call forgot the error")
	}
}

func FuzzReader(f *testing.F) {
	f.Add(sample(f)[:200])
	f.Add(sample(f))
	r := rand.New(rand.NewPCG(1, 2))
	for range 8 {
		data := sample(f)[:400]
		data[r.IntN(len(data))] ^= byte(1 + r.IntN(255))
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		a, errA := readAll(data, -1)
		b, errB := readAll(data, int64(len(data)))
		if (errA == nil) != (errB == nil) {
			t.Fatalf("without size: %v, with size: %v", errA, errB)
		}
		if errA == nil && strings.Join(a, ",") != strings.Join(b, ",") {
			t.Fatalf("without size %v, with size %v", a, b)
		}
	})
}
