package curves

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/foxglove/mcap/go/mcap"
)

func sample() *Table {
	return &Table{
		Title: "box", Steps: []int64{1, 2, 3}, Times: []float64{0.01, 0.02, 0.03},
		Columns: []Column{
			{"energy.total", "J", []float64{1, 0.30000000000000004, 3}}, {"energy.kinetic", "J", []float64{4, 5, 6}},
			{"contact.count", "", []float64{math.NaN(), 0, 1}},
		},
	}
}

func write(t *testing.T, name string) *bytes.Buffer {
	t.Helper()
	var b bytes.Buffer
	if err := sample().Write(&b, name); err != nil {
		t.Fatal(err)
	}
	return &b
}

func TestCSV(t *testing.T) {
	want := "step,time [s],energy.total [J],energy.kinetic [J],contact.count\n1,0.01,1,4,\n2,0.02,0.30000000000000004,5,0\n3,0.03,3,6,1\n"
	if got := write(t, "a.csv").String(); got != want {
		t.Errorf("%s", got)
	}
}

func TestPictures(t *testing.T) {
	img, err := png.Decode(write(t, "a.PNG"))
	if err != nil || img.Bounds().Dx() < 300 {
		t.Fatal(err)
	}
	// something besides white is drawn
	colours := map[any]bool{}
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			colours[img.At(x, y)] = true
		}
	}
	if len(colours) < 10 {
		t.Errorf("%d colours", len(colours))
	}
	text := write(t, "a.svg").String()
	for _, part := range []string{">box<", ">time [s]<", ">energy.kinetic [J]<", ">contact.count<"} {
		if strings.Count(text, part) != 1 {
			t.Errorf("%d times %s in %s", strings.Count(text, part), part, text)
		}
	}
	strokes := map[string]bool{}
	for _, line := range strings.Split(text, `stroke="`)[1:] {
		strokes[line[:7]] = true
	}
	if len(strokes) != 5 {
		t.Errorf("%v: two lines of axes and three curves have colours of their own", strokes)
	}
	if err := xml.Unmarshal([]byte(text), new(struct{})); err != nil || !strings.Contains(text, "energy.total [J]") {
		t.Errorf("%v", err)
	}
	empty := &Table{Columns: []Column{{Name: "x"}}}
	if err := empty.Write(io.Discard, "a.png"); err != nil {
		t.Error(err)
	}
}

// TestMCAP reads the file with the reader of the format: channels, times and values are those of the table.
func TestMCAP(t *testing.T) {
	r, err := mcap.NewReader(bytes.NewReader(write(t, "a.mcap").Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	messages, err := r.Messages()
	if err != nil {
		t.Fatal(err)
	}
	topics, count := map[string]int{}, 0
	for {
		schema, channel, message, err := messages.NextInto(nil)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		var fields map[string]float64
		if err := json.Unmarshal(message.Data, &fields); err != nil {
			t.Fatal(err)
		}
		if schema.Encoding != "jsonschema" || message.LogTime != uint64(fields["step"])*10_000_000 {
			t.Errorf("%s at %d: %v", channel.Topic, message.LogTime, fields)
		}
		if channel.Topic == "/energy" && fields["step"] == 2 && fields["total"] != 0.30000000000000004 {
			t.Errorf("%v", fields)
		}
		if _, has := fields["count"]; channel.Topic == "/contact" && has != (fields["step"] > 1) {
			t.Errorf("%v", fields)
		}
		topics[channel.Topic]++
		count++
	}
	if count != 6 || topics["/energy"] != 3 || topics["/contact"] != 3 {
		t.Errorf("%d messages: %v", count, topics)
	}
}

func TestNames(t *testing.T) {
	if CanWrite("a.xlsx") || !CanWrite("a.mcap") || !CanWrite("table") {
		t.Error("names")
	}
	if err := sample().Write(io.Discard, "a.xlsx"); err == nil {
		t.Error("an unknown format is written")
	}
}
