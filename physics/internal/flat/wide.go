package flat

import (
	"encoding/binary"
	"reflect"
)

// wideMasks holds the masks of an inspector in chunks of sixteen bytes of a period: an item, or several of
// them if they are small.
type wideMasks struct {
	period int
	chunks []chunk
}

// newWideMasks is for items of so many bytes.
func newWideMasks(leaves []leaf, gaps []run, wire int) wideMasks {
	if wire == 0 {
		return wideMasks{}
	}
	items := (shortItem + wire - 1) / wire
	w := wideMasks{period: items * wire}
	exponents, ones, not := make([]byte, w.period), make([]byte, w.period), make([]byte, w.period)
	for start := 0; start < w.period; start += wire {
		for _, f := range leaves {
			switch f.kind {
			case reflect.Float32:
				binary.LittleEndian.PutUint32(exponents[start+f.at:], floatExponent)
				binary.LittleEndian.PutUint32(ones[start+f.at:], floatOne)
			case reflect.Bool:
				not[start+f.at] = 0xfe
			}
		}
		for _, g := range gaps {
			for i := range g.size {
				not[start+g.at+i] = 0xff
			}
		}
	}
	for at := 0; at < w.period; {
		// a float begins at a multiple of four bytes and lies in one chunk
		if exponents[at]|exponents[min(at+2, w.period-1)]|not[at] == 0 {
			at++
			continue
		}
		c := chunk{at: min(at&^3, w.period-chunkSize)}
		copy(c.exponents[:], exponents[c.at:])
		copy(c.ones[:], ones[c.at:])
		copy(c.not[:], not[c.at:])
		w.chunks = append(w.chunks, c)
		at = c.at + chunkSize
	}
	return w
}

// inspect scans as many periods as data has and returns the rest, and the bits of inspector.scan.
func (w *wideMasks) inspect(data []byte) (infinite, flags uint64, rest []byte) {
	if !hasWide || len(data) < w.period || len(w.chunks) == 0 {
		return 0, 0, data
	}
	n := len(data) / w.period
	infinite, flags = scanWide(&data[0], n, w.period, &w.chunks[0], len(w.chunks))
	return infinite, flags, data[n*w.period:]
}
