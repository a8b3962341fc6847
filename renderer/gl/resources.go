//go:build cgo

package gl

import (
	"fmt"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"

	"tumble/renderer"
)

// mesh is a mesh on the device; generation 0 is a free slot.
type mesh struct {
	generation       uint32
	vao, vertex, ibo uint32
	indices          int32
	label            string
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
	*m = mesh{
		generation: h.Generation(), vao: d.newVertexArray(), vertex: d.newBuffer(), ibo: d.newBuffer(),
		indices: int32(len(desc.Indices)), label: desc.Label,
	}
	gl.BindVertexArray(m.vao)
	d.boundVAO = m.vao
	data, bytes := bytesOf(desc.Vertices)
	gl.BindBuffer(gl.ARRAY_BUFFER, m.vertex)
	gl.BufferData(gl.ARRAY_BUFFER, bytes, data, gl.STATIC_DRAW)
	data, bytes = bytesOf(desc.Indices)
	gl.BindBuffer(gl.ELEMENT_ARRAY_BUFFER, m.ibo)
	gl.BufferData(gl.ELEMENT_ARRAY_BUFFER, bytes, data, gl.STATIC_DRAW)

	const stride = int32(unsafe.Sizeof(renderer.Vertex{}))
	attribute := func(i uint32, size int32, kind uint32, normalised bool, offset uintptr) {
		gl.EnableVertexAttribArray(i)
		gl.VertexAttribPointerWithOffset(i, size, kind, normalised, stride, offset)
	}
	attribute(0, 3, gl.FLOAT, false, unsafe.Offsetof(renderer.Vertex{}.X))
	attribute(1, 3, gl.FLOAT, false, unsafe.Offsetof(renderer.Vertex{}.NX))
	attribute(2, 3, gl.UNSIGNED_BYTE, true, unsafe.Offsetof(renderer.Vertex{}.EdgeA))
	attribute(3, 1, gl.BYTE, false, unsafe.Offsetof(renderer.Vertex{}.Side))
	attribute(4, 2, gl.UNSIGNED_SHORT, true, unsafe.Offsetof(renderer.Vertex{}.U))
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
	if d.boundVAO == m.vao {
		d.boundVAO = 0
	}
	d.deleteVertexArray(&m.vao)
	d.deleteBuffer(&m.vertex)
	d.deleteBuffer(&m.ibo)
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
		return fmt.Errorf("gl: texture %q is %dx%d: this driver allows %d", desc.Label, desc.Width, desc.Height, d.info.MaxTextureSize)
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
	data, _ := bytesOf(pixels)
	gl.TexImage2D(gl.TEXTURE_2D, 0, internal, int32(desc.Width), int32(desc.Height), 0, format, gl.UNSIGNED_BYTE, data)
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
	data, _ := bytesOf(u.Pixels)
	gl.TexSubImage2D(gl.TEXTURE_2D, 0, int32(u.X), int32(u.Y), int32(u.Width), int32(u.Height), format, gl.UNSIGNED_BYTE, data)
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
	if d.boundImage == t.id {
		d.boundImage = 0
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

// activate makes a texture unit the one that bindings and uploads act on.
func (d *Device) activate(unit uint32) {
	if d.activeUnit != unit {
		gl.ActiveTexture(gl.TEXTURE0 + unit)
		d.activeUnit = unit
	}
}

// bindImage binds a texture to the unit of images and makes that unit active.
func (d *Device) bindImage(id uint32) {
	d.activate(unitImage)
	if d.boundImage != id {
		gl.BindTexture(gl.TEXTURE_2D, id)
		d.boundImage = id
	}
}

// bindUnit binds a texture to one of the other units.
func (d *Device) bindUnit(unit, target, id uint32) {
	d.activate(unit)
	gl.BindTexture(target, id)
}

// bindVertexArray binds a vertex array unless it is bound.
func (d *Device) bindVertexArray(id uint32) {
	if d.boundVAO != id {
		gl.BindVertexArray(id)
		d.boundVAO = id
	}
}
