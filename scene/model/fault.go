package model

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// maxFaults is how many faults of a file are kept: a broken file can have millions.
const maxFaults = 200

// Rank orders faults by their effect, the worst first.
type Rank uint8

// The ranks of faults.
const (
	// RankError keeps the file from being used.
	RankError Rank = iota
	// RankLoss means that a part of the simulation is missing, such as a collision mesh.
	RankLoss
	// RankWarning means that something is approximated, assumed or corrected.
	RankWarning
	// RankIgnored means that something without effect on the simulation is left out.
	RankIgnored
	// RankCount is the number of ranks.
	RankCount
)

// String is the word for a rank.
func (r Rank) String() string {
	return [RankCount]string{"error", "loss", "warning", "ignored"}[min(r, RankIgnored)]
}

// Fault is one thing that is wrong with a file.
type Fault struct {
	// Place in the file: a JSON pointer for glTF, a line for XML, empty for the whole file.
	Place   string
	Message string
	Rank    Rank
	cause   string
	times   int // how many places have the cause
}

// Cause is an error that many places of a file share: errors with the same key are told at the first of them, with
// their number.
type Cause struct{ Key, Text string }

func (c *Cause) Error() string { return c.Text }

// Warning reports whether the file can be used in spite of the fault.
func (f *Fault) Warning() bool { return f.Rank != RankError }

// String is the fault on one line.
func (f Fault) String() string {
	place := f.Place
	if place == "" {
		place = "/"
	}
	text := oneLine(f.Message)
	if f.times > 1 {
		text += fmt.Sprintf(" (%d times)", f.times)
	}
	return fmt.Sprintf("%s: %s: %s", place, f.Rank, text)
}

// oneLine keeps text of a hostile file from looking like several lines.
func oneLine(s string) string {
	const longest = 400
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
	if len(s) > longest {
		s = strings.ToValidUTF8(s[:longest], "") + "…"
	}
	return s
}

// Faults collects the faults of a file.
type Faults struct {
	List []Fault
	// Dropped counts the faults beyond those that are kept.
	Dropped int
	counts  [RankCount]int
}

// Errorf adds a fault that makes the file unusable.
func (f *Faults) Errorf(place, format string, args ...any) { f.add(RankError, place, format, args) }

// Lossf adds the loss of a part of the simulation.
func (f *Faults) Lossf(place, format string, args ...any) { f.add(RankLoss, place, format, args) }

// Warnf adds an approximation, an assumption or a correction.
func (f *Faults) Warnf(place, format string, args ...any) { f.add(RankWarning, place, format, args) }

// Ignoref adds something that is left out and has no effect on the simulation.
func (f *Faults) Ignoref(place, format string, args ...any) { f.add(RankIgnored, place, format, args) }

// add keeps a fault. A worse one takes the place of the last of a lesser rank when the list is full.
func (f *Faults) add(rank Rank, place, format string, args []any) {
	fault := Fault{Place: place, Message: fmt.Sprintf(format, args...), Rank: rank, times: 1}
	for _, a := range args {
		var c *Cause
		if err, ok := a.(error); ok && errors.As(err, &c) {
			fault.cause = c.Key
		}
	}
	for i := range f.List {
		if x := &f.List[i]; fault.cause != "" && x.cause == fault.cause && x.Rank == rank {
			x.times++
			return
		}
	}
	f.counts[rank]++
	if len(f.List) < maxFaults {
		f.List = append(f.List, fault)
		return
	}
	f.Dropped++
	for i := len(f.List) - 1; i >= 0; i-- {
		if f.List[i].Rank > rank {
			f.List[i] = fault
			return
		}
	}
}

// Sorted returns the faults by rank, those of a rank in the order of the file.
func (f *Faults) Sorted() []Fault {
	list := slices.Clone(f.List)
	slices.SortStableFunc(list, func(a, b Fault) int { return int(a.Rank) - int(b.Rank) })
	return list
}

// Failed reports whether there are faults that are not only warnings.
func (f *Faults) Failed() bool { return f.counts[RankError] > 0 }

// Count returns the number of errors.
func (f *Faults) Count() int { return f.counts[RankError] }

// CountOf returns the number of faults of a rank, those beyond the kept ones included.
func (f *Faults) CountOf(rank Rank) int { return f.counts[rank] }

// Err returns the first error and how many more there are, nil without errors.
func (f *Faults) Err() error {
	count := f.Count()
	if count == 0 {
		return nil
	}
	for _, fault := range f.List {
		if fault.Warning() {
			continue
		}
		if count > 1 {
			return fmt.Errorf("%s (and %d more; sandbox validate lists them)", fault, count-1)
		}
		return fmt.Errorf("%s", fault)
	}
	return fmt.Errorf("%d faults", count)
}
