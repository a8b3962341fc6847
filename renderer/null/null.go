package null

import (
	"errors"
	"fmt"
	"math"

	"tumble/renderer"
)

// Options are the choices of a Device. The zero value checks and counts.
type Options struct {
	// Record keeps the stream of calls for Stream.
	Record bool
	// Fences, if set, decides whether a fence is reached; nil reaches every fence at once.
	Fences func(f renderer.Fence) bool
}

// Counts are the numbers of calls of each kind that a Device has had.
type Counts struct {
	Frames, Passes, Draws           int
	Instances, Lines, Points, Quads int // drawn, all passes together
	MeshesCreated, MeshesDestroyed  int
	TexturesCreated, TextureUpdates int
	TexturesDestroyed               int
	ReadBacks                       int
}

// Device checks and counts. The zero value is ready to use.
type Device struct {
	options  Options
	counts   Counts
	meshes   []slot
	textures []slot
	live     struct{ meshes, textures int }

	packet        *renderer.Packet
	inPass        bool
	pass          renderer.Pass
	view          int
	last          renderer.Op
	width, height int
	fences        renderer.Fence
	closed        bool

	errs       []error
	errCount   int
	frameError error
	stream     []byte
}

type slot struct {
	generation    uint32 // 0 for an empty slot
	width, height int
	format        renderer.TextureFormat
}

// maxErrors is how many errors are kept; all are counted.
const maxErrors = 64

// New returns a device.
func New(o Options) *Device { return &Device{options: o} }

// Open returns d; it fits renderer.Config.
func (d *Device) Open() (renderer.Device, error) { return d, nil }

// Counts returns the totals so far.
func (d *Device) Counts() Counts { return d.counts }

// Live returns how many meshes and textures exist.
func (d *Device) Live() (meshes, textures int) { return d.live.meshes, d.live.textures }

// Errors returns the violations of the contract that were found, nil if there were none.
func (d *Device) Errors() error {
	if d.errCount > len(d.errs) {
		return errors.Join(errors.Join(d.errs...), fmt.Errorf("null: %d errors in all", d.errCount))
	}
	return errors.Join(d.errs...)
}

// Stream returns the recorded calls as bytes: equal streams are equal calls with equal data.
func (d *Device) Stream() []byte { return d.stream }

// fail keeps an error and returns it.
func (d *Device) fail(format string, args ...any) error {
	err := fmt.Errorf("null: "+format, args...)
	d.errCount++
	if len(d.errs) < maxErrors {
		d.errs = append(d.errs, err)
	}
	if d.packet != nil && d.frameError == nil {
		d.frameError = err
	}
	return err
}

// Info describes the device.
func (d *Device) Info() renderer.Info {
	return renderer.Info{Name: "null", Renderer: "none", Version: "1", MaxTextureSize: 16384, MaxSamples: 8,
		Software: true}
}

// outside checks that a call comes between frames and before Close.
func (d *Device) outside(call string) error {
	if d.closed {
		return d.fail("%s after Close", call)
	}
	if d.packet != nil {
		return d.fail("%s inside of a frame", call)
	}
	return nil
}

func at(slots *[]slot, index int) *slot {
	for len(*slots) <= index {
		*slots = append(*slots, slot{})
	}
	return &(*slots)[index]
}

func (d *Device) hasMesh(h renderer.Mesh) bool {
	return !h.IsZero() && h.Index() < len(d.meshes) && d.meshes[h.Index()].generation == h.Generation()
}

func (d *Device) hasTexture(h renderer.Texture) bool {
	return !h.IsZero() && h.Index() < len(d.textures) && d.textures[h.Index()].generation == h.Generation()
}

// CreateMesh checks the description and that the slot is empty.
func (d *Device) CreateMesh(h renderer.Mesh, m *renderer.MeshDesc) error {
	d.record(opCreateMesh, uint64(h.Index()), uint64(h.Generation()), hashMesh(m))
	if err := d.outside("CreateMesh"); err != nil {
		return err
	}
	if err := m.Validate(); err != nil {
		return d.fail("%w", err)
	}
	if h.IsZero() {
		return d.fail("CreateMesh with the zero handle")
	}
	s := at(&d.meshes, h.Index())
	if s.generation != 0 {
		return d.fail("mesh %d/%d made over the living mesh %d/%d", h.Index(), h.Generation(), h.Index(), s.generation)
	}
	*s = slot{generation: h.Generation()}
	d.counts.MeshesCreated++
	d.live.meshes++
	return nil
}

// DestroyMesh checks that the mesh exists.
func (d *Device) DestroyMesh(h renderer.Mesh) error {
	d.record(opDestroyMesh, uint64(h.Index()), uint64(h.Generation()))
	if err := d.outside("DestroyMesh"); err != nil {
		return err
	}
	if !d.hasMesh(h) {
		return d.fail("DestroyMesh of the unknown mesh %d/%d", h.Index(), h.Generation())
	}
	d.meshes[h.Index()] = slot{}
	d.counts.MeshesDestroyed++
	d.live.meshes--
	return nil
}

// CreateTexture checks the description and that the slot is empty.
func (d *Device) CreateTexture(h renderer.Texture, t *renderer.TextureDesc) error {
	d.record(opCreateTexture, uint64(h.Index()), uint64(h.Generation()), uint64(t.Width), uint64(t.Height),
		uint64(t.Format), hashBytes(t.Pixels))
	if err := d.outside("CreateTexture"); err != nil {
		return err
	}
	if err := t.Validate(); err != nil {
		return d.fail("%w", err)
	}
	if h.IsZero() {
		return d.fail("CreateTexture with the zero handle")
	}
	s := at(&d.textures, h.Index())
	if s.generation != 0 {
		return d.fail("texture %d/%d made over the living texture %d/%d",
			h.Index(), h.Generation(), h.Index(), s.generation)
	}
	*s = slot{h.Generation(), t.Width, t.Height, t.Format}
	d.counts.TexturesCreated++
	d.live.textures++
	return nil
}

// UpdateTexture checks that the texture exists and holds the rectangle.
func (d *Device) UpdateTexture(h renderer.Texture, u *renderer.TextureUpdate) error {
	d.record(opUpdateTexture, uint64(h.Index()), uint64(h.Generation()),
		uint64(u.X), uint64(u.Y), uint64(u.Width), uint64(u.Height), hashBytes(u.Pixels))
	if err := d.outside("UpdateTexture"); err != nil {
		return err
	}
	if !d.hasTexture(h) {
		return d.fail("UpdateTexture of the unknown texture %d/%d", h.Index(), h.Generation())
	}
	s := d.textures[h.Index()]
	if u.X < 0 || u.Y < 0 || u.Width <= 0 || u.Height <= 0 || u.X+u.Width > s.width || u.Y+u.Height > s.height ||
		len(u.Pixels) != u.Width*u.Height*s.format.BytesPerTexel() {
		return d.fail("UpdateTexture of %dx%d at %d,%d with %d bytes in a texture of %dx%d",
			u.Width, u.Height, u.X, u.Y, len(u.Pixels), s.width, s.height)
	}
	d.counts.TextureUpdates++
	return nil
}

// DestroyTexture checks that the texture exists.
func (d *Device) DestroyTexture(h renderer.Texture) error {
	d.record(opDestroyTexture, uint64(h.Index()), uint64(h.Generation()))
	if err := d.outside("DestroyTexture"); err != nil {
		return err
	}
	if !d.hasTexture(h) {
		return d.fail("DestroyTexture of the unknown texture %d/%d", h.Index(), h.Generation())
	}
	d.textures[h.Index()] = slot{}
	d.counts.TexturesDestroyed++
	d.live.textures--
	return nil
}

// BeginFrame checks the packet.
func (d *Device) BeginFrame(p *renderer.Packet) error {
	d.recordPacket(p)
	if err := d.outside("BeginFrame"); err != nil {
		return err
	}
	d.packet, d.frameError = p, nil
	d.inPass, d.pass, d.view = false, 0, -1
	d.width, d.height = int(p.Header.Width), int(p.Header.Height)
	d.counts.Frames++
	if d.width <= 0 || d.height <= 0 {
		_ = d.fail("frame %d of %dx%d pixels", p.Header.ID, d.width, d.height)
	}
	if n := len(p.Materials); n == 0 || n > renderer.MaxMaterials {
		_ = d.fail("frame %d has %d materials: must be 1 to %d", p.Header.ID, n, renderer.MaxMaterials)
	}
	d.checkNumbers(p)
	return nil
}

// checkNumbers looks for numbers that no device can draw.
func (d *Device) checkNumbers(p *renderer.Packet) {
	for i := range p.Instances {
		in := &p.Instances[i]
		sum := in.XX + in.XY + in.XZ + in.XT + in.YX + in.YY + in.YZ + in.YT + in.ZX + in.ZY + in.ZZ + in.ZT +
			in.Stretch
		if !finite(sum) {
			_ = d.fail("frame %d: instance %d is not finite", p.Header.ID, i)
			break
		}
		if int(in.Material) >= len(p.Materials) {
			_ = d.fail("frame %d: instance %d has material %d of %d", p.Header.ID, i, in.Material, len(p.Materials))
			break
		}
	}
	for i := range p.Lines {
		l := &p.Lines[i]
		if !finite(l.AX + l.AY + l.AZ + l.BX + l.BY + l.BZ + l.Width) {
			_ = d.fail("frame %d: line %d is not finite", p.Header.ID, i)
			break
		}
	}
	for i := range p.Quads {
		q := &p.Quads[i]
		if !finite(q.X0 + q.Y0 + q.X1 + q.Y1 + q.Depth) {
			_ = d.fail("frame %d: quad %d is not finite", p.Header.ID, i)
			break
		}
	}
}

func finite(f float32) bool { return !math.IsNaN(float64(f)) && !math.IsInf(float64(f), 0) }

// BeginPass checks the order of the passes.
func (d *Device) BeginPass(pass renderer.Pass, view int) {
	d.record(opBeginPass, uint64(pass), uint64(view))
	switch {
	case d.packet == nil:
		_ = d.fail("BeginPass outside of a frame")
	case d.inPass:
		_ = d.fail("BeginPass %v inside of pass %v", pass, d.pass)
	case pass >= renderer.PassCount:
		_ = d.fail("BeginPass with the unknown pass %d", pass)
	case d.view >= 0 && pass < d.pass:
		_ = d.fail("pass %v after pass %v", pass, d.pass)
	case d.view >= 0 && pass == d.pass && view != d.view+1:
		_ = d.fail("pass %v of view %d after view %d", pass, view, d.view)
	case pass == renderer.PassShadow && view >= int(d.packet.View.Shadow.Cascades):
		_ = d.fail("shadow pass %d of %d", view, d.packet.View.Shadow.Cascades)
	case pass != renderer.PassShadow && view != 0:
		_ = d.fail("pass %v with view %d", pass, view)
	}
	d.inPass, d.pass, d.view = true, pass, view
	d.last = renderer.Op{}
	d.counts.Passes++
}

// Draw checks the resources and the range of the op.
func (d *Device) Draw(o renderer.Op, w renderer.Draw) {
	d.recordDraw(o, w)
	if d.packet == nil || !d.inPass {
		_ = d.fail("Draw outside of a pass")
		return
	}
	d.counts.Draws++
	p := d.packet
	if o.Key.Pass() != d.pass {
		_ = d.fail("op of pass %v in pass %v", o.Key.Pass(), d.pass)
	}
	if o.Key < d.last.Key {
		_ = d.fail("op with key %#x after key %#x", uint64(o.Key), uint64(d.last.Key))
	}
	d.last = o
	n := int(w.Count)
	switch o.Kind {
	case renderer.KindMesh:
		if !d.hasMesh(w.Mesh) {
			_ = d.fail("draw of the unknown mesh %d/%d", w.Mesh.Index(), w.Mesh.Generation())
		}
		d.inRange("instances", w, len(p.Instances))
		d.counts.Instances += n
	case renderer.KindSky, renderer.KindGround:
		if n != 0 {
			_ = d.fail("%v with a range", o.Kind)
		}
		return
	case renderer.KindLines:
		d.inRange("lines", w, len(p.Lines))
		d.counts.Lines += n
	case renderer.KindPoints:
		d.inRange("points", w, len(p.Points))
		d.counts.Points += n
	case renderer.KindQuads:
		d.inRange("quads", w, len(p.Quads))
		d.counts.Quads += n
		d.checkQuads(w)
	case renderer.KindTriangles:
		d.inRange("indices", w, len(p.Indices))
		d.checkTriangles(w)
	default:
		_ = d.fail("op of the unknown kind %d", o.Kind)
	}
	if n == 0 {
		_ = d.fail("%v without a range", o.Kind)
	}
}

func (d *Device) inRange(what string, w renderer.Draw, n int) {
	if uint64(w.First)+uint64(w.Count) > uint64(n) {
		_ = d.fail("%s %d to %d of %d", what, w.First, uint64(w.First)+uint64(w.Count), n)
	}
}

func (d *Device) checkTexture(h renderer.Texture) {
	if !h.IsZero() && !d.hasTexture(h) {
		_ = d.fail("draw with the unknown texture %d/%d", h.Index(), h.Generation())
	}
}

// checkQuads checks that textured quads have a texture and stay inside of the texture.
func (d *Device) checkQuads(w renderer.Draw) {
	d.checkTexture(w.Texture)
	end := min(int(w.First)+int(w.Count), len(d.packet.Quads))
	for i := int(w.First); i < end; i++ {
		q := &d.packet.Quads[i]
		if q.Kind == renderer.QuadSolid {
			continue
		}
		if !d.hasTexture(w.Texture) {
			_ = d.fail("quad %d with texture coordinates and no texture", i)
			return
		}
		s := d.textures[w.Texture.Index()]
		if int(max(q.U0, q.U1)) > s.width || int(max(q.V0, q.V1)) > s.height {
			_ = d.fail("quad %d outside of its texture of %dx%d", i, s.width, s.height)
			return
		}
	}
}

func (d *Device) checkTriangles(w renderer.Draw) {
	d.checkTexture(w.Texture)
	if w.Count%3 != 0 {
		_ = d.fail("triangles of %d indices", w.Count)
	}
	end := min(int(w.First)+int(w.Count), len(d.packet.Indices))
	for i := int(w.First); i < end; i++ {
		if x := d.packet.Indices[i]; int(x) >= len(d.packet.Vertices) {
			_ = d.fail("index %d is %d of %d vertices", i, x, len(d.packet.Vertices))
			return
		}
	}
}

// EndPass checks that a pass was begun.
func (d *Device) EndPass() {
	d.record(opEndPass)
	if !d.inPass {
		_ = d.fail("EndPass outside of a pass")
	}
	d.inPass = false
}

// EndFrame returns the first error of the frame.
func (d *Device) EndFrame() error {
	d.record(opEndFrame)
	if d.packet == nil {
		return d.fail("EndFrame outside of a frame")
	}
	if d.inPass {
		_ = d.fail("EndFrame inside of pass %v", d.pass)
	}
	if d.pass < renderer.PassScene || d.view < 0 {
		_ = d.fail("frame %d without the scene pass", d.packet.Header.ID)
	}
	err := d.frameError
	d.packet, d.inPass, d.frameError = nil, false, nil
	return err
}

// ReadPixels fills dst with opaque black.
func (d *Device) ReadPixels(dst []byte, w, h int) error {
	d.record(opReadPixels, uint64(w), uint64(h))
	if err := d.outside("ReadPixels"); err != nil {
		return err
	}
	if w != d.width || h != d.height || len(dst) != 4*w*h {
		return d.fail("ReadPixels of %dx%d into %d bytes after a frame of %dx%d", w, h, len(dst), d.width, d.height)
	}
	for i := range dst {
		dst[i] = 0
		if i%4 == 3 {
			dst[i] = 255
		}
	}
	d.counts.ReadBacks++
	return nil
}

// Fence returns the next fence.
func (d *Device) Fence() renderer.Fence {
	d.record(opFence)
	_ = d.outside("Fence")
	d.fences++
	return d.fences
}

// WaitFence reports whether the fence is reached.
func (d *Device) WaitFence(f renderer.Fence, _ int64) (bool, error) {
	d.record(opWaitFence, uint64(f))
	if err := d.outside("WaitFence"); err != nil {
		return false, err
	}
	if f > d.fences {
		return false, d.fail("wait for fence %d of %d", f, d.fences)
	}
	return f == 0 || d.options.Fences == nil || d.options.Fences(f), nil
}

// Close ends the device.
func (d *Device) Close() error {
	d.record(opClose)
	if err := d.outside("Close"); err != nil {
		return err
	}
	d.closed = true
	d.meshes, d.textures = nil, nil
	d.live.meshes, d.live.textures = 0, 0
	return nil
}
