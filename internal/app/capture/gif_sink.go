package capture

import (
	"image"
	"image/color"
	"image/gif"
	"io"
	"math"
	"slices"

	"tumble/renderer"
)

// gifSink collects an animated GIF. One palette serves all pictures with its colours, and the dither stands still
// on the screen, so that what does not move does not flicker; pixels that stay as they are are left out.
type gifSink struct {
	path    string
	fps     float64
	film    gif.GIF
	shown   int // hundredths of a second
	palette color.Palette
	nearest []uint8 // index of the nearest colour, by 5 bits of each channel
	last    []uint8 // indices of the picture before
}

// paletteCells are the colours of a GIF that the first picture chooses; the others are spread over all colours, for
// things that appear later, and the last is no colour.
const (
	paletteCells = 200
	unchanged    = 255
	// ditherStep is how far the pattern of the dither moves a channel: about half of the distance of two colours.
	ditherStep = 7
	// strangeColor is the mean distance of the colours of a picture from the palette, the sum of three channels, above
	// which the picture gets a palette of its own.
	strangeColor = 24
)

// bayer is the matrix of ordered dithering of 4 × 4 pixels (Bayer 1973).
var bayer = [16]int{0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5}

func (s *gifSink) Picture(c *renderer.Capture) error {
	if s.palette == nil || s.strange(c.Pixels) {
		s.choose(c.Pixels)
		s.last = slices.Repeat([]uint8{unchanged}, c.Width*c.Height)
	}
	img := image.NewPaletted(image.Rect(0, 0, c.Width, c.Height), s.palette)
	for i := range img.Pix {
		p := c.Pixels[4*i : 4*i+3]
		d := (2*bayer[4*(i/c.Width&3)+i%c.Width&3] - 15) * ditherStep / 16
		index := s.nearest[cell(int(p[0])+d, int(p[1])+d, int(p[2])+d)]
		if index == s.last[i] {
			index = unchanged
		} else {
			s.last[i] = index
		}
		img.Pix[i] = index
	}
	// delays are whole hundredths; their sum stays right
	s.film.Image = append(s.film.Image, img)
	end := int(math.Round(float64(len(s.film.Image)) * 100 / s.fps))
	s.film.Delay = append(s.film.Delay, end-s.shown)
	s.film.Disposal = append(s.film.Disposal, gif.DisposalNone)
	s.shown = end
	return nil
}

func (s *gifSink) Close() error {
	if len(s.film.Image) == 0 {
		return nil
	}
	return writeWhole(s.path, func(w io.Writer) error { return gif.EncodeAll(w, &s.film) })
}

// cell numbers a colour by 5 bits of each channel.
func cell(r, g, b int) int {
	five := func(v int) int { return min(max(v, 0), 255) >> 3 }
	return five(r)<<10 | five(g)<<5 | five(b)
}

// strange reports whether the palette is far from the colours of a picture.
func (s *gifSink) strange(pixels []uint8) bool {
	sum, n := 0, 0
	for i := 0; i+2 < len(pixels); i += 44 {
		r, g, b := int(pixels[i]), int(pixels[i+1]), int(pixels[i+2])
		p := s.palette[s.nearest[cell(r, g, b)]].(color.RGBA)
		sum += max(r-int(p.R), int(p.R)-r) + max(g-int(p.G), int(p.G)-g) + max(b-int(p.B), int(p.B)-b)
		n++
	}
	return sum > strangeColor*n
}

// choose makes the palette of the film, from its first picture or one with other colours: median cut (Heckbert, Color
// image quantization for frame buffer display, 1982).
func (s *gifSink) choose(pixels []uint8) {
	list := make([][3]uint8, 0, len(pixels)/12+1)
	for i := 0; i+2 < len(pixels); i += 12 {
		list = append(list, [3]uint8(pixels[i:i+3]))
	}
	s.palette = nil
	for _, box := range medianCut(list, paletteCells) {
		var sum [3]int
		for _, p := range box {
			for k := range 3 {
				sum[k] += int(p[k])
			}
		}
		n := len(box)
		s.palette = append(s.palette, color.RGBA{uint8(sum[0] / n), uint8(sum[1] / n), uint8(sum[2] / n), 255})
	}
	for i := 0; len(s.palette) < unchanged; i++ {
		// 3 × 6 × 3 colours, green finest
		s.palette = append(s.palette, color.RGBA{uint8(i / 18 % 3 * 127), uint8(i / 3 % 6 * 51), uint8(i % 3 * 127),
			255})
	}
	s.palette = append(s.palette, color.RGBA{})
	s.nearest = make([]uint8, 1<<15)
	for i := range s.nearest {
		r, g, b := i>>10<<3|4, i>>5&31<<3|4, i&31<<3|4
		best := math.MaxInt
		for k, c := range s.palette[:unchanged] {
			p := c.(color.RGBA)
			dr, dg, db := r-int(p.R), g-int(p.G), b-int(p.B)
			if d := 2*dr*dr + 4*dg*dg + 3*db*db; d < best {
				best, s.nearest[i] = d, uint8(k)
			}
		}
	}
}

// medianCut divides colours into n boxes: the one with the widest channel, weighted by its number of colours, is cut at
// the median.
func medianCut(list [][3]uint8, n int) [][][3]uint8 {
	boxes := [][][3]uint8{list}
	for len(boxes) < n {
		at, channel, widest := -1, 0, 0.0
		for i, box := range boxes {
			for k := range 3 {
				lo, hi := uint8(255), uint8(0)
				for _, p := range box {
					lo, hi = min(lo, p[k]), max(hi, p[k])
				}
				if w := float64(int(hi)-int(lo)) * math.Pow(float64(len(box)), 0.25); hi > lo && w > widest {
					at, channel, widest = i, k, w
				}
			}
		}
		if at < 0 {
			break
		}
		box := boxes[at]
		slices.SortFunc(box, func(a, b [3]uint8) int { return int(a[channel]) - int(b[channel]) })
		// equal values stay together
		cut := len(box) / 2
		for cut > 0 && box[cut-1][channel] == box[cut][channel] {
			cut--
		}
		if cut == 0 {
			for cut = 1; box[cut-1][channel] == box[cut][channel]; cut++ {
			}
		}
		boxes[at] = box[:cut]
		boxes = append(boxes, box[cut:])
	}
	return boxes
}
