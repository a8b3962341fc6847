//go:build cgo || js

package gl

import gl "tumble/renderer/gl/api"

// Objects counts the objects of OpenGL that a device has made and not deleted. After Close all
// are 0.
type Objects struct {
	Buffers, Textures, VertexArrays, Framebuffers, Renderbuffers, Programs, Shaders, Syncs, Samplers int
}

// Objects returns the number of objects that exist now.
func (d *Device) Objects() Objects { return d.objects }

func (d *Device) newBuffer() (id uint32) {
	id = gl.NewBuffer()
	d.objects.Buffers++
	return id
}

func (d *Device) deleteBuffer(id *uint32) {
	if *id != 0 {
		gl.DeleteBuffer(*id)
		d.objects.Buffers--
		*id = 0
	}
}

func (d *Device) newTexture() (id uint32) {
	id = gl.NewTexture()
	d.objects.Textures++
	return id
}

func (d *Device) deleteTexture(id *uint32) {
	if *id != 0 {
		gl.DeleteTexture(*id)
		d.objects.Textures--
		*id = 0
	}
}

func (d *Device) newVertexArray() (id uint32) {
	id = gl.NewVertexArray()
	d.objects.VertexArrays++
	return id
}

func (d *Device) deleteVertexArray(id *uint32) {
	if *id != 0 {
		gl.DeleteVertexArray(*id)
		d.objects.VertexArrays--
		*id = 0
	}
}

func (d *Device) newFramebuffer() (id uint32) {
	id = gl.NewFramebuffer()
	d.objects.Framebuffers++
	return id
}

func (d *Device) deleteFramebuffer(id *uint32) {
	if *id != 0 {
		gl.DeleteFramebuffer(*id)
		d.objects.Framebuffers--
		*id = 0
	}
}

// newRenderbuffer makes a renderbuffer and binds it.
func (d *Device) newRenderbuffer() uint32 {
	id := gl.NewRenderbuffer()
	d.objects.Renderbuffers++
	gl.BindRenderbuffer(gl.RENDERBUFFER, id)
	return id
}
