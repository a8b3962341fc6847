package flat

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"unsafe"
)

// Coder walks over data, either writing the values it is given or filling them: one function that
// shows every field serves both directions, so that no field can be forgotten in one of them. The first
// error ends it; later calls do nothing.
type Coder struct {
	// Data are the bytes written so far, or those left to read.
	Data    []byte
	Reading bool
	// Infinite is set when a Loose list held a number that is not finite.
	Infinite bool

	err error
	checksum
}

// Writer returns a Coder that appends to b.
func Writer(b []byte) *Coder { return &Coder{Data: b} }

// Reader returns a Coder that reads data.
func Reader(data []byte) *Coder { return SummingReader(data, 0) }

// SummingReader is Reader with the CRC-32C of the bytes before data, which Sum continues.
func SummingReader(data []byte, sum uint32) *Coder {
	return &Coder{Data: data, Reading: true, checksum: checksum{whole: data, sum: sum}}
}

// Sum returns the CRC-32C of all data of a reader, however much of it has been read.
func (c *Coder) Sum() uint32 {
	c.through(c.whole)
	return c.sum
}

// Err returns the first error.
func (c *Coder) Err() error { return c.err }

// errShort says that the data ends early.
var errShort = errors.New("the data ends early")

// Fail ends the coder with an error about the part of that name.
func (c *Coder) Fail(name string, err error) {
	if c.err == nil {
		c.err = fmt.Errorf("%s: %w", name, err)
	}
}

// Offset returns how many bytes have been read.
func (c *Coder) Offset() int { return len(c.whole) - len(c.Data) }

// take returns the next n bytes.
func (c *Coder) take(name string, n int) []byte {
	if c.err != nil || n < 0 || n > len(c.Data) {
		c.Fail(name, errShort)
		return nil
	}
	b := c.Data[:n]
	c.Data = c.Data[n:]
	return b
}

// Uint32 codes one number.
func (c *Coder) Uint32(name string, x *uint32) {
	if !c.Reading {
		c.Data = binary.LittleEndian.AppendUint32(c.Data, *x)
	} else if b := c.take(name, 4); b != nil {
		*x = binary.LittleEndian.Uint32(b)
	}
}

// Int32 codes one number.
func (c *Coder) Int32(name string, x *int32) {
	u := uint32(*x)
	if c.Uint32(name, &u); c.Reading {
		*x = int32(u)
	}
}

// Uint64 codes one number.
func (c *Coder) Uint64(name string, x *uint64) {
	if !c.Reading {
		c.Data = binary.LittleEndian.AppendUint64(c.Data, *x)
	} else if b := c.take(name, 8); b != nil {
		*x = binary.LittleEndian.Uint64(b)
	}
}

// Count codes the length of a list whose elements take at least size bytes each, size ≥ 1. A
// length that the data cannot hold, or above limit, is refused before anything is allocated.
func (c *Coder) Count(name string, n, size, limit int) int {
	u := uint32(n)
	c.Uint32(name, &u)
	if c.err != nil {
		return 0
	}
	if !c.Reading && n <= limit {
		return n
	}
	if int64(n) > int64(limit) || int64(u) > int64(limit) || int64(u)*int64(size) > int64(len(c.Data)) {
		c.Fail(name, fmt.Errorf("length %d: at most %d are allowed and %d bytes are left", u, limit, len(c.Data)))
		return 0
	}
	return int(u)
}

// List codes a list with its length, into the storage of s when reading. Numbers that are not
// finite are refused.
func List[T any](c *Coder, name string, l *Layout[T], s *[]T) {
	before := c.Infinite
	Loose(c, name, l, s)
	if !c.Infinite || before || c.err != nil {
		return
	}
	c.Infinite = false
	for i := range *s {
		if err := l.Finite(&(*s)[i]); err != nil {
			c.Fail(name, fmt.Errorf("%d: %w", i, err))
			return
		}
	}
}

// Loose is List for lists whose elements are not all in use: numbers that are not finite only set
// Infinite.
func Loose[T any](c *Coder, name string, l *Layout[T], s *[]T) {
	n := c.Count(name, len(*s), l.wire, maxList)
	if c.err != nil {
		return
	}
	if !c.Reading {
		c.Data = l.Append(c.Data, *s)
		return
	}
	*s = slices.Grow((*s)[:0], n)[:n]
	finite, err := l.decode(&c.checksum, *s, c.take(name, n*l.wire))
	if err != nil {
		c.Fail(name, err)
	}
	c.Infinite = c.Infinite || !finite
}

// Spans writes the lists of several owners as one list, which List reads.
func Spans[O, T any](c *Coder, name string, l *Layout[T], owners []O, span func(O) []T) {
	n := 0
	for _, o := range owners {
		n += len(span(o))
	}
	if n = c.Count(name, n, l.wire, maxList); c.err != nil {
		return
	}
	c.Data = slices.Grow(c.Data, n*l.wire)
	for _, o := range owners {
		c.Data = l.Append(c.Data, span(o))
	}
}

// Value codes one value. Numbers that are not finite are refused.
func Value[T any](c *Coder, name string, l *Layout[T], v *T) {
	Fixed(c, name, l, unsafe.Slice(v, 1))
}

// Fixed codes items whose number is known. Numbers that are not finite are refused.
func Fixed[T any](c *Coder, name string, l *Layout[T], items []T) {
	if !c.Reading {
		c.Data = l.Append(c.Data, items)
		return
	}
	b := c.take(name, len(items)*l.wire)
	if len(b) == 0 {
		return
	}
	finite, err := l.decode(&c.checksum, items, b)
	for i := 0; !finite && err == nil; i++ {
		err = l.Finite(&items[i])
	}
	if err != nil {
		c.Fail(name, err)
	}
}

// Strings codes a list of strings of at most limit bytes each.
func (c *Coder) Strings(name string, s *[]string, limit int) {
	n := c.Count(name, len(*s), 4, maxList)
	if c.err != nil {
		return
	}
	if !c.Reading {
		for _, x := range *s {
			if len(x) > limit {
				c.Fail(name, fmt.Errorf("length %d: at most %d are allowed", len(x), limit))
				return
			}
			c.Data = binary.LittleEndian.AppendUint32(c.Data, uint32(len(x)))
		}
		for _, x := range *s {
			c.Data = append(c.Data, x...)
		}
		return
	}
	clear((*s)[min(n, len(*s)):])
	*s = slices.Grow((*s)[:0], n)[:n]
	lengths := c.take(name, 4*n)
	for i := range *s {
		u := binary.LittleEndian.Uint32(lengths[4*i:])
		if int64(u) > int64(min(limit, len(c.Data))) {
			c.Fail(name, fmt.Errorf("%d: length %d: at most %d are allowed and %d bytes are left", i, u, limit,
				len(c.Data)))
			return
		}
		if b := c.take(name, int(u)); string(b) != (*s)[i] {
			(*s)[i] = string(b)
		}
	}
}
