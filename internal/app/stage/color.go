package stage

import (
	"fmt"
	"math"
	"strings"

	"tumble/physics"
	"tumble/renderer"
)

// ColorMode is the meaning of the colour of a body.
type ColorMode uint8

// The colour modes.
const (
	// ColorPaint gives bodies paints that tell neighbours apart.
	ColorPaint ColorMode = iota
	// ColorState tells bodies that rest, move, are driven, fast or frozen.
	ColorState
	// ColorIsland gives all bodies of an island one colour.
	ColorIsland
	// ColorMass goes from light to heavy, by powers of ten.
	ColorMass
	// ColorSpeed goes from rest to fast.
	ColorSpeed
	// ColorForce glows with the contact forces on the body.
	ColorForce
	// ColorMaterial shows the friction of the surface.
	ColorMaterial
	// ColorConstraint shows the highest colour of the constraint graph among the contacts of the body.
	ColorConstraint
	// ColorCost glows with the share of the last step that went to the body.
	ColorCost
	// ColorDifference glows with the distance of the body from its twins in a trial.
	ColorDifference
	colorModeCount
)

var colorModeNames = [colorModeCount]string{"paint", "state", "island", "mass", "speed", "force", "material", "color",
	"cost", "difference"}

// fastest (m/s) is the upper end of the colours of ColorSpeed.
const fastest = 20

// colorLegends explain the modes below the picture.
var colorLegends = [colorModeCount]struct{ title, low, high string }{
	ColorIsland:     {title: "one colour for each island"},
	ColorMass:       {"mass", "1 kg", "1000 t"},
	ColorSpeed:      {"speed", "0", "20 m/s"},
	ColorForce:      {"contact force", "0.1", "100 mean weights"},
	ColorMaterial:   {"friction", "0", "1"},
	ColorConstraint: {"highest constraint colour", "0", "23"},
	ColorDifference: {"distance from the twin", "0.1 mm", "1 m"},
	ColorCost:       {"share of the step", "0.1 µs", "1 ms"},
}

// String returns the name in lower case, as the flag takes it.
func (m ColorMode) String() string {
	if m < colorModeCount {
		return colorModeNames[m]
	}
	return "unknown colour mode"
}

// ColorModeNames lists the names of all modes.
func ColorModeNames() []string { return append([]string(nil), colorModeNames[:]...) }

// ParseColorMode is the inverse of ColorMode.String.
func ParseColorMode(name string) (ColorMode, error) {
	for m, n := range colorModeNames {
		if n == name {
			return ColorMode(m), nil
		}
	}
	return 0, fmt.Errorf("app: colour %q: must be one of %s", name, strings.Join(colorModeNames[:], ", "))
}

// The colours of bodies: warm and cold paints of equal brightness, so that neighbours are
// told apart and none cries out.
var palette = [...]renderer.Color{
	renderer.Hex(0xd9622b), renderer.Hex(0x2b7fb8), renderer.Hex(0xe8a21e), renderer.Hex(0x5a5fb0),
	renderer.Hex(0x4f9d57), renderer.Hex(0xc2413f), renderer.Hex(0x2f9a92), renderer.Hex(0xe9e2d3),
}

var (
	staticColor    = renderer.Hex(0x85898e)
	kinematicColor = renderer.Hex(0x3f74a8)
	shotColor      = renderer.Hex(0x2a2d31)
	awakeColor     = renderer.Hex(0xe08a2e)
	asleepColor    = renderer.Hex(0x4c6078)
	bulletColor    = renderer.Hex(0xd63a7a)
	frozenColor    = renderer.Hex(0xd42020)
	sensorColor    = renderer.Hex(0x38c6a0)
)

// coolRamp goes from deep blue over green to yellow: equal steps look equally large, also in
// print and to eyes that see no red (after the viridis map of Smith and van der Walt, 2015).
var coolRamp = [...]renderer.Color{
	renderer.Hex(0x44187a), renderer.Hex(0x3b5a9a), renderer.Hex(0x22938f), renderer.Hex(0x5dc863),
	renderer.Hex(0xfde725),
}

// heatRamp is the glow of hot iron.
var heatRamp = [...]renderer.Color{
	renderer.Hex(0x2b2a38), renderer.Hex(0x6b1d4d), renderer.Hex(0xc23a25), renderer.Hex(0xf58a1f),
	renderer.Hex(0xfff3b0),
}

// at is the colour of a part of the range of a mode, 0 to 1.
func (m ColorMode) at(part float32) renderer.Color {
	switch m {
	case ColorForce, ColorCost, ColorDifference:
		return ramp(heatRamp[:], part)
	}
	return ramp(coolRamp[:], part)
}

// ramp blends a row of colours; t is clamped to [0, 1].
func ramp(colors []renderer.Color, t float32) renderer.Color {
	if !(t > 0) {
		return colors[0]
	}
	last := len(colors) - 1
	if t >= 1 {
		return colors[last]
	}
	x := t * float32(last)
	i := int(x)
	f := x - float32(i)
	a, b := colors[i], colors[i+1]
	mix := func(p, q uint8) uint8 { return uint8(float32(p)*(1-f) + float32(q)*f + 0.5) }
	return renderer.RGBA(mix(a.R(), b.R()), mix(a.G(), b.G()), mix(a.B(), b.B()), 255)
}

// decades is where x lies between 1 and 10^n on a logarithmic scale, 0 to 1.
func decades(x float32, n float64) float32 {
	if x <= 1 {
		return 0
	}
	return float32(math.Log10(float64(x)) / n)
}

// scattered returns a colour for a number, far from those of its neighbours: the golden
// angle around a circle of hues never comes back to the same place.
func scattered(n int) renderer.Color {
	hue := math.Mod(float64(n)*0.61803398875, 1)
	value := 0.62 + 0.3*math.Mod(float64(n)*0.7548776662, 1)
	part := func(shift float64) uint8 {
		k := math.Mod(shift+hue*6, 6)
		return uint8(255 * value * (1 - 0.7*max(0, min(k, 4-k, 1))))
	}
	return renderer.RGBA(part(5), part(3), part(1), 255)
}

// paintOf is the colour of a body in ColorPaint. It depends on the body only, so that a scene
// looks the same after a restart.
func paintOf(b physics.Body) renderer.Color {
	switch {
	case b.Type() == physics.Static:
		return staticColor
	case b.Type() == physics.Kinematic:
		return kinematicColor
	case b.Bullet():
		return shotColor
	}
	// multiplicative hashing spreads neighbouring slots over the palette (Knuth)
	return palette[uint32(b.Index())*2654435769>>16%uint32(len(palette))]
}

func stateColor(b physics.Body) renderer.Color {
	switch {
	case b.Frozen():
		return frozenColor
	case b.Type() == physics.Static:
		return staticColor
	case b.Type() == physics.Kinematic:
		return kinematicColor
	case !b.Awake():
		return asleepColor
	case b.Bullet():
		return bulletColor
	}
	return awakeColor
}
