package snapshot

import "tumble/physics/internal/broadphase"

// CopyFrom makes the parts an exact copy of src in their storage. Limits and hooks stay those of the world.
func (ps *Rooms) CopyFrom(src *Rooms) {
	ps.copyThings(src)
	ps.copyCold(src)
	ps.Contacts = append(ps.Contacts[:0], src.Contacts...)
	ps.MarkContacts(1)
	ps.Manifolds = append(ps.Manifolds[:0], src.Manifolds...)
	ps.Recycling = append(ps.Recycling[:0], src.Recycling...)
	ps.Pairs.CopyFrom(&src.Pairs)
}

// copyThings copies all but the cold records, the manifolds and caches of contacts, and the set of pairs.
func (ps *Rooms) copyThings(src *Rooms) {
	ps.Settings = src.Settings

	ps.Bodies = append(ps.Bodies[:0], src.Bodies...)
	ps.Sims = append(ps.Sims[:0], src.Sims...)
	ps.FreeBodies = append(ps.FreeBodies[:0], src.FreeBodies...)
	ps.BodyCount, ps.TypeCounts = src.BodyCount, src.TypeCounts
	ps.Awake = append(ps.Awake[:0], src.Awake...)
	ps.States = append(ps.States[:0], src.States...)

	ps.Bounds = append(ps.Bounds[:0], src.Bounds...)
	ps.FreeShapes = append(ps.FreeShapes[:0], src.FreeShapes...)
	ps.Surfaces = append(ps.Surfaces[:0], src.Surfaces...)
	ps.ShapeCount = src.ShapeCount

	for i := range ps.FreeSpans {
		ps.FreeSpans[i] = append(ps.FreeSpans[i][:0], src.FreeSpans[i]...)
	}
	ps.FreeContacts = append(ps.FreeContacts[:0], src.FreeContacts...)
	ps.ContactCount, ps.Touching = src.ContactCount, src.Touching
	ps.Graph.CopyFrom(&src.Graph)

	ps.Joints = append(ps.Joints[:0], src.Joints...)
	ps.Rows = append(ps.Rows[:0], src.Rows...)
	ps.JointNames = copyPointers(ps.JointNames, src.JointNames)
	ps.FreeJoints = append(ps.FreeJoints[:0], src.FreeJoints...)
	ps.Knots = append(ps.Knots[:0], src.Knots...)
	ps.JointCount = src.JointCount

	ps.FreeIslands = append(ps.FreeIslands[:0], src.FreeIslands...)
	ps.AwakeIslands = append(ps.AwakeIslands[:0], src.AwakeIslands...)

	ps.Moved = append(ps.Moved[:0], src.Moved...)
	ps.Waiting = append(ps.Waiting[:0], src.Waiting...)
	ps.Sensors = append(ps.Sensors[:0], src.Sensors...)
	ps.Overlaps = append(ps.Overlaps[:0], src.Overlaps...)
	ps.Changed = src.Changed
	ps.GravityBefore, ps.Heaviest = src.GravityBefore, src.Heaviest
	ps.Steps, ps.Quarantined, ps.Dropped, ps.Births = src.Steps, src.Quarantined, src.Dropped, src.Births
}

// pairContacts makes the set of pairs that of the contacts.
func (ps *Rooms) pairContacts() {
	ps.Pairs.Clear(int(ps.ContactCount))
	for i := range ps.Contacts {
		if c := &ps.Contacts[i]; c.Alive {
			ps.Pairs.Add(broadphase.PairKey(c.ShapeA, c.ShapeB))
		}
	}
}

// copyPointers copies src over dst and forgets what dst referred to beyond it.
func copyPointers[T any](dst, src []T) []T {
	clear(dst[min(len(src), len(dst)):])
	return append(dst[:0], src...)
}
