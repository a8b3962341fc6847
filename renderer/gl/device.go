//go:build cgo || js

package gl

import (
	"errors"
	"fmt"
	"strings"
	"unsafe"

	"tumble/renderer"
	gl "tumble/renderer/gl/api"
	"tumble/shaders"
)

// Options say how a device is made.
type Options struct {
	// ShaderDir is a folder with the shader sources, which are compiled again when a file changes.
	// Empty takes the sources built into the program.
	ShaderDir string
}

// Device draws with OpenGL 4.1 core. It belongs to the thread on which its context is current.
type Device struct {
	driver   driver
	info     renderer.Info
	library  shaders.Library
	watch    *shaderWatch // nil: the shaders do not change
	programs map[programKey]*program
	meshes   []mesh
	textures []texture
	white    uint32 // texture of one white texel

	arena  arena
	stream stream
	empty  uint32 // vertex array without attributes
	flat   uint32 // vertex array of Vertex2D

	targets targets
	shadows shadows
	// depthSampler reads shadow maps without a comparison
	depthSampler uint32
	fences       fenceRing

	// the frame being drawn
	packet    *renderer.Packet
	block     frameBlock
	pass      renderer.Pass
	cascade   int32
	inFrame   bool
	finished  bool // the scene has become the picture
	outlined  bounds
	hints     []hint // of the overlay pass
	pcf       int
	patterned bool // the frame has surfaces with patterns or bevels
	clipCache renderer.Rect
	rowSwap   []byte
	state     state

	hasWindow    bool
	frames       uint64
	careful      bool // check for errors after every pass
	objects      Objects
	problems     map[Problem]int
	problemCount int
	frameErr     error
	closed       bool
}

// New makes a device in the context that is current on the calling thread; proc finds the
// functions of OpenGL. An error wraps ErrUnsupported when the driver is too old.
func New(proc func(name string) unsafe.Pointer, o Options) (*Device, error) {
	driver, err := findDriver(proc)
	if err != nil {
		return nil, err
	}
	d := &Device{driver: driver, library: embedded(), programs: map[programKey]*program{}}
	if o.ShaderDir != "" {
		d.library, d.watch = shaders.Dir(o.ShaderDir), newShaderWatch(o.ShaderDir)
	}
	d.describe()
	d.makeFixed()
	if err := d.buildAll(); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	if err := d.check("new"); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

func (d *Device) describe() {
	d.info = renderer.Info{
		Name:     driverName,
		Renderer: gl.GetString(gl.RENDERER),
		Version:  gl.GetString(gl.VERSION),
	}
	d.info.MaxTextureSize, d.info.MaxSamples = int(gl.GetInteger(gl.MAX_TEXTURE_SIZE)), int(min(mostSamples(), 8))
	for _, name := range []string{"llvmpipe", "softpipe", "SwiftShader", "Software", "GDI Generic"} {
		d.info.Software = d.info.Software || strings.Contains(d.info.Renderer, name)
	}
}

// Info says what the device is.
func (d *Device) Info() renderer.Info { return d.info }

// makeFixed makes the objects that do not depend on the size of the window, and sets the state that never changes.
func (d *Device) makeFixed() {
	d.makeArena()
	d.makeStream()
	d.makeDepthSampler()
	d.white = d.newTexture()
	d.bindImage(d.white)
	texel := []byte{255, 255, 255, 255}
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, 1, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, unsafe.Pointer(&texel[0]))
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)

	// encodes for the scene target, the only one of an sRGB format
	gl.Enable(gl.FRAMEBUFFER_SRGB)
	// casters in front of a shadow map and the far ground are flattened instead of cut
	gl.Enable(gl.DEPTH_CLAMP)
	gl.Enable(gl.POLYGON_OFFSET_FILL)
	gl.ClearColor(0, 0, 0, 0)
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 1)
	gl.PixelStorei(gl.PACK_ALIGNMENT, 1)
}

// buildAll compiles a variant of every program, so that a broken shader or driver is known at
// once and not in the middle of a session.
func (d *Device) buildAll() error {
	for _, k := range []programKey{
		keyShadow, keyMask, skyKey(false), keyLine, keyPoint, keyQuad, keyTriangle, keyBlur, keyOutline,
		litKey(2, false, false), litKey(2, true, false), groundKey(2, false), litKey(softFilter, true, false),
		groundKey(softFilter, false), resolveKey(1, false), occlusionKey(1), keyDevelop,
	} {
		p, err := d.buildProgram(k)
		if err != nil {
			return err
		}
		d.programs[k] = p
	}
	return nil
}

// Close destroys everything that still exists. The error names meshes and textures that were
// never destroyed.
func (d *Device) Close() error {
	if d.closed {
		return nil
	}
	d.closed = true
	var leaked []string
	for i := range d.meshes {
		if m := &d.meshes[i]; m.generation != 0 {
			leaked = append(leaked, fmt.Sprintf("mesh %q", m.label))
			d.freeMesh(m)
		}
	}
	for i := range d.textures {
		if t := &d.textures[i]; t.generation != 0 {
			leaked = append(leaked, fmt.Sprintf("texture %q", t.label))
			d.freeTexture(t)
		}
	}
	d.deleteArena()
	d.deleteStream()
	d.deleteTexture(&d.white)
	d.deleteTargets()
	d.deleteShadows()
	d.deleteDepthSampler()
	d.deleteFences()
	d.deletePrograms()
	err := d.check("close")
	if d.objects != (Objects{}) {
		err = errors.Join(err, fmt.Errorf("gl: objects left after close: %+v", d.objects))
	}
	if len(leaked) > 0 {
		err = errors.Join(err, fmt.Errorf("gl: %d resources were never destroyed: %s", len(leaked),
			strings.Join(leaked, ", ")))
	}
	return err
}
