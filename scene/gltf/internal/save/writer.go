package save

import (
	"bytes"
	"fmt"

	"github.com/qmuntal/gltf"
)

// writer is a glTF document being written: its nodes and its only buffer.
type writer struct {
	doc  *gltf.Document
	data []byte
}

// node adds a node below a parent, −1 for the scene itself.
func (e *writer) node(parent int, n *gltf.Node) int {
	i := len(e.doc.Nodes)
	e.doc.Nodes = append(e.doc.Nodes, n)
	if parent < 0 {
		e.doc.Scenes[0].Nodes = append(e.doc.Scenes[0].Nodes, i)
	} else {
		p := e.doc.Nodes[parent]
		p.Children = append(p.Children, i)
	}
	return i
}

func (e *writer) write(asBinary bool) ([]byte, error) {
	if len(e.data) > 0 {
		buffer := &gltf.Buffer{ByteLength: len(e.data), Data: e.data}
		if !asBinary {
			buffer.EmbeddedResource()
		}
		e.doc.Buffers = []*gltf.Buffer{buffer}
	}
	var out bytes.Buffer
	w := gltf.NewEncoder(&out)
	w.AsBinary = asBinary
	if !asBinary {
		w.SetJSONIndent("", " ")
	}
	if err := w.Encode(e.doc); err != nil {
		return nil, fmt.Errorf("gltfscene: %w", err)
	}
	return out.Bytes(), nil
}
