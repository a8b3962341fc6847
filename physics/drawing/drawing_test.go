package drawing

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"tumble/physics"
)

// drawn are the drawings of a recording by the steps before them.
func drawn(t *testing.T, data []byte) map[int][]Drawing {
	t.Helper()
	rec, err := physics.OpenRecording(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	list := map[int][]Drawing{}
	for step := 0; step <= rec.Steps(); step++ {
		for e, err := range rec.EntriesAfter(step) {
			if err != nil {
				t.Fatal(err)
			}
			d, err := Decode(e.Data)
			if err != nil || e.Kind != EntryKind || e.Step != step {
				t.Fatalf("step %d: entry %+v: %v", step, e, err)
			}
			list[step] = append(list[step], d)
		}
	}
	return list
}

// Drawings come back from a recording as they were made, after the step after which they were made; points that cannot
// be drawn are left out, and long texts are cut.
func TestDrawingsOfARecording(t *testing.T) {
	w, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	r, err := w.Record(&log, physics.RecordOptions{})
	if err != nil {
		t.Fatal(err)
	}
	a, b := physics.V3(1, 2, 3), physics.V3(-4, 5e-7, 6e8)
	nan := physics.V3(0, float32(math.NaN()), 0)
	pen := NewPen(r, "aim")
	pen.Color = RGB(1, 2, 3)
	pen.Line(a, b)
	for step := range 3 {
		if err := w.Step(0.01); err != nil {
			t.Fatal(err)
		}
		if step == 1 {
			pen.Arrow(a, b)
			pen.Point(nan)
			pen.Line(a, nan)
			pen.Point(b)
			pen.Text(a, strings.Repeat("x", 1000))
			pen.Value("speed", math.Inf(1))
			pen.Mark("hit")
		}
	}
	if err := r.Stop(); err != nil {
		t.Fatal(err)
	}
	got := drawn(t, log.Bytes())
	c := RGB(1, 2, 3)
	want := map[int][]Drawing{
		0: {{Kind: Line, Category: "aim", Color: c, From: a, To: b}},
		2: {
			{Kind: Arrow, Category: "aim", Color: c, From: a, To: b}, {Kind: Point, Category: "aim", Color: c, From: b},
			{Kind: Text, Category: "aim", Color: c, From: a, Text: strings.Repeat("x", maxText)},
			{Kind: Value, Category: "aim", Color: c, Text: "speed", Value: math.Inf(1)},
			{Kind: Mark, Category: "aim", Color: c, Text: "hit"},
		},
	}
	for step := range 4 {
		if len(got[step]) != len(want[step]) {
			t.Fatalf("step %d: %d drawings, want %d", step, len(got[step]), len(want[step]))
		}
		for i := range want[step] {
			if got[step][i] != want[step][i] {
				t.Errorf("step %d: %+v, want %+v", step, got[step][i], want[step][i])
			}
		}
	}
}

// Entries that no pen made are refused, or are drawings with finite points and short texts.
func TestDecodeOfAnything(t *testing.T) {
	whole := Append(nil, &Drawing{Kind: Text, Category: "aim", From: physics.V3(1, 2, 3), Text: "here"})
	random := rand.New(rand.NewPCG(1, 2))
	refused := 0
	for range 100_000 {
		data := bytes.Clone(whole[:random.IntN(len(whole)+1)])
		for range random.IntN(4) {
			if len(data) > 0 {
				data[random.IntN(len(data))] = byte(random.UintN(256))
			}
		}
		d, err := Decode(data)
		switch {
		case err != nil:
			refused++
		case d.check() != nil || len(d.Text) > maxText || len(d.Category) > maxCategory:
			t.Fatalf("%x is %+v", data, d)
		}
	}
	if refused == 0 {
		t.Error("nothing is refused")
	}
}

// Drawing allocates nothing.
func TestPenAllocatesNothing(t *testing.T) {
	pen := NewPen(nowhere{}, "aim")
	draw := func() {
		pen.Arrow(physics.V3(0, 0, 0), physics.V3(1, 0, 0))
		pen.Value("speed", 3)
	}
	if n := testing.AllocsPerRun(100, draw); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

type nowhere struct{}

func (nowhere) Append(uint16, []byte) error { return nil }
