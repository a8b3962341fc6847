package gltfscene

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"tumble/internal/scenefile"
)

// Limits of the size of a file, bytes.
const (
	// MaxFile bounds a file and all that it refers to, together.
	MaxFile = 512 << 20
	// maxJSON bounds the JSON part.
	maxJSON = 128 << 20
	// maxNesting bounds how deep arrays and objects nest.
	maxNesting = 200
)

const (
	glbMagic     = 0x46546c67 // "glTF"
	glbChunkJSON = 0x4e4f534a // "JSON"
	glbChunkBIN  = 0x004e4942 // "BIN\0"
)

// container splits a file into its JSON and, for a binary file, its first buffer.
func container(data []byte) (text, bin []byte, err error) {
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

// parse reads JSON into maps, slices, json.Number, string, bool and nil.
func parse(text []byte, f *scenefile.Faults) (value, error) {
	root := value{nil, "", f}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	if len(text) > maxJSON {
		return root, fmt.Errorf("the JSON has %d bytes: at most %d are read", len(text), maxJSON)
	}
	if err := checkNesting(text); err != nil {
		return root, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&root.v); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			line, column := position(text, syntax.Offset)
			return root, fmt.Errorf("line %d, column %d: no JSON: %s", line, column, syntax.Error())
		}
		return root, fmt.Errorf("no JSON: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		line, column := position(text, d.InputOffset())
		return root, fmt.Errorf("line %d, column %d: there is more after the end of the JSON", line, column)
	}
	if _, ok := root.v.(map[string]any); !ok {
		return root, errors.New("a glTF document is a JSON object")
	}
	return root, nil
}

// position returns the line and column of an offset, from 1.
func position(text []byte, offset int64) (line, column int) {
	before := text[:max(0, min(offset, int64(len(text))))]
	return 1 + bytes.Count(before, []byte("\n")), len(before) - bytes.LastIndexByte(before, '\n')
}

// checkNesting refuses documents that nest too deep, before the decoder recurses into them.
func checkNesting(text []byte) error {
	depth, inString, skip := 0, false, false
	for i, c := range text {
		switch {
		case skip:
			skip = false
		case inString:
			skip = c == '\\'
			inString = c != '"'
		case c == '"':
			inString = true
		case c == '{' || c == '[':
			if depth++; depth > maxNesting {
				line, column := position(text, int64(i))
				return fmt.Errorf("line %d, column %d: nested deeper than %d", line, column, maxNesting)
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return nil
}
