package physics_test

import (
	"math"
	"testing"
)

// TestLedgerClosesInRandomWorlds keeps the ledger of energy of random trials, in which deep overlaps, limits, motors,
// presses and whips act: its entries explain the change of the energy, and no bit of the trial changes.
func TestLedgerClosesInRandomWorlds(t *testing.T) {
	for name, trialOf := range map[string]func(random) (*trial, error){
		"articulations": articulationTrial, "overlaps": overlapTrial, "presses": squeezeTrial, "tangles": tangleTrial,
	} {
		worst, with := 0.0, 0.0
		for seed := range trials(1000) {
			exchanged, off, same := bookTrial(t, trialOf, seed)
			if !same {
				t.Errorf("%s, seed %d: another hash with the ledger", name, seed)
			}
			if !(off <= 1e-5) {
				t.Errorf("%s, seed %d: the entries lack %.2g of the %.4g J that were exchanged", name, seed, off,
					exchanged)
			}
			if off > worst {
				worst, with = off, exchanged
			}
		}
		t.Logf("%s: error at most %.1e of %.4g J", name, worst, with)
	}
}

// bookTrial runs a trial for 3 s with a ledger and without. It returns what was exchanged (J), which part of that the
// entries lack, and whether both end with the same hash.
func bookTrial(t *testing.T, trialOf func(random) (*trial, error), seed int) (exchanged, off float64, same bool) {
	t.Helper()
	var hashes [2]uint64
	for i := range hashes {
		tr, err := trialOf(seeded(seed))
		if err != nil {
			t.Fatal(err)
		}
		tr.world.KeepEnergyLedger(i == 0)
		for step := range int(3 * tr.rate) {
			if tr.each != nil {
				tr.each(step)
			}
			if err := tr.world.Step(1 / tr.rate); err != nil {
				t.Fatal(err)
			}
		}
		if l, ok := tr.world.EnergyLedger(nil); ok {
			exchanged, off = l.Exchanged, math.Abs(l.Error)/math.Max(l.Exchanged, 1e-9)
		}
		hashes[i] = tr.world.Hash()
		tr.world.Close()
	}
	return exchanged, off, hashes[0] == hashes[1]
}
