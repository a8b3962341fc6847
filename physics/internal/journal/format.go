// Package journal is the log of everything that changes a world: its file format, one writer and one reader. It
// knows bytes, plain values, the codes of calls, frames and their checksums; which values a call has is the business
// of package physics. notes/recording-format.md describes the format byte by byte.
package journal

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
)

// Version is the version of the format, and oldestVersion the first that is still read. Version 3 has no Track.
const (
	Version       = 4
	oldestVersion = 3
)

// HeaderSize and FrameSize (bytes) are the sizes of the head of a file and of a record.
const (
	HeaderSize = 16
	FrameSize  = 12
)

// magic begins every file. Its first byte is no ASCII and it holds both line endings, so that a transfer as text
// is noticed.
var magic = [8]byte{0x89, 'T', 'M', 'B', 'L', '\r', '\n', 0x1a}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Kind is the kind of a record.
type Kind uint8

// The kinds of records. Their numbers are part of the format.
const (
	// Table lists the calls that the writer knows, with their codes and signatures.
	Table Kind = 1 + iota
	// World is a whole world, with which a run begins or goes on.
	World
	// Shapes are geometries that later calls refer to by number.
	Shapes
	// Call is a call that changes the world, with its result.
	Call
	// Step is a step of the world with the digest of the state after it.
	Step
	// Keyframe is the state after an earlier step.
	Keyframe
	// Entry is a record of the application. Its code says which.
	Entry
	// End is the last record of a file that was closed in order.
	End
	// Track are bodies that appear or the poses after a step, see package track. Its code says which.
	Track

	kindCount
)

var kindNames = [kindCount]string{"", "table", "world", "shapes", "call", "step", "keyframe", "entry", "end", "track"}

func (k Kind) String() string {
	if k == 0 || k >= kindCount {
		return fmt.Sprintf("kind %d", uint8(k))
	}
	return kindNames[k]
}

// Packed is the flag of a record whose payload is compressed.
const Packed = 1

// Record is one record of a journal.
type Record struct {
	Kind  Kind
	Flags uint8
	// Code is the Op of a call, the kind of an entry, that of a track, 0 for others.
	Code uint16
	// At is where the record begins in the file, Next where the following one does.
	At, Next int64
	Payload  []byte
}

// AppendHeader appends the head of a file.
func AppendHeader(b []byte) []byte {
	start := len(b)
	b = append(b, magic[:]...)
	b = binary.LittleEndian.AppendUint16(b, Version)
	b = binary.LittleEndian.AppendUint16(b, 0)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b[start:], castagnoli))
}

// checkHeader refuses files of other kinds and versions.
func checkHeader(h []byte) error {
	switch {
	case len(h) == 0:
		return errors.New("the file is empty: its program ended before it wrote anything")
	case len(h) < 8 || [8]byte(h[:8]) != magic:
		return fmt.Errorf("at byte 0: not a .tumble file: begins with % x", h[:min(len(h), 8)])
	case len(h) < HeaderSize:
		return fmt.Errorf("at byte %d: the file ends inside its header", len(h))
	}
	if sum, want := crc32.Checksum(h[:12], castagnoli), binary.LittleEndian.Uint32(h[12:]); sum != want {
		return fmt.Errorf("at byte 12: wrong checksum of the header: %08x, computed %08x", want, sum)
	}
	if v := binary.LittleEndian.Uint16(h[8:]); v < oldestVersion || v > Version {
		return fmt.Errorf("at byte 8: written in version %d of the format, this program reads versions %d to %d",
			v, oldestVersion, Version)
	}
	return nil
}

// putFrame fills the head of the record that b begins with, after its payload has been appended.
func putFrame(b []byte, kind Kind, flags uint8, code uint16) {
	binary.LittleEndian.PutUint32(b, uint32(len(b)-FrameSize))
	b[4], b[5] = byte(kind), flags
	binary.LittleEndian.PutUint16(b[6:], code)
	sum := crc32.Update(crc32.Checksum(b[:8], castagnoli), castagnoli, b[FrameSize:])
	binary.LittleEndian.PutUint32(b[8:], sum)
}

// frame is the head of a record.
type frame struct {
	length int64
	kind   Kind
	flags  uint8
	code   uint16
	sum    uint32
}

func readFrame(b []byte) frame {
	return frame{
		length: int64(binary.LittleEndian.Uint32(b)), kind: Kind(b[4]), flags: b[5],
		code: binary.LittleEndian.Uint16(b[6:]), sum: binary.LittleEndian.Uint32(b[8:]),
	}
}

// check refuses a head that no writer makes, or that claims more bytes than are left.
func (f *frame) check(left int64) error {
	switch {
	case f.kind == 0 || f.kind >= kindCount:
		return fmt.Errorf("a record of kind %d, of which this program knows nothing", f.kind)
	case f.flags&^Packed != 0:
		return fmt.Errorf("a %v record with unknown flags %#x", f.kind, f.flags)
	case f.length > left:
		return fmt.Errorf("the file ends inside a record (%v): %d of %d bytes are there", f.kind, left, f.length)
	}
	return nil
}

// opType is the description of a call in the format.
type opType struct {
	name      string
	signature uint32
	results   string
}

func (o Op) typ() (t opType) {
	if int(o) < len(ops) {
		return ops[o]
	}
	return t
}

// Known reports whether this version has the call.
func (o Op) Known() bool { return o.typ().name != "" }

// Signature is a checksum of the types of arguments and results.
func (o Op) Signature() uint32 { return o.typ().signature }

// Results has a letter for each result: e error as a truth value, i int, B body, S shape, J joint, s shapes.
func (o Op) Results() string { return o.typ().results }

// String is the name of a call, as World.CreateBody.
func (o Op) String() string {
	switch {
	case o == 0:
		return "World.Step"
	case o.Known():
		return o.typ().name
	}
	return fmt.Sprintf("call %d", uint16(o))
}
