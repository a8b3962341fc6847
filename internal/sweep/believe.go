package sweep

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// mostReason (bytes) is more than oneLine leaves.
const mostReason = 400

// jobKey names a job by everything that its row follows from: a row of another study, cell or point has another one.
func (s *Study) jobKey(job Job) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s %d", s.Digest, job.Cell)
	for _, v := range job.Values {
		_ = binary.Write(h, binary.LittleEndian, math.Float64bits(v))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// believe refuses a reply that no simulation of the job gives.
func (s *Study) believe(job Job, r *reply) error {
	row := &r.Row
	if r.Job != s.jobKey(job) || row.Cell != job.Cell || len(row.Values) != len(job.Values) {
		return fmt.Errorf("a row of another job as that of cell %d", job.Cell)
	}
	for i, v := range row.Values {
		if math.Float64bits(float64(v)) != math.Float64bits(job.Values[i]) {
			return fmt.Errorf("cell %d with values of another cell", job.Cell)
		}
	}
	metrics, guards := 0, 0
	switch row.State {
	case Fine, Broken:
		metrics, guards = len(s.Metrics), len(s.Guards)
	case Quarantined, Failed, Panicked, NotFinished:
	default:
		return fmt.Errorf("cell %d with the state %.20q", job.Cell, row.State)
	}
	hash, err := hex.DecodeString(row.Hash)
	switch {
	case len(row.Metrics) != metrics || len(row.Guards) != guards:
		return fmt.Errorf("cell %d with %d metrics and %d guard rails, of %d and %d", job.Cell, len(row.Metrics),
			len(row.Guards), metrics, guards)
	case row.Steps < 0 || row.Steps > s.Steps:
		return fmt.Errorf("cell %d with %d steps of %d", job.Cell, row.Steps, s.Steps)
	case err != nil || row.State.Ended() != (len(hash) == 8):
		return fmt.Errorf("cell %d with the hash %.20q", job.Cell, row.Hash)
	case len(row.Reason) > mostReason || !utf8.ValidString(row.Reason) ||
		strings.ContainsFunc(row.Reason, func(c rune) bool { return c < ' ' || c == 0x7f }):
		return fmt.Errorf("cell %d with a reason of %d bytes that is no line of text", job.Cell, len(row.Reason))
	case !(r.Seconds >= 0 && r.Seconds < 1e9):
		return fmt.Errorf("cell %d that took %g s", job.Cell, r.Seconds)
	}
	return nil
}

// certain reports whether every machine comes to the same row: neither its clock nor its memory ended the cell.
func (s State) certain() bool { return s != Panicked && s != NotFinished }
