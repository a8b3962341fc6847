package sweep

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"tumble/engine/inputfile"
	"tumble/internal/wholefile"
)

// Head describes the table of a study. It lies beside the logs, so that they can be merged without the study.
type Head struct {
	Format     int         `json:"format"`
	Digest     string      `json:"digest"`
	Program    string      `json:"program"`
	Title      string      `json:"title,omitempty"`
	Study      string      `json:"study"`
	Scene      string      `json:"scene"`
	Cells      int         `json:"cells"`
	Repeat     int         `json:"repeat"`
	Design     Design      `json:"design"`
	Parameters []Parameter `json:"parameters"`
	Metrics    []Column    `json:"metrics"`
	Guards     []Column    `json:"guards"`
}

// Column is a column of the table.
type Column struct {
	Name string `json:"name"`
	Unit string `json:"unit,omitempty"`
}

const (
	headFormat = 1
	headName   = "study.json"
)

// reservedColumns are those that every table has.
var reservedColumns = []string{"cell", "point", "repetition", "state", "reason", "steps", "hash"}

// Head returns the head of the tables of a study. program names the version that simulates it.
func (s *Study) Head(program string) *Head {
	h := &Head{
		Format: headFormat, Digest: s.Digest, Program: program, Title: s.Title, Study: filepath.Base(s.Path),
		Scene: s.SceneName,
		Cells: s.Cells(), Repeat: s.Repeat.Count, Design: s.Design, Parameters: s.Parameters,
	}
	for i := range s.Metrics {
		h.Metrics = append(h.Metrics, Column{s.Metrics[i].Name, s.Metrics[i].Unit})
	}
	for i := range s.Guards {
		h.Guards = append(h.Guards, Column{Name: s.Guards[i].Name})
	}
	return h
}

// ErrOtherStudy is wrapped by errors about folders that hold another study, or the same of another version.
var ErrOtherStudy = errors.New("another study")

// same refuses the head of other rows.
func (h *Head) same(other *Head) error {
	switch {
	case h.Digest != other.Digest:
		return fmt.Errorf("%w: study, scene or seed are not those of the rows that are there", ErrOtherStudy)
	case h.Program != other.Program:
		return fmt.Errorf("%w: the rows that are there are of version %s, these would be of %s", ErrOtherStudy,
			h.Program, other.Program)
	}
	return nil
}

// ReadHead reads the head of the rows in a folder.
func ReadHead(dir string) (*Head, error) {
	text, err := inputfile.Read(filepath.Join(dir, headName), maxStudyBytes)
	if err != nil {
		return nil, err
	}
	h := &Head{}
	if err := json.Unmarshal(text, h); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, headName), err)
	}
	if h.Format != headFormat || h.Cells < 1 || h.Cells > mostCells || h.Repeat < 1 || h.Design.Chain < 1 ||
		h.Cells%h.Repeat != 0 || h.Cells%h.Design.Chain != 0 || h.Design.Chain > 1 &&
		h.Design.Bisected >= len(h.Parameters) {
		return nil, fmt.Errorf("%s: no description of a study that this version reads", filepath.Join(dir, headName))
	}
	h.Design.parameters = h.Parameters
	return h, nil
}

func (h *Head) write(dir string) error {
	return wholefile.Write(filepath.Join(dir, headName), func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(h)
	})
}

// takes refuses a row that is not of this table.
func (h *Head) takes(r *Row) error {
	if r.Cell < 0 || r.Cell >= h.Cells || len(r.Values) != len(h.Parameters) ||
		r.Metrics != nil && len(r.Metrics) != len(h.Metrics) || r.Guards != nil && len(r.Guards) != len(h.Guards) {
		return fmt.Errorf("row of cell %d does not belong to this study", r.Cell)
	}
	return nil
}
