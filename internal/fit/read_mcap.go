package fit

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"tumble/internal/mcapfile"
)

// sinceStart is the time (s) from which on times count since 1970, not since a start: three years.
const sinceStart = 1e8

// A record or a chunk may take freeBytes and mostGrowth times the bytes of the file, and mostChunk bytes at most: a
// file of 3 kB took 56 MB. Writers end chunks at one to four MB.
const (
	freeBytes  = 8 << 20
	mostGrowth = 64
	mostChunk  = 256 << 20
)

// message is one message in JSON.
type message struct {
	topic string
	at    uint64 // ns
	text  []byte
}

// ReadMCAP reads the messages in JSON of an MCAP file. The numbers of a message are columns: /arm with {"joint":
// {"angle": 1}} has arm.joint.angle, and a field value at the end is left out of the name. Times are those of the log;
// times since 1970 count from the first message. Messages of one time make one row, and what a row does not have is a
// gap.
func ReadMCAP(r io.ReadSeeker) (*Data, error) {
	size, err := r.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = r.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrData, err)
	}
	list, other, err := readMessages(r, int(min(freeBytes+mostGrowth*size, mostChunk)))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrData, err)
	}
	// channels are written in chunks, one after the other
	slices.SortStableFunc(list, func(a, b message) int { return cmp.Compare(a.at, b.at) })
	d := &Data{Columns: map[string][]float64{}}
	first := uint64(0)
	if len(list) > 0 && float64(list[0].at)*1e-9 >= sinceStart {
		first = list[0].at
	}
	for i := range list {
		m := &list[i]
		if err := d.add(m.topic, float64(m.at-first)*1e-9, m.text); err != nil {
			return nil, err
		}
	}
	if len(d.Time) < 2 && other != "" {
		return nil, fmt.Errorf("%w: messages are encoded as %s: must be json", ErrData, other)
	}
	if len(d.Time) < 2 {
		return nil, fmt.Errorf("%w: fewer than two times", ErrData)
	}
	for name := range d.Columns {
		d.fill(name, len(d.Time))
	}
	return d, nil
}

// readMessages returns the messages in JSON, and another encoding that it met. Records and chunks above most bytes are
// refused before memory is taken for them.
func readMessages(r io.Reader, most int) (list []message, other string, err error) {
	topics := map[uint16]string{}
	err = mcapfile.Read(r, most, func(c mcapfile.Channel) {
		if c.Encoding != "json" {
			other = c.Encoding
			return
		}
		topics[c.ID] = c.Topic
	}, func(m mcapfile.Message) {
		if topic, ok := topics[m.ChannelID]; ok {
			list = append(list, message{topic, m.Time, m.Data})
		}
	})
	return list, other, err
}

// add adds the numbers of a message that is no older than the one before.
func (d *Data) add(topic string, at float64, text []byte) error {
	n := len(d.Time)
	switch {
	case n == mostSamples:
		return fmt.Errorf("%w: more than %d times", ErrData, mostSamples)
	case n == 0 || at > d.Time[n-1]:
		d.Time = append(d.Time, at)
	}
	var fields any
	if err := json.Unmarshal(text, &fields); err != nil {
		return fmt.Errorf("%w: %s at %g s: %w", ErrData, topic, at, err)
	}
	d.numbers(strings.TrimPrefix(topic, "/"), fields)
	return nil
}

// numbers puts the numbers below a field into the row that was added last.
func (d *Data) numbers(name string, v any) {
	switch v := v.(type) {
	case map[string]any:
		for field, below := range v {
			d.numbers(name+"."+field, below)
		}
	case []any:
		for i, below := range v {
			d.numbers(fmt.Sprintf("%s.%d", name, i), below)
		}
	case float64:
		name = strings.TrimSuffix(name, ".value")
		d.fill(name, len(d.Time)-1)
		if c := d.Columns[name]; len(c) < len(d.Time) {
			d.Columns[name] = append(c, v)
		}
	}
}

// fill adds gaps to a column until it has so many rows.
func (d *Data) fill(name string, rows int) {
	c := d.Columns[name]
	for len(c) < rows {
		c = append(c, math.NaN())
	}
	d.Columns[name] = c
}
