//go:build cgo || js

package gl

import (
	"fmt"

	"tumble/renderer"
	gl "tumble/renderer/gl/api"
)

// targets are the images into which a frame is drawn. They are made again when the size of the window or
// the quality changes.
type targets struct {
	width, height           int32 // of the window and the picture
	sceneWidth, sceneHeight int32
	samples                 int32
	occluded                bool // there are targets for ambient occlusion
	summed                  bool // frames are samples of a picture

	scene, color, depth uint32 // framebuffer; colour in sRGB, multisampled
	// resolved is the framebuffer of colour and depth where samples are stored apart, which WebGL cannot read
	resolved          uint32
	store             [2]uint32 // renderbuffers of the samples
	picture, pixels   uint32    // framebuffer and renderbuffer that the user interface is drawn on
	mask, maskTexture uint32
	sum, sumTexture   uint32    // of samples
	occlusion         [2]uint32 // framebuffers at half the size of the scene
	occlusionTexture  [2]uint32
}

// wanted returns the sizes that the packet asks for.
func (d *Device) wanted(p *renderer.Packet) targets {
	scale := p.Quality.Scale
	if !(scale > 0) {
		scale = 1
	}
	side := func(n int32) int32 {
		return min(max(int32(float32(n)*scale+0.5), 1), int32(d.info.MaxTextureSize))
	}
	samples := min(max(p.Quality.Samples, 1), int32(d.info.MaxSamples))
	return targets{
		width: p.Header.Width, height: p.Header.Height,
		sceneWidth: side(p.Header.Width), sceneHeight: side(p.Header.Height),
		samples: samples, occluded: p.Quality.Flags&renderer.QualityAmbientOcclusion != 0,
		summed: p.Sampling.Count > 0,
	}
}

// fitTargets makes the targets of the packet unless they exist.
func (d *Device) fitTargets(p *renderer.Packet) error {
	w := d.wanted(p)
	if w.width < 1 || w.height < 1 || int(max(w.width, w.height)) > d.info.MaxTextureSize {
		return fmt.Errorf("gl: window of %dx%d pixels: sides must be 1 to %d", w.width, w.height, d.info.MaxTextureSize)
	}
	t := &d.targets
	if t.width == w.width && t.height == w.height && t.sceneWidth == w.sceneWidth &&
		t.sceneHeight == w.sceneHeight && t.samples == w.samples && t.occluded == w.occluded && t.summed == w.summed {
		return nil
	}
	d.deleteTargets()
	*t = w
	// the methods below bind behind the back of the cache
	d.state.framebuffer = unknown
	d.clipCache = renderer.Rect{}
	d.makeScene()
	if err := d.complete("scene target"); err != nil {
		return err
	}
	t.mask, t.maskTexture = d.makeTarget(unitMask, gl.R8, gl.RED, t.sceneWidth, t.sceneHeight)
	if err := d.complete("outline target"); err != nil {
		return err
	}
	if t.summed {
		// in single precision hundreds of samples add up without bands
		t.sum, t.sumTexture = d.makeTarget(unitSum, gl.RGBA32F, gl.RGBA, t.width, t.height)
		if err := d.complete("target of samples"); err != nil {
			return err
		}
	}
	if t.occluded {
		for i := range t.occlusion {
			t.occlusion[i], t.occlusionTexture[i] = d.makeTarget(unitRaw+uint32(i), gl.RG16F, gl.RG, (t.sceneWidth+1)/2,
				(t.sceneHeight+1)/2)
			gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
			gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
			if err := d.complete("occlusion target"); err != nil {
				return err
			}
		}
	}
	t.picture = d.newFramebuffer()
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.picture)
	t.pixels = d.newRenderbuffer()
	gl.RenderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, t.width, t.height)
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, t.pixels)
	return d.complete("picture")
}

// complete returns an error when the framebuffer that is bound cannot be drawn to.
func (d *Device) complete(what string) error {
	status := gl.CheckFramebufferStatus(gl.FRAMEBUFFER)
	err := d.check(what)
	if status != gl.FRAMEBUFFER_COMPLETE {
		d.deleteTargets()
		return fmt.Errorf("gl: %s: framebuffer status %#x", what, status)
	}
	return err
}

// sceneFormats are the formats of a pixel of the scene: its storage and the type of its channels.
func (t *targets) sceneFormats() (internal, channel uint32) {
	if t.summed {
		return gl.RGBA16F, gl.FLOAT
	}
	return gl.SRGB8_ALPHA8, gl.UNSIGNED_BYTE
}

// attach makes a texture of the size of the scene and attaches it to the framebuffer that is bound.
func (d *Device) attach(unit, internal, format, channel, point uint32) uint32 {
	t := &d.targets
	id := d.newTexture()
	d.bindUnit(unit, gl.TEXTURE_2D, id)
	gl.TexImage2D(gl.TEXTURE_2D, 0, int32(internal), t.sceneWidth, t.sceneHeight, 0, format, channel, nil)
	unfiltered()
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, point, gl.TEXTURE_2D, id, 0)
	return id
}

// attachScene gives the framebuffer that is bound a texture for colours and one for depths.
func (d *Device) attachScene() {
	t := &d.targets
	internal, channel := t.sceneFormats()
	t.color = d.attach(unitScene, internal, gl.RGBA, channel, gl.COLOR_ATTACHMENT0)
	t.depth = d.attach(unitDepth, gl.DEPTH_COMPONENT24, gl.DEPTH_COMPONENT, gl.UNSIGNED_INT, gl.DEPTH_ATTACHMENT)
}

// unfiltered makes the texture that is bound complete without mipmaps.
func unfiltered() {
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
}

// makeTarget makes a framebuffer with one colour texture and leaves both bound.
func (d *Device) makeTarget(unit uint32, internal int32, format uint32, w, h int32) (framebuffer, texture uint32) {
	texture = d.newTexture()
	d.bindUnit(unit, gl.TEXTURE_2D, texture)
	channel := uint32(gl.FLOAT)
	if internal == gl.R8 {
		channel = gl.UNSIGNED_BYTE
	}
	gl.TexImage2D(gl.TEXTURE_2D, 0, internal, w, h, 0, format, channel, nil)
	unfiltered()
	framebuffer = d.newFramebuffer()
	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0)
	return framebuffer, texture
}

func (d *Device) deleteTargets() {
	t := &d.targets
	d.deleteFramebuffer(&t.scene)
	d.deleteFramebuffer(&t.picture)
	d.deleteFramebuffer(&t.mask)
	d.deleteFramebuffer(&t.sum)
	d.deleteTexture(&t.color)
	d.deleteTexture(&t.depth)
	d.deleteTexture(&t.maskTexture)
	d.deleteTexture(&t.sumTexture)
	for i := range t.occlusion {
		d.deleteFramebuffer(&t.occlusion[i])
		d.deleteTexture(&t.occlusionTexture[i])
	}
	d.deleteFramebuffer(&t.resolved)
	for _, id := range [...]uint32{t.pixels, t.store[0], t.store[1]} {
		if id != 0 {
			gl.DeleteRenderbuffer(id)
			d.objects.Renderbuffers--
		}
	}
	*t = targets{}
}

// shadows are the depth maps of the sun, one layer per cascade.
type shadows struct {
	texture      uint32
	framebuffers [renderer.MaxCascades]uint32
	size, layers int32
}

const defaultShadowSize = 2048

// fitShadows makes the maps of the packet unless they exist.
func (d *Device) fitShadows(p *renderer.Packet) error {
	s := &d.shadows
	layers := min(max(p.View.Shadow.Cascades, 1), renderer.MaxCascades)
	size := p.Quality.ShadowSize
	if size <= 0 {
		size = defaultShadowSize
	}
	size = min(size, int32(d.info.MaxTextureSize))
	// without shadows the sampler still needs a texture of its kind
	if p.View.Shadow.Cascades <= 0 {
		size = 1
		if s.texture != 0 {
			return nil
		}
	}
	if s.texture != 0 && s.size == size && s.layers == layers {
		return nil
	}
	d.deleteShadows()
	d.state.framebuffer = unknown
	s.size, s.layers = size, layers
	s.texture = d.newTexture()
	d.bindUnit(unitShadow, gl.TEXTURE_2D_ARRAY, s.texture)
	gl.TexImage3D(gl.TEXTURE_2D_ARRAY, 0, gl.DEPTH_COMPONENT24, size, size, layers, 0, gl.DEPTH_COMPONENT,
		gl.UNSIGNED_INT, nil)
	for name, value := range map[uint32]int32{
		gl.TEXTURE_MIN_FILTER: gl.LINEAR, gl.TEXTURE_MAG_FILTER: gl.LINEAR,
		gl.TEXTURE_WRAP_S: gl.CLAMP_TO_EDGE, gl.TEXTURE_WRAP_T: gl.CLAMP_TO_EDGE,
		gl.TEXTURE_COMPARE_MODE: gl.COMPARE_REF_TO_TEXTURE, gl.TEXTURE_COMPARE_FUNC: gl.LEQUAL,
	} {
		gl.TexParameteri(gl.TEXTURE_2D_ARRAY, name, value)
	}
	d.bindUnit(unitShadowDepth, gl.TEXTURE_2D_ARRAY, s.texture)
	for i := range layers {
		s.framebuffers[i] = d.newFramebuffer()
		gl.BindFramebuffer(gl.FRAMEBUFFER, s.framebuffers[i])
		gl.FramebufferTextureLayer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, s.texture, 0, i)
		gl.DrawBuffer(gl.NONE)
		gl.ReadBuffer(gl.NONE)
	}
	if status := gl.CheckFramebufferStatus(gl.FRAMEBUFFER); status != gl.FRAMEBUFFER_COMPLETE {
		d.deleteShadows()
		return fmt.Errorf("gl: shadow map of %d texels: framebuffer status %#x", size, status)
	}
	return d.check("shadow map")
}

// makeDepthSampler gives the unit unitShadowDepth a sampler that reads depths as they are. The texture itself compares.
func (d *Device) makeDepthSampler() {
	d.depthSampler = gl.NewSampler()
	d.objects.Samplers++
	for name, value := range map[uint32]int32{
		gl.TEXTURE_MIN_FILTER: gl.NEAREST, gl.TEXTURE_MAG_FILTER: gl.NEAREST, gl.TEXTURE_COMPARE_MODE: gl.NONE,
		gl.TEXTURE_WRAP_S: gl.CLAMP_TO_EDGE, gl.TEXTURE_WRAP_T: gl.CLAMP_TO_EDGE,
	} {
		gl.SamplerParameteri(d.depthSampler, name, value)
	}
	gl.BindSampler(unitShadowDepth, d.depthSampler)
}

func (d *Device) deleteDepthSampler() {
	if d.depthSampler != 0 {
		gl.DeleteSampler(d.depthSampler)
		d.objects.Samplers--
		d.depthSampler = 0
	}
}

func (d *Device) deleteShadows() {
	for i := range d.shadows.framebuffers {
		d.deleteFramebuffer(&d.shadows.framebuffers[i])
	}
	d.deleteTexture(&d.shadows.texture)
	d.shadows = shadows{}
}
