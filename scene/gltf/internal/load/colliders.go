package load

import (
	"tumble/physics"
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/gltf/internal/trimesh"
	"tumble/scene/model"
)

// checkTrigger reports whether a trigger has a geometry of its own; one made of other nodes is
// the sum of theirs.
func checkTrigger(d *tree, i int, c jsonvalue.Value) bool {
	c.Only("geometry", "nodes", "collisionFilter")
	for _, e := range c.At("nodes").List() {
		k := e.Index(len(d.nodes), "nodes")
		if k < 0 {
			continue
		}
		if d.nodes[k].khr.At("trigger").Missing() {
			e.Warnf("node %d is no trigger", k)
		}
		above := k
		for above >= 0 && above != i {
			above = d.nodes[above].parent
		}
		if above != i {
			e.Warnf("node %d is not below node %d", k, i)
		}
	}
	if c.At("geometry").Missing() && c.At("nodes").Missing() {
		c.Errorf("has neither geometry nor nodes")
	}
	return !c.At("geometry").Missing()
}

// readShapes makes the shapes of all colliders and triggers.
func readShapes(m *reading, all *trimesh.Meshes, filters *filters, budget *trimesh.Budget) {
	d := colliderReader{
		reading: m, meshShapes: meshShapes{tree: m.tree, meshes: all, budget: budget,
			built: map[shapeKey]physics.Geometry{}, parts: map[shapeKey][]physics.Geometry{}},
		shapes: m.Shapes(), materials: readMaterials(m.Document), filters: filters,
		compounds: compounds{reading: m, known: map[compoundKey]*compound{}},
	}
	for i, s := range d.shapes {
		if i >= model.MaxShapes {
			s.Errorf("is shape number %d: at most %d are allowed", i+1, model.MaxShapes)
			return
		}
		checkShape(s)
	}
	count := 0
	for _, i := range m.walked {
		n := &m.nodes[i]
		for _, kind := range [2]string{"collider", "trigger"} {
			c := n.khr.At(kind)
			if !c.IsObject() || n.body < 0 {
				continue
			}
			if d.refused > maxRefused {
				return
			}
			if kind == "trigger" && !checkTrigger(m.tree, i, c) {
				continue
			}
			if count++; count > model.MaxShapes {
				c.Errorf("is collider number %d: at most %d are allowed", count, model.MaxShapes)
				return
			}
			d.readCollider(i, c, kind == "trigger")
		}
	}
	d.compounds.closeCompounds()
	if n := d.scene.CopyCount(); n > model.MaxCopies {
		m.Faults.Errorf("/nodes", "the copies of bodies have %d shapes: at most %d are allowed", n, model.MaxCopies)
	}
}
