package load

import (
	"fmt"
	"maps"
	"slices"

	"tumble/scene/gltf/internal/document"
	"tumble/scene/gltf/internal/jsonvalue"
)

// nameDropped says what a saved file is not going to have, because the physics is written anew, and which
// animations are about bodies.
func (d *reading) nameDropped(s *document.Source) {
	for i, n := range d.Root.At("nodes").List() {
		all := n.At("extensions")
		for _, name := range members(all) {
			if !document.OfPhysics(name) || name == "OMI_physics_gravity" {
				continue
			}
			if !d.nodes[i].inScene && i < s.Own["nodes"] {
				all.At(name).Ignoref("the node is not in the scene: a saved file has it without its physics")
			}
			nameStrangers(all.At(name))
		}
	}
	all := d.Root.At("extensions")
	for _, name := range members(all) {
		if document.OfPhysics(name) {
			nameStrangers(all.At(name))
		}
	}
	bodies := make([]bool, len(d.nodes))
	for _, i := range s.Bodies {
		bodies[i] = true
	}
	for i, a := range d.GLTF.Animations {
		for _, c := range a.Channels {
			if k := c.Target.Node; k != nil && bodies[*k] {
				d.Faults.Ignoref(fmt.Sprintf("/animations/%d", i),
					"moves %q, which is a body: the physics does; a saved file keeps the animation", d.nodeName(*k))
				break
			}
		}
	}
}

// nameStrangers finds extras and extensions inside physics.
func nameStrangers(v jsonvalue.Value) {
	if list, ok := v.Data.([]any); ok {
		for i := range list {
			nameStrangers(v.Element(i))
		}
		return
	}
	for _, name := range members(v) {
		x := v.At(name)
		if name == "extras" {
			x.Ignoref("a saved file does not have it")
			continue
		}
		if name != "extensions" {
			nameStrangers(x)
			continue
		}
		for _, e := range members(x) {
			if !document.OfPhysics(e) {
				x.At(e).Ignoref("a saved file does not have it")
			}
		}
	}
}

// members are the names of the members of an object, in order.
func members(v jsonvalue.Value) []string {
	m, _ := v.Data.(map[string]any)
	return slices.Sorted(maps.Keys(m))
}
