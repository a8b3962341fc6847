package stage

import (
	"fmt"
	"math"
	"strings"

	"tumble/physics"
	"tumble/renderer"
)

// ColorMode says what the colour of a body means.
type ColorMode uint8

// The colour modes.
const (
	// ColorPaint gives bodies paints that tell neighbours apart.
	ColorPaint ColorMode = iota
	// ColorState shows what bodies do: rest, move, are driven, fast or frozen.
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
	colorModeCount
)

var colorModeNames = [colorModeCount]string{"paint", "state", "island", "mass", "speed", "force", "material", "color", "cost"}

// colorLegends explain the modes below the picture.
var colorLegends = [colorModeCount]struct{ title, low, high string }{
	ColorIsland:     {title: "one colour for each island"},
	ColorMass:       {"mass", "1 kg", "1000 t"},
	ColorSpeed:      {"speed", "0", "20 m/s"},
	ColorForce:      {"contact force", "0.1", "100 mean weights"},
	ColorMaterial:   {"friction", "0", "1"},
	ColorConstraint: {"highest constraint colour", "0", "23"},
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
	renderer.Hex(0x44187a), renderer.Hex(0x3b5a9a), renderer.Hex(0x22938f), renderer.Hex(0x5dc863), renderer.Hex(0xfde725),
}

// heatRamp is the glow of hot iron.
var heatRamp = [...]renderer.Color{
	renderer.Hex(0x2b2a38), renderer.Hex(0x6b1d4d), renderer.Hex(0xc23a25), renderer.Hex(0xf58a1f), renderer.Hex(0xfff3b0),
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

// painter knows what the contacts do to the bodies while a stage is painted.
type painter struct {
	contacts []physics.ContactInfo
	joints   []physics.Joint
	force    []float32 // per body slot, N
	color    []int32   // per body slot, −1 none
	cost     []float32 // per body slot, ns
	measure  yardstick
}

// prepare collects what a mode needs.
func (p *painter) prepare(w *physics.World, mode ColorMode, hertz float32) {
	if mode == ColorCost {
		p.cost = w.BodyCosts(p.cost)
	}
	if mode != ColorForce && mode != ColorConstraint {
		return
	}
	p.measure.measure(w)
	n := w.BodyCapacity()
	p.force, p.color = p.force[:0], p.color[:0]
	for range n {
		p.force, p.color = append(p.force, 0), append(p.color, -1)
	}
	p.contacts = w.Contacts(p.contacts[:0])
	for i := range p.contacts {
		c := &p.contacts[i]
		sum := float32(0)
		for k := range c.Points[:c.Count] {
			sum += c.Points[k].Impulse
		}
		for _, slot := range [2]int{c.ShapeA.Body().Index(), c.ShapeB.Body().Index()} {
			p.force[slot] += sum * hertz
			p.color[slot] = max(p.color[slot], c.Color)
		}
	}
	p.joints = w.Joints(p.joints[:0])
	for _, j := range p.joints {
		color, ok := j.Color()
		if !ok {
			continue
		}
		if a, b := j.Bodies(); a.Valid() {
			p.color[a.Index()] = max(p.color[a.Index()], int32(color))
			p.color[b.Index()] = max(p.color[b.Index()], int32(color))
		}
	}
}

// colorOf is the colour of a shape of a body.
func (p *painter) colorOf(mode ColorMode, b physics.Body, s physics.Shape) renderer.Color {
	if s.Sensor() {
		return sensorColor
	}
	fixed := b.Type() == physics.Static
	switch mode {
	case ColorState:
		return stateColor(b)
	case ColorIsland:
		if n, ok := b.Island(); ok {
			return scattered(n)
		}
		return staticColor
	case ColorMass:
		if b.Type() == physics.Dynamic {
			return ramp(coolRamp[:], decades(b.Mass(), 6))
		}
		return staticColor
	case ColorSpeed:
		if fixed {
			return staticColor
		}
		// the square root tells slow motions apart
		return ramp(coolRamp[:], float32(math.Sqrt(float64(b.LinearVelocity().Len()/20))))
	case ColorForce:
		if fixed {
			return staticColor
		}
		return ramp(heatRamp[:], decades(10*p.force[b.Index()]/p.measure.force, 3))
	case ColorCost:
		if fixed {
			return staticColor
		}
		return ramp(heatRamp[:], decades(p.cost[b.Index()]/100, 4))
	case ColorMaterial:
		return ramp(coolRamp[:], s.Material().Friction)
	case ColorConstraint:
		if n := p.color[b.Index()]; n >= 0 && !fixed {
			return scattered(int(n))
		}
		return staticColor
	}
	return paintOf(b)
}
