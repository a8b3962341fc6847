package capture

import (
	"fmt"
	"path/filepath"

	"tumble/engine/param"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
	"tumble/physics/scenes"
)

// GalleryPicture is one picture of the gallery.
type GalleryPicture struct {
	Name, Scene string
	Steps       int
	// Frame fits the view to everything that moves.
	Frame bool
	// Change sets what is shown, on top of Plain; nil changes nothing.
	Change func(*stage.Show)
}

// Gallery are the pictures of the sheet: scenes, overlays and colours.
var Gallery = []GalleryPicture{
	{"shapes", "showroom", 0, false, nil},
	{"names", "showroom", 20, false, func(s *stage.Show) { s.Names, s.Flat = true, true }},
	{"wireframe", "showroom", 0, false, func(s *stage.Show) { s.Wireframe = true }},
	{"inertia", "showroom", 60, false, func(s *stage.Show) { s.Inertia, s.Mass = true, true }},
	{"pyramid", "pyramid210", 30, false, nil},
	{"contacts", "card_house", 40, false, func(s *stage.Show) { s.Contacts = true }},
	{"friction", "arch", 60, false, func(s *stage.Show) { s.Friction, s.Contacts = true, true }},
	{"bounds", "mixed_rain", 250, false, func(s *stage.Show) { s.Bounds = true }},
	{"tree", "mixed_rain", 250, false, func(s *stage.Show) { s.Tree = true }},
	{"islands", "domino_spiral", 500, false, func(s *stage.Show) { s.Islands, s.Color = true, stage.ColorIsland }},
	{"speed", "tumbler", 300, false, func(s *stage.Show) { s.Color = stage.ColorSpeed }},
	{"force", "pyramid210", 60, false, func(s *stage.Show) { s.Color = stage.ColorForce }},
	{"state", "domino_spiral", 400, false, func(s *stage.Show) { s.Color = stage.ColorState }},
	{"mass", "heavy_on_light", 60, false, func(s *stage.Show) { s.Color = stage.ColorMass }},
	{"constraints", "pyramid210", 20, false, func(s *stage.Show) { s.Color = stage.ColorConstraint }},
	{"material", "incline", 60, false, func(s *stage.Show) { s.Color = stage.ColorMaterial }},
	{"joints", "crane", 100, false, func(s *stage.Show) { s.Joints = true }},
	{"velocities", "bowling", 120, false, func(s *stage.Show) { s.Velocities = true }},
	{"trails", "bowling", 145, false, func(s *stage.Show) { s.Trails = true }},
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
	shot := Shot{Steps: g.Steps, Width: width, Height: height, Frame: g.Frame, Show: stage.Plain()}
	if g.Change != nil {
		g.Change(&shot.Show)
	}
	return shot
}

// PictureName is the file of a gallery picture in a folder.
func PictureName(folder string, index int) string {
	return filepath.Join(folder, fmt.Sprintf("%02d-%s.png", index+1, Gallery[index].Name))
}
