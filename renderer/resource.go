package renderer

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// Resources is the queue of creations, updates and destructions of meshes and textures. Its
// exported methods belong to the main thread; handles are valid at once.
//
// The queue loses no command, even when packets are dropped. Every command carries the number of a packet. A creation
// or an update has the number of the first packet that may use the resource, and runs before this packet or a later one
// is drawn. A destruction has the number of the last packet that may use the resource, and runs when this packet can no
// longer be drawn.
type Resources struct {
	meshes   handlePool
	textures handlePool
	details  []textureDetail // per texture slot

	// recording is the packet being recorded, 0 for none; submitted the newest handed over
	recording, submitted uint64

	// destroyed slots wait here, in order, until the device has destroyed them
	retiring  []retiredSlot
	lastTag   uint64 // of the newest destruction
	recycled  uint64
	destroyed atomic.Uint64 // destructions executed

	mu      sync.Mutex
	pending []resourceCommand
	buffers [][]byte // pixel buffers to use again

	backlog []resourceCommand // executor side: taken from pending and not yet due
	used    [][]byte          // executor side: buffers to give back
}

type textureDetail struct {
	width, height int
	format        TextureFormat
}

type retiredSlot struct {
	texture bool
	index   uint32
}

type resourceKind uint8

const (
	createMesh resourceKind = iota
	createTexture
	updateTexture
	destroyMesh
	destroyTexture
)

type resourceCommand struct {
	kind    resourceKind
	tag     uint64
	mesh    Mesh
	texture Texture

	meshDesc    MeshDesc
	textureDesc TextureDesc
	update      TextureUpdate
}

// CreateMesh makes a mesh. The slices of d belong to the renderer from now on and must not be
// changed.
func (r *Resources) CreateMesh(d MeshDesc) (Mesh, error) {
	if err := d.Validate(); err != nil {
		return Mesh{}, err
	}
	r.recycle()
	index, generation := r.meshes.acquire()
	m := Mesh{index, generation}
	r.push(resourceCommand{kind: createMesh, tag: r.firstUse(), mesh: m, meshDesc: d})
	return m, nil
}

// CreateTexture makes a texture. The slices of d belong to the renderer from now on and must not
// be changed.
func (r *Resources) CreateTexture(d TextureDesc) (Texture, error) {
	if err := d.Validate(); err != nil {
		return Texture{}, err
	}
	r.recycle()
	index, generation := r.textures.acquire()
	t := Texture{index, generation}
	for len(r.details) <= int(index) {
		r.details = append(r.details, textureDetail{})
	}
	r.details[index] = textureDetail{d.Width, d.Height, d.Format}
	r.push(resourceCommand{kind: createTexture, tag: r.firstUse(), texture: t, textureDesc: d})
	return t, nil
}

// UpdateTexture replaces a rectangle of a texture, for this packet and later ones. The
// pixels are copied.
func (r *Resources) UpdateTexture(t Texture, u TextureUpdate) error {
	if !r.textures.valid(t.index, t.generation) {
		return fmt.Errorf("renderer: update of texture %d/%d: there is no such texture", t.index, t.generation)
	}
	d := r.details[t.index]
	if u.X < 0 || u.Y < 0 || u.Width <= 0 || u.Height <= 0 || u.X+u.Width > d.width || u.Y+u.Height > d.height {
		return fmt.Errorf("renderer: update of %dx%d at %d,%d: outside of the texture of %dx%d",
			u.Width, u.Height, u.X, u.Y, d.width, d.height)
	}
	if n := u.Width * u.Height * d.format.BytesPerTexel(); len(u.Pixels) != n {
		return fmt.Errorf("renderer: update of %dx%d has %d bytes: must be %d", u.Width, u.Height, len(u.Pixels), n)
	}
	tag := r.firstUse()
	r.mu.Lock()
	u.Pixels = append(r.buffer(), u.Pixels...)
	r.pending = append(r.pending, resourceCommand{kind: updateTexture, tag: tag, texture: t, update: u})
	r.mu.Unlock()
	return nil
}

// buffer takes an empty buffer to fill; the lock is held.
func (r *Resources) buffer() []byte {
	n := len(r.buffers)
	if n == 0 {
		return nil
	}
	b := r.buffers[n-1]
	r.buffers = r.buffers[:n-1]
	return b[:0]
}

// DestroyMesh ends the mesh. Packets recorded so far still show it. It reports whether
// there was such a mesh.
func (r *Resources) DestroyMesh(m Mesh) bool {
	if !r.meshes.valid(m.index, m.generation) {
		return false
	}
	r.meshes.retire(m.index)
	r.retiring = append(r.retiring, retiredSlot{false, m.index})
	r.push(resourceCommand{kind: destroyMesh, tag: r.lastUse(), mesh: m})
	return true
}

// DestroyTexture ends the texture. Packets recorded so far still show it. It reports
// whether there was such a texture.
func (r *Resources) DestroyTexture(t Texture) bool {
	if !r.textures.valid(t.index, t.generation) {
		return false
	}
	r.textures.retire(t.index)
	r.retiring = append(r.retiring, retiredSlot{true, t.index})
	r.push(resourceCommand{kind: destroyTexture, tag: r.lastUse(), texture: t})
	return true
}

// Live returns how many meshes and textures exist for the main thread.
func (r *Resources) Live() (meshes, textures int) { return r.meshes.count, r.textures.count }

// TextureSize returns the size of a texture in texels, 0, 0 if there is no such texture.
func (r *Resources) TextureSize(t Texture) (w, h int) {
	if !r.textures.valid(t.index, t.generation) {
		return 0, 0
	}
	d := r.details[t.index]
	return d.width, d.height
}

func (r *Resources) firstUse() uint64 {
	if r.recording != 0 {
		return r.recording
	}
	return r.submitted + 1
}

// lastUse never decreases, so that destructions run in the order of retiring even when a
// packet is abandoned and its number is used again.
func (r *Resources) lastUse() uint64 {
	r.lastTag = max(r.lastTag, r.recording, r.submitted)
	return r.lastTag
}

func (r *Resources) push(c resourceCommand) {
	r.mu.Lock()
	r.pending = append(r.pending, c)
	r.mu.Unlock()
}

// recycle makes the slots free whose contents the device has destroyed meanwhile.
func (r *Resources) recycle() {
	n := 0
	for done := r.destroyed.Load(); r.recycled < done; r.recycled++ {
		if s := r.retiring[n]; s.texture {
			r.textures.recycle(s.index)
		} else {
			r.meshes.recycle(s.index)
		}
		n++
	}
	r.retiring = append(r.retiring[:0], r.retiring[n:]...)
}

// collect moves the queue of the main thread to the executor's side.
func (r *Resources) collect() {
	r.mu.Lock()
	r.backlog = append(r.backlog, r.pending...)
	clear(r.pending)
	r.pending = r.pending[:0]
	r.buffers = append(r.buffers, r.used...)
	r.mu.Unlock()
	clear(r.used)
	r.used = r.used[:0]
}

// execute runs the commands that are due when packet id is the next to be drawn: earlier packets
// are drawn or dropped. problem is called for every command that fails.
func (r *Resources) execute(dev Device, id uint64, problem func(error), progress *atomic.Uint64) (n int) {
	r.collect()
	keep := r.backlog[:0]
	for i := range r.backlog {
		c := &r.backlog[i]
		due := c.tag <= id
		if c.kind >= destroyMesh {
			due = c.tag < id
		}
		if !due {
			keep = append(keep, *c)
			continue
		}
		if err := c.run(dev); err != nil {
			problem(err)
		}
		progress.Add(1)
		n++
		if c.kind == updateTexture {
			r.used = append(r.used, c.update.Pixels)
		}
		if c.kind >= destroyMesh {
			r.destroyed.Add(1)
		}
	}
	// release the descriptions of resources that exist now
	clear(r.backlog[len(keep):])
	r.backlog = keep
	return n
}

func (c *resourceCommand) run(dev Device) error {
	switch c.kind {
	case createMesh:
		return dev.CreateMesh(c.mesh, &c.meshDesc)
	case createTexture:
		return dev.CreateTexture(c.texture, &c.textureDesc)
	case updateTexture:
		return dev.UpdateTexture(c.texture, &c.update)
	case destroyMesh:
		return dev.DestroyMesh(c.mesh)
	default:
		return dev.DestroyTexture(c.texture)
	}
}
