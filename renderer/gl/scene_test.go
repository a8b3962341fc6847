//go:build cgo

package gl

import (
	"errors"
	"image"
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
		return nil
	}
	prepare(p, w, h, renderer.FrameCapture)
	record(p)
	s.exec.Submit(p)
	if n, err := s.exec.Problem(); n > 0 {
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

// prepare sets the size, the light and the best quality.
func prepare(p *renderer.Packet, w, h int, flags renderer.FrameFlags) {
	p.Header.Width, p.Header.Height, p.Header.ContentScale, p.Header.Flags = int32(w), int32(h), 1, flags
	p.Environment = renderer.DefaultEnvironment()
	p.Quality = renderer.Quality{Samples: 4, ShadowSize: 2048, Flags: renderer.QualityAmbientOcclusion |
		renderer.QualitySoftShadows}
}

// look points the camera and fits the shadows to its view.
func look(p *renderer.Packet, eye, at mgl32.Vec3, fov float32) {
	v := &p.View
	v.Eye, v.Near, v.Far, v.FovY = eye, 0.1, 2000, mgl32.DegToRad(fov)
	v.View = mgl32.LookAtV(eye, at, mgl32.Vec3{0, 1, 0})
	v.Proj = mgl32.Perspective(v.FovY, float32(p.Header.Width)/float32(p.Header.Height), v.Near, v.Far)
	v.ViewProj = v.Proj.Mul4(v.View)
	v.Inverse = v.ViewProj.Inv()
	renderer.ShadowFit{Size: int(p.Quality.ShadowSize), CasterRadius: 30}.Fit(v, p.Environment.SunDirection)
}

func instance(x, y, z float32, q mgl32.Quat, sx, sy, sz float32, c renderer.Color) renderer.Instance {
	in := renderer.Instance{Color: c}
	in.SetPose(x, y, z, q.V[0], q.V[1], q.V[2], q.W, sx, sy, sz)
	return in
}
