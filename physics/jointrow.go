package physics

import "tumble/physics/internal/solve"

func mouseRow(def MouseJointDef, sim *solve.Sim) solve.Joint { return solve.Joint{} }

func setMouseTarget(row *solve.Joint, target Vec3) {}

func mouseTarget(row *solve.Joint) Vec3 { return Vec3{} }

func rowAnchors(row *solve.Joint, sims []solve.Sim) (a, b Vec3) { return Vec3{}, Vec3{} }
