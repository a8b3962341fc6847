// Package doctor looks at a world before it runs and names what will go wrong: mass ratios, bodies without shapes or
// deep in each other, springs faster than the solver, units that look like centimetres, triangles that are slivers,
// friction that is missing, joints that do not fit. It reads the world through its public interface and steps a copy of
// it once.
package doctor

import (
	"fmt"
	"slices"

	"tumble/physics"
)

// Mend examines a world and mends the finding of a code. It returns what was done.
func Mend(w *physics.World, hertz int, code Code) (string, error) {
	list, err := Examine(w, hertz, nil)
	if err != nil {
		return "", err
	}
	i := slices.IndexFunc(list, func(f Finding) bool { return f.Code == code })
	if i < 0 {
		return "", fmt.Errorf("doctor: there is no finding %s", code)
	}
	return list[i].Fix, list[i].Mend()
}

// Examine looks at a world that is about to be stepped hertz times a second. Findings come in the order of Codes, one
// of each code. intended are codes that the scene means; they are left out.
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
	slices.SortStableFunc(e.findings, func(a, b Finding) int {
		return slices.Index(Codes, a.Code) - slices.Index(Codes,
			b.Code)
	})
	return e.findings, nil
}
