package renderer_test

import (
	"errors"
	"math/rand"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/renderer"
	"tumble/renderer/null"
)

// body is a drawn body as the main thread knows it: two poses, a kind and a size.
type body struct {
	p0, p1 [3]float32
	q0, q1 [4]float32
	kind   int
	half   float32
}

func bodies(n int) []body {
	rng := rand.New(rand.NewSource(1))
	all := make([]body, n)
	for i := range all {
		b := &all[i]
		for k := range 3 {
			b.p0[k] = rng.Float32()*60 - 30
			b.p1[k] = b.p0[k] + 0.05
		}
		q := mgl32.QuatRotate(rng.Float32()*6, mgl32.Vec3{rng.Float32(), 1, 0}.Normalize())
		b.q0 = [4]float32{q.V[0], q.V[1], q.V[2], q.W}
		b.q1, b.kind, b.half = b.q0, rng.Intn(6), 0.5
	}
	return all
}

// record draws interpolated bodies by batches of mesh, culled by the view.
func record(p *renderer.Packet, all []body, b *renderer.Batches, meshes []renderer.Mesh, f *renderer.Frustum,
	alpha float32) {
	b.Begin(len(meshes), len(all))
	for i := range all {
		x := &all[i]
		b.Add(i, x.kind, f.SeesSphere(x.p1[0], x.p1[1], x.p1[2], 0.9))
	}
	b.Layout(p)
	for i := range all {
		x := &all[i]
		in := &b.Instances[b.At(i)]
		// a short turn: the straight blend, normalised to first order
		qx := x.q0[0] + (x.q1[0]-x.q0[0])*alpha
		qy := x.q0[1] + (x.q1[1]-x.q0[1])*alpha
		qz := x.q0[2] + (x.q1[2]-x.q0[2])*alpha
		qw := x.q0[3] + (x.q1[3]-x.q0[3])*alpha
		n := 1.5 - 0.5*(qx*qx+qy*qy+qz*qz+qw*qw)
		in.SetPose(
			x.p0[0]+(x.p1[0]-x.p0[0])*alpha, x.p0[1]+(x.p1[1]-x.p0[1])*alpha, x.p0[2]+(x.p1[2]-x.p0[2])*alpha,
			qx*n, qy*n, qz*n, qw*n, x.half, x.half, x.half)
		in.Color, in.Material, in.Flags, in.Stretch = 0xff8899aa, 0, 0, 0
	}
	b.Draw(p, meshes, 0, nil)
}

type scene struct {
	dev    *null.Device
	exec   *renderer.Direct
	meshes []renderer.Mesh
	all    []body
	view   renderer.View
	batch  renderer.Batches
}

func newScene(t testing.TB, n int) *scene {
	s := &scene{dev: null.New(null.Options{}), all: bodies(n)}
	var err error
	if s.exec, err = renderer.NewDirect(renderer.Config{Open: s.dev.Open}); err != nil {
		t.Fatal(err)
	}
	for _, d := range []renderer.MeshDesc{
		renderer.BoxMesh(), renderer.SphereMesh(1), renderer.CapsuleMesh(1),
		renderer.CylinderMesh(1), renderer.ConeMesh(1), renderer.SphereMesh(2),
	} {
		m, err := s.exec.Resources().CreateMesh(d)
		if err != nil {
			t.Fatal(err)
		}
		s.meshes = append(s.meshes, m)
	}
	c := renderer.NewCamera()
	c.Set(renderer.CameraState{Distance: 60}, true)
	s.view = c.View(1280, 720)
	renderer.ShadowFit{CasterRadius: 60}.Fit(&s.view, renderer.DefaultEnvironment().SunDirection)
	return s
}

func (s *scene) record(p *renderer.Packet) {
	p.Header.Width, p.Header.Height = 1280, 720
	p.View = s.view
	f := p.View.Frustum()
	record(p, s.all, &s.batch, s.meshes, &f, 0.3)
}

// every body is drawn once where it is seen and once per cascade, in few draws
func TestBatches(t *testing.T) {
	s := newScene(t, 10_000)
	p := s.exec.Acquire(renderer.InOrder)
	s.record(p)
	f := p.View.Frustum()
	seen := 0
	for i := range s.all {
		if x := &s.all[i]; f.SeesSphere(x.p1[0], x.p1[1], x.p1[2], 0.9) {
			seen++
		}
	}
	s.exec.Submit(p)
	var r renderer.Present
	s.exec.Poll(&r)
	if want := seen + 3*len(s.all); s.dev.Counts().Instances != want || seen == 0 || seen == len(s.all) {
		t.Errorf("%d instances drawn, want %d; %d bodies seen", s.dev.Counts().Instances, want, seen)
	}
	if r.Stats.Draws > 4*int32(len(s.meshes)) {
		t.Errorf("%d draws for %d meshes and 3 cascades", r.Stats.Draws, len(s.meshes))
	}
	if err := s.dev.Errors(); err != nil {
		t.Error(err)
	}
}

func TestBatchesSkip(t *testing.T) {
	s := newScene(t, 0)
	p := s.exec.Acquire(renderer.InOrder)
	p.Header.Width, p.Header.Height = 8, 8
	b := &s.batch
	b.Begin(2, 4)
	b.Add(0, 1, true)
	b.Skip(1)
	b.Add(2, 0, true)
	b.Add(3, 1, false)
	b.Layout(p)
	for i, want := range []bool{true, false, true, true} {
		at := b.At(i)
		if (at >= 0) != want {
			t.Fatalf("body %d: drawn %v", i, at >= 0)
		}
		if at >= 0 {
			b.Instances[at] = renderer.Instance{Affine: renderer.Affine{XT: float32(i)}}
		}
	}
	b.Draw(p, s.meshes[:2], 0, nil)
	if len(p.Ops) != 3 || p.Instances[0].XT != 2 || p.Instances[1].XT != 0 || p.Instances[2].XT != 3 {
		t.Errorf("%d ops, instances of bodies %v %v %v", len(p.Ops), p.Instances[0].XT, p.Instances[1].XT,
			p.Instances[2].XT)
	}
	s.exec.Submit(p)
	if err := s.dev.Errors(); err != nil {
		t.Error(err)
	}
}

// lines of one kind are one draw, whoever draws them; layers and clips keep them apart
func TestOpsAreMerged(t *testing.T) {
	s := newScene(t, 0)
	p := s.exec.Acquire(renderer.InOrder)
	p.Header.Width, p.Header.Height, p.View = 640, 360, s.view
	pen := renderer.Pen{Color: renderer.Hex(0xff0000)}
	p.WireBox(pen, mgl32.Vec3{1, 2, 3}, mgl32.QuatRotate(1, mgl32.Vec3{0, 1, 0}), mgl32.Vec3{1, 2, 3})
	p.Bounds(pen, mgl32.Vec3{}, mgl32.Vec3{1, 1, 1})
	p.Arrow(pen, mgl32.Vec3{}, mgl32.Vec3{0, 2, 0}, 0.3)
	p.Arrow(pen, mgl32.Vec3{}, mgl32.Vec3{}, 0.3)
	p.Axes(pen, mgl32.Vec3{}, mgl32.QuatIdent(), 1)
	p.WireSphere(pen, mgl32.Vec3{}, mgl32.QuatIdent(), 1)
	p.WireCapsule(pen, mgl32.Vec3{}, mgl32.Vec3{0, 1, 0}, 0.5)
	p.WireCapsule(pen, mgl32.Vec3{}, mgl32.Vec3{}, 0.5)
	p.WireCircle(pen, mgl32.Vec3{}, mgl32.Vec3{0, 1, 0}, 2)
	p.Arc(pen, mgl32.Vec3{}, mgl32.Vec3{0, 1, 0}, mgl32.Vec3{1, 0, 0}, 2, 0, 1)
	p.WireView(pen, &s.view)
	if len(p.Ops) != 1 || len(p.Lines) < 12+12+5+3 {
		t.Errorf("%d ops for %d lines of one kind", len(p.Ops), len(p.Lines))
	}
	pen.Depth = renderer.DepthNone
	p.Segment(pen, mgl32.Vec3{}, mgl32.Vec3{1, 0, 0})
	p.Mark(pen, mgl32.Vec3{}, 6, renderer.PointRing)
	p.Mark(pen, mgl32.Vec3{}, 6, renderer.PointDisc)
	if len(p.Ops) != 3 {
		t.Errorf("%d ops, want 3", len(p.Ops))
	}
	clip := renderer.Rect{X1: 10, Y1: 10}
	for _, layer := range []int{1, 0, 0} {
		p.AddQuad(layer, clip, renderer.Texture{}, renderer.Quad{X1: 1, Y1: 1})
	}
	p.AddQuad(0, renderer.Rect{X1: 5, Y1: 5}, renderer.Texture{}, renderer.Quad{X1: 1, Y1: 1})
	if len(p.Ops) != 6 {
		t.Errorf("%d ops, want 6", len(p.Ops))
	}
	q := p.AddQuads(0, clip, renderer.Texture{}, 3)
	clear(q)
	l := p.AddLines(renderer.DepthTest, renderer.DrawMetres, 2)
	clear(l)
	q = p.AddLabelQuads(renderer.DepthTest, renderer.Texture{}, 2)
	clear(q)
	s.exec.Submit(p)
	if err := s.dev.Errors(); err != nil {
		t.Error(err)
	}
	if c := s.dev.Counts(); c.Quads != 9 || c.Points != 2 {
		t.Errorf("%+v", c)
	}
}

func TestMaterials(t *testing.T) {
	s := newScene(t, 0)
	p := s.exec.Acquire(renderer.InOrder)
	for i := 1; i < 300; i++ {
		want := uint32(i)
		if i >= renderer.MaxMaterials {
			want = 0
		}
		if got := p.AddMaterial(renderer.DefaultMaterial()); got != want {
			t.Fatalf("material %d has index %d, want %d", i, got, want)
		}
	}
	s.exec.Abandon(p)
}

func TestRecordAllocatesNothing(t *testing.T) {
	s := newScene(t, 10_000)
	frame := func() {
		p := s.exec.Acquire(renderer.InOrder)
		s.record(p)
		s.exec.Submit(p)
	}
	frame()
	if n := testing.AllocsPerRun(10, frame); n != 0 {
		t.Errorf("%v allocations per frame", n)
	}
	if err := errors.Join(s.dev.Errors(), s.exec.Close(second)); err != nil {
		t.Error(err)
	}
}

func BenchmarkRecord10000(b *testing.B) {
	s := newScene(b, 10_000)
	b.ReportAllocs()
	for b.Loop() {
		p := s.exec.Acquire(renderer.InOrder)
		s.record(p)
		s.exec.Abandon(p)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/10_000, "ns/body")
}

func BenchmarkHandOver(b *testing.B) {
	dev := null.New(null.Options{})
	e, err := renderer.NewThreaded(renderer.Config{Open: dev.Open, Surface: &surface{}})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		p := e.WaitAcquire(renderer.InOrder, 20*second)
		p.Header.Width, p.Header.Height = 8, 8
		e.Submit(p)
	}
	if err := finish(e); err != nil {
		b.Fatal(err)
	}
}

// a dump names every op with its resources
func TestDump(t *testing.T) {
	s := newScene(t, 20)
	p := s.exec.Acquire(renderer.InOrder)
	s.record(p)
	p.DrawSky()
	p.AddQuad(2, renderer.Rect{X1: 9, Y1: 8}, renderer.Texture{}, renderer.Quad{X1: 1, Y1: 1})
	var out strings.Builder
	if err := p.Dump(&out); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if n := strings.Count(text, "\n"); n != len(p.Ops)+1 {
		t.Errorf("%d lines for %d ops", n, len(p.Ops))
	}
	for _, want := range []string{"packet 1 ", "20 instances", "shadow.0 mesh", "scene.2 sky", "ui.2 quads depth none",
		"mesh 0/1", "clip 0,0 to 9,8"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	s.exec.Abandon(p)
}
