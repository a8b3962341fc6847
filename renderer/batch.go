package renderer

// Batches sorts the instances of a frame by mesh, so that every mesh is one draw, whatever
// the order of the bodies. It is a counting sort in two passes over the bodies:
//
//	b.Begin(len(meshes), bodies)
//	for body i  { b.Add(i, kind, seen) }        // or b.Skip(i)
//	b.Layout(packet)
//	for each of b.List(...)  { set b.Instances[At] }
//	b.Draw(packet, meshes, flags, own)
//
// kind is an index into the meshes given to Draw. An instance that is not seen, because it
// is outside of the view, still casts its shadow into it.
type Batches struct {
	// Instances are those that Layout has added, with their contents left over from earlier frames.
	Instances []Instance

	choices []choice
	counts  []int32 // per batch
	starts  []int32
	first   uint32
}

// choice is the batch of a body, 2·kind, plus 1 if it is not seen, and its place there, or −1 if it is not drawn.
type choice struct{ batch, slot int32 }

// Begin starts a frame with so many kinds of mesh and so many bodies, each of which must be added or skipped once.
func (b *Batches) Begin(kinds, bodies int) {
	b.choices = extend(b.choices[:0], bodies)
	b.counts = extend(b.counts[:0], 2*kinds)
	b.starts = extend(b.starts[:0], 2*kinds)
	clear(b.counts)
	b.Instances = nil
}

// Add counts an instance of a kind for body i. Instances of a kind lie in the order of the calls.
func (b *Batches) Add(i, kind int, seen bool) {
	batch := 2 * kind
	if !seen {
		batch++
	}
	count := &b.counts[batch]
	b.choices[i] = choice{int32(batch), *count}
	*count++
}

// Skip says that body i is not drawn.
func (b *Batches) Skip(i int) { b.choices[i] = choice{0, -1} }

// Layout adds the counted instances to the packet.
func (b *Batches) Layout(p *Packet) {
	sum := int32(0)
	for i, n := range b.counts {
		b.starts[i] = sum
		sum += n
	}
	b.first, b.Instances = p.AddInstances(int(sum))
}

// At returns the index in Instances of the instance of body i, -1 for a skipped body.
func (b *Batches) At(i int) int32 {
	c := b.choices[i]
	if c.slot < 0 {
		return -1
	}
	return b.starts[c.batch] + c.slot
}

// Placed says that a body or a part of one is drawn by an instance.
type Placed struct{ Part, At int32 }

// List fills list with the instances of the bodies from begin on, skipped bodies left out, until the list is full or
// end is reached. It returns the list and the first body after the listed ones. Part counts from origin.
func (b *Batches) List(list []Placed, origin, begin, end int) ([]Placed, int) {
	starts, n := b.starts, 0
	list = list[:cap(list)]
	for i, c := range b.choices[begin:end] {
		if c.slot < 0 {
			continue
		}
		if n >= len(list) {
			return list, begin + i
		}
		list[n] = Placed{int32(begin + i - origin), starts[c.batch] + c.slot}
		n++
	}
	return list[:n], end
}

// Draw draws all instances: for every kind an op for seen instances and one for instances that only cast a shadow, next
// to each other, so that the shadow pass draws both at once. own, if not nil, has further flags for every kind.
func (b *Batches) Draw(p *Packet, meshes []Mesh, common DrawFlags, own []DrawFlags) {
	for kind, mesh := range meshes {
		flags := common
		if own != nil {
			flags |= own[kind]
		}
		seen, hidden := 2*kind, 2*kind+1
		if n := b.counts[seen]; n > 0 {
			p.DrawMesh(mesh, b.first+uint32(b.starts[seen]), uint32(n), 0, flags)
		}
		if n := b.counts[hidden]; n > 0 && flags&DrawNoShadow == 0 {
			p.DrawMesh(mesh, b.first+uint32(b.starts[hidden]), uint32(n), 0, flags|DrawShadowOnly)
		}
	}
}
