// Package mcapfile writes and reads messages in files of the format MCAP (https://mcap.dev/spec), without the
// libraries for tests that the module of its makers links. All numbers are little endian.
package mcapfile

import (
	"encoding/binary"
	"errors"
)

// magic begins and ends a file.
const magic = "\x89MCAP0\r\n"

// The records that are written or read.
const (
	opHeader       = 1
	opFooter       = 2
	opSchema       = 3
	opChannel      = 4
	opMessage      = 5
	opChunk        = 6
	opMessageIndex = 7
	opChunkIndex   = 8
	opStatistics   = 0x0b
	opDataEnd      = 0x0f
)

// Schema describes the messages of channels.
type Schema struct {
	ID             uint16
	Name, Encoding string
	Data           []byte
}

// Channel is a row of messages.
type Channel struct {
	ID, SchemaID    uint16
	Topic, Encoding string
}

// Message is one message at a time (ns) of the log.
type Message struct {
	ChannelID uint16
	Sequence  uint32
	Time      uint64
	Data      []byte
}

// put appends numbers and texts as records have them: texts and bytes with their length before them.
func put(b []byte, values ...any) []byte {
	for _, v := range values {
		switch v := v.(type) {
		case uint16:
			b = binary.LittleEndian.AppendUint16(b, v)
		case uint32:
			b = binary.LittleEndian.AppendUint32(b, v)
		case uint64:
			b = binary.LittleEndian.AppendUint64(b, v)
		case string:
			b = append(binary.LittleEndian.AppendUint32(b, uint32(len(v))), v...)
		case []byte:
			b = append(binary.LittleEndian.AppendUint32(b, uint32(len(v))), v...)
		}
	}
	return b
}

// record appends a record.
func record(b []byte, op byte, content []byte) []byte {
	b = binary.LittleEndian.AppendUint64(append(b, op), uint64(len(content)))
	return append(b, content...)
}

// errShort is about a record that ends before its content.
var errShort = errors.New("a length in the file is wrong")

// fields takes numbers and texts out of a record.
type fields struct {
	data []byte
	err  error
}

func (f *fields) take(n uint64) []byte {
	if f.err != nil || n > uint64(len(f.data)) {
		f.data, f.err = nil, errShort
		return make([]byte, min(n, 8))
	}
	out := f.data[:n]
	f.data = f.data[n:]
	return out
}

func (f *fields) uint16() uint16 { return binary.LittleEndian.Uint16(f.take(2)) }
func (f *fields) uint32() uint32 { return binary.LittleEndian.Uint32(f.take(4)) }
func (f *fields) uint64() uint64 { return binary.LittleEndian.Uint64(f.take(8)) }
func (f *fields) text() string {
	text := f.take(uint64(f.uint32()))
	if f.err != nil {
		return ""
	}
	return string(text)
}
