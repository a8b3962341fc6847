package stage

import (
	"tumble/engine/pose"
	"tumble/renderer"
)

// Part is how a node is drawn beside its placement.
type Part struct {
	// Mesh counts the meshes in the order in which the MeshMaker made them, without those that Reset has destroyed.
	Mesh     int
	Color    renderer.Color
	Material renderer.Material
	// Stretch pulls the halves of a capsule apart, in radii.
	Stretch float32
	Sensor  bool
}

// PartOf returns how a node is drawn in paint, round things with a level of detail.
func (s *Stage) PartOf(n *pose.Node, level int) Part {
	l := &s.looks[n.Material]
	p := Part{
		Mesh: int(n.Mesh), Color: l.Color, Material: renderer.DefaultMaterial(), Stretch: l.Stretch,
		Sensor: l.Flags&renderer.InstanceSensor != 0,
	}
	if s.meshes.round[n.Mesh] {
		p.Mesh += level
	}
	if surface := s.owners[n.Material].surface; surface != 0 {
		p.Material = s.dress.surfaces[surface-1]
	}
	return p
}

// IsBall reports whether a mesh, as Part.Mesh counts them, is a sphere.
func (s *Stage) IsBall(mesh int) bool { return s.meshes.isBall(mesh) }
