//go:build cgo || js

package gl

import (
	"fmt"
	"unsafe"

	"tumble/renderer"
	gl "tumble/renderer/gl/api"
)

// mesh is a mesh on the device; generation 0 is a free slot.
type mesh struct {
	generation        uint32
	vertices, indices span
	radius            float32 // around the local origin, without the stretch
	label             string
}

// texture is a texture on the device; generation 0 is a free slot.
type texture struct {
	generation    uint32
	id            uint32
	width, height int
	format        renderer.TextureFormat
	label         string
}

// slot returns the place of index i in a table, which grows as needed.
func slot[T any](table *[]T, i int) *T {
	for len(*table) <= i {
		var zero T
		*table = append(*table, zero)
	}
	return &(*table)[i]
}

// CreateMesh makes the mesh h.
func (d *Device) CreateMesh(h renderer.Mesh, desc *renderer.MeshDesc) error {
	if err := desc.Validate(); err != nil {
		return err
	}
	m := slot(&d.meshes, h.Index())
	if m.generation != 0 || h.IsZero() {
		return fmt.Errorf("gl: create mesh %q: handle %d is in use or zero", desc.Label, h.Index())
	}
	vertices, moved := d.allot(&d.arena.vertices, bytesOf(desc.Vertices))
	// there is no first vertex of a draw in WebGL: indices count from the beginning of the arena
	shifted := make([]uint32, len(desc.Indices))
	for i, v := range desc.Indices {
		shifted[i] = v + uint32(vertices.first)
	}
	indices, movedToo := d.allot(&d.arena.indices, bytesOf(shifted))
	if moved || movedToo {
		d.describeArena()
	}
	*m = mesh{h.Generation(), vertices, indices, desc.Radius(), desc.Label}
	return d.check("create mesh")
}

// DestroyMesh frees the mesh h.
func (d *Device) DestroyMesh(h renderer.Mesh) error {
	m := d.mesh(h)
	if m == nil {
		return fmt.Errorf("gl: destroy mesh: handle %d does not exist", h.Index())
	}
	d.freeMesh(m)
	return d.check("destroy mesh")
}

func (d *Device) freeMesh(m *mesh) {
	d.arena.vertices.release(m.vertices)
	d.arena.indices.release(m.indices)
	*m = mesh{}
}

// mesh returns the mesh of a handle, nil when it does not exist.
func (d *Device) mesh(h renderer.Mesh) *mesh {
	if i := h.Index(); !h.IsZero() && i < len(d.meshes) && d.meshes[i].generation == h.Generation() {
		return &d.meshes[i]
	}
	return nil
}

// CreateTexture makes the texture h.
func (d *Device) CreateTexture(h renderer.Texture, desc *renderer.TextureDesc) error {
	if err := desc.Validate(); err != nil {
		return err
	}
	if desc.Width > d.info.MaxTextureSize || desc.Height > d.info.MaxTextureSize {
		return fmt.Errorf("gl: texture %q is %dx%d: this driver allows %d", desc.Label, desc.Width, desc.Height,
			d.info.MaxTextureSize)
	}
	t := slot(&d.textures, h.Index())
	if t.generation != 0 || h.IsZero() {
		return fmt.Errorf("gl: create texture %q: handle %d is in use or zero", desc.Label, h.Index())
	}
	pixels := desc.Pixels
	if pixels == nil {
		pixels = make([]byte, desc.Width*desc.Height*desc.Format.BytesPerTexel())
	}
	*t = texture{h.Generation(), d.newTexture(), desc.Width, desc.Height, desc.Format, desc.Label}
	d.bindImage(t.id)
	internal, format := textureFormats(desc.Format)
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 1)
	gl.TexImage2D(gl.TEXTURE_2D, 0, internal, int32(desc.Width), int32(desc.Height), 0, format, gl.UNSIGNED_BYTE,
		unsafe.Pointer(&pixels[0]))
	filter, wrap := int32(gl.LINEAR), int32(gl.CLAMP_TO_EDGE)
	if desc.Filter == renderer.FilterNearest {
		filter = gl.NEAREST
	}
	if desc.Wrap == renderer.WrapRepeat {
		wrap = gl.REPEAT
	}
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, wrap)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, wrap)
	return d.check("create texture")
}

// textureFormats returns the internal and the transfer format. Colour stays encoded, because
// the user interface is blended in display space; the scene's shaders decode it.
func textureFormats(f renderer.TextureFormat) (internal int32, format uint32) {
	if f == renderer.TextureR8 {
		return gl.R8, gl.RED
	}
	return gl.RGBA8, gl.RGBA
}

// UpdateTexture replaces a rectangle of the texture h.
func (d *Device) UpdateTexture(h renderer.Texture, u *renderer.TextureUpdate) error {
	t := d.texture(h)
	if t == nil {
		return fmt.Errorf("gl: update texture: handle %d does not exist", h.Index())
	}
	if u.X < 0 || u.Y < 0 || u.Width < 1 || u.Height < 1 || u.X+u.Width > t.width || u.Y+u.Height > t.height ||
		len(u.Pixels) != u.Width*u.Height*t.format.BytesPerTexel() {
		return fmt.Errorf("gl: update texture %q: rectangle %d,%d %dx%d with %d bytes does not fit into %dx%d",
			t.label, u.X, u.Y, u.Width, u.Height, len(u.Pixels), t.width, t.height)
	}
	d.bindImage(t.id)
	_, format := textureFormats(t.format)
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 1)
	gl.TexSubImage2D(gl.TEXTURE_2D, 0, int32(u.X), int32(u.Y), int32(u.Width), int32(u.Height), format,
		gl.UNSIGNED_BYTE, unsafe.Pointer(&u.Pixels[0]))
	return d.check("update texture")
}

// DestroyTexture frees the texture h.
func (d *Device) DestroyTexture(h renderer.Texture) error {
	t := d.texture(h)
	if t == nil {
		return fmt.Errorf("gl: destroy texture: handle %d does not exist", h.Index())
	}
	d.freeTexture(t)
	return d.check("destroy texture")
}

func (d *Device) freeTexture(t *texture) {
	if d.state.image == t.id {
		d.state.image = 0
	}
	d.deleteTexture(&t.id)
	*t = texture{}
}

// texture returns the texture of a handle, nil when it does not exist.
func (d *Device) texture(h renderer.Texture) *texture {
	if i := h.Index(); !h.IsZero() && i < len(d.textures) && d.textures[i].generation == h.Generation() {
		return &d.textures[i]
	}
	return nil
}
