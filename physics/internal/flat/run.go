package flat

import (
	"encoding/binary"
	"reflect"
	"slices"
)

// littleEndian is set when numbers lie in memory as they do in the bytes.
var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// leaf is one number.
type leaf struct {
	path   string
	kind   reflect.Kind
	offset uintptr // in memory
	at     int     // in the bytes
	size   int
}

// run is a part of T that is copied at once.
type run struct {
	offset   uintptr
	at, size int
	unit     int // bytes of one number, for machines of the other byte order
}

// join appends r to the runs, or to the last of them when it follows that in memory and bytes.
func join(runs []run, r run) []run {
	if n := len(runs); n > 0 {
		last := &runs[n-1]
		if last.offset+uintptr(last.size) == r.offset && last.at+last.size == r.at &&
			(littleEndian || last.unit == r.unit) {
			last.size += r.size
			return runs
		}
	}
	return append(runs, r)
}

// swap reverses the byte order of every number of unit bytes.
func swap(b []byte, unit int) {
	for ; len(b) >= unit; b = b[unit:] {
		slices.Reverse(b[:unit])
	}
}
