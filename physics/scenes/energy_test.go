package scenes

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"tumble/physics"
)

// ledgerTolerance is the part of the exchanged energy by which the ledger may miss the change of the energy.
const ledgerTolerance = 1e-5

// TestLedgerCloses keeps the ledger of energy of every scene: the entries explain the change of its energy, and no bit
// of the scene changes. TUMBLE_SCENE=name runs one, and prints its entries with -v.
func TestLedgerCloses(t *testing.T) {
	for _, s := range All() {
		only := os.Getenv("TUMBLE_SCENE")
		if only != "" && only != s.Name {
			continue
		}
		values, _ := size(s)
		steps := goldenSteps
		with, without := build(t, s, s.WorldDef(), values), build(t, s, s.WorldDef(), values)
		if testing.Short() && only == "" {
			if with.World.BodyCount() > goldenShortBodies {
				continue
			}
			steps = goldenShortSteps
		}
		with.World.KeepEnergyLedger(true)
		advance(t, with, steps)
		advance(t, without, steps)
		if a, b := with.World.Hash(), without.World.Hash(); a != b {
			t.Errorf("%s: hash %016x with the ledger, %016x without", s.Name, a, b)
		}
		l, _ := with.World.EnergyLedger(nil)
		off := math.Abs(l.Error) / math.Max(l.Exchanged, 1e-9)
		if !(math.Abs(l.Error) <= float64(ledgerTolerance*l.Exchanged)+l.Rounding) {
			t.Errorf("%s: the entries lack %.3g J of the change of the energy, %.2g of the %.4g J that were exchanged",
				s.Name, l.Error, off, l.Exchanged)
		}
		t.Logf(
			"%-24s %9.3g J, error %.0e, guards %.1e, push-out %.1e, joint errors %.1e, integration %.1e, "+
				"others %.1e;%s", s.Name, l.Exchanged, off,
			share(&l, func(e *physics.EnergyEntry) bool { return e.Guard }),
			share(&l, func(e *physics.EnergyEntry) bool { return e.Name == "push_out" }),
			share(&l, func(e *physics.EnergyEntry) bool { return e.Name == "joint.errors" }),
			share(&l, func(e *physics.EnergyEntry) bool { return strings.HasPrefix(e.Name, "integration") }),
			share(&l, func(e *physics.EnergyEntry) bool {
				return !e.Physical && !e.Guard && e.Name != "push_out" && e.Name != "joint.errors" &&
					!strings.HasPrefix(e.Name, "integration")
			}), largest(&l, only != ""))
	}
}

// share is the part that some entries have of the exchanged energy.
func share(l *physics.EnergyLedger, of func(e *physics.EnergyEntry) bool) float64 {
	sum := 0.0
	for i := range l.Entries {
		if e := &l.Entries[i]; of(e) {
			sum += e.Amount
		}
	}
	return sum / math.Max(l.Exchanged, 1e-9)
}

// largest lists the largest entries, or all of them.
func largest(l *physics.EnergyLedger, all bool) string {
	list := slices.Clone(l.Entries)
	slices.SortStableFunc(list,
		func(a, b physics.EnergyEntry) int { return cmp.Compare(math.Abs(b.Total), math.Abs(a.Total)) })
	var text strings.Builder
	for i, e := range list {
		switch {
		case e.Total == 0:
		case all:
			fmt.Fprintf(&text, "\n  %-24s %12.5g J", e.Name, e.Total)
		case i < 3:
			fmt.Fprintf(&text, " %s %.3g", e.Name, e.Total)
		}
	}
	return text.String()
}

// TestWorkOfContactsAndJoints holds that the work of single contacts and joints is that of their entries in the ledger.
func TestWorkOfContactsAndJoints(t *testing.T) {
	rows := []string{"contact.normal", "contact.friction", "contact.twist", "contact.rolling", "push_out", "kinematic",
		"belts", "joint.held", "joint.limits",
		"joint.springs", "joint.motors", "joint.friction", "joint.errors", "integration.inertia", "guard.link_inertia"}
	for _, name := range []string{"driving", "ragdoll_pile", "rope_bridge", "turntable"} {
		s, _ := Find(name)
		values, _ := size(s)
		r := build(t, s, s.WorldDef(), values)
		w := r.World
		w.KeepEnergyLedger(true)
		for step := range 60 {
			advance(t, r, 1)
			single := 0.0
			for _, c := range w.Contacts(nil) {
				single += c.Work
			}
			for _, j := range w.Joints(nil) {
				single += j.Work()
			}
			l, _ := w.EnergyLedger(nil)
			booked, amount := 0.0, 0.0
			for _, e := range l.Entries {
				if slices.Contains(rows, e.Name) {
					booked, amount = booked+e.Step, amount+math.Abs(e.Step)
				}
			}
			if math.Abs(single-booked) > 1e-6*amount+1e-9 {
				t.Errorf("%s, step %d: contacts and joints gave %.9g J, their entries %.9g", name, step, single, booked)
			}
		}
	}
}
