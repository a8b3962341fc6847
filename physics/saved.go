package physics

import (
	"fmt"

	"tumble/physics/internal/shape"
	"tumble/physics/internal/state"
)

// The readers of this file give back the definitions of a world, so that it can be saved and
// made again: the same calls in the same order give the same bits.

// Order returns a number that grows with every body, shape and joint created in the world:
// sorted by it, creations can be repeated in the order in which they happened.
func (b Body) Order() uint64 { return b.read().Order }

// Order returns when the shape was created, see Body.Order.
func (s Shape) Order() uint64 { return s.read().Order }

// Order returns when the joint was created, see Body.Order.
func (j Joint) Order() uint64 { return j.read().Order }

// SleepSpeed returns the speed (m/s) below which the body is sleepy, negative for that of the
// world.
func (b Body) SleepSpeed() float32 { return b.read().SleepSpeed }

// OwnMassData returns the mass data that SetMassData set; ok is false while the mass follows from the shapes.
func (b Body) OwnMassData() (m MassData, ok bool) {
	if r := b.read(); r.OwnMass {
		return MassData(r.Own), true
	}
	return MassData{}, false
}

// Events returns which events about the shape are asked for, see ShapeDef.
func (s Shape) Events() (contact, hit, sensor bool) {
	r := s.read()
	return r.ContactEvents, r.HitEvents, r.SensorEvents
}

// SetBroadBounds gives the shape the bounds (m, world) that the broad phase keeps for it, as
// BroadBounds of the same shape in another world returned them. They decide which contacts exist before
// shapes touch, so that a world that is made again goes on with the same bits only with them. Bounds that
// do not hold the shape with the gap at which contacts begin, or exceed it by more than the world itself
// would ever let them, are refused.
func (s Shape) SetBroadBounds(b AABB) error {
	if r := s.world.recorder(); r != nil {
		return r.shapeSetBroadBounds(s, b)
	}
	if _, err := s.writable(); err != nil {
		return err
	}
	w := s.world
	if !w.broad.SetFat(s.index, b) {
		return w.refuse(fmt.Errorf("physics: broad bounds (%g, %g, %g) to (%g, %g, %g): must hold the shape closely",
			b.Min.X, b.Min.Y, b.Min.Z, b.Max.X, b.Max.Y, b.Max.Z))
	}
	return nil
}

// FreshBroadBounds reports whether BroadBounds are those of a shape that is made where this one is.
func (s Shape) FreshBroadBounds() bool {
	r := s.record()
	if r == nil || r.Proxy == state.None {
		return r != nil
	}
	return s.world.state.Bounds[s.index].Fat == s.world.broad.FreshFat(s.index)
}

// LocalFrames returns the joint frames in the frames of the bodies; that of A is in the world
// for a joint with the world.
func (j Joint) LocalFrames() (a, b Transform) {
	row := j.row()
	return row.FrameA, row.FrameB
}

// Def returns a definition that makes the same mesh again, bit for bit: welded, without
// degenerate triangles and with Scale applied.
func (m Mesh) Def() MeshDef {
	if m.geometry.Mesh == nil {
		return MeshDef{}
	}
	vertices, indices, twoSided := m.geometry.Mesh.Content()
	return MeshDef{Vertices: vertices, Indices: indices, Surfaces: m.geometry.Mesh.Materials(), TwoSided: twoSided}
}

// Def returns a definition that makes the same height field again.
func (f HeightField) Def() HeightFieldDef {
	if f.geometry.Field == nil {
		return HeightFieldDef{}
	}
	d := f.geometry.Field.Content()
	surfaces, holes := shape.SurfacesAndHoles(d.Materials)
	return HeightFieldDef{Columns: d.Columns, Rows: d.Rows, Heights: d.Heights, Spacing: d.Spacing,
		Origin: d.Origin, TwoSided: d.TwoSided, Surfaces: surfaces, Holes: holes}
}
