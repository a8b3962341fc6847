//go:build cgo

package gl

import (
	"errors"
	"image"
	"math"
	"runtime"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/renderer"
	"tumble/renderer/gl/offscreen"
)

// studio draws test pictures offscreen.
type studio struct {
	exec    *renderer.Direct
	device  *Device
	surface *offscreen.Surface
	meshes  map[string]renderer.Mesh
}

// newStudio opens a device on the calling test's own thread, and skips the test only where
// the machine has no driver for it.
func newStudio(t testing.TB) *studio {
	t.Helper()
	runtime.LockOSThread()
	surface, err := offscreen.New()
	if errors.Is(err, offscreen.ErrUnavailable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	s := &studio{surface: surface, meshes: map[string]renderer.Mesh{}}
	s.exec, err = renderer.NewDirect(renderer.Config{
		Surface: surface,
		Open: func() (renderer.Device, error) {
			d, err := New(surface.GetProcAddress, Options{})
			s.device = d
			return d, err
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, m := range s.meshes {
			s.exec.Resources().DestroyMesh(m)
		}
		if err := s.exec.Close(1e9); err != nil {
			t.Error(err)
		}
		surface.Close()
		runtime.UnlockOSThread()
	})
	return s
}

func (s *studio) mesh(t testing.TB, name string, build func() renderer.MeshDesc) renderer.Mesh {
	t.Helper()
	if m, ok := s.meshes[name]; ok {
		return m
	}
	m, err := s.exec.Resources().CreateMesh(build())
	if err != nil {
		t.Fatal(err)
	}
	s.meshes[name] = m
	return m
}

// draw records a packet and returns the picture.
func (s *studio) draw(t testing.TB, w, h int, record func(p *renderer.Packet)) *image.RGBA {
	t.Helper()
	p := s.exec.Acquire(renderer.InOrder)
	if p == nil {
		t.Fatal("no packet: ", s.exec.Err())
	}
	p.Header.Width, p.Header.Height, p.Header.ContentScale = int32(w), int32(h), 1
	p.Header.Flags |= renderer.FrameCapture
	p.Environment = renderer.DefaultEnvironment()
	p.Quality = renderer.Quality{Samples: 4, ShadowSize: 2048, Flags: renderer.QualityAmbientOcclusion}
	record(p)
	s.exec.Submit(p)
	if err, n := s.exec.Problem(); n > 0 {
		t.Fatal(err)
	}
	if err := s.exec.Err(); err != nil {
		t.Fatal(err)
	}
	var c renderer.Capture
	if !s.exec.TakeCapture(&c) || c.Width != w || c.Height != h {
		t.Fatalf("no picture, or one of %dx%d", c.Width, c.Height)
	}
	if all, n := s.device.Problems(); n > 0 {
		t.Fatal(all)
	}
	return &image.RGBA{Pix: c.Pixels, Stride: 4 * w, Rect: image.Rect(0, 0, w, h)}
}

// look points the camera and fits cascades of shadow to what it sees.
func look(p *renderer.Packet, eye, at mgl32.Vec3, fov float32) {
	v := &p.View
	v.Eye, v.Near, v.Far, v.FovY = eye, 0.1, 2000, mgl32.DegToRad(fov)
	aspect := float32(p.Header.Width) / float32(p.Header.Height)
	v.View = mgl32.LookAtV(eye, at, mgl32.Vec3{0, 1, 0})
	v.Proj = mgl32.Perspective(v.FovY, aspect, v.Near, v.Far)
	v.ViewProj = v.Proj.Mul4(v.View)
	v.Inverse = v.ViewProj.Inv()
	fit(p, aspect)
}

// fit puts one sphere around each slice of the view and rounds its centre to whole texels.
func fit(p *renderer.Packet, aspect float32) {
	v := &p.View
	forward := mgl32.Vec3{-v.View[2], -v.View[6], -v.View[10]}
	sun := p.Environment.SunDirection
	side := sun.Cross(mgl32.Vec3{0, 0, 1}).Normalize()
	up := side.Cross(sun)
	th := float32(math.Tan(float64(v.FovY) / 2))
	k := th * th * (1 + aspect*aspect)
	splits := []float32{v.Near, 12, 34, 100}
	v.Shadow.Cascades = 3
	for i := range 3 {
		n, f := splits[i], splits[i+1]
		c := min(0.5*(f+n)*(1+k), f)
		r := float32(math.Sqrt(float64((f-c)*(f-c) + k*f*f)))
		texel := 2 * r / float32(p.Quality.ShadowSize)
		center := v.Eye.Add(forward.Mul(c))
		x := float32(math.Floor(float64(center.Dot(side)/texel))) * texel
		y := float32(math.Floor(float64(center.Dot(up)/texel))) * texel
		center = side.Mul(x).Add(up.Mul(y)).Add(sun.Mul(center.Dot(sun)))
		depth := 2*r + 60
		view := mgl32.LookAtV(center.Add(sun.Mul(r+60)), center, up)
		v.Shadow.Cascade[i] = renderer.Cascade{
			ViewProj: mgl32.Ortho(-r, r, -r, r, 0, depth).Mul4(view), Far: f, Texel: texel, Depth: depth,
		}
	}
}

// boxMesh is a cube of side 1 with its twelve edges.
func boxMesh() renderer.MeshDesc {
	d := renderer.MeshDesc{Label: "box"}
	for face := range 6 {
		axis, s := face/2, float32(1-2*(face%2))
		u, w := (axis+1)%3, (axis+2)%3
		var corners [4]renderer.Vertex
		for i, c := range [4][2]float32{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
			var q, n [3]float32
			q[axis], q[u], q[w] = s*.5, c[0]*.5*s, c[1]*.5
			n[axis] = s
			corners[i] = renderer.Vertex{X: q[0], Y: q[1], Z: q[2], NX: n[0], NY: n[1], NZ: n[2]}
		}
		// the diagonal is opposite to the second corner of the first triangle and to the
		// fourth of the second: its coordinate stays 1
		for _, tri := range [2][3]int{{0, 1, 2}, {2, 3, 0}} {
			for k, i := range tri {
				v := corners[i]
				e := [3]uint8{}
				e[k], e[1] = 255, 255
				v.EdgeA, v.EdgeB, v.EdgeC = e[0], e[1], e[2]
				d.Indices = append(d.Indices, uint32(len(d.Vertices)))
				d.Vertices = append(d.Vertices, v)
			}
		}
	}
	return d
}

// sphereMesh is a sphere of radius 1.
func sphereMesh() renderer.MeshDesc {
	const rows, columns = 24, 48
	d := renderer.MeshDesc{Label: "sphere"}
	for i := range rows + 1 {
		a := math.Pi * float64(i) / rows
		for j := range columns + 1 {
			b := 2 * math.Pi * float64(j) / columns
			x, y, z := float32(math.Sin(a)*math.Sin(b)), float32(math.Cos(a)), float32(math.Sin(a)*math.Cos(b))
			d.Vertices = append(d.Vertices, renderer.Vertex{X: x, Y: y, Z: z, NX: x, NY: y, NZ: z, EdgeA: 255, EdgeB: 255, EdgeC: 255})
			if i < rows && j < columns {
				k := uint32(i*(columns+1) + j)
				d.Indices = append(d.Indices, k, k+columns+1, k+1, k+1, k+columns+1, k+columns+2)
			}
		}
	}
	return d
}

func instance(x, y, z float32, q mgl32.Quat, sx, sy, sz float32, c renderer.Color) renderer.Instance {
	in := renderer.Instance{Color: c}
	in.SetPose(x, y, z, q.V[0], q.V[1], q.V[2], q.W, sx, sy, sz)
	return in
}
