package plot

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// Font is one of the fonts of the window.
type Font uint8

// The fonts.
const (
	Regular Font = iota
	Mono
)

var fonts = [...]*opentype.Font{Regular: parsed(goregular.TTF), Mono: parsed(gomono.TTF)}

func parsed(ttf []byte) *opentype.Font {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic("plot: embedded font: " + err.Error())
	}
	return f
}

// face is a font at a size (pixels an em).
func face(f Font, size float64) font.Face {
	out, err := opentype.NewFace(fonts[f], &opentype.FaceOptions{Size: max(size, 1), DPI: 72})
	if err != nil {
		panic("plot: embedded font: " + err.Error())
	}
	return out
}

// Width is the length of a line of text at a size.
func Width(text string, size float64, f Font) float64 {
	return float64(font.MeasureString(face(f, size), text)) / 64
}

// Text draws a line of text into a picture from a position on its baseline (pixels).
func Text(picture draw.Image, at Point, text string, size float64, f Font, c color.Color) {
	d := font.Drawer{Dst: picture, Src: image.NewUniform(c), Face: face(f, size)}
	d.Dot = fixed.Point26_6{X: fixed.Int26_6(at.X * 64), Y: fixed.Int26_6(at.Y * 64)}
	d.DrawString(text)
}

// Line draws a line of a width through points into a picture (pixels). Each part is a rectangle that is half a width
// longer on both sides.
func Line(picture draw.Image, points []Point, width float64, c color.Color) {
	var parts [][4]Point
	for k := 1; k < len(points); k++ {
		a, b := points[k-1], points[k]
		x, y := b.X-a.X, b.Y-a.Y
		length := math.Hypot(x, y)
		if length == 0 {
			continue
		}
		x, y = x*width/2/length, y*width/2/length
		parts = append(parts, [4]Point{{a.X - x + y, a.Y - y - x}, {b.X + x + y, b.Y + y - x},
			{b.X + x - y, b.Y + y + x}, {a.X - x - y, a.Y - y + x}})
	}
	fill(picture, parts, c)
}

// fill draws the union of rectangles whose corners all go the same way round.
func fill(picture draw.Image, parts [][4]Point, c color.Color) {
	var low, high Point
	for i, corners := range parts {
		for k, p := range corners {
			if i+k == 0 {
				low, high = p, p
			}
			low, high = Point{min(low.X, p.X), min(low.Y, p.Y)}, Point{max(high.X, p.X), max(high.Y, p.Y)}
		}
	}
	// positions far outside overflow an int
	const far = 1 << 20
	box := image.Rect(int(max(low.X, -far)), int(max(low.Y, -far)), int(min(high.X, far))+1, int(min(high.Y, far))+1)
	box = box.Inset(-1).Intersect(picture.Bounds())
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	for _, corners := range parts {
		for i, p := range corners {
			x, y := float32(p.X-float64(box.Min.X)), float32(p.Y-float64(box.Min.Y))
			if i == 0 {
				r.MoveTo(x, y)
			} else {
				r.LineTo(x, y)
			}
		}
		r.ClosePath()
	}
	r.Draw(picture, box, image.NewUniform(c), image.Point{})
}

// scale is the number of pixels a point: 96 an inch.
const scale = 96.0 / 72

// raster is a canvas of pixels.
type raster struct{ picture *image.NRGBA }

func newRaster(width, height float64) *raster {
	r := &raster{image.NewNRGBA(image.Rect(0, 0, int(math.Round(width*scale)), int(math.Round(height*scale))))}
	draw.Draw(r.picture, r.picture.Bounds(), image.White, image.Point{}, draw.Src)
	return r
}

func (r *raster) fill(x, y, width, height float64, c color.NRGBA) {
	left, top, right, bottom := x*scale, y*scale, (x+width)*scale, (y+height)*scale
	fill(r.picture, [][4]Point{{{left, top}, {right, top}, {right, bottom}, {left, bottom}}}, c)
}

func (r *raster) line(points []Point, width float64, c color.NRGBA) {
	scaled := make([]Point, len(points))
	for i, p := range points {
		scaled[i] = Point{p.X * scale, p.Y * scale}
	}
	Line(r.picture, scaled, width*scale, c)
}

func (r *raster) text(x, y float64, text string, size, anchor float64, upright bool) {
	size *= scale
	length := Width(text, size, Regular)
	at := Point{x * scale, y * scale}
	if !upright {
		Text(r.picture, Point{at.X - anchor*length, at.Y}, text, size, Regular, ink)
		return
	}
	// drawn along, and rotated
	along := image.NewAlpha(image.Rect(0, 0, int(length)+2, int(2*size)))
	Text(along, Point{0, 1.5 * size}, text, size, Regular, color.Black)
	rotated := image.NewAlpha(image.Rect(0, 0, along.Rect.Dy(), along.Rect.Dx()))
	for v := range along.Rect.Dy() {
		for u := range along.Rect.Dx() {
			rotated.SetAlpha(v, along.Rect.Dx()-1-u, along.AlphaAt(u, v))
		}
	}
	corner := image.Pt(int(at.X-1.5*size), int(at.Y-(1-anchor)*length))
	target := rotated.Rect.Add(corner)
	draw.DrawMask(r.picture, target, image.NewUniform(ink), image.Point{}, rotated, image.Point{}, draw.Over)
}

func (r *raster) writeTo(w io.Writer) error { return png.Encode(w, r.picture) }
