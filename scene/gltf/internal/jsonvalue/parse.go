package jsonvalue

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"tumble/scene/model"
)

// MaxText bounds the size of a JSON text (bytes).
const MaxText = 128 << 20

const (
	// maxNesting bounds how deep arrays and objects nest.
	maxNesting = 200
	// maxValues bounds the values of a text: each costs about a hundred bytes of memory, however
	// few characters it has. The largest scenes that may be saved have half as many.
	maxValues = 8 << 20
)

// Parse reads JSON into maps, slices, json.Number, string, bool and nil.
func Parse(text []byte, f *model.Faults) (Value, error) {
	root := MissingAt("", f)
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	if len(text) > MaxText {
		return root, fmt.Errorf("the JSON has %d bytes: at most %d are read", len(text), MaxText)
	}
	if err := checkStructure(text); err != nil {
		return root, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&root.Data); err != nil {
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
	if _, ok := root.Data.(map[string]any); !ok {
		return root, errors.New("a glTF document is a JSON object")
	}
	return root, nil
}

// position returns the line and column of an offset, from 1.
func position(text []byte, offset int64) (line, column int) {
	before := text[:max(0, min(offset, int64(len(text))))]
	return 1 + bytes.Count(before, []byte("\n")), len(before) - bytes.LastIndexByte(before, '\n')
}

// checkStructure refuses documents that nest too deep or have too many values, before the decoder
// takes memory for them.
func checkStructure(text []byte) error {
	depth, values, inString, skip := 0, 0, false, false
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
			values++
		case c == '}' || c == ']':
			depth--
		case c == ',':
			if values++; values > maxValues {
				return fmt.Errorf("more than %d values", maxValues)
			}
		}
	}
	return nil
}
