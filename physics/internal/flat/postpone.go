package flat

import (
	"fmt"
	"slices"
	"unsafe"
)

// Later is a list that was checked and is copied item by item, once its target is known. The zero value has
// no items.
type Later[T any] struct {
	layout *Layout[T]
	data   []byte
}

// Postpone reads the length of a list that List or Begin wrote, checks its items and leaves them in the data.
// Numbers that are not finite are refused.
func Postpone[T any](c *Coder, name string, l *Layout[T]) Later[T] {
	n := c.Count(name, 0, l.wire, maxList)
	data := c.take(name, n*l.wire)
	if c.err != nil {
		return Later[T]{}
	}
	finite, at, err := l.blocks(&c.checksum, data, func(int, []byte) {})
	for i := 0; !finite && err == nil; i++ {
		var item T
		l.copyIn(unsafe.Pointer(&item), data[i*l.wire:][:l.wire])
		at, err = i, l.Finite(&item)
	}
	if err != nil {
		c.Fail(name, fmt.Errorf("%d: %w", at, err))
		return Later[T]{}
	}
	return Later[T]{l, data}
}

// Len returns the number of items that were not taken yet.
func (p *Later[T]) Len() int {
	if len(p.data) == 0 {
		return 0
	}
	return len(p.data) / p.layout.wire
}

// Take copies the next items and leaves the fields that the layout skips as they are. It reports whether there were so
// many.
func (p *Later[T]) Take(items []T) bool {
	if len(items) == 0 {
		return true
	}
	l := p.layout
	if l == nil || len(items)*l.wire > len(p.data) {
		return false
	}
	n := len(items) * l.wire
	switch {
	case l.whole:
		copy(unsafe.Slice((*byte)(unsafe.Pointer(&items[0])), n), p.data)
	case len(l.runs) == 1 && littleEndian:
		r := &l.runs[0]
		for i := range items {
			copy(unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(&items[i]), r.offset)), r.size), p.data[i*l.wire+r.at:])
		}
	default:
		for i := range items {
			l.copyIn(unsafe.Pointer(&items[i]), p.data[i*l.wire:][:l.wire])
		}
	}
	p.data = p.data[n:]
	return true
}

// Begin writes the length of a list whose items follow with Layout.Append.
func Begin[T any](c *Coder, name string, l *Layout[T], n int) {
	c.Count(name, n, l.wire, maxList)
}

// Pick writes a list of the items at some indices.
func Pick[T any](c *Coder, name string, l *Layout[T], items []T, indices []int32) {
	Begin(c, name, l, len(indices))
	c.Data = slices.Grow(c.Data, len(indices)*l.wire)
	for _, p := range indices {
		c.Data = l.Append(c.Data, items[p:p+1])
	}
}
