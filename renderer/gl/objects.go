//go:build cgo

package gl

import "github.com/go-gl/gl/v4.1-core/gl"

// Objects counts the objects of OpenGL that a device has made and not deleted. After Close all
// are 0.
type Objects struct {
	Buffers, Textures, VertexArrays, Framebuffers, Renderbuffers, Programs, Shaders, Syncs, Samplers int
}

// Objects returns the number of objects that exist now.
func (d *Device) Objects() Objects { return d.objects }

func (d *Device) newBuffer() (id uint32) {
	gl.GenBuffers(1, &id)
	d.objects.Buffers++
	return id
}

func (d *Device) deleteBuffer(id *uint32) {
	if *id != 0 {
		gl.DeleteBuffers(1, id)
		d.objects.Buffers--
		*id = 0
	}
}

func (d *Device) newTexture() (id uint32) {
	gl.GenTextures(1, &id)
	d.objects.Textures++
	return id
}

func (d *Device) deleteTexture(id *uint32) {
	if *id != 0 {
		gl.DeleteTextures(1, id)
		d.objects.Textures--
		*id = 0
	}
}

func (d *Device) newVertexArray() (id uint32) {
	gl.GenVertexArrays(1, &id)
	d.objects.VertexArrays++
	return id
}

func (d *Device) deleteVertexArray(id *uint32) {
	if *id != 0 {
		gl.DeleteVertexArrays(1, id)
		d.objects.VertexArrays--
		*id = 0
	}
}

func (d *Device) newFramebuffer() (id uint32) {
	gl.GenFramebuffers(1, &id)
	d.objects.Framebuffers++
	return id
}

func (d *Device) deleteFramebuffer(id *uint32) {
	if *id != 0 {
		gl.DeleteFramebuffers(1, id)
		d.objects.Framebuffers--
		*id = 0
	}
}
