package save

import (
	"encoding/json"
	"fmt"
)

// table is a document-level array whose entries are kept once.
type table struct {
	list  []any
	known map[string]int
}

func newTable() *table { return &table{known: map[string]int{}} }

// put returns the index of an entry.
func (t *table) put(entry any) (int, error) {
	text, err := json.Marshal(entry)
	if err != nil {
		return 0, fmt.Errorf("gltfscene: %w", err)
	}
	i, ok := t.known[string(text)]
	if !ok {
		i = len(t.list)
		t.known[string(text)] = i
		t.list = append(t.list, entry)
	}
	return i, nil
}
