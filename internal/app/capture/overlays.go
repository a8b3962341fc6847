package capture

import (
	"fmt"

	"tumble/engine/param"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
	"tumble/physics/scenes"
)

// OverlayPicture shows an overlay or a meaning of colours.
type OverlayPicture struct {
	Name, Scene string
	Steps       int
	// Change sets overlays on top of Plain; nil changes nothing.
	Change func(*stage.Show)
}

// Overlays are the pictures of overlays and colours.
var Overlays = []OverlayPicture{
	{"shapes", "showroom", 0, nil},
	{"names", "showroom", 20, func(s *stage.Show) { s.Names, s.Flat = true, true }},
	{"wireframe", "showroom", 0, func(s *stage.Show) { s.Wireframe = true }},
	{"inertia", "showroom", 60, func(s *stage.Show) { s.Inertia, s.Mass = true, true }},
	{"pyramid", "pyramid210", 30, nil},
	{"contacts", "card_house", 40, func(s *stage.Show) { s.Contacts = true }},
	{"friction", "arch", 60, func(s *stage.Show) { s.Friction, s.Contacts = true, true }},
	{"bounds", "mixed_rain", 250, func(s *stage.Show) { s.Bounds = true }},
	{"tree", "mixed_rain", 250, func(s *stage.Show) { s.Tree = true }},
	{"islands", "domino_spiral", 500, func(s *stage.Show) { s.Islands, s.Color = true, stage.ColorIsland }},
	{"speed", "tumbler", 300, func(s *stage.Show) { s.Color = stage.ColorSpeed }},
	{"force", "pyramid210", 60, func(s *stage.Show) { s.Color = stage.ColorForce }},
	{"state", "domino_spiral", 400, func(s *stage.Show) { s.Color = stage.ColorState }},
	{"mass", "heavy_on_light", 60, func(s *stage.Show) { s.Color = stage.ColorMass }},
	{"constraints", "pyramid210", 20, func(s *stage.Show) { s.Color = stage.ColorConstraint }},
	{"material", "incline", 60, func(s *stage.Show) { s.Color = stage.ColorMaterial }},
	{"joints", "crane", 100, func(s *stage.Show) { s.Joints = true }},
	{"velocities", "bowling", 120, func(s *stage.Show) { s.Velocities = true }},
	{"trails", "bowling", 145, func(s *stage.Show) { s.Trails = true }},
	{"bridge", "rope_bridge", 150, nil},
}

// NewSession starts the scene of an overlay picture.
func (g *OverlayPicture) NewSession() (*session.Session, error) {
	scene := Showroom()
	if g.Scene != scene.Name {
		var ok bool
		if scene, ok = scenes.Find(g.Scene); !ok {
			return nil, fmt.Errorf("app: overlay picture %s: no scene %s", g.Name, g.Scene)
		}
	}
	return session.New(param.NewConfig(scene), nil)
}

// Shot returns the options of the picture.
func (g *OverlayPicture) Shot(width, height int) Shot {
	shot := Shot{Steps: g.Steps, Width: width, Height: height, Show: stage.Plain()}
	if g.Change != nil {
		g.Change(&shot.Show)
	}
	return shot
}
