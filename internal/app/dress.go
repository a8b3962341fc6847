package app

import (
	"fmt"

	"tumble/engine/pose"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/renderer"
)

// maxSurfaces is how many materials of scene files are told apart in a picture.
const maxSurfaces = 48

// dress is what a scene file draws its bodies with.
type dress struct {
	// parts are the drawings by body slot, of bodies as the scene was built.
	parts [][]scenes.Drawing
	// surfaces are the materials; look.surface is one more than an index of them. base is the
	// index of the first one in the packet being recorded.
	surfaces []renderer.Material
	base     uint32
	known    map[renderer.Material]uint32
	meshes   map[*scenes.DrawMesh]ownMesh
}

// Dress sets what the bodies of the scene are drawn with, from the next Reset or Update on.
func (s *Stage) Dress(list []scenes.Drawing) {
	s.dress = dress{known: map[renderer.Material]uint32{}, meshes: map[*scenes.DrawMesh]ownMesh{}}
	for _, d := range list {
		for len(s.dress.parts) <= d.Body {
			s.dress.parts = append(s.dress.parts, nil)
		}
		s.dress.parts[d.Body] = append(s.dress.parts[d.Body], d)
	}
}

// dressOf returns the drawings of a body; a body made later in the same slot has none.
func (s *Stage) dressOf(b physics.Body) []scenes.Drawing {
	if i := b.Index(); i < len(s.dress.parts) && b.Generation() == 1 {
		return s.dress.parts[i]
	}
	return nil
}

// addDrawing adds one mesh of a body.
func (s *Stage) addDrawing(b physics.Body, shape physics.Shape, d *scenes.Drawing, nodes *pose.NodeStore) {
	own, ok := s.dress.meshes[d.Mesh]
	if !ok {
		s.meshes.corners = s.meshes.corners[:0]
		for _, k := range d.Mesh.Indices {
			s.meshes.corners = append(s.meshes.corners, d.Mesh.Points[k])
		}
		desc, err := soupMesh(d.Mesh.Label, s.meshes.corners)
		if err == nil {
			own.kind, err = s.meshes.add(desc, false)
		}
		if err != nil {
			// flat to nothing: it has no surface to see
			own.kind = -1
		}
		own.radius = desc.Radius()
		s.dress.meshes[d.Mesh] = own
	}
	if own.kind < 0 {
		return
	}
	_, err := nodes.Add(pose.Node{
		Slot: int32(b.Index()), Gen: b.Generation(), Mesh: uint32(own.kind), Material: uint32(len(s.looks)),
		Local: d.Local, Scale: vec.V3(1, 1, 1), Radius: own.radius,
	})
	if err != nil {
		s.problem = fmt.Errorf("app: drawing of %q: %w", b.Name(), err)
		return
	}
	color, surface := renderer.RGBA(d.Color[0], d.Color[1], d.Color[2], d.Color[3]), s.surfaceOf(d)
	s.looks = append(s.looks, renderer.Finish{Color: color, Material: s.materialOf(surface)})
	s.owners = append(s.owners, lookOwner{b, shape, color, surface})
}

// surfaceOf returns one more than the index of a material, 0 for the default one when there are
// too many.
func (s *Stage) surfaceOf(d *scenes.Drawing) uint32 {
	m := renderer.DefaultMaterial()
	// there is nothing around to be mirrored: polished metal would only be black
	m.Roughness, m.Metallic = max(0.05*float32(int(d.Roughness*20+0.5)), 0.1), 0.1*float32(int(d.Metallic*5+0.5))
	at, ok := s.dress.known[m]
	if !ok && len(s.dress.surfaces) < maxSurfaces {
		s.dress.surfaces = append(s.dress.surfaces, m)
		at = uint32(len(s.dress.surfaces))
		s.dress.known[m] = at
	}
	return at
}

// materialOf is where a material is in the packet being recorded.
func (s *Stage) materialOf(surface uint32) uint32 {
	if surface == 0 {
		return 0
	}
	return s.dress.base + surface - 1
}

// addSurfaces puts the materials into a packet.
func (s *Stage) addSurfaces(p *renderer.Packet) {
	if base := uint32(len(p.Materials)); base != s.dress.base && len(s.dress.surfaces) > 0 {
		s.dress.base, s.prepared.done = base, false
		for i := range s.looks {
			s.looks[i].Material = s.materialOf(s.owners[i].surface)
		}
	}
	for i := range s.dress.surfaces {
		p.AddMaterial(s.dress.surfaces[i])
	}
}
