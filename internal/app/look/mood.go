package look

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/renderer"
)

// Mood is the light and the background of a picture.
type Mood uint8

// The moods.
const (
	// MoodScene is the mood that belongs to the scene.
	MoodScene Mood = iota
	// Studio is a coloured backdrop without a horizon, under a large warm lamp.
	Studio
	// Daylight is a low sun on open ground.
	Daylight
	// Blueprint shows colliders, edges and the metre grid on blue, for debugging.
	Blueprint
	moodCount
)

var moodNames = [moodCount]string{"scene", "studio", "daylight", "blueprint"}

// String returns the name in lower case, as the flag takes it.
func (m Mood) String() string {
	if m < moodCount {
		return moodNames[m]
	}
	return "unknown mood"
}

// MoodNames lists the names of all moods.
func MoodNames() []string { return slices.Clone(moodNames[:]) }

// ParseMood is the inverse of Mood.String.
func ParseMood(name string) (Mood, error) {
	if i := slices.Index(moodNames[:], name); i >= 0 {
		return Mood(i), nil
	}
	return 0, fmt.Errorf("app: mood %q: must be one of %s", name, strings.Join(moodNames[:], ", "))
}

// sunFrom is the direction of a sun so many degrees around the y axis, 0 behind an eye of yaw 0, and above the horizon.
func sunFrom(azimuth, elevation float64) mgl32.Vec3 {
	sa, ca := math.Sincos(azimuth * math.Pi / 180)
	se, ce := math.Sincos(elevation * math.Pi / 180)
	return mgl32.Vec3{float32(ce * sa), float32(se), float32(ce * ca)}
}

// In is the mood m, or the mood of the scene for MoodScene.
func (l *Look) In(m Mood) Mood {
	if m == MoodScene {
		return l.mood
	}
	return m
}

// Environment is the light of a look in a mood.
func (l *Look) Environment(m Mood) renderer.Environment {
	m = l.In(m)
	e := renderer.DefaultEnvironment()
	e.SunDirection = sunFrom(l.azimuth, l.elevation)
	e.Ground.Color = l.ground
	switch m {
	case Studio:
		l.studio(&e)
	case Blueprint:
		blueprint(&e)
	default:
		l.daylight(&e)
	}
	return e
}

// daylight is warm sun and the cool light of a hazy sky; the ground fades into the haze.
func (l *Look) daylight(e *renderer.Environment) {
	e.Sun = renderer.RGB{R: 2.6, G: 2.2, B: 1.7}
	e.Ambient = 1.5
	e.Zenith = renderer.RGB{R: 0.15, G: 0.32, B: 0.62}
	e.Horizon = renderer.RGB{R: 0.72, G: 0.78, B: 0.84}
	g := lightOf(l.ground)
	e.Nadir = scaled(g, 1.1)
	e.Exposure, e.FogDensity = 0.64, 0.002
	e.Ground.Line, e.Ground.Strong = darker(l.ground, 0.9), darker(l.ground, 0.8)
}

// studio is a backdrop of one colour: the far ground and the background have the same light, so that no edge shows
// between them.
func (l *Look) studio(e *renderer.Environment) {
	e.Sun = renderer.RGB{R: 2.5, G: 2.25, B: 1.9}
	e.Ambient = 1.35
	fill := renderer.RGB{R: 0.62, G: 0.67, B: 0.76}
	g := lightOf(l.ground)
	up := e.SunDirection[1]
	lit := renderer.RGB{R: g.R * (e.Sun.R*up + fill.R), G: g.G * (e.Sun.G*up + fill.G), B: g.B * (e.Sun.B*up + fill.B)}
	e.Horizon = lit
	// a trace of grey: the light of the backdrop is less coloured than the backdrop
	grey := 0.2126*lit.R + 0.7152*lit.G + 0.0722*lit.B
	// overhead hangs a white cloth: metal mirrors it
	e.Zenith = renderer.RGB{R: 0.25*lit.R + 0.3*grey + 0.4, G: 0.25*lit.G + 0.3*grey + 0.42, B: 0.25*lit.B + 0.3*grey +
		0.45}
	e.Nadir = scaled(lit, 0.55)
	e.Exposure, e.FogDensity = 0.62, 0.0005
	e.Ground.Line, e.Ground.Strong = darker(l.ground, 0.93), darker(l.ground, 0.86)
}

// blueprint is even light on dark blue paper.
func blueprint(e *renderer.Environment) {
	e.Sun = renderer.RGB{R: 1.1, G: 1.1, B: 1.1}
	e.Zenith = renderer.RGB{R: 0.035, G: 0.09, B: 0.2}
	e.Horizon = renderer.RGB{R: 0.05, G: 0.13, B: 0.27}
	e.Nadir = renderer.RGB{R: 0.1, G: 0.16, B: 0.26}
	e.Ambient, e.Exposure = 3.2, 0.8
	e.Ground.Color, e.Ground.Line, e.Ground.Strong = renderer.Hex(0x23456e), renderer.Hex(0x4a76a8),
		renderer.Hex(0x7ba6d6)
}

// lightOf is the linear light of a display colour (IEC 61966-2-1).
func lightOf(c renderer.Color) renderer.RGB {
	decode := func(v uint8) float32 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return float32(x / 12.92)
		}
		return float32(math.Pow((x+0.055)/1.055, 2.4))
	}
	return renderer.RGB{R: decode(c.R()), G: decode(c.G()), B: decode(c.B())}
}

func scaled(c renderer.RGB, f float32) renderer.RGB {
	return renderer.RGB{R: c.R * f, G: c.G * f, B: c.B * f}
}

// darker is a display colour times a factor.
func darker(c renderer.Color, f float32) renderer.Color {
	part := func(v uint8) uint8 { return uint8(min(float32(v)*f+0.5, 255)) }
	return renderer.RGBA(part(c.R()), part(c.G()), part(c.B()), c.A())
}
