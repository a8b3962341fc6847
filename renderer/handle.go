package renderer

// Mesh names a mesh of the device. The zero Mesh names none.
//
// The generation changes when a slot is used again, so that a stale handle is
// recognised instead of drawing something else.
type Mesh struct{ index, generation uint32 }

// Texture names a texture of the device. The zero Texture names none, and draws
// as opaque white.
type Texture struct{ index, generation uint32 }

// Index is the slot of the mesh, dense from 0: a device keeps its meshes in a slice.
func (m Mesh) Index() int { return int(m.index) }

// Generation is the use of the slot, from 1; 0 for the zero Mesh.
func (m Mesh) Generation() uint32 { return m.generation }

// IsZero reports whether m names no mesh.
func (m Mesh) IsZero() bool { return m.generation == 0 }

// Index is the slot of the texture, dense from 0: a device keeps its textures in a slice.
func (t Texture) Index() int { return int(t.index) }

// Generation is the use of the slot, from 1; 0 for the zero Texture.
func (t Texture) Generation() uint32 { return t.generation }

// IsZero reports whether t names no texture.
func (t Texture) IsZero() bool { return t.generation == 0 }

// handlePool gives out slots with generations. A freed slot is given out again only after
// the device has destroyed what was in it.
type handlePool struct {
	generations []uint32
	live        []bool
	free        []uint32
	count       int
}

func (p *handlePool) acquire() (index, generation uint32) {
	if n := len(p.free); n > 0 {
		index = p.free[n-1]
		p.free = p.free[:n-1]
	} else {
		index = uint32(len(p.generations))
		p.generations = append(p.generations, 0)
		p.live = append(p.live, false)
	}
	p.generations[index]++
	// generation 0 means no handle, also after four thousand million uses
	if p.generations[index] == 0 {
		p.generations[index] = 1
	}
	p.live[index] = true
	p.count++
	return index, p.generations[index]
}

func (p *handlePool) valid(index, generation uint32) bool {
	return generation != 0 && int(index) < len(p.generations) &&
		p.live[index] && p.generations[index] == generation
}

// retire makes the handle invalid; the slot stays taken until recycle.
func (p *handlePool) retire(index uint32) {
	p.live[index] = false
	p.count--
}

func (p *handlePool) recycle(index uint32) { p.free = append(p.free, index) }
