package renderer

// The methods of this file fill a packet. They take values and write into slabs: no
// interface, closure or map is involved, and once the slabs have grown nothing is allocated.

// reset empties the packet for the next frame and keeps its memory.
func (p *Packet) reset(id uint64) {
	p.Header = Header{ID: id}
	p.View, p.Panes, p.Environment, p.Quality, p.Sampling = View{}, Panes{}, Environment{}, Quality{}, Sampling{}
	p.sequence, p.pane, p.overlayOps = 0, 0, [KindCount][DepthNone + 1]uint32{}
	p.Ops = emptied(p.Ops, &p.usage[slabOps])
	p.Draws = emptied(p.Draws, &p.usage[slabDraws])
	p.Instances = emptied(p.Instances, &p.usage[slabInstances])
	p.Lines = emptied(p.Lines, &p.usage[slabLines])
	p.Points = emptied(p.Points, &p.usage[slabPoints])
	p.Quads = emptied(p.Quads, &p.usage[slabQuads])
	p.Vertices = emptied(p.Vertices, &p.usage[slabVertices])
	p.Indices = emptied(p.Indices, &p.usage[slabIndices])
	p.Materials = append(p.Materials[:0], DefaultMaterial())
}

// Peaks are the largest numbers of entries that a packet has ever held.
type Peaks struct {
	Ops, Instances, Lines, Points, Quads, Vertices, Indices int
}

// Peaks returns the largest numbers of entries the packet has held before this frame.
func (p *Packet) Peaks() Peaks {
	u := &p.usage
	return Peaks{
		Ops: u[slabOps].peak, Instances: u[slabInstances].peak, Lines: u[slabLines].peak,
		Points: u[slabPoints].peak, Quads: u[slabQuads].peak,
		Vertices: u[slabVertices].peak, Indices: u[slabIndices].peak,
	}
}

// extend lengthens s by n entries, whose contents are left over from earlier frames.
func extend[T any](s []T, n int) []T {
	if need := len(s) + n; need <= cap(s) {
		return s[:need]
	}
	grown := make([]T, len(s)+n, max(2*cap(s), len(s)+n, 64))
	copy(grown, s)
	return grown
}

// AddMaterial adds a material and returns its index for Instance.Material. When the
// packet holds MaxMaterials already, it returns 0, the default material.
func (p *Packet) AddMaterial(m Material) uint32 {
	if len(p.Materials) >= MaxMaterials {
		return 0
	}
	p.Materials = append(p.Materials, m)
	return uint32(len(p.Materials) - 1)
}

// AddInstances adds n instances and returns the index of the first and the instances, every
// field of which the caller must set. The slice is valid until the next call.
func (p *Packet) AddInstances(n int) (first uint32, instances []Instance) {
	first = uint32(len(p.Instances))
	p.Instances = extend(p.Instances, n)
	return first, p.Instances[first:]
}

// AddInstance adds one instance and returns its index.
func (p *Packet) AddInstance(in Instance) uint32 {
	p.Instances = append(p.Instances, in)
	return uint32(len(p.Instances) - 1)
}

// DrawMesh draws opaque instances that have been added. With DrawShadowOnly they cast a
// shadow without being seen. near is their smallest distance from the eye in metres, 0
// when not known: nearer instances are drawn first, so that they hide others early.
func (p *Packet) DrawMesh(mesh Mesh, first, count uint32, near float32, flags DrawFlags) {
	if count == 0 {
		return
	}
	pass := PassScene
	if flags&DrawShadowOnly != 0 {
		pass = PassShadow
	}
	key := stateKey(pass, 0, uint8(flags), mesh, Texture{}, uint16(orderedBits(near)>>16))
	p.add(key, KindMesh, DepthTest, flags, Draw{Mesh: mesh, First: first, Count: count})
}

// DrawMeshBlended draws translucent instances. distance is the distance of their centre from the eye in metres; farther
// instances are drawn first.
func (p *Packet) DrawMeshBlended(mesh Mesh, first, count uint32, distance float32, flags DrawFlags) {
	if count == 0 {
		return
	}
	key := farKey(PassTransparent, 0, distance, mesh)
	p.add(key, KindMesh, DepthTest, flags, Draw{Mesh: mesh, First: first, Count: count})
}

// DrawOutline draws the outline of instances, all of one frame as one silhouette.
func (p *Packet) DrawOutline(mesh Mesh, first, count uint32) {
	if count == 0 {
		return
	}
	key := stateKey(PassOutline, 0, 0, mesh, Texture{}, 0)
	p.add(key, KindMesh, DepthNone, 0, Draw{Mesh: mesh, First: first, Count: count})
}

// DrawMeshOverlay draws instances among the debug drawing: arrow heads, handles.
func (p *Packet) DrawMeshOverlay(mesh Mesh, first, count uint32, depth DepthMode, flags DrawFlags) {
	if count == 0 {
		return
	}
	key := sequenceKey(PassOverlay, int(depth), p.next())
	p.add(key, KindMesh, depth, flags, Draw{Mesh: mesh, First: first, Count: count})
}

// DrawSky draws the sky behind everything.
func (p *Packet) DrawSky() {
	p.add(stateKey(PassScene, 2, 0, Mesh{}, Texture{}, 0), KindSky, DepthTest, 0, Draw{})
}

// DrawGround draws the ground plane of the environment.
func (p *Packet) DrawGround() {
	p.add(stateKey(PassScene, 1, 0, Mesh{}, Texture{}, 0), KindGround, DepthTest, 0, Draw{})
}

// AddLine adds a line in world coordinates (metres). Lines that follow each other with the
// same depth mode and flags are one draw.
func (p *Packet) AddLine(depth DepthMode, flags DrawFlags, l Line) {
	first := len(p.Lines)
	p.Lines = append(p.Lines, l)
	p.extendOp(PassOverlay, int(depth), KindLines, depth, flags, Texture{}, Rect{}, first, 1)
}

// AddLines adds n lines in world coordinates and returns them for the caller to set. The slice
// is valid until the next call.
func (p *Packet) AddLines(depth DepthMode, flags DrawFlags, n int) []Line {
	first := len(p.Lines)
	p.Lines = extend(p.Lines, n)
	p.extendOp(PassOverlay, int(depth), KindLines, depth, flags, Texture{}, Rect{}, first, n)
	return p.Lines[first:]
}

// AddPoint adds a point in world coordinates (metres).
func (p *Packet) AddPoint(depth DepthMode, pt Point) {
	first := len(p.Points)
	p.Points = append(p.Points, pt)
	p.extendOp(PassOverlay, int(depth), KindPoints, depth, 0, Texture{}, Rect{}, first, 1)
}

// AddLabelQuads adds n quads that stand in the scene at the depth they carry, and returns them for
// the caller to set. The slice is valid until the next call.
func (p *Packet) AddLabelQuads(depth DepthMode, tex Texture, n int) []Quad {
	first := len(p.Quads)
	p.Quads = extend(p.Quads, n)
	p.extendOp(PassOverlay, int(depth), KindQuads, depth, 0, tex, Rect{}, first, n)
	return p.Quads[first:]
}

// AddQuad adds a quad of the user interface. Higher layers (0 to 15) cover lower ones;
// within a layer later quads cover earlier ones. tex is the texture of quads with texture. Nothing is drawn outside of
// clip; the zero Rect does not clip.
// Quads that follow each other with the same layer, clip and texture are one draw, so give
// plain rectangles between texts the texture of the text.
func (p *Packet) AddQuad(layer int, clip Rect, tex Texture, q Quad) {
	first := len(p.Quads)
	p.Quads = append(p.Quads, q)
	p.extendOp(PassUI, layer, KindQuads, DepthNone, 0, tex, clip, first, 1)
}

// AddQuads is AddQuad for n quads, which it returns for the caller to set. The slice is valid
// until the next call.
func (p *Packet) AddQuads(layer int, clip Rect, tex Texture, n int) []Quad {
	first := len(p.Quads)
	p.Quads = extend(p.Quads, n)
	p.extendOp(PassUI, layer, KindQuads, DepthNone, 0, tex, clip, first, n)
	return p.Quads[first:]
}

// AddLine2D adds a line of the user interface, in pixels.
func (p *Packet) AddLine2D(layer int, clip Rect, l Line) {
	first := len(p.Lines)
	p.Lines = append(p.Lines, l)
	p.extendOp(PassUI, layer, KindLines, DepthNone, 0, Texture{}, clip, first, 1)
}

// AddLines2D is AddLine2D for n lines, which it returns for the caller to set. The slice is valid
// until the next call.
func (p *Packet) AddLines2D(layer int, clip Rect, n int) []Line {
	first := len(p.Lines)
	p.Lines = extend(p.Lines, n)
	p.extendOp(PassUI, layer, KindLines, DepthNone, 0, Texture{}, clip, first, n)
	return p.Lines[first:]
}

// AddTriangles adds triangles of the user interface, in pixels. indices count from the first of
// vertices, three per triangle; both slices are copied.
func (p *Packet) AddTriangles(layer int, clip Rect, tex Texture, vertices []Vertex2D, indices []uint32) {
	base, first := uint32(len(p.Vertices)), len(p.Indices)
	p.Vertices = append(p.Vertices, vertices...)
	p.Indices = extend(p.Indices, len(indices))
	for i, x := range indices {
		p.Indices[first+i] = base + x
	}
	p.extendOp(PassUI, layer, KindTriangles, DepthNone, 0, tex, clip, first, len(indices))
}

func (p *Packet) next() uint32 {
	p.sequence++
	return p.sequence
}

func (p *Packet) add(key Key, kind Kind, depth DepthMode, flags DrawFlags, d Draw) {
	p.Ops = append(p.Ops, Op{Key: key, Draw: uint32(len(p.Draws)), Kind: kind, Depth: depth, Flags: flags})
	p.Draws = append(p.Draws, d)
}

// extendOp draws n more entries of a slab, within the newest op if it draws the entries
// just before them in the same way. In the overlay the newest op of the kind and depth mode
// will do: marks and lines that are recorded in turn become two draws instead of one each.
func (p *Packet) extendOp(pass Pass, layer int, kind Kind, depth DepthMode, flags DrawFlags,
	tex Texture, clip Rect, first, n int) {
	if n == 0 {
		return
	}
	newest := len(p.Ops) - 1
	if pass == PassOverlay {
		newest = int(p.overlayOps[kind][depth]) - 1
		p.overlayOps[kind][depth] = uint32(len(p.Ops)) + 1
	}
	if newest >= 0 {
		o := &p.Ops[newest]
		d := &p.Draws[o.Draw]
		if o.Kind == kind && o.Depth == depth && o.Flags == flags &&
			o.Key.Pass() == pass && o.Key.Layer() == layer&15 &&
			d.Clip == clip && d.First+d.Count == uint32(first) && p.sameTexture(kind, d, tex, first, n) {
			d.Count += uint32(n)
			if !tex.IsZero() {
				d.Texture = tex
			}
			if pass == PassOverlay {
				p.overlayOps[kind][depth] = uint32(newest) + 1
			}
			return
		}
	}
	p.add(sequenceKey(pass, layer, p.next()), kind, depth, flags,
		Draw{Texture: tex, First: uint32(first), Count: uint32(n), Clip: clip})
}

// sameTexture reports whether n more primitives with a texture can join a draw. Quads of plain colour do not
// look at their texture, so they join any.
func (p *Packet) sameTexture(kind Kind, d *Draw, tex Texture, first, n int) bool {
	if d.Texture == tex {
		return true
	}
	switch {
	case kind != KindQuads:
		return false
	case tex.IsZero():
		return plain(p.Quads[first : first+n])
	case d.Texture.IsZero():
		return plain(p.Quads[d.First : d.First+d.Count])
	}
	return false
}

func plain(quads []Quad) bool {
	for i := range quads {
		if quads[i].Kind != QuadSolid {
			return false
		}
	}
	return true
}

// SetPose sets the transform of the instance: scale along the local axes, then the unit quaternion
// (x, y, z, w), then the position in metres.
func (in *Instance) SetPose(px, py, pz, qx, qy, qz, qw, sx, sy, sz float32) {
	x2, y2, z2 := qx+qx, qy+qy, qz+qz
	xx, yy, zz := qx*x2, qy*y2, qz*z2
	xy, xz, yz := qx*y2, qx*z2, qy*z2
	wx, wy, wz := qw*x2, qw*y2, qw*z2
	in.XX, in.XY, in.XZ, in.XT = (1-yy-zz)*sx, (xy-wz)*sy, (xz+wy)*sz, px
	in.YX, in.YY, in.YZ, in.YT = (xy+wz)*sx, (1-xx-zz)*sy, (yz-wx)*sz, py
	in.ZX, in.ZY, in.ZZ, in.ZT = (xz-wy)*sx, (yz+wx)*sy, (1-xx-yy)*sz, pz
}
