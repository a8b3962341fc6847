package rules

import (
	"go/ast"
	"go/token"
	"os"
	"sort"
	"strconv"
	"strings"
	"testing"
)

// energyWriters are the functions that write a velocity, a displacement or a pose of a body, and the entries of the
// ledger of energy (package energy) that book them. Impulses of rows change no energy until one of these applies them.
var energyWriters = map[string]string{
	"articulation.Solver.applyHeld": "joint.held joint.limits joint.springs joint.passive joint.motors " +
		"joint.errors guard.link_inertia",
	"contact.Solver.push":                "impacts",
	"contact.Solver.endBlows":            "impacts",
	"contact.Solver.endBlow":             "impacts",
	"continuous.Sweeper.carry":           "sweep",
	"continuous.Sweeper.payFallBack":     "guard.sweep",
	"continuous.Sweeper.slideOn":         "guard.sweep",
	"continuous.Sweeper.stopAt":          "guard.sweep sweep",
	"continuous.Sweeper.stopAtFixed":     "guard.sweep",
	"continuous.Sweeper.stopAtMovable":   "guard.sweep",
	"continuous.Sweeper.takeBackGravity": "guard.sweep",
	"forces.Forces.Push":                 "calls",
	"island.Manager.AppendAwake":         "sleep",
	"island.Manager.RemoveAwake":         "sleep",
	"joint.Solver.close": "joint.held joint.limits joint.springs joint.passive joint.motors " +
		"joint.friction joint.errors",
	"kernel.AngularBlock.apply":              "joint.held joint.limits joint.springs joint.motors joint.friction joint.errors",
	"kernel.Block.RelaxLane":                 "contact.normal contact.friction contact.twist contact.rolling belts",
	"kernel.Block.SolveLane":                 "contact.normal push_out",
	"kernel.JointLanes.applyPoint":           "joint.held joint.errors",
	"kernel.warmStartBlocks":                 "contact.normal contact.friction contact.twist contact.rolling push_out belts",
	"mass.Masses.Set":                        "calls",
	"motion.Bodies.FinalizeBodies":           "integration.rounding",
	"motion.Bodies.HoldEnergy":               "guard.spin",
	"motion.Bodies.IntegratePositions":       "integration.gravity integration.rotation locks speed_limit",
	"motion.Bodies.IntegrateVelocities":      "integration.gravity forces damping locks",
	"motion.Bodies.PrepareBodies":            "integration.rounding",
	"motion.Bodies.runSpins":                 "integration.rotation",
	"motion.Bodies.runTops":                  "integration.rotation",
	"motion.Sim.Moved":                       "calls sweep quarantine",
	"motion.Sim.finishRotation":              "integration.rounding",
	"motion.Sim.rotateFreely":                "integration.rotation",
	"motion.Sim.settle":                      "integration.rotation",
	"motion.top.precess":                     "integration.rotation",
	"narrowphase.NarrowPhase.correctRolling": "integration.rolling",
	"narrowphase.strike":                     "integration.rolling",
	"physics.Body.ApplyAngularImpulse":       "calls",
	"physics.Body.SetAngularVelocity":        "calls",
	"physics.Body.SetLinearVelocity":         "calls",
	"physics.World.CreateBody":               "calls",
	"snapshot.Rooms.copyThings":              "calls",
	"solve.Solver.followStep":                "contact.normal contact.friction contact.twist contact.rolling push_out",
	"solve.Solver.rotate":                    "guard.angular_momentum",
	"solve.Solver.scaleVelocities":           "guard.guess",
	"solve.Solver.settle":                    "guard.energy_bound",
	"state.State.Reserve":                    "calls",
	"step.Step.ChangeType":                   "calls",
	"step.Step.calm":                         "guard.restrain",
	"step.Step.moveBody":                     "calls",
	"step.Step.quarantine":                   "quarantine",
	"step.Step.shiftBody":                    "calls",
}

// energyFields are the fields in which the energy of a body lies, besides its mass.
var energyFields = map[string]bool{
	"kernel.State.V": true, "kernel.State.W": true, "kernel.State.DP": true, "kernel.State.DQ": true,
	"motion.Sim.Center": true, "motion.Sim.Transform": true, "state.State.States": true,
}

// TestEnergyWritersAreBooked finds every function that changes the energy of a body and holds that a table names its
// entry. Who adds one here has to book it, or TestLedgerCloses fails in a scene that reaches it.
func TestEnergyWritersAreBooked(t *testing.T) {
	l := loadRooms(t)
	entries, err := os.ReadFile("physics/internal/energy/ledger.go")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, p := range l.done {
		for _, w := range p.writes() {
			if !energyFields[w.owner+"."+w.field.Name()] {
				continue
			}
			name := p.types.Name() + "." + p.functionAt(w.at)
			if !found[name] && energyWriters[name] == "" {
				t.Errorf("%s: %s writes %s.%s and has no entry in the ledger of energy", l.fset.Position(w.at), name,
					w.owner, w.field.Name())
			}
			found[name] = true
		}
	}
	var names []string
	for name := range energyWriters {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		if !found[name] {
			t.Errorf("%s changes no energy", name)
		}
		for _, entry := range strings.Fields(energyWriters[name]) {
			if !strings.Contains(string(entries), strconv.Quote(entry)) {
				t.Errorf("%s: no entry is called %s", name, entry)
			}
		}
	}
}

// functionAt names the function around a position, with the type of its receiver.
func (p *roomPackage) functionAt(at token.Pos) string {
	for _, f := range p.files {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || at < fn.Pos() || at > fn.End() {
				continue
			}
			if fn.Recv == nil {
				return fn.Name.Name
			}
			receiver := fn.Recv.List[0].Type
			if star, ok := receiver.(*ast.StarExpr); ok {
				receiver = star.X
			}
			if id, ok := receiver.(*ast.Ident); ok {
				return strings.Join([]string{id.Name, fn.Name.Name}, ".")
			}
		}
	}
	return ""
}
