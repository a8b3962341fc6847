package record

import (
	"encoding/binary"
	"fmt"
	"unicode/utf8"
)

// BranchName says what the user calls the branch that a tick is on.
type BranchName struct {
	Tick uint64
	Name string
}

// Limits of the names of branches: the bytes of one, and how many there are in a part.
const (
	MaxBranchName  = 120
	maxBranchNames = 1 << 12
)

// NameBranch records the name of the branch that the tick, which has been done, is on: at most MaxBranchName bytes.
// Names beyond those that a part can have are left out.
func (r *Recorder) NameBranch(tick uint64, name string) error {
	if r.Err() != nil {
		return r.err
	}
	if err := CheckBranchName(name); err != nil {
		return r.keep(fmt.Errorf("engine: recording: %w", err))
	}
	if r.names >= maxBranchNames {
		return nil
	}
	r.names++
	r.buffer = append(binary.LittleEndian.AppendUint64(r.buffer[:0], tick), name...)
	return r.keep(r.log.Append(uint16(KindBranchName), r.buffer))
}

// CheckBranchName says why a text cannot be the name of a branch, if it cannot.
func CheckBranchName(name string) error {
	if len(name) == 0 || len(name) > MaxBranchName || !utf8.ValidString(name) {
		return fmt.Errorf("the name of a branch %.40q: must be 1 to %d bytes of UTF-8", name, MaxBranchName)
	}
	return nil
}

// takeBranchName reads the entry of NameBranch.
func (p *Part) takeBranchName(data []byte) error {
	if len(data) < 8 {
		return fmt.Errorf("the name of a branch in %d bytes: must be 9 or more", len(data))
	}
	n := BranchName{Tick: binary.LittleEndian.Uint64(data), Name: string(data[8:])}
	if err := CheckBranchName(n.Name); err != nil {
		return err
	}
	if len(p.Names) >= maxBranchNames {
		return fmt.Errorf("more than %d names of branches", maxBranchNames)
	}
	p.Names = append(p.Names, n)
	return nil
}

// BranchNames are the names that were given to branches by way of a tick, in their order.
func (p *Player) BranchNames(tick uint64) func(yield func(name string) bool) {
	return func(yield func(string) bool) {
		for i := range p.rec.Names {
			if n := &p.rec.Names[i]; n.Tick == tick && !yield(n.Name) {
				return
			}
		}
	}
}
