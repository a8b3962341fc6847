package document

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// MaxFile bounds a file and all that it refers to, together (bytes).
const MaxFile = 512 << 20

const (
	glbMagic     = 0x46546c67 // "glTF"
	glbChunkJSON = 0x4e4f534a // "JSON"
	glbChunkBIN  = 0x004e4942 // "BIN\0"
)

// Container splits a file into its JSON and, for a binary file, its first buffer.
func Container(data []byte) (text, bin []byte, err error) {
	if len(data) > MaxFile {
		return nil, nil, fmt.Errorf("the file has %d bytes: at most %d are read", len(data), MaxFile)
	}
	if len(data) < 4 || binary.LittleEndian.Uint32(data) != glbMagic {
		return data, nil, nil
	}
	if len(data) < 12 {
		return nil, nil, errors.New("the header of the binary file is cut off")
	}
	if v := binary.LittleEndian.Uint32(data[4:]); v != 2 {
		return nil, nil, fmt.Errorf("binary format version %d: only version 2 is known", v)
	}
	if n := uint64(binary.LittleEndian.Uint32(data[8:])); n != uint64(len(data)) {
		return nil, nil, fmt.Errorf("the header says %d bytes, the file has %d", n, len(data))
	}
	rest := data[12:]
	for first := true; len(rest) > 0; first = false {
		if len(rest) < 8 {
			return nil, nil, errors.New("a chunk header is cut off")
		}
		length, kind := uint64(binary.LittleEndian.Uint32(rest)), binary.LittleEndian.Uint32(rest[4:])
		if length > uint64(len(rest)-8) {
			return nil, nil, fmt.Errorf("a chunk of %d bytes goes beyond the end of the file", length)
		}
		chunk := rest[8 : 8+length]
		rest = rest[8+length:]
		switch {
		case first && kind != glbChunkJSON:
			return nil, nil, errors.New("the first chunk is not JSON")
		case first:
			text = chunk
		case kind == glbChunkBIN && bin == nil:
			bin = chunk
		}
	}
	if text == nil {
		return nil, nil, errors.New("there is no JSON chunk")
	}
	return text, bin, nil
}
