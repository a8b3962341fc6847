package meter

import "tumble/physics"

// The ledger of energy has a meter for each of its entries: what it gave to the bodies since the ledger was opened, which is before the first
// step that is measured.

// ledgerMeters are those of the ledger of energy.
func ledgerMeters() []Meter {
	var list []Meter
	for i, e := range physics.EnergyEntries() {
		list = append(list, Meter{"ledger." + e.Name, "J", e.Text, passLedger, func(r *reading) float64 { return r.entry(i) }, nil})
	}
	return append(list,
		Meter{"ledger.guards", "J", "All guards together, whatever their signs.", passLedger, (*reading).guards, nil},
		Meter{"ledger.exchanged", "J", "All that was booked, whatever its sign.", passLedger, func(r *reading) float64 { return r.ledger.Exchanged }, nil},
		Meter{"ledger.error", "J", "What the entries lack of the change of the energy.", passLedger, func(r *reading) float64 { return r.ledger.Error }, nil},
	)
}

// entry is the sum of an entry (J), 0 without a ledger.
func (r *reading) entry(i int) float64 {
	if i >= len(r.ledger.Entries) {
		return 0
	}
	return r.ledger.Entries[i].Total
}

func (r *reading) guards() float64 { return r.ledger.Guards() }
