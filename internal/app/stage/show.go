package stage

import (
	"fmt"
	"strings"

	"tumble/internal/app/look"
)

// Show has the switches of the display.
type Show struct {
	Contacts, Bounds, Sleep, Joints, Mass, Velocities bool
	// Friction draws the force of friction, Tree the boxes of the broad phase, Inertia the box with the
	// inertia of a body, Trails the paths of the centres of mass, Islands a box around each
	// island, Names the names of bodies.
	Friction, Tree, Inertia, Trails, Islands, Names bool
	Wireframe, Shadows                              bool
	// Flat lights every triangle of meshes and height fields by itself, as the collision sees it.
	Flat bool
	// Sensors draws sensor shapes as volumes of glass.
	Sensors bool
	// Color is the meaning of the colour of a body, Legend explains it below the picture.
	Color  ColorMode
	Legend bool
	// Glyphs is the size of arrows and axes, 1 for 0.
	Glyphs float32

	// Mood is the light and background. In look.Blueprint colliders are drawn, with their edges.
	Mood look.Mood
	// Clean leaves out the grid and the axes of the world: for pictures.
	Clean bool

	// Hud shows the figures of the run, Help the table of keys; without Interface there is nothing but the scene.
	Hud, Help, Interface bool
}

// GlyphSize is the size of arrows and axes.
func (s *Show) GlyphSize() float32 {
	if s.Glyphs <= 0 {
		return 1
	}
	return s.Glyphs
}

// SetGlyphs sets the size of arrows and axes.
func (s *Show) SetGlyphs(size float32) { s.Glyphs = size }

// SetColor sets the meaning of the colour of a body.
func (s *Show) SetColor(mode ColorMode) { s.Color = mode }

// CycleColor goes so many steps on in the list of meanings of colours, which begins again after the last.
func (s *Show) CycleColor(by int) {
	n := int(colorModeCount)
	s.Color = ColorMode(((int(s.Color)+by)%n + n) % n)
}

// SetMood sets the light and the background.
func (s *Show) SetMood(mood look.Mood) { s.Mood = mood }

// CycleMood goes one on in the list of moods, which begins again after the last.
func (s *Show) CycleMood() { s.Mood = (s.Mood + 1) % look.Mood(len(look.MoodNames())) }

// ScaleGlyphs doubles or halves the size of arrows and axes, between an eighth and eight.
func (s *Show) ScaleGlyphs(up bool) {
	factor := float32(0.5)
	if up {
		factor = 2
	}
	s.Glyphs = min(max(s.GlyphSize()*factor, 0.125), 8)
}

// Plain are the switches of a picture by default.
func Plain() Show { return Show{Clean: true, Shadows: true, Sensors: true, Legend: true} }

// flags are the switches of Show by name.
var flags = []struct {
	name string
	// overlay is set if a flag of the command line can add it to a picture
	overlay bool
	field   func(*Show) *bool
}{
	{"contacts", true, func(s *Show) *bool { return &s.Contacts }},
	{"friction", true, func(s *Show) *bool { return &s.Friction }},
	{"bounds", true, func(s *Show) *bool { return &s.Bounds }},
	{"tree", true, func(s *Show) *bool { return &s.Tree }},
	{"islands", true, func(s *Show) *bool { return &s.Islands }},
	{"joints", true, func(s *Show) *bool { return &s.Joints }},
	{"mass", true, func(s *Show) *bool { return &s.Mass }},
	{"inertia", true, func(s *Show) *bool { return &s.Inertia }},
	{"velocities", true, func(s *Show) *bool { return &s.Velocities }},
	{"trails", true, func(s *Show) *bool { return &s.Trails }},
	{"names", true, func(s *Show) *bool { return &s.Names }},
	{"flat", true, func(s *Show) *bool { return &s.Flat }},
	{"wireframe", true, func(s *Show) *bool { return &s.Wireframe }},
	{"sleep", false, func(s *Show) *bool { return &s.Sleep }},
	{"sensors", false, func(s *Show) *bool { return &s.Sensors }},
	{"shadows", false, func(s *Show) *bool { return &s.Shadows }},
	{"figures", false, func(s *Show) *bool { return &s.Hud }},
	{"help", false, func(s *Show) *bool { return &s.Help }},
	{"interface", false, func(s *Show) *bool { return &s.Interface }},
}

// field is the switch of a name, nil if there is none.
func (s *Show) field(name string) *bool {
	for i := range flags {
		if flags[i].name == name {
			return flags[i].field(s)
		}
	}
	return nil
}

// On reports whether the switch of a name is on; ok is false if there is no such switch.
func (s *Show) On(name string) (on, ok bool) {
	f := s.field(name)
	return f != nil && *f, f != nil
}

// Set turns the switch of a name on or off; a name that does not exist changes nothing.
func (s *Show) Set(name string, on bool) {
	if f := s.field(name); f != nil {
		*f = on
	}
}

// Toggle turns the switch of a name on if it is off, and off if it is on.
func (s *Show) Toggle(name string) {
	if f := s.field(name); f != nil {
		*f = !*f
	}
}

// OverlayNames lists what Add knows.
func OverlayNames() []string {
	var names []string
	for i := range flags {
		if flags[i].overlay {
			names = append(names, flags[i].name)
		}
	}
	return names
}

// Add switches an overlay on by its name.
func (s *Show) Add(name string) error {
	for i := range flags {
		if flags[i].name == name && flags[i].overlay {
			*flags[i].field(s) = true
			return nil
		}
	}
	return fmt.Errorf("app: overlay %q: must be one of %s", name, strings.Join(OverlayNames(), ", "))
}
