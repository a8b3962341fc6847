//go:build cgo

package window

import (
	"image"
	"image/color"
)

// icon is a picture of a box, side × side pixels: three faces that meet in the middle, for systems
// that show an icon for each window.
func icon(side int) image.Image {
	top := color.NRGBA{0xf2, 0x8a, 0x4b, 255}
	left := color.NRGBA{0xc9, 0x5a, 0x2c, 255}
	right := color.NRGBA{0x8f, 0x3b, 0x1d, 255}
	img := image.NewNRGBA(image.Rect(0, 0, side, side))
	for y := range side {
		for x := range side {
			// hexagonal coordinates: u to the right, v down, the corner nearest to the eye at 0
			u := (float64(x)+0.5)/float64(side)*2 - 1
			v := (float64(y)+0.5)/float64(side)*2 - 1
			u, v = u*1.05/0.866, v*1.05
			slope := 0.5 * max(u, -u)
			switch {
			case max(u, -u) > 1 || max(v, -v)+slope > 1:
			case v < -slope:
				img.SetNRGBA(x, y, top)
			case u < 0:
				img.SetNRGBA(x, y, left)
			default:
				img.SetNRGBA(x, y, right)
			}
		}
	}
	return img
}
