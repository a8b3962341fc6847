package null_test

import (
	"strings"
	"testing"

	"tumble/renderer"
	"tumble/renderer/null"
)

// rig is a device with a way to make handles and packets.
type rig struct {
	dev  *null.Device
	exec *renderer.Direct
	mesh renderer.Mesh
	tex  renderer.Texture
}

func newRig(t *testing.T) *rig {
	t.Helper()
	dev := null.New(null.Options{})
	e, err := renderer.NewDirect(renderer.Config{Open: dev.Open})
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{dev: dev, exec: e}
	if r.mesh, err = e.Resources().CreateMesh(renderer.MeshDesc{Vertices: make([]renderer.Vertex, 3),
		Indices: []uint32{0, 1, 2}}); err != nil {
		t.Fatal(err)
	}
	if r.tex, err = e.Resources().CreateTexture(renderer.TextureDesc{Width: 8, Height: 8}); err != nil {
		t.Fatal(err)
	}
	return r
}

// every violation of the contract is found and named
func TestViolations(t *testing.T) {
	ui := renderer.Key(renderer.PassUI) << 60
	scene := renderer.Key(renderer.PassScene) << 60
	draw := func(d *null.Device, pass renderer.Pass, o renderer.Op, w renderer.Draw) {
		d.BeginPass(pass, 0)
		d.Draw(o, w)
		d.EndPass()
	}
	for _, c := range []struct {
		want  string
		frame bool
		do    func(r *rig, p *renderer.Packet)
	}{
		{"unknown mesh", true, func(r *rig, p *renderer.Packet) {
			draw(r.dev, renderer.PassScene, renderer.Op{Key: scene}, renderer.Draw{Count: 1})
		}},
		{"instances 0 to 5 of 2", true, func(r *rig, p *renderer.Packet) {
			draw(r.dev, renderer.PassScene, renderer.Op{Key: scene}, renderer.Draw{Mesh: r.mesh, Count: 5})
		}},
		{"without a range", true, func(r *rig, p *renderer.Packet) {
			draw(r.dev, renderer.PassScene, renderer.Op{Key: scene}, renderer.Draw{Mesh: r.mesh})
		}},
		{"outside of a pass", true, func(r *rig, p *renderer.Packet) { r.dev.Draw(renderer.Op{}, renderer.Draw{}) }},
		{"op of pass ui in pass scene", true, func(r *rig, p *renderer.Packet) {
			draw(r.dev, renderer.PassScene, renderer.Op{Key: ui}, renderer.Draw{Mesh: r.mesh, Count: 1})
		}},
		{"pass scene after pass ui", true, func(r *rig, p *renderer.Packet) {
			r.dev.BeginPass(renderer.PassUI, 0)
			r.dev.EndPass()
			r.dev.BeginPass(renderer.PassScene, 0)
			r.dev.EndPass()
		}},
		{"shadow pass 0 of 0", true, func(r *rig, p *renderer.Packet) {
			r.dev.BeginPass(renderer.PassShadow, 0)
			r.dev.EndPass()
		}},
		{"inside of pass scene", true, func(r *rig, p *renderer.Packet) { r.dev.BeginPass(renderer.PassScene, 0) }},
		{"EndPass outside", true, func(r *rig, p *renderer.Packet) { r.dev.EndPass() }},
		{"without the scene pass", true, func(r *rig, p *renderer.Packet) {}},
		{"inside of a frame", true, func(r *rig, p *renderer.Packet) { _ = r.dev.DestroyMesh(r.mesh) }},
		{"unknown texture", true, func(r *rig, p *renderer.Packet) {
			p.Vertices, p.Indices = make([]renderer.Vertex2D, 1), []uint32{0, 0, 0}
			d := renderer.Draw{Count: 3, Texture: r.tex}
			if !r.exec.Resources().DestroyTexture(r.tex) {
				t.Fatal("no texture")
			}
			r.tex = renderer.Texture{}
			_ = r.dev.EndFrame()
			_ = r.dev.DestroyTexture(d.Texture)
			_ = r.dev.BeginFrame(p)
			draw(r.dev, renderer.PassUI, renderer.Op{Key: ui, Kind: renderer.KindTriangles}, d)
		}},
		{"index 2 is 9 of 1", true, func(r *rig, p *renderer.Packet) {
			p.Vertices, p.Indices = make([]renderer.Vertex2D, 1), []uint32{0, 0, 9}
			draw(r.dev, renderer.PassUI, renderer.Op{Key: ui, Kind: renderer.KindTriangles}, renderer.Draw{Count: 3})
		}},
		{"outside of its texture", true, func(r *rig, p *renderer.Packet) {
			p.Quads = []renderer.Quad{{U1: 9, Kind: renderer.QuadImage}}
			draw(r.dev, renderer.PassUI, renderer.Op{Key: ui, Kind: renderer.KindQuads},
				renderer.Draw{Count: 1, Texture: r.tex})
		}},
		{"and no texture", true, func(r *rig, p *renderer.Packet) {
			p.Quads = []renderer.Quad{{Kind: renderer.QuadCoverage}}
			draw(r.dev, renderer.PassUI, renderer.Op{Key: ui, Kind: renderer.KindQuads}, renderer.Draw{Count: 1})
		}},
		{"DestroyMesh of the unknown", false,
			func(r *rig, p *renderer.Packet) { _ = r.dev.DestroyMesh(renderer.Mesh{}) }},
		{"made over the living", false, func(r *rig, p *renderer.Packet) {
			_ = r.dev.CreateMesh(r.mesh, &renderer.MeshDesc{Vertices: make([]renderer.Vertex, 1),
				Indices: []uint32{0, 0, 0}})
		}},
		{"UpdateTexture of 9x1", false, func(r *rig, p *renderer.Packet) {
			_ = r.dev.UpdateTexture(r.tex, &renderer.TextureUpdate{Width: 9, Height: 1, Pixels: make([]byte, 36)})
		}},
		{"ReadPixels of 1x1", false, func(r *rig, p *renderer.Packet) { _ = r.dev.ReadPixels(make([]byte, 4), 1, 1) }},
		{"EndFrame outside", false, func(r *rig, p *renderer.Packet) { _ = r.dev.EndFrame() }},
		{"after Close", false, func(r *rig, p *renderer.Packet) {
			_ = r.dev.Close()
			_ = r.dev.BeginFrame(p)
		}},
		{"wait for fence 99", false, func(r *rig, p *renderer.Packet) { _, _ = r.dev.WaitFence(99, 0) }},
	} {
		r := newRig(t)
		p := r.exec.Acquire(renderer.InOrder)
		p.Header.Width, p.Header.Height = 16, 16
		_, instances := p.AddInstances(2)
		clear(instances)
		r.exec.Submit(p)
		if err := r.dev.Errors(); err != nil {
			t.Fatal(err)
		}
		p = r.exec.Acquire(renderer.InOrder)
		p.Header.Width, p.Header.Height = 16, 16
		_, instances = p.AddInstances(2)
		clear(instances)
		if c.frame {
			if err := r.dev.BeginFrame(p); err != nil {
				t.Fatal(err)
			}
		}
		c.do(r, p)
		if c.frame {
			if err := r.dev.EndFrame(); err == nil {
				t.Errorf("%q: EndFrame returns no error", c.want)
			}
		}
		if err := r.dev.Errors(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: found %v", c.want, err)
		}
	}
}

func TestNumbersAreChecked(t *testing.T) {
	var zero float32
	for i, f := range []func(p *renderer.Packet){
		func(p *renderer.Packet) { p.AddInstance(renderer.Instance{Affine: renderer.Affine{XT: 1 / zero}}) },
		func(p *renderer.Packet) { p.AddInstance(renderer.Instance{Material: 7}) },
		func(p *renderer.Packet) { p.AddLine(0, 0, renderer.Line{Width: zero / zero}) },
		func(p *renderer.Packet) {
			p.AddQuad(0, renderer.Rect{}, renderer.Texture{}, renderer.Quad{X0: 1 / zero})
		},
	} {
		r := newRig(t)
		p := r.exec.Acquire(renderer.InOrder)
		p.Header.Width, p.Header.Height = 16, 16
		f(p)
		r.exec.Submit(p)
		if r.dev.Errors() == nil {
			t.Errorf("case %d: nothing found", i)
		}
		if n, err := r.exec.Problem(); err == nil || n != 1 {
			t.Errorf("case %d: the executor reports %d problems", i, n)
		}
	}
}
