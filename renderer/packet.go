package renderer

// Packet is everything one frame needs, as plain data that the main thread hands to
// the render goroutine. Every slab is free of pointers, so that the garbage collector never
// looks into it, and keeps its capacity from frame to frame.
//
// A packet belongs to the main thread between Acquire and Submit and to the executor after that.
type Packet struct {
	Header      Header
	View        View
	Panes       Panes
	Environment Environment
	Quality     Quality
	Sampling    Sampling

	Ops       []Op       // what to draw; sorted by the executor
	Draws     []Draw     // the resources and ranges of the ops
	Materials []Material // at most MaxMaterials; index 0 is the default material
	Instances []Instance
	Lines     []Line
	Points    []Point
	Quads     []Quad
	Vertices  []Vertex2D
	Indices   []uint32 // into Vertices, three per triangle

	sequence   uint32
	pane       int                              // of the lines, points and labels that are recorded
	overlayOps [KindCount][DepthNone + 1]uint32 // index+1 of the newest op of PassOverlay
	usage      [slabCount]slabUsage
}

// Header says what a packet shows and how it wants to be presented.
type Header struct {
	ID            uint64 // counted from 1 by Acquire
	Tick          uint64 // the newest tick that the picture shows
	Alpha         float32
	SimTime       int64 // ns of simulated time shown
	TargetPresent int64 // ns, when the frame should appear; 0 unknown
	Stepped       int64 // ns, time of the ticks since the packet before
	RecordBegin   int64 // ns, when recording began
	RecordEnd     int64 // ns

	Width, Height int32   // framebuffer, pixels; 0 when minimised: nothing is drawn or swapped
	ContentScale  float32 // framebuffer pixels per 96 dpi pixel

	Vsync        Vsync
	SurfaceEpoch uint32 // changes with monitor and full screen; the swap interval is set again
	Flags        FrameFlags

	OldestInput int64 // ns, stamp of the oldest input that this frame is the first to show; 0 none
	NewestInput int64 // ns
}

// Vsync is how swaps wait for the display.
type Vsync uint8

// The kinds of vertical synchronisation. Adaptive waits unless the frame is late; where the
// driver cannot, it is the same as on.
const (
	VsyncOn Vsync = iota
	VsyncOff
	VsyncAdaptive
)

// FrameFlags are properties of a whole packet.
type FrameFlags uint16

// The frame flags.
const (
	// FrameCapture reads the finished picture back; TakeCapture delivers it. A packet
	// with this flag is never dropped.
	FrameCapture FrameFlags = 1 << iota
	// FrameLowLatency waits for the device after the swap, so that no frame queues up in
	// the driver.
	FrameLowLatency
	// FrameWireframe asks the device to draw meshes as lines.
	FrameWireframe
	// FrameLatch lets Executor.Latch replace the eye until the packet is drawn.
	FrameLatch
)

// Pass is a part of a frame. Passes are drawn in the order of the constants.
type Pass uint8

// The passes.
const (
	PassShadow      Pass = iota // depth of the casters, once per cascade
	PassScene                   // opaque meshes, sky and ground
	PassTransparent             // blended meshes, far to near
	PassOverlay                 // lines, points, labels and meshes of the debug drawing, by DepthMode
	PassOutline                 // meshes whose silhouette is to be outlined
	PassUI                      // pixels over the finished picture: quads, triangles, lines
	PassCount
)

var passNames = [PassCount]string{"shadow", "scene", "transparent", "overlay", "outline", "ui"}

func (p Pass) String() string {
	if p < PassCount {
		return passNames[p]
	}
	return "unknown"
}

// Kind is the kind of thing that an op draws.
type Kind uint8

// The kinds of op.
const (
	KindMesh      Kind = iota // Instances of a mesh
	KindSky                   // the background; no range
	KindGround                // the ground plane with its grid; no range
	KindLines                 // Lines; in PassUI their x and y are pixels
	KindPoints                // Points
	KindQuads                 // Quads; in PassOverlay their depth counts
	KindTriangles             // Indices into Vertices
	KindCount
)

var kindNames = [KindCount]string{"mesh", "sky", "ground", "lines", "points", "quads", "triangles"}

func (k Kind) String() string {
	if k < KindCount {
		return kindNames[k]
	}
	return "unknown"
}

// DepthMode decides how nearer things hide an op.
type DepthMode uint8

// The depth modes.
const (
	DepthTest DepthMode = iota // hidden where something is in front
	DepthHint                  // drawn faintly where something is in front
	DepthNone                  // always drawn
)

// DrawFlags are properties of one op.
type DrawFlags uint16

// The draw flags.
const (
	DrawNoShadow   DrawFlags = 1 << iota // meshes: cast no shadow
	DrawShadowOnly                       // meshes: cast a shadow and are not seen themselves
	DrawEdges                            // meshes: draw the edges of the faces
	DrawUnlit                            // meshes: the plain colour, without light
	DrawMetres                           // lines: the width is in metres instead of pixels
	DrawTwoSided                         // meshes: draw back faces too
	DrawFlat                             // meshes: light every triangle as the flat face it is
)

// Op is one entry of the draw list, 16 bytes.
type Op struct {
	Key   Key
	Draw  uint32 // index into Packet.Draws
	Kind  Kind
	Depth DepthMode
	Flags DrawFlags
}

// Draw is the other half of an op, 32 bytes: resources and a range of a slab.
type Draw struct {
	Mesh    Mesh    // KindMesh
	Texture Texture // KindQuads, KindTriangles
	First   uint32  // index of the first instance, line, point, quad or index
	Count   uint32  // number of them
	Clip    Rect    // pixels of the picture, of PassUI and of meshes; the zero Rect does not clip
}

// Rect is a rectangle of pixels, X1 and Y1 not included.
type Rect struct{ X0, Y0, X1, Y1 int16 }

// IsZero reports whether r is the zero Rect, which means no clipping.
func (r Rect) IsZero() bool { return r == Rect{} }

// Empty reports whether no pixel is in r.
func (r Rect) Empty() bool { return r.X1 <= r.X0 || r.Y1 <= r.Y0 }

// Intersect returns the pixels in both.
func (r Rect) Intersect(s Rect) Rect {
	return Rect{max(r.X0, s.X0), max(r.Y0, s.Y0), min(r.X1, s.X1), min(r.Y1, s.Y1)}
}

// RGBA returns the colour of four bytes.
func RGBA(r, g, b, a uint8) Color {
	return Color(r) | Color(g)<<8 | Color(b)<<16 | Color(a)<<24
}

// Affine is a placement with scale as the three rows of a 3×4 matrix, row-major: x' = XX·x + XY·y + XZ·z + XT.
type Affine struct {
	XX, XY, XZ, XT float32
	YX, YY, YZ, YT float32
	ZX, ZY, ZZ, ZT float32
}

// Instance is one drawn copy of a mesh, 64 bytes, laid out as the device reads it.
//
//	offset  0 three rows of four: world = M·(local, 1), in metres
//	       48 colour, four normalised bytes
//	       52 material, index into Packet.Materials
//	       56 flags
//	       60 stretch: added to local y, times Vertex.Side, before the transform
type Instance struct {
	Affine

	Color    Color
	Material uint32
	Flags    InstanceFlags
	Stretch  float32
}

// Finish is all of an instance but its placement, in the same order.
type Finish struct {
	Color    Color
	Material uint32
	Flags    InstanceFlags
	Stretch  float32
}

// SetFinish sets everything but the placement.
func (in *Instance) SetFinish(f *Finish) {
	in.Color, in.Material, in.Flags, in.Stretch = f.Color, f.Material, f.Flags, f.Stretch
}

// InstanceFlags change how one instance is shaded.
type InstanceFlags uint32

// The instance flags.
const (
	InstanceSleeping InstanceFlags = 1 << iota // drawn duller
	InstanceHovered                            // drawn lighter
	InstanceSelected                           // drawn with the selection tint
	InstanceChecker                            // a pattern in local coordinates that shows rotation
	InstanceSensor                             // drawn as a translucent volume
)

// paneShift is where the flags of an instance hold its pane.
const paneShift = 8

// In returns the flags of an instance that is seen in a pane, 0 to MaxPanes − 1.
func (f InstanceFlags) In(pane int) InstanceFlags {
	return f&^((MaxPanes-1)<<paneShift) | InstanceFlags(pane&(MaxPanes-1))<<paneShift
}

// cutShift is where the flags of an instance hold its cut.
const cutShift = 16

// Cut returns the flags of an instance whose pattern comes from another place of the material for each number: two
// blocks of wood do not have the same grain.
func (f InstanceFlags) Cut(n int) InstanceFlags {
	return f&^(255<<cutShift) | InstanceFlags(uint32(n)*2654435769>>24)<<cutShift
}

// Pane is the pane that an instance is seen in.
func (f InstanceFlags) Pane() int { return int(f >> paneShift & (MaxPanes - 1)) }

// Pattern is how the colour and roughness of a surface vary with the place on it. The patterns are
// computed where they are drawn, in metres of the body.
type Pattern int32

// The patterns.
const (
	PatternPlain   Pattern = iota
	PatternWood            // year rings around an axis along y, and fibres
	PatternBrushed         // streaks along x, for metal
	PatternStone           // speckled
	PatternPlaster         // clouds and pores, for plaster and concrete
	PatternRubber          // dull and worn
	PatternSectors         // light and dark wedges around y, which show how a thing rolls
	patternCount
)

var patternNames = [patternCount]string{"plain", "wood", "brushed", "stone", "plaster", "rubber", "sectors"}

// String returns the name in lower case.
func (p Pattern) String() string {
	if p >= 0 && p < patternCount {
		return patternNames[p]
	}
	return "unknown pattern"
}

// Material is how a surface answers light (metallic-roughness), 48 bytes.
type Material struct {
	Roughness float32 // 0 mirror to 1 dull
	Metallic  float32 // 0 or 1, between for mixtures
	Specular  float32 // reflectance at normal incidence of non-metals, 0.04 for most
	Emission  float32 // times the base colour
	Tint      RGB     // multiplies the colour of the instance
	Checker   float32 // side of the checker pattern, metres; 0 none
	Pattern   Pattern
	Size      float32 // of the cells of the pattern, metres
	Variation float32 // strength of the pattern, 1 as of the natural material
	Bevel     float32 // radius of the rounding that edges of flat faces seem to have, metres; 0 sharp
}

// Patterned reports whether the surface varies from place to place.
func (m *Material) Patterned() bool { return m.Pattern != PatternPlain || m.Bevel > 0 }

// DefaultMaterial is a matt paint.
func DefaultMaterial() Material {
	return Material{Roughness: 0.55, Specular: 0.04, Tint: RGB{1, 1, 1}}
}

// MaxMaterials is how many materials a packet can hold.
const MaxMaterials = 256

// Line is a thick anti-aliased line, 40 bytes. In PassUI the coordinates are pixels and z is not used.
type Line struct {
	AX, AY, AZ     float32
	BX, BY, BZ     float32
	ColorA, ColorB Color
	Width          float32 // pixels, or metres with DrawMetres
	Dash           float32 // length of a dash and of a gap, pixels; 0 solid
}

// PointShape is the picture of a point.
type PointShape uint32

// The point shapes.
const (
	PointDisc PointShape = iota
	PointSquare
	PointRing
	PointCross
)

// Point is a mark of constant size on the screen, 24 bytes.
type Point struct {
	X, Y, Z float32
	Size    float32 // diameter, pixels
	Color   Color
	Shape   PointShape
}

// QuadKind is the filling of a quad.
type QuadKind uint16

// The kinds of quad.
const (
	QuadSolid    QuadKind = iota // colours only
	QuadCoverage                 // alpha times the red channel of the texture: text
	QuadImage                    // colour times the texture
)

// Quad is a rectangle of pixels with rounded corners, border, soft edge and texture, 48 bytes.
// Rectangles, shadows and glyphs in any order are one draw as long as texture and clip stay.
//
//	offset  0 corners, pixels, anti-aliased at fractions
//	       16 texture coordinates, texels
//	       24 colour at the top and at the bottom, colour of the border
//	       36 radius of the corners, width of the border, width of the soft edge, 1/16 pixel
//	       42 kind
//	       44 depth in the depth buffer, 0 near to 1 far, for PassOverlay
type Quad struct {
	X0, Y0, X1, Y1       float32
	U0, V0, U1, V1       uint16
	ColorTop             Color
	ColorBottom          Color
	ColorBorder          Color
	Radius, Border, Soft uint16
	Kind                 QuadKind
	Depth                float32
}

// Vertex2D is a corner of a triangle in pixels, 20 bytes. U and V are 0 to 1 over the texture.
type Vertex2D struct {
	X, Y  float32
	U, V  float32
	Color Color
}
