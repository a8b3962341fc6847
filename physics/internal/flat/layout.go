package flat

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unsafe"
)

// Layout holds where the fields of T lie in memory. Make it with Of.
type Layout[T any] struct {
	leaves []leaf
	runs   []run
	// wire is the number of bytes of one T.
	wire  int
	whole bool // memory and bytes are equal, but for gaps
	// gaps are the bytes of no number, which are zero.
	gaps []run
	// holes are the parts of T in memory that no run fills; with pointers set they may hold some.
	holes    []run
	pointers bool
	// not all bytes make a valid float or bool; inspector finds those that do not.
	floats, bools []run
	inspector     inspector
	skipped       []string
	// zero is set when skipped fields take their place in the bytes.
	zero bool
}

// Of returns the layout of T without the fields whose names, or paths like "Axes.mass", are
// in skip. It panics if T holds anything that is not plain, or if skip names nothing in T.
func Of[T any](skip ...string) *Layout[T] { return layout(&Layout[T]{skipped: skip}) }

// Zeroing returns the layout of T in which the fields of those names are zero in the bytes, and after reading. They
// take room there, and in exchange lists are copied at once where those without them could not be.
func Zeroing[T any](names ...string) *Layout[T] {
	return layout(&Layout[T]{skipped: names, zero: true})
}

func layout[T any](l *Layout[T]) *Layout[T] {
	used := make(map[string]bool)
	t := reflect.TypeFor[T]()
	l.walk(t, 0, "", "", used)
	l.align(alignment(t))
	for _, s := range l.skipped {
		if !used[s] {
			panic(fmt.Sprintf("flat: %v has no field %s", t, s))
		}
	}
	at := 0
	l.whole = littleEndian && l.wire == int(t.Size())
	for _, f := range l.leaves {
		l.gap(at, f.at)
		at = f.at + f.size
		l.whole = l.whole && f.offset == uintptr(f.at)
		r := run{f.offset, f.at, f.size, f.size}
		l.runs = join(l.runs, r)
		switch f.kind {
		case reflect.Float32:
			l.floats = join(l.floats, r)
		case reflect.Bool:
			l.bools = join(l.bools, r)
		}
	}
	l.gap(at, l.wire)
	end := uintptr(0)
	for _, r := range append(slices.Clone(l.runs), run{offset: t.Size()}) {
		if end < r.offset {
			l.holes = append(l.holes, run{offset: end, size: int(r.offset - end)})
		}
		end = r.offset + uintptr(r.size)
	}
	l.pointers = hasPointers(t)
	l.inspector = newInspector(l.leaves, l.floats, l.gaps, l.wire)
	return l
}

// align takes the end of the bytes to a multiple of n.
func (l *Layout[T]) align(n int) { l.wire = (l.wire + n - 1) / n * n }

// gap notes that the bytes from at to end belong to no number.
func (l *Layout[T]) gap(at, end int) {
	if at < end {
		l.gaps = append(l.gaps, run{at: at, size: end - at})
	}
}

// alignment is that of a type in the bytes: as in the memory of 64-bit machines.
func alignment(t reflect.Type) int {
	switch t.Kind() {
	case reflect.Struct:
		n := 1
		for i := range t.NumField() {
			n = max(n, alignment(t.Field(i).Type))
		}
		return n
	case reflect.Array:
		return alignment(t.Elem())
	case reflect.Bool, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint8,
		reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Float32:
		return int(t.Size())
	}
	return 1
}

// hasPointers reports whether t holds a pointer or anything else that is not plain.
func hasPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if hasPointers(t.Field(i).Type) {
				return true
			}
		}
		return false
	case reflect.Array:
		return hasPointers(t.Elem())
	}
	return t.Kind() < reflect.Bool || t.Kind() > reflect.Complex128
}

// walk lists the numbers of t; name is its path with the indices of arrays, plain without.
func (l *Layout[T]) walk(t reflect.Type, offset uintptr, name, plain string, used map[string]bool) {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			path := strings.TrimPrefix(plain+"."+f.Name, ".")
			skip := slices.Contains(l.skipped, path)
			if skip {
				used[path] = true
				if !l.zero {
					continue
				}
			}
			l.align(alignment(f.Type))
			if f.Name == "_" || skip {
				l.wire += int(f.Type.Size())
				continue
			}
			l.walk(f.Type, offset+f.Offset, strings.TrimPrefix(name+"."+f.Name, "."), path, used)
		}
		l.align(alignment(t))
	case reflect.Array:
		for i := range t.Len() {
			l.walk(t.Elem(), offset+uintptr(i)*t.Elem().Size(), fmt.Sprintf("%s[%d]", name, i), plain, used)
		}
	case reflect.Bool, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint8,
		reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Float32:
		size := int(t.Size())
		l.leaves = append(l.leaves, leaf{name, t.Kind(), offset, l.wire, size})
		l.wire += size
	default:
		panic(fmt.Sprintf("flat: %s is a %v: skip it and code it by itself", plain, t))
	}
}

// Size returns the number of bytes of one T.
func (l *Layout[T]) Size() int { return l.wire }

// String describes the bytes: names and types in their order.
func (l *Layout[T]) String() string {
	var b strings.Builder
	for _, f := range l.leaves {
		fmt.Fprintf(&b, "%s %v;", f.path, f.kind)
	}
	return b.String()
}

// Append appends the bytes of items to b.
func (l *Layout[T]) Append(b []byte, items []T) []byte {
	if len(items) == 0 {
		return b
	}
	start := len(b)
	if l.whole {
		b = append(b, unsafe.Slice((*byte)(unsafe.Pointer(&items[0])), len(items)*l.wire)...)
	} else {
		b = slices.Grow(b, len(items)*l.wire)[:start+len(items)*l.wire]
		for i := range items {
			l.copyOut(b[start+i*l.wire:][:l.wire], unsafe.Pointer(&items[i]))
		}
	}
	for k := range l.gaps {
		g := &l.gaps[k]
		for at := start + g.at; at < len(b); at += l.wire {
			clear(b[at : at+g.size])
		}
	}
	return b
}

func (l *Layout[T]) copyOut(dst []byte, item unsafe.Pointer) {
	for k := range l.runs {
		r := &l.runs[k]
		src := unsafe.Slice((*byte)(unsafe.Add(item, r.offset)), r.size)
		copy(dst[r.at:], src)
		if !littleEndian {
			swap(dst[r.at:r.at+r.size], r.unit)
		}
	}
}

// Decode fills items from the bytes at the start of data, which must be long enough. Skipped
// fields become zero. Booleans other than 0 and 1 are refused; numbers that are not finite
// are only reported.
func (l *Layout[T]) Decode(items []T, data []byte) (finite bool, err error) {
	return l.decode(nil, items, data)
}

// decode is Decode with the checksum of the data, nil for none.
func (l *Layout[T]) decode(c *checksum, items []T, data []byte) (finite bool, err error) {
	if l.pointers {
		// the collector has to see that they go
		clear(items)
	}
	finite, at, err := l.blocks(c, data[:len(items)*l.wire], func(first int, block []byte) {
		if l.whole {
			copy(unsafe.Slice((*byte)(unsafe.Pointer(&items[first])), len(block)), block)
			return
		}
		for i := range items[first : first+len(block)/l.wire] {
			item := unsafe.Pointer(&items[first+i])
			l.copyIn(item, block[i*l.wire:][:l.wire])
			if !l.pointers {
				l.clearHoles(item)
			}
		}
	})
	if err != nil {
		err = fmt.Errorf("%d: %w", at, err)
	}
	return finite, err
}

func (l *Layout[T]) clearHoles(item unsafe.Pointer) {
	for k := range l.holes {
		h := &l.holes[k]
		clear(unsafe.Slice((*byte)(unsafe.Add(item, h.offset)), h.size))
	}
}

// blocks checks the items in data and passes the valid ones to use, a block at a time. On an
// error at is the number of the item.
func (l *Layout[T]) blocks(c *checksum, data []byte, use func(first int, block []byte)) (finite bool, at int,
	err error) {
	finite = true
	most := max(1, blockSize/max(1, l.wire)) * l.wire
	for len(data) > 0 {
		block := data[:min(most, len(data))]
		data = data[len(block):]
		c.through(block)
		blockFinite, ok := l.inspector.inspect(block, l.wire)
		finite = finite && blockFinite
		if !ok {
			for i := 0; i < len(block); i += l.wire {
				if err := l.check(block[i:][:l.wire]); err != nil {
					return false, at + i/l.wire, err
				}
			}
		}
		use(at, block)
		at += len(block) / l.wire
	}
	return finite, at, nil
}

func (l *Layout[T]) copyIn(item unsafe.Pointer, src []byte) {
	if l.whole {
		copy(unsafe.Slice((*byte)(item), l.wire), src)
		return
	}
	for k := range l.runs {
		r := &l.runs[k]
		dst := unsafe.Slice((*byte)(unsafe.Add(item, r.offset)), r.size)
		copy(dst, src[r.at:])
		if !littleEndian {
			swap(dst, r.unit)
		}
	}
}

// check refuses booleans that are neither 0 nor 1 and gaps that are not zero.
func (l *Layout[T]) check(data []byte) error {
	for k := range l.bools {
		r := &l.bools[k]
		for at := r.at; at < r.at+r.size; at++ {
			if data[at] > 1 {
				return fmt.Errorf("%s: %d is not 0 or 1", l.pathAt(at), data[at])
			}
		}
	}
	for k := range l.gaps {
		g := &l.gaps[k]
		for at := g.at; at < g.at+g.size; at++ {
			if data[at] != 0 {
				return fmt.Errorf("byte %d, which belongs to no number: %d", at, data[at])
			}
		}
	}
	return nil
}

// Finite returns an error that names the first number of item that is not finite.
func (l *Layout[T]) Finite(item *T) error {
	for _, f := range l.leaves {
		if f.kind != reflect.Float32 {
			continue
		}
		if x := *(*float32)(unsafe.Add(unsafe.Pointer(item), f.offset)); x-x != 0 {
			return fmt.Errorf("%s: %g", f.path, x)
		}
	}
	return nil
}

func (l *Layout[T]) pathAt(at int) string {
	i, _ := slices.BinarySearchFunc(l.leaves, at, func(f leaf, at int) int { return f.at - at })
	return l.leaves[i].path
}
