package app

import (
	"fmt"
	"strings"
)

// overlayFlags are the overlays by the names that flags take.
var overlayFlags = []struct {
	name string
	flag func(*Show) *bool
}{
	{"contacts", func(s *Show) *bool { return &s.Contacts }},
	{"friction", func(s *Show) *bool { return &s.Friction }},
	{"bounds", func(s *Show) *bool { return &s.Bounds }},
	{"tree", func(s *Show) *bool { return &s.Tree }},
	{"islands", func(s *Show) *bool { return &s.Islands }},
	{"joints", func(s *Show) *bool { return &s.Joints }},
	{"mass", func(s *Show) *bool { return &s.Mass }},
	{"inertia", func(s *Show) *bool { return &s.Inertia }},
	{"velocities", func(s *Show) *bool { return &s.Velocities }},
	{"trails", func(s *Show) *bool { return &s.Trails }},
	{"names", func(s *Show) *bool { return &s.Names }},
	{"flat", func(s *Show) *bool { return &s.Flat }},
	{"wireframe", func(s *Show) *bool { return &s.Wireframe }},
}

// OverlayNames lists what Show.Add knows.
func OverlayNames() []string {
	names := make([]string, len(overlayFlags))
	for i, o := range overlayFlags {
		names[i] = o.name
	}
	return names
}

// Add switches an overlay on by its name.
func (s *Show) Add(name string) error {
	for _, o := range overlayFlags {
		if o.name == name {
			*o.flag(s) = true
			return nil
		}
	}
	return fmt.Errorf("app: overlay %q: must be one of %s", name, strings.Join(OverlayNames(), ", "))
}
