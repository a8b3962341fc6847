package flat

import (
	"encoding/binary"
	"reflect"
)

// Two little-endian 32-bit floats lie in eight bytes. One is not finite when the bits of its
// exponent are all ones: these alone, with one added, carry into its sign.
const (
	floatExponent = 0x7f800000
	floatOne      = 0x00800000
	floatSign     = 0x80000000
	bothSigns     = floatSign<<32 | floatSign
)

// wordMask checks eight bytes of an item for floats that are not finite, at their start or in their
// second half, for booleans that are neither 0 nor 1, and for gaps that are not zero.
type wordMask struct {
	at                   int
	exponents, ones, not uint64
}

// wordMasks returns the masks for all floats, booleans and gaps of an item of so many bytes.
func wordMasks(leaves []leaf, gaps []run, wire int) []wordMask {
	var masks []wordMask
	covering := func(at, size int) *wordMask {
		for k := range masks {
			if l := &masks[k]; l.at <= at && at+size <= l.at+8 {
				return l
			}
		}
		return nil
	}
	for _, f := range leaves {
		if f.kind != reflect.Float32 {
			continue
		}
		l := covering(f.at, 4)
		if l == nil || (f.at-l.at)%4 != 0 {
			at := f.at
			if wire >= smallItem && at+8 > wire {
				at -= 4
			}
			masks = append(masks, wordMask{at: at})
			l = &masks[len(masks)-1]
		}
		l.exponents |= floatExponent << (8 * (f.at - l.at))
		l.ones |= floatOne << (8 * (f.at - l.at))
	}
	bar := func(at int, bits uint64) {
		l := covering(at, 1)
		if l == nil {
			masks = append(masks, wordMask{at: max(0, min(at, wire-8))})
			l = &masks[len(masks)-1]
		}
		l.not |= bits << (8 * (at - l.at))
	}
	for _, f := range leaves {
		if f.kind == reflect.Bool {
			bar(f.at, 0xfe)
		}
	}
	for _, g := range gaps {
		for at := g.at; at < g.at+g.size; at++ {
			bar(at, 0xff)
		}
	}
	return masks
}

// inspector finds floats that are not finite, booleans that are neither 0 nor 1 and gaps that are not
// zero.
type inspector struct {
	// long runs of floats, and masks for the rest
	floats []run
	masks  []wordMask
	// wide holds the same for whole items, where the processor checks sixteen bytes at a time.
	wide wideMasks
}

func newInspector(leaves []leaf, floats, gaps []run, wire int) inspector {
	var n inspector
	for _, r := range floats {
		if r.size >= longRun {
			n.floats = append(n.floats, r)
		}
	}
	rest := make([]leaf, 0, len(leaves))
	for _, f := range leaves {
		long := false
		for _, r := range n.floats {
			long = long || f.at >= r.at && f.at < r.at+r.size
		}
		if !long {
			rest = append(rest, f)
		}
	}
	n.masks = wordMasks(rest, gaps, wire)
	n.wide = newWideMasks(leaves, gaps, wire)
	return n
}

// inspect reports whether all floats of the items in data, of so many bytes each, are finite, and whether
// all booleans are 0 or 1 and all gaps zero.
func (n *inspector) inspect(data []byte, wire int) (finite, ok bool) {
	if len(n.masks) == 0 && len(n.floats) == 0 {
		return true, true
	}
	infinite, flags, data := n.wide.inspect(data)
	finite, ok = n.inspectPlain(data, wire)
	return finite && infinite&bothSigns == 0, ok && flags == 0
}

// inspectPlain is inspect in Go.
func (n *inspector) inspectPlain(data []byte, wire int) (finite, ok bool) {
	if len(n.masks) == 0 && len(n.floats) == 1 && n.floats[0].size == wire {
		return exponents(data)&bothSigns == 0, true
	}
	if wire < smallItem {
		return n.inspectSmall(data, wire)
	}
	infinite, flags := uint64(0), uint64(0)
	for ; len(data) >= wire; data = data[wire:] {
		item := data[:wire]
		for k := range n.floats {
			r := &n.floats[k]
			infinite |= exponents(item[r.at : r.at+r.size])
		}
		i, f := n.scan(item)
		infinite, flags = infinite|i, flags|f
	}
	return infinite&bothSigns == 0, flags == 0
}

// scan returns bits of which one of bothSigns is set if a float is not finite, and bits that are set if a
// boolean is neither 0 nor 1 or a gap not zero.
func (n *inspector) scan(item []byte) (infinite, flags uint64) {
	for k := range n.masks {
		l := &n.masks[k]
		w := binary.LittleEndian.Uint64(item[l.at:])
		infinite |= w&l.exponents + l.ones
		flags |= w & l.not
	}
	return infinite, flags
}

// inspectSmall is inspect for items that masks may reach beyond.
func (n *inspector) inspectSmall(data []byte, wire int) (finite, ok bool) {
	infinite, flags := uint64(0), uint64(0)
	for ; len(data) >= wire; data = data[wire:] {
		var item [smallItem + 4]byte
		copy(item[:], data[:wire])
		i, f := n.scan(item[:])
		infinite, flags = infinite|i, flags|f
	}
	return infinite&bothSigns == 0, flags == 0
}

// exponents returns bits of which one of bothSigns is set if a float in b is not finite.
func exponents(b []byte) uint64 {
	const mask, one = floatExponent<<32 | floatExponent, floatOne<<32 | floatOne
	le := binary.LittleEndian
	even, odd := uint64(0), uint64(0)
	for len(b) >= 32 {
		even |= (le.Uint64(b)&mask + one) | (le.Uint64(b[8:])&mask + one)
		odd |= (le.Uint64(b[16:])&mask + one) | (le.Uint64(b[24:])&mask + one)
		b = b[32:]
	}
	for ; len(b) >= 8; b = b[8:] {
		even |= le.Uint64(b)&mask + one
	}
	if len(b) >= 4 {
		odd |= uint64(le.Uint32(b)&floatExponent + floatOne)
	}
	return even | odd
}
