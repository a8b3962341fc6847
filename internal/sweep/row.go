package sweep

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

// State says how a cell ended.
type State string

const (
	// Fine: all guard rails held to the end.
	Fine State = "fine"
	// Broken: a guard rail broke.
	Broken State = "broken"
	// Quarantined: a body had a value that is no number.
	Quarantined State = "quarantined"
	// Failed: the scene could not be built or stepped with these values.
	Failed State = "failed"
	// Panicked: the simulation panicked, or its process died.
	Panicked State = "panicked"
	// NotFinished: the wall clock ended the cell. Such a row is no result.
	NotFinished State = "not finished"
)

// Ended reports whether the cell came to its end, so that its metrics mean something.
func (s State) Ended() bool { return s == Fine || s == Broken }

// Row is the result of a cell. It depends on the study alone.
type Row struct {
	Cell   int      `json:"cell"`
	Values []Number `json:"values"`
	State  State    `json:"state"`
	// Reason says why a cell has no result.
	Reason string `json:"reason,omitempty"`
	Steps  int    `json:"steps"`
	// Hash is that of the world after the last step.
	Hash    string   `json:"hash,omitempty"`
	Metrics []Number `json:"metrics"`
	// Guards are the steps after which the guard rails broke, 0 for those that held.
	Guards []int `json:"guards,omitempty"`
}

// Number is a float64 that JSON can hold in all its values.
type Number float64

// MarshalJSON writes the shortest digits that read back to the same value, and what is no number as text.
func (n Number) MarshalJSON() ([]byte, error) {
	v := float64(n)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return strconv.AppendQuote(nil, strconv.FormatFloat(v, 'g', -1, 64)), nil
	}
	return strconv.AppendFloat(nil, v, 'g', -1, 64), nil
}

// UnmarshalJSON reads the output of MarshalJSON.
func (n *Number) UnmarshalJSON(text []byte) error {
	if len(text) > 1 && text[0] == '"' {
		text = text[1 : len(text)-1]
	}
	v, err := strconv.ParseFloat(string(text), 64)
	*n = Number(v)
	return err
}

// Held reports whether no guard rail broke in a cell that ended.
func (r *Row) Held() bool { return r.State == Fine }

// encode appends the row as JSON.
func (r *Row) encode(out []byte) []byte {
	text, err := json.Marshal(r)
	if err != nil {
		panic("sweep: a row cannot be encoded: " + err.Error())
	}
	return append(out, text...)
}

// check refuses a row that no cell of the study has.
func (s *Study) check(r *Row) error {
	if r.Cell < 0 || r.Cell >= s.Cells() || len(r.Values) != len(s.Parameters) ||
		r.Metrics != nil && len(r.Metrics) != len(s.Metrics) || r.Guards != nil && len(r.Guards) != len(s.Guards) {
		return fmt.Errorf("sweep: row of cell %d does not belong to this study", r.Cell)
	}
	return nil
}
