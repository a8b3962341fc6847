package cli

import (
	"encoding/json"
	"io"
	"text/tabwriter"
)

// NewTable lines up columns that tabs separate.
func NewTable(out io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(out, 0, 0, 2, ' ', 0) }

func WriteJSON(out io.Writer, v any) error {
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
