package load

import "tumble/scene/gltf/internal/document"

// keepSource gives the scene its file, for the parts that the scene itself leaves out.
func keepSource(m *reading) {
	s := m.Source()
	if s == nil {
		for i := range m.scene.Bodies {
			m.scene.Bodies[i].Origin = 0
		}
		return
	}
	for i := range m.nodes {
		s.Nodes = append(s.Nodes, document.SourceNode{Local: m.nodes[i].local, World: m.nodes[i].world,
			Parent: m.nodes[i].parent})
	}
	s.Walked = m.walked
	for i := range m.scene.Bodies {
		b := &m.scene.Bodies[i]
		switch own := b.Origin > 0 && b.Origin <= s.Own["nodes"]; {
		case own && len(b.Copies) == 0:
			s.Bodies = append(s.Bodies, b.Origin-1)
		case b.Origin > 0:
			b.Origin = 0
		}
	}
	m.nameDropped(s)
	s.Scenery = m.scenery >= 0
	m.scene.Source = s
}
