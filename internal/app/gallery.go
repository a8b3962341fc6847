package app

import (
	"fmt"
	"image"
	"image/png"
	"io"
	"path/filepath"

	"tumble/engine/param"
	"tumble/internal/app/session"
	"tumble/physics/scenes"
	"tumble/renderer"
)

// GalleryPicture is one picture of the gallery.
type GalleryPicture struct {
	Name, Scene string
	Steps       int
	// Frame fits the view to everything that moves.
	Frame bool
	// Change sets what is shown, on top of PlainShow; nil changes nothing.
	Change func(*Show)
}

// Gallery is what the sheet of pictures shows: scenes, overlays and colours.
var Gallery = []GalleryPicture{
	{"shapes", "showroom", 0, false, nil},
	{"names", "showroom", 20, false, func(s *Show) { s.Names, s.Flat = true, true }},
	{"wireframe", "showroom", 0, false, func(s *Show) { s.Wireframe = true }},
	{"inertia", "showroom", 60, false, func(s *Show) { s.Inertia, s.Mass = true, true }},
	{"pyramid", "pyramid210", 30, false, nil},
	{"contacts", "card_house", 40, false, func(s *Show) { s.Contacts = true }},
	{"friction", "arch", 60, false, func(s *Show) { s.Friction, s.Contacts = true, true }},
	{"bounds", "mixed_rain", 250, false, func(s *Show) { s.Bounds = true }},
	{"tree", "mixed_rain", 250, false, func(s *Show) { s.Tree = true }},
	{"islands", "domino_spiral", 500, false, func(s *Show) { s.Islands, s.Color = true, ColorIsland }},
	{"speed", "tumbler", 300, false, func(s *Show) { s.Color = ColorSpeed }},
	{"force", "pyramid210", 60, false, func(s *Show) { s.Color = ColorForce }},
	{"state", "domino_spiral", 400, false, func(s *Show) { s.Color = ColorState }},
	{"mass", "heavy_on_light", 60, false, func(s *Show) { s.Color = ColorMass }},
	{"constraints", "pyramid210", 20, false, func(s *Show) { s.Color = ColorConstraint }},
	{"material", "incline", 60, false, func(s *Show) { s.Color = ColorMaterial }},
	{"joints", "crane", 100, false, func(s *Show) { s.Joints = true }},
	{"velocities", "bowling", 120, false, func(s *Show) { s.Velocities = true }},
	{"trails", "bowling", 145, false, func(s *Show) { s.Trails = true }},
	{"bridge", "rope_bridge", 150, false, nil},
}

// NewSession starts the scene of a gallery picture.
func (g *GalleryPicture) NewSession() (*session.Session, error) {
	scene := Showroom()
	if g.Scene != scene.Name {
		var ok bool
		if scene, ok = scenes.Find(g.Scene); !ok {
			return nil, fmt.Errorf("app: gallery picture %s: no scene %s", g.Name, g.Scene)
		}
	}
	return session.New(param.NewConfig(scene), nil)
}

// Shot is how the picture is taken.
func (g *GalleryPicture) Shot(width, height int) Shot {
	shot := Shot{Steps: g.Steps, Width: width, Height: height, Frame: g.Frame, Show: PlainShow()}
	if g.Change != nil {
		g.Change(&shot.Show)
	}
	return shot
}

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

// Save writes the sheet as a PNG.
func (s *Sheet) Save(path string) error {
	return writeWhole(path, func(w io.Writer) error { return png.Encode(w, s.image) })
}

// PictureName is the file of a gallery picture in a folder.
func PictureName(folder string, index int) string {
	return filepath.Join(folder, fmt.Sprintf("%02d-%s.png", index+1, Gallery[index].Name))
}
