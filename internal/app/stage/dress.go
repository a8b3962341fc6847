package stage

import (
	"math"

	"tumble/internal/app/look"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/renderer"
)

// maxSurfaces is how many materials of a scene are told apart in a picture.
const maxSurfaces = 48

// dress is the appearance of the bodies of a scene: the drawings of its file, or else its look.
type dress struct {
	look *look.Look
	// parts are the drawings of the file by body slot, of bodies as the scene was built.
	parts [][]scenes.Drawing
	// surfaces are the materials; surfaceOf counts from 1. base is the index of the first one in the packet being
	// recorded.
	surfaces []renderer.Material
	base     uint32
	known    map[renderer.Material]uint32
	meshes   map[*scenes.DrawMesh]ownMesh
	lowest   *float32 // see below
}

func newDress(scene *scenes.Scene) dress {
	d := dress{look: look.Of(scene), known: map[renderer.Material]uint32{}, meshes: map[*scenes.DrawMesh]ownMesh{}}
	for _, x := range scene.Drawings {
		for len(d.parts) <= x.Body {
			d.parts = append(d.parts, nil)
		}
		d.parts[x.Body] = append(d.parts[x.Body], x)
	}
	return d
}

// of returns the drawings of a body; a body made later in the same slot has none.
func (d *dress) of(b physics.Body) []scenes.Drawing {
	if i := b.Index(); i < len(d.parts) && b.Generation() == 1 {
		return d.parts[i]
	}
	return nil
}

// below is the height (m) that the ground of the picture stays under, so that it hides nothing that a file draws on
// bodies that stand still: a floor of the file is seen as it is.
func (d *dress) below(w *physics.World) float32 {
	if d.lowest != nil {
		return *d.lowest
	}
	lowest := float32(math.MaxFloat32)
	for i := range d.parts {
		b, ok := w.BodyAt(i)
		if !ok || b.Type() != physics.Static {
			continue
		}
		for _, x := range d.of(b) {
			at := b.Transform().Mul(x.Local)
			for _, p := range x.Mesh.Points {
				lowest = min(lowest, at.Apply(p).Y)
			}
		}
	}
	lowest -= groundGap
	d.lowest = &lowest
	return lowest
}

// groundGap (m) keeps a flat floor and the ground from being drawn into each other, as far as the eye and depth tell
// them apart at 100 m.
const groundGap = 0.01

// meshOf is the mesh of a drawing, made when it is first asked for. Its kind is negative if there is no surface to see.
func (d *dress) meshOf(drawn *scenes.DrawMesh, meshes *meshSet) ownMesh {
	if own, ok := d.meshes[drawn]; ok {
		return own
	}
	meshes.corners = meshes.corners[:0]
	for _, k := range drawn.Indices {
		meshes.corners = append(meshes.corners, drawn.Points[k])
	}
	own := ownMesh{}
	desc, err := soupMesh(drawn.Label, meshes.corners)
	if err == nil {
		own.kind, err = meshes.add(desc, false)
	}
	if err != nil {
		// flat to nothing
		own.kind = -1
	}
	own.radius = desc.Radius()
	d.meshes[drawn] = own
	return own
}

// drawingSurface is surfaceOf the material of a drawing.
func (d *dress) drawingSurface(drawing *scenes.Drawing) uint32 {
	m := renderer.DefaultMaterial()
	// there is nothing around to be mirrored: polished metal would only be black
	m.Roughness, m.Metallic = max(0.05*float32(int(drawing.Roughness*20+0.5)), 0.1),
		0.1*float32(int(drawing.Metallic*5+0.5))
	return d.surfaceOf(&m)
}

// surfaceOf returns one more than the index of a material, 0 for the default one when there are
// too many.
func (d *dress) surfaceOf(m *renderer.Material) uint32 {
	at, ok := d.known[*m]
	if !ok && len(d.surfaces) < maxSurfaces {
		d.surfaces = append(d.surfaces, *m)
		at = uint32(len(d.surfaces))
		d.known[*m] = at
	}
	return at
}

// materialOf is where a surface is in the packet being recorded.
func (d *dress) materialOf(surface uint32) uint32 {
	if surface == 0 {
		return 0
	}
	return d.base + surface - 1
}

// add puts the materials into a packet, and reports whether they have got other numbers than in the last one.
func (d *dress) add(p *renderer.Packet) (renumbered bool) {
	if base := uint32(len(p.Materials)); base != d.base && len(d.surfaces) > 0 {
		d.base, renumbered = base, true
	}
	for i := range d.surfaces {
		p.AddMaterial(d.surfaces[i])
	}
	return renumbered
}
