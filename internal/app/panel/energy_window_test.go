package panel

import (
	"testing"

	"tumble/physics/scenes"
)

// The window of energy keeps a ledger when it is asked to, of every world to come, and none before.
func TestEnergyWindowKeepsALedger(t *testing.T) {
	r := newRig(t, "newtons_cradle", "")
	defer r.close()
	p := r.panels
	p.drawer = true
	p.ui.Show(windowEnergy)
	r.run(20)
	if _, open := r.session.World().EnergyLedger(nil); open {
		t.Error("a ledger is kept that nobody asked for")
	}
	p.energy.kept = true
	r.run(60)
	l, open := r.session.World().EnergyLedger(nil)
	if !open || l.Steps < 10 || len(p.energy.rows) < 3 {
		t.Fatalf("open %v, %d steps, %d rows", open, l.Steps, len(p.energy.rows))
	}
	s, _ := scenes.Find("chain100")
	if err := r.Open(s); err != nil {
		t.Fatal(err)
	}
	r.run(20)
	if _, open := r.session.World().EnergyLedger(nil); !open {
		t.Error("the next scene has no ledger")
	}
}
