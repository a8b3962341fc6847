package step

import (
	"tumble/physics/internal/energy"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/internal/workers"
	"tumble/physics/vec"
)

// The ledger of energy is kept in two ways. The solver books its stages impulse by impulse, see solve/books.go.
// Everything else that changes velocities or poses in a step does so alone between two marks.

// energyNow is the energy (J) of all bodies that impulses move, the potential against the origin, with JointEnergy.
func (sp *Step) energyNow() (kinetic, potential float64) {
	for i := range sp.Bodies {
		r := &sp.Bodies[i]
		if !r.Alive() || r.Kind != state.Dynamic || r.Out() {
			continue
		}
		var v, w vec.Vec3
		if r.AwakeIndex != state.None {
			s := sp.StateOf(r)
			v, w = s.V, s.W
		}
		k, p := sp.Sims[i].KineticAndPotential(v, w, sp.Settings.Gravity)
		kinetic += k
		potential += p
	}
	rotors, springs := sp.JointEnergy()
	return kinetic + rotors, potential + springs
}

// JointEnergy is the kinetic energy of the rotors of all joints and what their passive springs store (J).
func (sp *Step) JointEnergy() (kinetic, stored float64) {
	for i := range sp.Joints {
		if r := &sp.Joints[i]; r.Alive() && !r.Off {
			rotors, springs := sp.JointEnergyOf(&sp.Rows[i])
			kinetic += rotors
			stored += springs
		}
	}
	return kinetic, stored
}

// JointEnergyOf is JointEnergy of one joint.
func (sp *Step) JointEnergyOf(row *solve.Joint) (kinetic, stored float64) {
	if !row.Passive() {
		return 0, 0
	}
	sp.Solver.ReadJoints(sp.Sims, sp.States, sp.Knots)
	return sp.Solver.PassiveEnergy(row)
}

// mark books the changes since the last mark: that of the kinetic energy as moved, that of the potential energy as
// raised.
func (sp *Step) mark(moved, raised energy.Entry) {
	if b := sp.Solver.Books; b != nil {
		kinetic, potential := sp.energyNow()
		b.Mark(kinetic, potential, moved, raised)
	}
}

func sum(a, b float64) float64 { return a + b }

// openBooks begins the sub-steps, after the bodies have been prepared; closeBooks ends them.
func (sp *Step) openBooks() {
	if sp.Solver.Books != nil {
		sp.mark(energy.Rolling, energy.Rolling)
		sp.jointEnergy = sum(sp.JointEnergy())
		sp.Solver.OpenBooks()
	}
}

// closeBooks is documented with openBooks.
func (sp *Step) closeBooks() {
	if b := sp.Solver.Books; b != nil {
		b.Book(energy.JointPassive, sum(sp.JointEnergy())-sp.jointEnergy)
		b.Reach(sp.energyNow())
	}
}

// beginPage begins the page of a step in the ledger, endPage ends it.
func (sp *Step) beginPage() {
	if b := sp.Solver.Books; b != nil {
		b.BeginStep(sp.energyNow())
	}
}

// endPage is documented with beginPage.
func (sp *Step) endPage() {
	if b := sp.Solver.Books; b != nil {
		b.EndStep()
	}
}

// runBooked runs stages one after the other, and books those of the solver.
func (sp *Step) runBooked(stages []workers.Stage) error {
	for i := 0; i < len(stages); {
		kind, end := stages[i].Kind, i+1
		for end < len(stages) && stages[end].Kind == kind {
			end++
		}
		solver := solve.StageKind(kind - int32(stageSolver))
		if solver >= 0 {
			sp.Solver.BeforeStage(solver)
		}
		if err := sp.runStages(stages[i:end]); err != nil {
			return err
		}
		if solver >= 0 {
			sp.Solver.AfterStage(solver)
		}
		i = end
	}
	return nil
}
