// Package doctor looks at a world before it runs and names what will go wrong: mass ratios, bodies without shapes or deep in
// each other, springs faster than the solver, units that look like centimetres, triangles that are slivers, friction that is
// missing, joints that do not fit. It reads the world through its public interface and steps a copy of it once.
package doctor

import (
	"slices"

	"tumble/physics"
)

// Examine looks at a world that is about to be stepped hertz times a second. Findings come in the order of Codes, one of
// each code. intended are codes that the scene means; they are left out.
func Examine(w *physics.World, hertz int, intended []Code) ([]Finding, error) {
	e := &examination{world: w, hertz: float32(max(hertz, 1)), bodies: w.Bodies(nil), joints: w.Joints(nil)}
	e.lookAtBodies()
	e.lookAtSurfaces()
	e.lookAtSizes()
	e.lookAtMeshes()
	e.lookAtJoints()
	e.lookAtSettings()
	if err := e.lookAfterAStep(); err != nil {
		return nil, err
	}
	e.findings = slices.DeleteFunc(e.findings, func(f Finding) bool { return slices.Contains(intended, f.Code) })
	slices.SortStableFunc(e.findings, func(a, b Finding) int { return slices.Index(Codes, a.Code) - slices.Index(Codes, b.Code) })
	return e.findings, nil
}
