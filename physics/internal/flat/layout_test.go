package flat

import (
	"fmt"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"
)

// The refused bytes are compared, one by one, with the kinds of the fields.
func TestDecodeRefusesWhatNoFieldCanBe(t *testing.T) {
	type vector struct{ X, Y, Z float32 }
	refuses[struct{ A float32 }](t)
	refuses[struct{ A, B bool }](t)
	refuses[struct {
		A bool
		B float32
	}](t)
	refuses[struct {
		A    uint8
		B, C bool
		D    float32
		E    bool
	}](t)
	refuses[struct{ A, B float32 }](t)
	refuses[vector](t)
	refuses[struct {
		A uint64
		B vector
		C uint8
		D bool
		E [3]vector
		F bool
		G uint16
		H float32
	}](t)
	refuses[struct {
		A uint64
		_ float32
		B struct {
			A bool
			B uint64
			C uint16
		}
		C [3]struct {
			A uint16
			B uint8
		}
		D bool
	}](t)
	refuses[struct {
		A    uint8
		B    vector
		Skip vector
		C    uint32
		D    [2]bool
		E    vector
	}](t, "Skip")
}

func refuses[T any](t *testing.T, skip ...string) {
	t.Helper()
	l := Of[T](skip...)
	r := rand.New(rand.NewPCG(3, uint64(l.Size())))
	values := []byte{0, 1, 2, 0x7f, 0x80, 0xff}
	for round := range 20_000 {
		items := 1 + round%12
		data := make([]byte, items*l.Size())
		for i := range data {
			data[i] = values[r.IntN(len(values))]
		}
		calm := r.IntN(3) == 0
		wantFinite, wantErr := true, false
		for i := range items {
			for _, g := range l.gaps {
				for k := range g.size {
					b := &data[i*l.Size()+g.at+k]
					if calm || r.IntN(8) > 0 {
						*b = 0
					}
					wantErr = wantErr || *b != 0
				}
			}
			for _, f := range l.leaves {
				b := data[i*l.Size()+f.at:][:f.size]
				switch f.kind {
				case reflect.Bool:
					if calm || r.IntN(4) > 0 {
						b[0] &= 1
					}
					wantErr = wantErr || b[0] > 1
				case reflect.Float32:
					if calm || r.IntN(4) > 0 {
						b[3] &= 0x3f
					}
					bits := uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
					if x := float64(math.Float32frombits(bits)); math.IsNaN(x) || math.IsInf(x, 0) {
						wantFinite = false
					}
				}
			}
		}
		plainFinite, plainOK := l.inspector.inspectPlain(data, l.Size())
		if f, ok := l.inspector.inspect(data, l.Size()); f != plainFinite || ok != plainOK {
			t.Fatalf("%v, bytes % x: finite %v, good %v, in Go %v, %v", l, data, f, ok, plainFinite, plainOK)
		}
		decoded := make([]T, items)
		finite, err := l.Decode(decoded, data)
		if (err != nil) != wantErr || err == nil && finite != wantFinite {
			t.Fatalf("%v, bytes % x: finite %v and error %v, want %v and %v", l, data, finite, err, wantFinite, wantErr)
		}
		if err == nil && string(l.Append(nil, decoded)) != string(data) {
			t.Fatalf("%v: % x came back as % x", l, data, l.Append(nil, decoded))
		}
	}
}

// Items that are picked come back one after another, or several at once, with the parts that the layout leaves out
// unchanged, and nothing else is touched; a list loses it. Both look at the bytes in blocks.
func TestOffsets(t *testing.T) {
	type mixed struct {
		A    uint32
		Skip [3]float32
		B    float32
		C    bool
	}
	testOffsets(t, Of[mixed]("Skip"), func(i int) mixed { return mixed{A: uint32(i), B: float32(i), C: i%2 == 0} },
		func(m *mixed) { m.Skip = [3]float32{1, 2, 3} }, func(m *mixed) { m.Skip = [3]float32{} },
		map[string]func([]byte){
			"is not 0 or 1": func(item []byte) { item[8] = 2 },
			"B: +Inf":       func(item []byte) { copy(item[4:], "\x00\x00\x80\x7f") },
			"belongs to no": func(item []byte) { item[11] = 1 },
		})
}

// The same of items whose bytes lie in one piece, and of those that are copied as they are.
func TestOffsetsOfRuns(t *testing.T) {
	type ends struct {
		Skip uint32
		A    [3]float32
		Last uint32
	}
	testOffsets(t, Of[ends]("Skip", "Last"), func(i int) ends { return ends{A: [3]float32{0, float32(i)}} },
		func(m *ends) { m.Skip, m.Last = 3, 4 }, func(m *ends) { m.Skip, m.Last = 0, 0 },
		map[string]func([]byte){"A[2]: NaN": func(item []byte) { copy(item[8:], "\x01\x00\x80\x7f") }})
	type whole struct {
		A uint32
		B float32
	}
	testOffsets(t, Of[whole](), func(i int) whole { return whole{uint32(i), 2} }, func(*whole) {}, func(*whole) {},
		map[string]func([]byte){"B: -Inf": func(item []byte) { copy(item[4:], "\x00\x00\x80\xff") }})
}

// testOffsets makes items of numbers; keep sets what the layout skips, and lose clears it. Changes of the bytes of an
// item give errors.
func testOffsets[T comparable](t *testing.T, l *Layout[T], item func(int) T, keep, lose func(*T),
	changes map[string]func([]byte)) {
	items := make([]T, 3*blockSize/l.Size())
	want := make([]T, len(items))
	var offsets []int32
	var coded []T
	for i := range items {
		items[i] = item(7)
		keep(&items[i])
		want[i] = items[i]
		if i%3 != 1 {
			want[i] = item(i)
			keep(&want[i])
			offsets, coded = append(offsets, int32(i)), append(coded, want[i])
		}
	}
	c := Writer(nil)
	Pick(c, "mixed", l, want, offsets)
	data := c.Data
	if list := l.Append(nil, coded); string(list) != string(data[4:]) {
		t.Fatalf("% x, want % x", data[4:], list)
	}
	c = Reader(data)
	later := Postpone(c, "mixed", l)
	if c.Err() != nil || len(c.Data) != 0 || later.Len() != len(offsets) {
		t.Fatalf("error %v, %d bytes left, %d items", c.Err(), len(c.Data), later.Len())
	}
	for k := 0; k < len(offsets); {
		n := 1
		if k+1 < len(offsets) && offsets[k+1] == offsets[k]+1 {
			n = 2
		}
		if !later.Take(items[offsets[k]:][:n]) {
			t.Fatalf("nothing is left after %d", k)
		}
		k += n
	}
	if later.Len() != 0 || later.Take(items[:1]) || !later.Take(nil) || !slices.Equal(items, want) {
		t.Fatalf("%d left, items %v", later.Len(), items)
	}
	if _, err := l.Decode(items[:len(offsets)], data[4:]); err != nil {
		t.Fatal(err)
	}
	for i := range coded {
		if lose(&coded[i]); items[i] != coded[i] {
			t.Fatalf("item %d is %v, want %v", i, items[i], coded[i])
		}
	}
	last := len(offsets) - 1
	for text, change := range changes {
		changed := slices.Clone(data)
		change(changed[4+last*l.Size():])
		c = Reader(changed)
		refused := Postpone(c, "mixed", l)
		if at := fmt.Sprintf("mixed: %d: ", last); c.Err() == nil || !strings.Contains(c.Err().Error(), at) ||
			!strings.Contains(c.Err().Error(), text) || refused.Len() != 0 {
			t.Errorf("error %v, want %q and %q; %d items", c.Err(), at, text, refused.Len())
		}
	}
	var none Later[T]
	if none.Len() != 0 || none.Take(items[:1]) {
		t.Error("items of no list")
	}
}

// Fields that are zero in the bytes leave the others where they are in memory.
func TestZeroing(t *testing.T) {
	type mixed struct {
		A uint16
		B bool
		C float32
		D uint64
	}
	l := Zeroing[mixed]("B", "C")
	items := []mixed{{1, true, 2, 3}, {4, false, 5, 6}}
	data := l.Append(nil, items)
	if want := Of[mixed]().Append(nil, []mixed{{A: 1, D: 3}, {A: 4, D: 6}}); string(data) != string(want) {
		t.Fatalf("% x, want % x", data, want)
	}
	if _, err := l.Decode(items, data); err != nil || items[0] != (mixed{A: 1, D: 3}) ||
		items[1] != (mixed{A: 4, D: 6}) {
		t.Errorf("%v, error %v", items, err)
	}
	for _, at := range []int{2, 4, 7} {
		changed := slices.Clone(data)
		changed[l.Size()+at] = 1
		if _, err := l.Decode(items, changed); err == nil {
			t.Errorf("byte %d is not zero, and accepted", at)
		}
	}
}

// The sum is that of all data, whether lists, numbers or nothing of it has been read.
func TestSumOfTheData(t *testing.T) {
	type pair struct{ A, B uint32 }
	l := Of[pair]()
	list, numbers := make([]pair, 2*blockSize/l.Size()+7), []pair{{1, 2}, {3, 4}}
	for i := range list {
		list[i] = pair{uint32(i), uint32(3 * i)}
	}
	c := Writer([]byte("head"))
	x := uint64(12)
	List(c, "first", l, &list)
	c.Uint64("number", &x)
	List(c, "second", l, &numbers)
	want := crc32.Checksum(c.Data, castagnoli)
	for reads := range 4 {
		r := SummingReader(c.Data[4:], crc32.Checksum(c.Data[:4], castagnoli))
		if reads > 0 {
			List(r, "first", l, &list)
		}
		if reads > 1 {
			r.Uint64("number", &x)
		}
		if reads > 2 {
			List(r, "second", l, &numbers)
		}
		if got := r.Sum(); got != want || r.Sum() != want || r.Err() != nil {
			t.Errorf("after %d parts: %08x, want %08x, error %v", reads, got, want, r.Err())
		}
	}
}

// On machines of the other byte order every number is turned by itself.
func TestRunsOfTheOtherByteOrder(t *testing.T) {
	type mixed struct {
		A uint16
		B uint32
		C [2]uint16
		D uint64
	}
	defer func(was bool) { littleEndian = was }(littleEndian)
	littleEndian = !littleEndian
	l := Of[mixed]()
	m := mixed{A: 0x0102, B: 0x03040506, C: [2]uint16{0x0708, 0x090a}, D: 0x0b0c0d0e0f101112}
	data := l.Append(nil, []mixed{m})
	var back mixed
	if _, err := l.Decode(unsafe.Slice(&back, 1), data); err != nil || back != m {
		t.Fatalf("%+v came back as %+v, error %v", m, back, err)
	}
	littleEndian = !littleEndian
	straight := Of[mixed]().Append(nil, []mixed{m})
	for _, f := range l.leaves {
		for k := range f.size {
			if data[f.at+k] != straight[f.at+f.size-1-k] {
				t.Fatalf("%s: % x and % x", f.path, data, straight)
			}
		}
	}
}

func TestOfNamesWhatIsNotPlain(t *testing.T) {
	defer func() {
		if p, ok := recover().(string); !ok || !strings.Contains(p, "Inner.Names") {
			t.Errorf("panic %v", p)
		}
	}()
	Of[struct{ Inner struct{ Names []string } }]()
}
