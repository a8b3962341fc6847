//go:build cgo

package gl

import (
	"flag"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/renderer"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

func writePNG(t testing.TB, path string, img image.Image) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(f, img); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// golden compares a picture with the stored one. Drivers round differently, mostly at edges:
// up to one pixel in a hundred may differ by more than 12 of 255, and the mean by 0.5.
func golden(t *testing.T, name string, got *image.RGBA) {
	t.Helper()
	path := filepath.Join("testdata", name+".png")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		writePNG(t, path, got)
		return
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatalf("%v (run with -update to write it)", err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if img.Bounds() != got.Bounds() {
		t.Fatalf("%s is %v, want %v", name, got.Bounds(), img.Bounds())
	}
	var differing, sum, worst int
	b := got.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			r, g, bl, _ := img.At(x, y).RGBA()
			c := got.RGBAAt(x, y)
			d := max(abs(int(r>>8)-int(c.R)), abs(int(g>>8)-int(c.G)), abs(int(bl>>8)-int(c.B)))
			sum += d
			worst = max(worst, d)
			if d > 12 {
				differing++
			}
		}
	}
	n := b.Dx() * b.Dy()
	if differing*100 > n || float64(sum) > 0.5*float64(n) {
		failed := filepath.Join(t.TempDir(), name+".png")
		writePNG(t, failed, got)
		t.Errorf("%s: %d of %d pixels differ by more than 12 (worst %d), mean %.3f", name, differing, n, worst, float64(sum)/float64(n))
	}
}

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}

var palette = []renderer.Color{
	renderer.Hex(0xd9734e), renderer.Hex(0x4f86c6), renderer.Hex(0xe0b04c), renderer.Hex(0x6aa67a), renderer.Hex(0x9a7bb8), renderer.Hex(0xdad5c8),
}

// pile records boxes in a pyramid and spheres beside it.
func pile(t testing.TB, s *studio, p *renderer.Packet) {
	box, ball := s.mesh(t, "box", boxMesh), s.mesh(t, "sphere", sphereMesh)
	p.DrawSky()
	p.DrawGround()
	first := len(p.Instances)
	for row := range 6 {
		for i := range 6 - row {
			x := float32(i) - float32(5-row)/2
			q := mgl32.QuatRotate(0.05*float32(i-row), mgl32.Vec3{0, 1, 0})
			p.AddInstance(instance(x*1.02, 0.5+float32(row), 0, q, 1, 1, 1, palette[(i+row)%len(palette)]))
		}
	}
	q := mgl32.QuatRotate(0.6, mgl32.Vec3{1, 2, 0.5}.Normalize())
	p.AddInstance(instance(-2, 0.9, 3, q, 1, 1, 1, palette[1]))
	p.AddInstance(instance(3.2, 0.15, 2.2, mgl32.QuatIdent(), 0.3, 0.3, 0.3, palette[0]))
	p.AddInstance(instance(3.8, 0.15, 2.6, mgl32.QuatIdent(), 0.3, 0.3, 0.3, palette[5]))
	p.DrawMesh(box, uint32(first), uint32(len(p.Instances)-first), 0, renderer.DrawEdges)
	first = len(p.Instances)
	smooth := p.AddMaterial(renderer.Material{Roughness: 0.25, Specular: 0.04, Tint: renderer.RGB{R: 1, G: 1, B: 1}})
	metal := p.AddMaterial(renderer.Material{Roughness: 0.3, Metallic: 1, Specular: 0.04, Tint: renderer.RGB{R: 1, G: 1, B: 1}})
	for i, m := range []uint32{0, smooth, metal, 0} {
		in := instance(float32(i)*1.3-1, 0.5, 2.4-0.3*float32(i), q, 0.5, 0.5, 0.5, palette[(i+2)%len(palette)])
		in.Material = m
		if i == 3 {
			in.Flags |= renderer.InstanceChecker
		}
		p.AddInstance(in)
	}
	p.DrawMesh(ball, uint32(first), uint32(len(p.Instances)-first), 0, 0)
}

func TestGoldenPile(t *testing.T) {
	s := newStudio(t)
	img := s.draw(t, 640, 360, func(p *renderer.Packet) {
		look(p, mgl32.Vec3{5.5, 4.2, 9}, mgl32.Vec3{0, 1.8, 0}, 45)
		pile(t, s, p)
	})
	golden(t, "pile", img)
}
