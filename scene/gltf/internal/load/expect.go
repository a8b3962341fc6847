package load

import (
	"sort"

	"tumble/physics/vec"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/model"
)

// readExpect reads the claims of the scene about its last state.
func readExpect(v jsonvalue.Value, e *model.Expect) {
	if !v.IsObject() {
		return
	}
	v.Only("asleepBy", "maxPenetration", "maxSpeed", "awake", "places")
	e.AsleepBy = v.At("asleepBy").Single(0, 0.01, 1e5)
	e.MaxPenetration = v.At("maxPenetration").Single(0, 1e-6, 1e3)
	e.MaxSpeed = v.At("maxSpeed").Single(0, 1e-6, 1e6)
	if a := v.At("awake"); !a.Missing() {
		n := a.Integer(0, 0, model.MaxBodies)
		e.Awake = &n
	}
	positions := v.At("places")
	if !positions.IsObject() {
		return
	}
	names := make([]string, 0)
	for name := range positions.Data.(jsonvalue.Object) {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		p := positions.At(name)
		if !p.IsObject() {
			continue
		}
		p.Only("position", "within")
		e.Places = append(e.Places, model.Place{
			Name: name, Position: p.At("position").Vector(vec.Vec3{}, extension.MaxLength),
			Within: p.At("within").Single(0.01, 0, 1e6),
		})
	}
}
