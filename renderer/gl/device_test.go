//go:build cgo

package gl

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/renderer"
	"tumble/renderer/gl/offscreen"
)

// manyBalls records n bodies of three shapes, an overlay and an interface, as a busy frame has them.
func manyBalls(t testing.TB, s *studio, n int) func(p *renderer.Packet) {
	box := s.box(t)
	sphere := s.mesh(t, "small sphere", func() renderer.MeshDesc { return renderer.SphereMesh(0) })
	capsule := s.mesh(t, "small capsule", func() renderer.MeshDesc { return renderer.CapsuleMesh(0) })
	rng := rand.New(rand.NewPCG(1, 2))
	all := make([]renderer.Instance, n)
	for i := range all {
		q := mgl32.QuatRotate(rng.Float32()*6, mgl32.Vec3{rng.Float32(), rng.Float32(), 1}.Normalize())
		all[i] = instance(rng.Float32()*40-20, rng.Float32()*8, rng.Float32()*40-20, q, 0.3, 0.3, 0.3,
			palette[i%len(palette)])
	}
	return func(p *renderer.Packet) {
		look(p, mgl32.Vec3{-12, 9, 22}, mgl32.Vec3{0, 1, 0}, 45)
		p.DrawSky()
		p.DrawGround()
		first, in := p.AddInstances(n)
		copy(in, all)
		third := uint32(n / 3)
		p.DrawMesh(box, first, third, 0, renderer.DrawEdges)
		p.DrawMesh(sphere, first+third, third, 0, 0)
		p.DrawMesh(capsule, first+2*third, uint32(n)-2*third, 0, 0)
		pen := renderer.Pen{Color: palette[0], Depth: renderer.DepthHint}
		for i := range 50 {
			p.Segment(pen, mgl32.Vec3{float32(i), 1, 0}, mgl32.Vec3{float32(i), 2, 0})
		}
		for i := range 50 {
			p.Mark(pen, mgl32.Vec3{float32(i), 1, 0}, 6, renderer.PointDisc)
		}
		for i := range 40 {
			y := float32(10 + 8*i)
			p.AddQuad(i/14, renderer.Rect{}, renderer.Texture{}, renderer.Quad{X0: 10, Y0: y, X1: 90, Y1: y + 6,
				ColorTop: palette[i%6], ColorBottom: palette[i%6]})
		}
	}
}

// submit draws a packet without reading it back.
func (s *studio) submit(t testing.TB, w, h int, record func(p *renderer.Packet)) {
	p := s.exec.Acquire(renderer.InOrder)
	if p == nil {
		t.Fatal("no packet: ", s.exec.Err())
		return
	}
	p.Header.Width, p.Header.Height, p.Header.ContentScale = int32(w), int32(h), 1
	p.Environment = renderer.DefaultEnvironment()
	p.Quality = renderer.Quality{Samples: 4, ShadowSize: 1024, Flags: renderer.QualityAmbientOcclusion |
		renderer.QualitySoftShadows}
	record(p)
	s.exec.Submit(p)
	var r renderer.Present
	for s.exec.Poll(&r) {
	}
}

// TestCallsOfAFrame holds that a frame of ten thousand bodies is fewer than a hundred calls of
// OpenGL, whatever the number of bodies.
func TestCallsOfAFrame(t *testing.T) {
	s := newStudio(t)
	record := manyBalls(t, s, 10000)
	s.submit(t, 96, 54, record)
	before := runtime.NumCgoCall()
	s.submit(t, 96, 54, record)
	calls := runtime.NumCgoCall() - before
	t.Logf("%d calls", calls)
	if calls >= 100 {
		t.Errorf("%d calls of OpenGL in a frame of 10000 bodies", calls)
	}
}

func TestNoAllocationPerFrame(t *testing.T) {
	s := newStudio(t)
	record := manyBalls(t, s, 300)
	frame := func() { s.submit(t, 160, 90, record) }
	for range 3 {
		frame()
	}
	if n := testing.AllocsPerRun(20, frame); n > 0 {
		t.Errorf("%v allocations per frame", n)
	}
}

// TestSameCallsSamePixels holds that a picture does not depend on the frames before it.
func TestSameCallsSamePixels(t *testing.T) {
	s := newStudio(t)
	record := func(p *renderer.Packet) {
		look(p, mgl32.Vec3{-7, 4.2, 9}, mgl32.Vec3{0, 2.2, 0}, 45)
		pile(t, s, p)
	}
	want := s.draw(t, 320, 180, record)
	for i := range 3 {
		s.draw(t, 200+10*i, 100, func(p *renderer.Packet) {
			p.Quality = renderer.Quality{Samples: int32(i), ShadowSize: 512}
			p.Header.Flags |= renderer.FrameWireframe
			look(p, mgl32.Vec3{3, 2, 9}, mgl32.Vec3{}, 60)
			pile(t, s, p)
		})
	}
	if got := s.draw(t, 320, 180, record); !bytes.Equal(got.Pix, want.Pix) {
		t.Error("the same packet gives another picture after other frames")
	}
}

// TestResizeStorm draws into targets of many sizes and qualities; nothing may be left over.
func TestResizeStorm(t *testing.T) {
	s := newStudio(t)
	record := manyBalls(t, s, 30)
	rounds := 60
	if os.Getenv("TUMBLE_SOAK") == "1" {
		rounds = 1000
	}
	s.submit(t, 64, 64, record)
	rng := rand.New(rand.NewPCG(3, 4))
	for range rounds {
		w, h := 1+rng.IntN(300), 1+rng.IntN(300)
		s.submit(t, w, h, func(p *renderer.Packet) {
			record(p)
			p.Quality.Samples = int32(rng.IntN(6))
			p.Quality.Scale = []float32{0, 0.5, 1, 1.7}[rng.IntN(4)]
			p.Quality.ShadowSize = []int32{0, 256, 1024}[rng.IntN(3)]
			p.View.Shadow.Cascades = int32(rng.IntN(4))
			if rng.IntN(2) == 0 {
				p.Quality.Flags = 0
			}
		})
		if n, err := s.exec.Problem(); n > 0 {
			t.Fatalf("%dx%d: %v", w, h, err)
		}
	}
	s.submit(t, 64, 64, record)
	objects := s.device.Objects()
	if objects.Framebuffers > 12 || objects.Renderbuffers != 1 || objects.Syncs > 8 {
		t.Errorf("objects after the storm: %+v", objects)
	}
	if all, n := s.device.Problems(); n > 0 {
		t.Error(all)
	}
}

func TestResourcesComeAndGo(t *testing.T) {
	s := newStudio(t)
	res := s.exec.Resources()
	s.submit(t, 32, 32, manyBalls(t, s, 3))
	before := s.device.Objects()
	for round := range 20 {
		m, err := res.CreateMesh(renderer.CylinderMesh(0))
		if err != nil {
			t.Fatal(err)
		}
		tex, err := res.CreateTexture(renderer.TextureDesc{Label: "noise", Width: 8, Height: 8,
			Wrap: renderer.WrapRepeat, Filter: renderer.FilterNearest})
		if err != nil {
			t.Fatal(err)
		}
		if err := res.UpdateTexture(tex, renderer.TextureUpdate{X: 2, Y: 3, Width: 2, Height: 1,
			Pixels: []byte{255, 0, 0, 255, 0, 255, 0, 255}}); err != nil {
			t.Fatal(err)
		}
		img := s.draw(t, 32, 32, func(p *renderer.Packet) {
			look(p, mgl32.Vec3{0, 1, 5}, mgl32.Vec3{}, 45)
			group(p, m, 0, instance(0, 0, 0, upright, 1, 1, 1, palette[0]))
			p.AddQuad(0, renderer.Rect{}, tex, renderer.Quad{
				X0: 0, Y0: 0, X1: 8, Y1: 8, U1: 8, V1: 8, Kind: renderer.QuadImage, ColorTop: renderer.Hex(0xffffff),
				ColorBottom: renderer.Hex(0xffffff),
			})
		})
		if c := img.RGBAAt(2, 3); c.R != 255 || c.G != 0 {
			t.Fatalf("round %d: texel 2,3 is %v", round, c)
		}
		if c := img.RGBAAt(3, 3); c.G != 255 || c.R != 0 {
			t.Fatalf("round %d: texel 3,3 is %v", round, c)
		}
		res.DestroyMesh(m)
		res.DestroyTexture(tex)
	}
	for range 3 {
		s.submit(t, 32, 32, func(*renderer.Packet) {})
	}
	after := s.device.Objects()
	// fences come with frames, and variants of programs with qualities
	before.Syncs, after.Syncs, before.Programs, after.Programs = 0, 0, 0, 0
	if before != after {
		t.Errorf("objects %+v, were %+v", after, before)
	}
}

// TestWrongUse holds that mistakes are errors, and that the device goes on after them.
func TestWrongUse(t *testing.T) {
	s := newStudio(t)
	res := s.exec.Resources()
	gone, err := res.CreateMesh(renderer.BoxMesh())
	if err != nil {
		t.Fatal(err)
	}
	s.submit(t, 32, 32, func(*renderer.Packet) {})
	res.DestroyMesh(gone)
	for range 4 {
		s.submit(t, 32, 32, func(*renderer.Packet) {})
	}
	wrong := func(name, want string, record func(p *renderer.Packet)) {
		before, _ := s.exec.Problem()
		s.submit(t, 32, 32, record)
		after, err := s.exec.Problem()
		if after != before+1 || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %d errors, the last %v; want one with %q", name, after-before, err, want)
		}
	}
	wrong("mesh that was destroyed", "mesh handle", func(p *renderer.Packet) {
		group(p, gone, renderer.DrawNoShadow, instance(0, 0, 0, upright, 1, 1, 1, 0))
	})
	wrong("instances that are not there", "instances 0 to 5 of 0", func(p *renderer.Packet) {
		p.DrawMesh(s.box(t), 0, 5, 0, renderer.DrawNoShadow)
	})
	wrong("huge window", "sides must be", func(p *renderer.Packet) { p.Header.Width = 1 << 20 })
	d := s.device
	for name, err := range map[string]error{
		"pixels of another size": d.ReadPixels(make([]byte, 4), 1, 1),
		"end without a begin":    d.EndFrame(),
		"destroying the unknown": d.DestroyMesh(gone),
		"fence of the future":    func() error { _, err := d.WaitFence(1<<40, 0); return err }(),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if all, n := d.Problems(); n > 0 {
		t.Error(all)
	}
	s.submit(t, 32, 32, manyBalls(t, s, 3))
}

func TestFences(t *testing.T) {
	s := newStudio(t)
	var fences []renderer.Fence
	for range 20 {
		fences = append(fences, s.device.Fence())
	}
	for _, f := range append(fences, 0, fences[0]) {
		if done, err := s.device.WaitFence(f, 5e9); !done || err != nil {
			t.Errorf("fence %d: %v %v", f, done, err)
		}
	}
}

// TestShaderFolder works on the shaders in a folder while frames are drawn: a broken one gives an error
// that names file and line and leaves the programs as they were, a mended one is used.
func TestShaderFolder(t *testing.T) {
	s := newStudio(t)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../shaders")); err != nil {
		t.Fatal(err)
	}
	d, err := New(s.surface.GetProcAddress, Options{ShaderDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	// write copies a shader and adds a text after a line.
	write := func(name, line, text string, second int64) {
		t.Helper()
		source, err := os.ReadFile(filepath.Join("../../shaders", name))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(source), line) {
			t.Fatalf("%s has no line %q", name, line)
		}
		changed := strings.Replace(string(source), line, line+text, 1)
		path := filepath.Join(dir, name)
		stamp := time.Unix(4e9+second, 0)
		if err := errors.Join(os.WriteFile(path, []byte(changed), 0o600), os.Chtimes(path, stamp, stamp)); err != nil {
			t.Fatal(err)
		}
	}
	// frames draws until the folder has been looked at and returns the errors.
	frames := func() error {
		var errs []error
		for range watchFrames + 1 {
			var p renderer.Packet
			prepare(&p, 16, 16, 0)
			look(&p, mgl32.Vec3{0, 2, 5}, mgl32.Vec3{}, 45)
			p.DrawSky()
			errs = append(errs, d.BeginFrame(&p))
			d.BeginPass(renderer.PassScene, 0)
			d.Draw(p.Ops[0], p.Draws[0])
			d.EndPass()
			errs = append(errs, d.EndFrame())
		}
		return errors.Join(errs...)
	}
	pixel := func() [4]byte {
		dst := make([]byte, 16*16*4)
		if err := d.ReadPixels(dst, 16, 16); err != nil {
			t.Fatal(err)
		}
		return [4]byte(dst[4*8*17:])
	}
	if err := frames(); err != nil {
		t.Fatal(err)
	}
	blue, programs := pixel(), d.Objects().Programs
	write("sky.glsl", "float up = max(dir.y, 0.0);", " nonsense", 1)
	if err := frames(); err == nil || !strings.Contains(err.Error(), "sky.glsl:1") {
		t.Errorf("error %v, want one that names sky.glsl", err)
	}
	if o := d.Objects(); o.Programs != programs || o.Shaders != 0 || pixel() != blue {
		t.Errorf("after a broken shader: %d programs, were %d; %d shaders left; pixel %v, was %v", o.Programs, programs,
			o.Shaders, pixel(), blue)
	}
	write("sky.frag", "float toward = dot(dir, sun.xyz);", " c = vec3(0.0, 1.0, 0.0);", 2)
	write("sky.glsl", "float up = max(dir.y, 0.0);", "", 3)
	if err := frames(); err != nil {
		t.Error(err)
	}
	if c := pixel(); c[1] < 150 || c[0] > 100 || c[2] > 100 {
		t.Errorf("pixel %v, want the green of the new shader", c)
	}
}

// TestLeakedResources holds that Close names what was never destroyed.
func TestLeakedResources(t *testing.T) {
	s := newStudio(t)
	d, err := New(s.surface.GetProcAddress, Options{})
	if err != nil {
		t.Fatal(err)
	}
	box := renderer.BoxMesh()
	box.Label = "forgotten"
	if err := d.CreateMesh(s.box(t), &box); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err == nil || !strings.Contains(err.Error(), "forgotten") {
		t.Errorf("error %v, want one that names the mesh", err)
	}
	if o := d.Objects(); o != (Objects{}) {
		t.Errorf("objects left: %+v", o)
	}
}

// BenchmarkFrame measures a frame of n bodies, finished by the device.
func BenchmarkFrame(b *testing.B) {
	for _, q := range []struct {
		name    string
		quality renderer.Quality
	}{
		{"low", renderer.Quality{Samples: 1, ShadowSize: 512}},
		{"medium", renderer.Quality{Samples: 4, ShadowSize: 1024}},
		{"high", renderer.Quality{Samples: 4, ShadowSize: 2048}},
		{"high and soft", renderer.Quality{Samples: 4, ShadowSize: 2048, Flags: renderer.QualitySoftShadows}},
		{"best", renderer.Quality{Samples: 4, ShadowSize: 2048, Flags: renderer.QualityAmbientOcclusion |
			renderer.QualitySoftShadows}},
	} {
		for _, n := range []int{0, 250, 1000, 10000} {
			b.Run(fmt.Sprintf("%s/%d", q.name, n), func(b *testing.B) {
				s := newStudio(b)
				record := manyBalls(b, s, n)
				for range b.N {
					s.submit(b, 640, 360, func(p *renderer.Packet) {
						p.Quality = q.quality
						record(p)
						if q.name == "low" {
							p.View.Shadow.Cascades = 1
						}
					})
					if _, err := s.device.WaitFence(s.device.Fence(), 10e9); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// TestThreadedDrawsTheSame holds that the render goroutine makes the same picture as drawing inline.
func TestThreadedDrawsTheSame(t *testing.T) {
	s := newStudio(t)
	record := func(box renderer.Mesh) func(p *renderer.Packet) {
		return func(p *renderer.Packet) {
			look(p, mgl32.Vec3{-7, 4.2, 9}, mgl32.Vec3{0, 2.2, 0}, 45)
			p.DrawSky()
			p.DrawGround()
			group(p, box, renderer.DrawEdges, block(0, 1, 0, tilted, 2, 1, 1, palette[0]),
				block(2, 0.5, 1, upright, 1, 1, 1, palette[1]))
		}
	}
	want := s.draw(t, 320, 180, record(s.box(t)))

	surface, err := offscreen.New()
	if err != nil {
		t.Fatal(err)
	}
	defer surface.Close()
	exec, err := renderer.NewThreaded(renderer.Config{
		Surface: surface,
		Open:    func() (renderer.Device, error) { return New(surface.GetProcAddress, Options{}) },
	})
	if err != nil {
		t.Fatal(err)
	}
	box, err := exec.Resources().CreateMesh(renderer.BoxMesh())
	if err != nil {
		t.Fatal(err)
	}
	p := exec.WaitAcquire(renderer.InOrder, 10e9)
	prepare(p, 320, 180, renderer.FrameCapture)
	record(box)(p)
	exec.Submit(p)
	// Close drops a picture that is not drawn yet
	var c renderer.Capture
	for deadline := time.Now().Add(20 * time.Second); !exec.TakeCapture(&c); time.Sleep(time.Millisecond) {
		if err := exec.Err(); err != nil || time.Now().After(deadline) {
			t.Fatalf("no picture: %v", err)
		}
	}
	exec.Resources().DestroyMesh(box)
	if err := exec.Close(20e9); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(c.Pixels, want.Pix) {
		t.Error("the render goroutine draws another picture")
	}
}
