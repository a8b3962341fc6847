package document

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/qmuntal/gltf"

	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/model"
)

// Document is a file that was opened: its JSON, its checked glTF, and its buffers.
type Document struct {
	Root   jsonvalue.Value
	GLTF   *gltf.Document
	Faults *model.Faults

	resources
	data    []byte            // the whole file
	files   map[string][]byte // that were read beside it
	bin     []byte
	buffers []loaded
}

// Open reads and checks a file. beside reads the other files that it refers to and may be nil. The
// document is of use only if no errors were added to the faults.
func Open(data []byte, beside model.Beside, f *model.Faults) *Document {
	files := map[string][]byte{}
	d := &Document{Faults: f, GLTF: &gltf.Document{}, data: data, files: files,
		resources: resources{beside: recorded(beside, files)}}
	text, bin, err := Container(data)
	if err == nil {
		d.Root, err = jsonvalue.Parse(text, f)
	}
	if err != nil {
		f.Errorf("", "%v", err)
		return d
	}
	d.bin = bin
	if checkDocument(d.Root); f.Failed() {
		return d
	}
	if err := json.Unmarshal(trimmed(text), d.GLTF); err != nil {
		f.Errorf("", "%v", err)
		return d
	}
	d.buffers = make([]loaded, len(d.GLTF.Buffers))
	return d
}

// trimmed leaves out a byte-order mark.
func trimmed(text []byte) []byte {
	if len(text) >= 3 && text[0] == 0xef {
		return text[3:]
	}
	return text
}

// loaded is a buffer or image that was read, or why not.
type loaded struct {
	done bool
	data []byte
	err  error
}

// Buffer returns the bytes of a buffer, which is read when it is first needed.
func (d *Document) Buffer(i int) ([]byte, error) {
	b := &d.buffers[i]
	if b.done {
		return b.data, b.err
	}
	b.done = true
	buffer := d.GLTF.Buffers[i]
	switch {
	case buffer.URI != "":
		b.data, b.err = d.Load(buffer.URI)
	case i == 0 && d.bin != nil:
		b.data = d.bin
	default:
		b.err = errors.New("has no uri, and the file has no binary chunk for it")
	}
	if b.err == nil && len(b.data) < buffer.ByteLength {
		b.err = fmt.Errorf("has %d bytes, not the %d of byteLength", len(b.data), buffer.ByteLength)
	}
	if b.err == nil {
		b.data = b.data[:buffer.ByteLength]
	}
	return b.data, b.err
}
