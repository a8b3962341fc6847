package renderer

import "fmt"

// Device draws. Only the thread that has the graphics context current may call a device.
//
// The calls of a frame are
//
//	BeginFrame
//	  BeginPass  Draw…  EndPass      in the order of the constants of Pass;
//	  …                              PassShadow once per cascade, PassScene always,
//	EndFrame                         the others only if something is in them
//
// and outside of a frame come creations, updates, destructions, ReadPixels and fences.
// A device brings the scene onto the window (resolve, tone mapping, outline) when PassUI
// begins, or in EndFrame if there is none.
//
// Draws return nothing: the device counts their errors, and the first
// error of a frame comes from EndFrame.
type Device interface {
	// Info says what the device is. It does not change.
	Info() Info

	// CreateMesh makes the mesh h. The slices of d are not kept.
	CreateMesh(h Mesh, d *MeshDesc) error
	// DestroyMesh frees the mesh h.
	DestroyMesh(h Mesh) error
	// CreateTexture makes the texture h. The slices of d are not kept.
	CreateTexture(h Texture, d *TextureDesc) error
	// UpdateTexture replaces a rectangle of the texture h.
	UpdateTexture(h Texture, u *TextureUpdate) error
	// DestroyTexture frees the texture h.
	DestroyTexture(h Texture) error

	// BeginFrame starts a frame: the device takes sizes, view, environment, quality and
	// materials from p and uploads its slabs. p is valid until EndFrame has returned.
	BeginFrame(p *Packet) error
	// BeginPass starts a pass; view is the cascade of PassShadow and 0 elsewhere.
	BeginPass(pass Pass, view int)
	// Draw draws one op: o has the kind and the state, d the resources and the range of the packet's slab. DrawFlags
	// of another pass have no effect.
	Draw(o Op, d Draw)
	// EndPass ends the pass.
	EndPass()
	// EndFrame ends the frame; the packet is no longer needed. It returns the first error of the frame; the device can
	// begin another frame after an error.
	EndFrame() error

	// ReadPixels copies the last frame, before it is swapped, into dst: w×h pixels of four bytes RGBA,
	// top row first, sRGB. w and h are the size of that frame and len(dst) is 4·w·h.
	ReadPixels(dst []byte, w, h int) error

	// Fence marks the point in the stream of commands that has been reached.
	Fence() Fence
	// WaitFence waits until all commands before f are done, at most timeout nanoseconds, and reports whether they are.
	// A later call may wait for the same fence.
	WaitFence(f Fence, timeout int64) (done bool, err error)

	// Close destroys everything that still exists and frees what the device holds. The
	// context is still current, and the device is not used again.
	Close() error
}

// Fence is a point in a device's stream of commands; later fences are larger. The zero
// Fence has always been reached.
type Fence uint64

// Info describes a device.
type Info struct {
	Name           string // "OpenGL"
	Renderer       string // the driver's name of the hardware
	Version        string
	MaxTextureSize int
	MaxSamples     int
	Software       bool // drawn by the processor: choose a low quality
}

// Vertex is one vertex of a mesh, 32 bytes.
//
//	offset  0 position, metres, local
//	       12 normal, unit
//	       24 edge: three barycentric coordinates, 0 or 255; an edge of the triangle is
//	          drawn by the edge overlay where an interpolated coordinate comes near 0
//	       27 side: -1, 0 or 1; multiplies Instance.Stretch along local y
//	       28 texture coordinates, 0 to 65535 for 0 to 1
type Vertex struct {
	X, Y, Z             float32
	NX, NY, NZ          float32
	EdgeA, EdgeB, EdgeC uint8
	Side                int8
	U, V                uint16
}

// MeshDesc describes an immutable mesh of triangles, counter-clockwise seen from outside.
type MeshDesc struct {
	Label    string
	Vertices []Vertex
	Indices  []uint32 // three per triangle
}

// Validate returns an error when the description cannot be drawn.
func (d *MeshDesc) Validate() error {
	if len(d.Vertices) == 0 || len(d.Indices) == 0 {
		return fmt.Errorf("renderer: mesh %q has %d vertices and %d indices: must have some",
			d.Label, len(d.Vertices), len(d.Indices))
	}
	if len(d.Indices)%3 != 0 {
		return fmt.Errorf("renderer: mesh %q has %d indices: must be a multiple of 3", d.Label, len(d.Indices))
	}
	for i, x := range d.Indices {
		if int(x) >= len(d.Vertices) {
			return fmt.Errorf("renderer: mesh %q index %d is %d: there are %d vertices",
				d.Label, i, x, len(d.Vertices))
		}
	}
	return nil
}

// TextureFormat is the layout of a texture's texels.
type TextureFormat uint8

// The texture formats.
const (
	TextureRGBA8 TextureFormat = iota // four bytes, colour in sRGB, straight alpha
	TextureR8                         // one byte of coverage, linear
)

// BytesPerTexel is the size of a texel.
func (f TextureFormat) BytesPerTexel() int {
	if f == TextureR8 {
		return 1
	}
	return 4
}

// TextureFilter says how a texture is sampled between its texels.
type TextureFilter uint8

// The texture filters.
const (
	FilterLinear TextureFilter = iota
	FilterNearest
)

// TextureWrap says how a texture goes on beyond its borders.
type TextureWrap uint8

// The texture wraps.
const (
	WrapClamp TextureWrap = iota
	WrapRepeat
)

// TextureDesc describes a texture. Pixels are tightly packed rows, top row first; nil means
// all zero.
type TextureDesc struct {
	Label         string
	Width, Height int
	Format        TextureFormat
	Filter        TextureFilter
	Wrap          TextureWrap
	Pixels        []byte
}

// Validate returns an error when the description does not fit together.
func (d *TextureDesc) Validate() error {
	if d.Width <= 0 || d.Height <= 0 || d.Width > 1<<14 || d.Height > 1<<14 {
		return fmt.Errorf("renderer: texture %q is %dx%d: sides must be 1 to 16384", d.Label, d.Width, d.Height)
	}
	if n := d.Width * d.Height * d.Format.BytesPerTexel(); d.Pixels != nil && len(d.Pixels) != n {
		return fmt.Errorf("renderer: texture %q has %d bytes of pixels: must be %d", d.Label, len(d.Pixels), n)
	}
	return nil
}

// TextureUpdate replaces the rectangle at X, Y of Width × Height texels. Pixels are tightly packed
// rows in the format of the texture.
type TextureUpdate struct {
	X, Y, Width, Height int
	Pixels              []byte
}
