package renderer

// Batches sorts the instances of a frame by mesh, so that every mesh is one draw, whatever
// the order of the bodies. It is a counting sort in two passes over the bodies:
//
//	b.Begin(len(meshes))
//	for each body  { b.Add(kind, seen) }        // or b.Skip()
//	b.Layout(packet)
//	for each body  { if in := b.Next(); in != nil { set *in } }
//	b.Draw(packet, meshes, flags, own)
//
// kind is an index into the meshes given to Draw. An instance that is not seen, because it
// is outside of the view, still casts its shadow into it.
type Batches struct {
	choices   []uint32 // 2·kind, plus 1 if not seen, or skipped
	cursors   []uint32 // per choice: counts, then where the next instance goes
	starts    []uint32
	instances []Instance
	first     uint32
	next      int
}

const skipped = ^uint32(0)

// Begin starts a frame with so many kinds of mesh.
func (b *Batches) Begin(kinds int) {
	b.choices = b.choices[:0]
	b.cursors = extend(b.cursors[:0], 2*kinds)
	b.starts = extend(b.starts[:0], 2*kinds)
	clear(b.cursors)
	b.instances, b.next = nil, 0
}

// Add counts an instance of a kind.
func (b *Batches) Add(kind int, seen bool) {
	c := uint32(kind) * 2
	if !seen {
		c++
	}
	b.choices = append(b.choices, c)
	b.cursors[c]++
}

// Skip counts a body that is not drawn.
func (b *Batches) Skip() { b.choices = append(b.choices, skipped) }

// Layout adds the counted instances to the packet.
func (b *Batches) Layout(p *Packet) {
	sum := uint32(0)
	for i, n := range b.cursors {
		b.starts[i], b.cursors[i] = sum, sum
		sum += n
	}
	b.first, b.instances = p.AddInstances(int(sum))
}

// Next returns the instance of the next body in the order of Add, with its contents left
// over from an earlier frame, or nil if it was skipped.
func (b *Batches) Next() *Instance {
	c := b.choices[b.next]
	b.next++
	if c == skipped {
		return nil
	}
	at := b.cursors[c]
	b.cursors[c] = at + 1
	return &b.instances[at]
}

// Draw draws all instances: for every kind one op for those seen and one for those that only
// cast a shadow, next to each other, so that they are one draw in the shadow pass. own, if not nil, has
// further flags for every kind.
func (b *Batches) Draw(p *Packet, meshes []Mesh, common DrawFlags, own []DrawFlags) {
	for kind, mesh := range meshes {
		flags := common
		if own != nil {
			flags |= own[kind]
		}
		seen, hidden := 2*kind, 2*kind+1
		if n := b.cursors[seen] - b.starts[seen]; n > 0 {
			p.DrawMesh(mesh, b.first+b.starts[seen], n, 0, flags)
		}
		if n := b.cursors[hidden] - b.starts[hidden]; n > 0 && flags&DrawNoShadow == 0 {
			p.DrawMesh(mesh, b.first+b.starts[hidden], n, 0, flags|DrawShadowOnly)
		}
	}
}
