package capture

import (
	"image"
	"image/jpeg"
	"io"

	"tumble/renderer"
)

// Sheet is pictures side by side in a grid.
type Sheet struct {
	columns, width, height int
	image                  *image.NRGBA
}

// sheetGap is between the pictures of a sheet, pixels.
const sheetGap = 4

// NewSheet makes an empty sheet for so many pictures of a size.
func NewSheet(pictures, columns, width, height int) *Sheet {
	rows := (pictures + columns - 1) / columns
	s := &Sheet{columns: columns, width: width, height: height}
	s.image = image.NewNRGBA(image.Rect(0, 0, columns*(width+sheetGap)+sheetGap, rows*(height+sheetGap)+sheetGap))
	for i := range s.image.Pix {
		s.image.Pix[i] = 0x20
		if i%4 == 3 {
			s.image.Pix[i] = 0xff
		}
	}
	return s
}

// Put copies a picture, halved in size, to its place.
func (s *Sheet) Put(index int, c *renderer.Capture) {
	x0 := sheetGap + index%s.columns*(s.width+sheetGap)
	y0 := sheetGap + index/s.columns*(s.height+sheetGap)
	for y := range min(s.height, c.Height/2) {
		for x := range min(s.width, c.Width/2) {
			at := s.image.PixOffset(x0+x, y0+y)
			for k := range 4 {
				i := 4*(2*y*c.Width+2*x) + k
				sum := int(c.Pixels[i]) + int(c.Pixels[i+4]) + int(c.Pixels[i+4*c.Width]) + int(c.Pixels[i+4*c.Width+4])
				s.image.Pix[at+k] = uint8((sum + 2) / 4)
			}
		}
	}
}

// Save writes the sheet as a JPEG.
func (s *Sheet) Save(path string) error {
	return writeWhole(path, func(w io.Writer) error {
		return jpeg.Encode(w, s.image,
			&jpeg.Options{Quality: photoQuality})
	})
}
