// Package pages copies lists so that copies share the parts that do not change from one to the next.
package pages

import (
	"sync/atomic"
	"unsafe"
)

// Length is the number of records of a page. Longer pages are copied more often for a single change, shorter ones cost
// more to look at.
const Length = 16

// together is the number of pages that are made at once at most. All of them stay in memory as long as one is held.
const together = 64

// page is a part of a list. Nobody writes to it while more than one list holds it.
type page[T any] struct {
	holders atomic.Int32
	records [Length]T
}

// List is a copy of a list that shares the parts that do not change from one copy to the next.
type List[T any] struct {
	list   []*page[T]
	length int // in records
	// copied is the number of bytes that were not shared when the copy was made.
	copied int
	// spare are pages that nobody holds, no more than list has. The last copy of a world has them for all.
	spare []*page[T]
}

// Take makes p a copy of live. last is the copy of the same world before, and becomes this one. Where marks are given,
// pages with the mark 0 are equal to it; all others are compared bit by bit.
func (p *List[T]) Take(live []T, last *List[T], marks []uint32) {
	n := Count(len(live))
	p.resize(n, last)
	last.resize(n, last)
	p.length, last.length, p.copied = len(live), len(live), 0
	for i := range p.list {
		records := live[i*Length : min((i+1)*Length, len(live))]
		now := last.list[i]
		clean := marks != nil && marks[i] == 0
		if now == nil || !clean && !same(now.records[:len(records)], records) {
			last.keep(p.list[i])
			last.keep(now)
			now = last.fresh()
			clear(now.records[copy(now.records[:], records):])
			now.holders.Store(2)
			p.list[i], last.list[i] = now, now
			p.copied += int(unsafe.Sizeof(*now))
		} else if p.list[i] != now {
			last.keep(p.list[i])
			p.list[i] = now
			now.holders.Add(1)
		}
	}
}

// Count is the number of pages of so many records.
func Count(records int) int { return (records + Length - 1) / Length }

// resize makes p n pages long, and gives the others to the last copy of the world.
func (p *List[T]) resize(n int, last *List[T]) {
	for i := n; i < len(p.list); i++ {
		last.keep(p.list[i])
	}
	clear(p.list[min(n, len(p.list)):])
	if n <= cap(p.list) {
		p.list = p.list[:n]
		return
	}
	p.list = append(make([]*page[T], 0, n), p.list...)[:n]
}

// keep takes a page from a list that holds it no more, to use it again when nobody else does.
func (p *List[T]) keep(old *page[T]) {
	if old != nil && old.holders.Add(-1) == 0 && len(p.spare) < len(p.list) {
		p.spare = append(p.spare, old)
	}
}

// fresh is a page that nobody holds. New ones come many at a time, as a frame that keeps a copy would else allocate
// hundreds of times (TestFramesDoNotAllocate), but no more than the list has.
func (p *List[T]) fresh() *page[T] {
	if len(p.spare) == 0 {
		block := make([]page[T], min(len(p.list), together))
		for i := range block {
			p.spare = append(p.spare, &block[i])
		}
	}
	n := len(p.spare)
	last := p.spare[n-1]
	p.spare[n-1] = nil
	p.spare = p.spare[:n-1]
	return last
}

// CopyFrom makes p share all pages of o. It keeps none of its own: p may never make any (TestPagesDoNotPileUp).
func (p *List[T]) CopyFrom(o *List[T]) {
	for _, now := range o.list {
		now.holders.Add(1)
	}
	for _, old := range p.list {
		old.holders.Add(-1)
	}
	before := p.list
	p.list = append(p.list[:0], o.list...)
	clear(before[min(len(p.list), len(before)):])
	p.length, p.copied = o.length, o.copied
}

// At is a record, not to be written to.
func (p *List[T]) At(i int) *T { return &p.list[i/Length].records[i%Length] }

// AppendTo appends all records to a list.
func (p *List[T]) AppendTo(list []T) []T {
	left := p.length
	for _, now := range p.list {
		n := min(left, Length)
		list = append(list, now.records[:n]...)
		left -= n
	}
	return list
}

// Memory is the number of bytes that are not shared with the copy before.
func (p *List[T]) Memory() int { return p.copied + 8*(cap(p.list)+cap(p.spare)) }

// same reports whether two lists of the same length have the same bits.
func same[T any](a, b []T) bool {
	if len(a) == 0 {
		return true
	}
	n := len(a) * int(unsafe.Sizeof(a[0]))
	return unsafe.String((*byte)(unsafe.Pointer(&a[0])), n) == unsafe.String((*byte)(unsafe.Pointer(&b[0])), n)
}

// Len is the number of records.
func (p *List[T]) Len() int { return p.length }

// Same reports whether a page of a list has the same bits as records.
func (p *List[T]) Same(page int, records []T) bool {
	return same(p.list[page].records[:len(records)], records)
}
