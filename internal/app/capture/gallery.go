package capture

import (
	"fmt"

	"tumble/engine/param"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// Still is a picture of the gallery.
type Still struct {
	Scene string
	// Values are the parameters of the scene that are not the default.
	Values scenes.Values
	// Steps is the moment, and Yaw and Pitch (degrees) the direction of the camera.
	Steps      int
	Yaw, Pitch float32
	// Fov is the vertical angle of view (degrees).
	Fov     float32
	Framing Framing
	// Aperture blurs what lies in front of the subject and behind it.
	Aperture float32
}

// around is the box between two corners.
func around(x0, y0, z0, x1, y1, z1 float32) vec.AABB {
	return vec.AABB{Min: vec.V3(x0, y0, z0), Max: vec.V3(x1, y1, z1)}
}

// moving fills a share of the picture with moving bodies.
func moving(fill float32) Framing { return Framing{Fill: fill} }

// Stills are the gallery.
var Stills = []Still{
	{"tumbler", nil, 420, 16, 24, 30, Framing{Fill: 0.96, Subject: around(-7, -5.2, -4, 7, 13.6, 3.4)}, 0},
	{"card_house", nil, 40, 28, 12, 28, moving(0.88), 0.006},
	{"domino_spiral", nil, 620, 20, 32, 30, moving(0.9), 0.004},
	{"newtons_cradle", nil, 148, 24, 12, 28, Framing{Fill: 0.97, Subject: around(-2.1, 0, -0.6, 2.4, 2.6, 0.6)}, 0.006},
	{"bowling", nil, 122, 18, 13, 28, Framing{Fill: 0.88, Subject: around(-0.6, 0, -8, 0.7, 0.4, -7), Raised: true},
		0.02},
	{"gears", nil, 60, 18, 8, 28, Framing{Fill: 0.94, Subject: around(-1.3, 0, -0.4, 7.2, 4.3, 0.3)}, 0},
	{"roller_coaster", nil, 590, 24, 16, 30, Framing{Fill: 0.96, Subject: around(-17, 0, -9, 19.5, 9, 4)}, 0},
	{"driving", nil, 330, 40, 14, 28, moving(0.86), 0.006},
	{"arch", nil, 60, 24, 8, 30, moving(0.86), 0},
	{"pyramid210", nil, 30, 34, 14, 30, moving(0.88), 0},
	{"crane", nil, 330, 28, 6, 30, Framing{Fill: 0.94, Subject: around(-2.4, 0, -1, 9, 11.5, 1)}, 0},
	{"rope_bridge", nil, 150, 26, 14, 28, Framing{Fill: 0.96, Subject: around(-12.2, 0, -1.2, 12.2, 5.4, 1.2)}, 0},
	{"ragdoll_pile", nil, 160, 25, 16, 28, moving(0.86), 0.006},
	{"ragdoll_gym", nil, 260, 18, 6, 28, Framing{Fill: 0.88, Subject: around(-3, 0.1, -0.6, 3, 3, 0.6)}, 0},
	{"spinning_coin", nil, 60, 25, 30, 28, moving(0.86), 0.008},
	{"spinning_tops", nil, 120, 38, 28, 28, moving(0.94), 0.006},
	{"mixed_rain", nil, 330, 35, 48, 30, Framing{Fill: 0.93, Subject: around(-6.7, 0, -6.7, 6.7, 4.2, 6.7)}, 0},
	{"windmill", nil, 150, -52, 9, 30, moving(0.92), 0},
	{"pool", nil, 420, 30, 40, 30, Framing{Fill: 0.96, Subject: around(-6, 0, -6, 6, 4, 6)}, 0},
	{"rolling_shapes", nil, 320, -44, 22, 30, Framing{Fill: 0.86, Raised: true}, 0.005},
	{"turntable", nil, 300, 25, 30, 28, Framing{Fill: 0.94, Subject: around(-6.2, 0, -5.8, 6.2, 0.6, 5.8)}, 0},
	{"convex_pile", scenes.Values{"layers": 6}, 420, 30, 20, 30, moving(0.96), 0},
	{"moving_compounds", nil, 300, 28, 52, 30, Framing{Fill: 0.98, Subject: around(-6.2, 0, -6.2, 6.2, 2.8, 6.2)}, 0},
	{"explosion", nil, 150, 60, 32, 30, Framing{Fill: 0.94, Subject: around(-6, 0, -6, 6, 4, 6)}, 0},
}

// NewSession starts the scene of a still.
func (g *Still) NewSession() (*session.Session, error) {
	scene, ok := scenes.Find(g.Scene)
	if !ok {
		return nil, fmt.Errorf("app: gallery: no scene %s", g.Scene)
	}
	own := *scene
	own.View.Yaw, own.View.Pitch = g.Yaw, g.Pitch
	config := param.NewConfig(&own)
	config.Values = g.Values
	return session.New(config, nil)
}

// Shot is how the still is taken.
func (g *Still) Shot(width, height, samples int) Shot {
	return Shot{
		Steps: g.Steps, Width: width, Height: height, Samples: samples, Show: stage.Plain(),
		Framing: g.Framing, Fov: g.Fov, Aperture: g.Aperture,
	}
}

// Loop is a short film of the gallery, seen as the still of its scene.
type Loop struct {
	Scene         string
	Steps, Frames int
}

// Loops are the films. Those of things that come back to where they began end there.
var Loops = []Loop{
	{"newtons_cradle", 148, 57},
	{"gears", 100, 80},
	{"spinning_coin", 60, 40},
	{"tumbler", 380, 48},
	{"bowling", 96, 40},
	{"domino_spiral", 420, 48},
}

// The loops: how many pictures a second they show, their samples and their size (pixels).
const (
	LoopFPS     = 20
	LoopSamples = 5
	LoopWidth   = 400
	LoopHeight  = 225
)

// StillOf is the picture of a scene in the gallery.
func StillOf(scene string) (still *Still, ok bool) {
	for i := range Stills {
		if Stills[i].Scene == scene {
			return &Stills[i], true
		}
	}
	return nil, false
}

// Film is how the loop is filmed into a sink, and still the scene it shows.
func (o *Loop) Film(sink Sink) (film Film, still *Still) {
	still, _ = StillOf(o.Scene)
	film = Film{Shot: still.Shot(LoopWidth, LoopHeight, LoopSamples), Frames: o.Frames, FPS: LoopFPS, Sink: sink}
	film.Steps, film.Aperture = o.Steps, 0
	return film, still
}
