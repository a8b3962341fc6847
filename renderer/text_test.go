package renderer_test

import (
	"errors"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/renderer"
	"tumble/renderer/null"
)

// canvas is a device that keeps the texels of textures and can draw the quads of a packet in the
// plainest way, pixel by pixel.
type canvas struct {
	*null.Device
	textures map[renderer.Texture]*image.Alpha
	picture  *image.RGBA
	packet   *renderer.Packet
}

func newCanvas() *canvas {
	return &canvas{Device: null.New(null.Options{}), textures: map[renderer.Texture]*image.Alpha{}}
}

func (c *canvas) open() (renderer.Device, error) { return c, nil }

func (c *canvas) CreateTexture(h renderer.Texture, d *renderer.TextureDesc) error {
	c.textures[h] = image.NewAlpha(image.Rect(0, 0, d.Width, d.Height))
	return c.Device.CreateTexture(h, d)
}

func (c *canvas) UpdateTexture(h renderer.Texture, u *renderer.TextureUpdate) error {
	t := c.textures[h]
	for y := range u.Height {
		copy(t.Pix[t.PixOffset(u.X, u.Y+y):], u.Pixels[y*u.Width:(y+1)*u.Width])
	}
	return c.Device.UpdateTexture(h, u)
}

func (c *canvas) BeginFrame(p *renderer.Packet) error {
	c.packet = p
	c.picture = image.NewRGBA(image.Rect(0, 0, int(p.Header.Width), int(p.Header.Height)))
	for i := range c.picture.Pix {
		c.picture.Pix[i] = 255
	}
	return c.Device.BeginFrame(p)
}

func (c *canvas) Draw(o renderer.Op, d renderer.Draw) {
	c.Device.Draw(o, d)
	if o.Kind != renderer.KindQuads {
		return
	}
	for _, q := range c.packet.Quads[d.First : d.First+d.Count] {
		if q.Kind != renderer.QuadCoverage {
			continue
		}
		t := c.textures[d.Texture]
		for y := range int(q.Y1 - q.Y0) {
			for x := range int(q.X1 - q.X0) {
				a := int(t.AlphaAt(int(q.U0)+x, int(q.V0)+y).A)
				px, py := int(q.X0)+x, int(q.Y0)+y
				old := c.picture.RGBAAt(px, py)
				mix := func(b uint8, f uint8) uint8 { return uint8((int(b)*(255-a) + int(f)*a) / 255) }
				c.picture.SetRGBA(px, py, color.RGBA{
					mix(old.R, q.ColorTop.R()), mix(old.G, q.ColorTop.G()), mix(old.B, q.ColorTop.B()), 255})
			}
		}
	}
}

// ink is how much darker than white a picture is, in full pixels, and the centre of it.
func ink(p *image.RGBA) (sum, x, y float64) {
	b := p.Bounds()
	for py := range b.Dy() {
		for px := range b.Dx() {
			d := float64(255-p.RGBAAt(px, py).G) / 255
			sum, x, y = sum+d, x+d*(float64(px)+0.5), y+d*(float64(py)+0.5)
		}
	}
	return sum, x / sum, y / sum
}

type page struct {
	c     *canvas
	exec  *renderer.Direct
	atlas *renderer.Atlas
}

func newPage(t testing.TB, size int) *page {
	c := newCanvas()
	e, err := renderer.NewDirect(renderer.Config{Open: c.open})
	if err != nil {
		t.Fatal(err)
	}
	a, err := renderer.NewAtlas(e.Resources(), size)
	if err != nil {
		t.Fatal(err)
	}
	return &page{c, e, a}
}

// show records one frame and draws it.
func (g *page) show(t testing.TB, w, h int, f func(p *renderer.Packet)) *image.RGBA {
	t.Helper()
	p := g.exec.Acquire(renderer.InOrder)
	p.Header.Width, p.Header.Height = int32(w), int32(h)
	f(p)
	g.exec.Submit(p)
	if err := g.c.Errors(); err != nil {
		t.Fatal(err)
	}
	return g.c.picture
}

const black = renderer.Color(0xff000000)

// a text that begins a fraction of a pixel further right is drawn that much further right, at
// every scale, and its ink stays the same
func TestTextSubPixelPlacement(t *testing.T) {
	g := newPage(t, 0)
	for _, size := range []float32{12, 15, 18, 24, 32.5} {
		style := renderer.TextStyle{Size: size}
		draw := func(x float32) (float64, float64) {
			sum, cx, _ := ink(g.show(t, 400, 60, func(p *renderer.Packet) {
				g.atlas.Text(p, 0, renderer.Rect{}, style, x, 40, black, "Tumbling boxes")
			}))
			return sum, cx
		}
		sum, x := draw(10)
		if sum < 50 {
			t.Fatalf("size %v: only %.1f pixels of ink", size, sum)
		}
		for _, shift := range []float32{0.25, 0.5, 0.75, 3} {
			s, cx := draw(10 + shift)
			if math.Abs(cx-x-float64(shift)) > 0.06 || math.Abs(s/sum-1) > 0.02 {
				t.Errorf("size %v shifted by %v: moved by %.3f, ink %.3f of before", size, shift, cx-x, s/sum)
			}
		}
	}
}

// the ink grows with the square of the scale and the layout with the scale
func TestTextScales(t *testing.T) {
	g := newPage(t, 0)
	one := renderer.TextStyle{Font: renderer.FontMono, Size: 14}
	for _, f := range []float32{1.25, 1.5, 2} {
		s := renderer.TextStyle{Font: renderer.FontMono, Size: 14 * f}
		if r := g.atlas.Width(s, "friction 0.60") / g.atlas.Width(one, "friction 0.60"); math.Abs(
			float64(r/f-1)) > 0.01 {
			t.Errorf("scale %v: the text is %v times as wide", f, r)
		}
		if r := g.atlas.Metrics(s).Line / g.atlas.Metrics(one).Line; math.Abs(float64(r/f-1)) > 0.03 {
			t.Errorf("scale %v: the lines are %v times as high", f, r)
		}
	}
	if a, b := g.atlas.Width(one, "1111"), g.atlas.Width(one, "8888"); a != b {
		t.Errorf("digits of the fixed font are %v and %v wide", a, b)
	}
	m := g.atlas.Metrics(one)
	if m.Ascent <= m.Capital || m.Capital < 8 || m.Descent <= 0 || m.Line < m.Ascent+m.Descent-1 {
		t.Errorf("metrics %+v", m)
	}
}

// the atlas grows in the middle of a text without spoiling it or what was recorded before
func TestAtlasGrows(t *testing.T) {
	big, small := newPage(t, 2048), newPage(t, 64)
	frame := func(g *page) func(p *renderer.Packet) {
		return func(p *renderer.Packet) {
			for i, s := range []float32{14, 20, 31, 44} {
				g.atlas.Text(p, 0, renderer.Rect{}, renderer.TextStyle{Font: renderer.Font(i % 3), Size: s},
					5, float32(40+50*i), black, "The quick brown fox jumps over the lazy dog äßμ°")
			}
		}
	}
	want := big.show(t, 1000, 240, frame(big))
	before := small.atlas.Texture()
	got := small.show(t, 1000, 240, frame(small))
	if small.atlas.Texture() == before {
		t.Fatal("the atlas has not grown: the test shows nothing")
	}
	for i := range want.Pix {
		if want.Pix[i] != got.Pix[i] {
			t.Fatalf("byte %d differs: %d, want %d", i, got.Pix[i], want.Pix[i])
		}
	}
	if path := os.Getenv("TUMBLE_TEXT_PNG"); path != "" {
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(png.Encode(f, want), f.Close()); err != nil {
			t.Fatal(err)
		}
	}
	small.atlas.Close()
	small.show(t, 10, 10, func(*renderer.Packet) {})
	small.show(t, 10, 10, func(*renderer.Packet) {})
	if _, textures := small.c.Live(); textures != 0 {
		t.Errorf("%d textures are left", textures)
	}
}

func TestTextFit(t *testing.T) {
	g := newPage(t, 0)
	s := renderer.TextStyle{Size: 16}
	text := "größer"
	n, w := g.atlas.Fit(s, text, 1000)
	if n != len(text) || math.Abs(float64(w-g.atlas.Width(s, text))) > 1e-3 {
		t.Errorf("all of it: %d bytes, %v pixels", n, w)
	}
	for width := float32(0); width < w; width += 0.7 {
		n, taken := g.atlas.Fit(s, text, width)
		if taken > width || strings.ToValidUTF8(text[:n], "?") != text[:n] {
			t.Fatalf("width %v: %d bytes and %v pixels", width, n, taken)
		}
	}
	// broken UTF-8 and control characters draw something and do not fail
	if w := g.atlas.Width(s, "a\xff\n\x00b"); w <= 0 {
		t.Errorf("width %v", w)
	}
}

func TestLabels(t *testing.T) {
	g := newPage(t, 0)
	c := renderer.NewCamera()
	label := renderer.Label{Style: renderer.TextStyle{Size: 20}, Color: black, Align: renderer.AlignCentre}
	var shown, behind bool
	_, x, _ := ink(g.show(t, 640, 360, func(p *renderer.Packet) {
		p.View = c.View(640, 360)
		shown = g.atlas.Label(p, label, c.Pivot(), "mmmm")
		behind = g.atlas.Label(p, label, c.Eye().Add(c.Eye().Sub(c.Pivot())), "behind")
		for _, q := range p.Quads {
			if want := g.depth(p, c.Pivot()); q.Depth != want {
				t.Errorf("depth %v, want %v", q.Depth, want)
			}
		}
	}))
	if !shown || behind {
		t.Errorf("label at the pivot %v, behind the eye %v", shown, behind)
	}
	if math.Abs(x-320) > 1 {
		t.Errorf("the label's middle is at %v, want 320", x)
	}
}

func (g *page) depth(p *renderer.Packet, at mgl32.Vec3) float32 {
	_, _, depth, _ := p.View.Project(at, 640, 360)
	return depth
}

func TestTextAllocatesNothing(t *testing.T) {
	g := newPage(t, 0)
	c := renderer.NewCamera()
	number := []byte("12.345 ms")
	label := renderer.Label{Style: renderer.TextStyle{Size: 13}, Color: black, Back: renderer.Hex(0xffffff)}
	frame := func() {
		p := g.exec.Acquire(renderer.InOrder)
		p.Header.Width, p.Header.Height = 640, 360
		p.View = c.View(640, 360)
		for i := range 30 {
			y := float32(10 * i)
			g.atlas.Text(p, 0, renderer.Rect{}, renderer.TextStyle{Size: 15}, 10.3, y, black, "linear damping (1/s)")
			g.atlas.TextBytes(p, 1, renderer.Rect{}, renderer.TextStyle{Font: renderer.FontMono, Size: 15}, 200, y,
				black, number)
			g.atlas.LabelBytes(p, label, c.Pivot(), number)
		}
		g.exec.Abandon(p)
	}
	frame()
	if n := testing.AllocsPerRun(20, frame); n != 0 {
		t.Errorf("%v allocations per frame", n)
	}
}

func BenchmarkText(b *testing.B) {
	g := newPage(b, 0)
	s := renderer.TextStyle{Size: 14}
	b.ReportAllocs()
	for b.Loop() {
		p := g.exec.Acquire(renderer.InOrder)
		for i := range 100 {
			g.atlas.Text(p, 0, renderer.Rect{}, s, 10, float32(i), black, "restitution threshold")
		}
		g.exec.Abandon(p)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/2100, "ns/glyph")
}
