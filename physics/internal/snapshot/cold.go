package snapshot

import (
	"slices"

	"tumble/physics/internal/island"
	"tumble/physics/internal/narrowphase"
	"tumble/physics/internal/pages"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/internal/tree"
)

// cold holds the records that rarely change from one step to the next, in pages.
type cold struct {
	contacts   pages.List[state.Contact]
	shapes     pages.List[state.Shape]
	geometries pages.List[shape.Geometry]
	names      pages.List[string]
	islands    pages.List[island.Island]
	awake      pages.List[int32] // contacts
	trees      [state.BodyTypeCount]tree.Pages
	// kept has a bit for each contact of a page that may have manifolds or a cache to keep.
	kept []uint16
}

// take copies the records of a world.
func (c *cold) take(ps *Rooms) {
	if ps.last == nil {
		ps.last = new(cold)
	}
	ps.last.findKept(ps)
	c.kept = append(c.kept[:0], ps.last.kept...)
	c.contacts.Take(ps.Contacts, &ps.last.contacts, ps.ContactMarks())
	ps.MarkContacts(0)
	c.shapes.Take(ps.Shapes, &ps.last.shapes, nil)
	c.geometries.Take(ps.Geometries, &ps.last.geometries, nil)
	c.names.Take(ps.Names, &ps.last.names, nil)
	c.islands.Take(ps.Islands, &ps.last.islands, nil)
	c.awake.Take(ps.AwakeContacts, &ps.last.awake, nil)
	for i := range c.trees {
		c.trees[i].Take(&ps.Trees[i], &ps.last.trees[i])
	}
}

// put copies the records to rooms, without those of contacts.
func (c *cold) put(ps *Rooms) {
	ps.Shapes = c.shapes.AppendTo(ps.Shapes[:0])
	clear(ps.Geometries[min(c.geometries.Len(), len(ps.Geometries)):])
	ps.Geometries = c.geometries.AppendTo(ps.Geometries[:0])
	clear(ps.Names[min(c.names.Len(), len(ps.Names)):])
	ps.Names = c.names.AppendTo(ps.Names[:0])
	ps.Islands = c.islands.AppendTo(ps.Islands[:0])
	ps.AwakeContacts = c.awake.AppendTo(ps.AwakeContacts[:0])
	for i := range c.trees {
		c.trees[i].Put(&ps.Trees[i])
	}
}

// copyFrom makes c share all records of o.
func (c *cold) copyFrom(o *cold) {
	c.contacts.CopyFrom(&o.contacts)
	c.shapes.CopyFrom(&o.shapes)
	c.geometries.CopyFrom(&o.geometries)
	c.names.CopyFrom(&o.names)
	c.islands.CopyFrom(&o.islands)
	c.awake.CopyFrom(&o.awake)
	for i := range c.trees {
		c.trees[i].CopyFrom(&o.trees[i])
	}
	c.kept = append(c.kept[:0], o.kept...)
}

func (c *cold) memory() int {
	n := c.contacts.Memory() + c.shapes.Memory() + c.geometries.Memory() + c.names.Memory() + c.islands.Memory()
	n += c.awake.Memory()
	for i := range c.trees {
		n += c.trees[i].Memory()
	}
	return n
}

// copyCold copies the lists that cold holds, but for the contacts.
func (ps *Rooms) copyCold(src *Rooms) {
	ps.Shapes = append(ps.Shapes[:0], src.Shapes...)
	ps.Geometries = copyPointers(ps.Geometries, src.Geometries)
	ps.Names = copyPointers(ps.Names, src.Names)
	ps.Islands = append(ps.Islands[:0], src.Islands...)
	ps.AwakeContacts = append(ps.AwakeContacts[:0], src.AwakeContacts...)
	for i := range ps.Trees {
		ps.Trees[i].CopyFrom(&src.Trees[i])
	}
}

// folds are the lists that a folded snapshot does not have.
type folds struct {
	contacts   []state.Contact
	shapes     []state.Shape
	geometries []shape.Geometry
	names      []string
	manifolds  []solve.Manifold
	recycling  []narrowphase.Recycling
	islands    []island.Island
	awake      []int32
	trees      [state.BodyTypeCount]tree.Tree
}

// swap exchanges the lists for those of rooms.
func (f *folds) swap(ps *Rooms) {
	f.contacts, ps.Contacts = ps.Contacts, f.contacts
	f.shapes, ps.Shapes = ps.Shapes, f.shapes
	f.geometries, ps.Geometries = ps.Geometries, f.geometries
	f.names, ps.Names = ps.Names, f.names
	f.manifolds, ps.Manifolds = ps.Manifolds, f.manifolds
	f.recycling, ps.Recycling = ps.Recycling, f.recycling
	f.islands, ps.Islands = ps.Islands, f.islands
	f.awake, ps.AwakeContacts = ps.AwakeContacts, f.awake
	f.trees, ps.Trees = ps.Trees, f.trees
}

// findKept brings kept up to date with the marks. c is the last copy of the world.
func (c *cold) findKept(ps *Rooms) {
	marks, known := ps.ContactMarks(), len(c.kept)
	c.kept = slices.Grow(c.kept, max(len(marks)-known, 0))[:len(marks)]
	for page, mark := range marks {
		if mark == 0 && page < known {
			continue
		}
		c.kept[page] = 0
		first := page * pages.Length
		for i := range ps.Contacts[first:min(first+pages.Length, len(ps.Contacts))] {
			if r := &ps.Contacts[first+i]; r.Alive && !(r.Count == 0 && isPlain(r)) {
				c.kept[page] |= 1 << i
			}
		}
	}
}
