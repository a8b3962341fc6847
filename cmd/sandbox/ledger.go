package main

import (
	"fmt"
	"io"

	"tumble/internal/cli"
	"tumble/physics"
)

// ledger is where the energy of a run went (J).
type ledger struct {
	Start     float64       `json:"start"`
	Kinetic   float64       `json:"kinetic"`
	Potential float64       `json:"potential"`
	Entries   []ledgerEntry `json:"entries"`
	Guards    float64       `json:"guards"`
	Exchanged float64       `json:"exchanged"`
	Error     float64       `json:"error"`
}

// ledgerEntry is the energy that a mechanism gave to the bodies, and the sum of all that it gave and took.
type ledgerEntry struct {
	Name     string  `json:"name"`
	Gave     float64 `json:"gave"`
	Amount   float64 `json:"amount"`
	Physical bool    `json:"physical"`
	text     string
}

// ledgerOf reads the ledger of a world, nil without one.
func ledgerOf(w *physics.World) *ledger {
	l, ok := w.EnergyLedger(nil)
	if !ok {
		return nil
	}
	r := &ledger{Start: l.Start, Kinetic: l.Kinetic, Potential: l.Potential, Guards: l.Guards(), Exchanged: l.Exchanged,
		Error: l.Error}
	for _, e := range l.Entries {
		if e.Amount != 0 {
			r.Entries = append(r.Entries, ledgerEntry{e.Name, e.Total, e.Amount, e.Physical, e.Text})
		}
	}
	return r
}

// print writes a table. Mechanisms without a counterpart in nature come last.
func (l *ledger) print(w io.Writer) error {
	table := cli.NewTable(w)
	fmt.Fprintln(table, "\nENERGY\tGAVE, J\tOF ALL EXCHANGED\t")
	for _, physical := range [2]bool{true, false} {
		if !physical {
			fmt.Fprintln(table, "not in nature:\t\t\t")
		}
		for _, e := range l.Entries {
			if e.Physical == physical {
				fmt.Fprintf(table, "%s\t%.5g\t%s\t%s\n", e.Name, e.Gave, part(e.Amount, l.Exchanged), e.text)
			}
		}
	}
	fmt.Fprintf(table, "error\t%.2g\t%s\tWhat the entries lack of the change of the energy.\n", l.Error,
		part(l.Error, l.Exchanged))
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(
		w,
		"from %.6g J to %.6g J: %.6g J of motion, %.6g J of height above the origin; %.4g J exchanged, "+
			"%.3g J by guards\n",
		l.Start, l.Kinetic+l.Potential, l.Kinetic, l.Potential, l.Exchanged, l.Guards)
	return err
}

// part is an amount as a part of all, in per cent.
func part(amount, all float64) string {
	if all == 0 {
		return "0 %"
	}
	return fmt.Sprintf("%.2g %%", 100*max(amount, -amount)/all)
}
