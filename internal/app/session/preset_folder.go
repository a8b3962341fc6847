package session

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// PresetFolder is the folder with the presets of a user; the zero value has none and keeps none.
type PresetFolder struct {
	path  string
	names []string
}

// NewPresetFolder is the folder of presets in the folder of a user, which may be empty for none.
func NewPresetFolder(user string) PresetFolder {
	if user == "" {
		return PresetFolder{}
	}
	return PresetFolder{path: filepath.Join(user, "presets")}
}

// Exists reports whether presets can be kept at all.
func (s *PresetFolder) Exists() bool { return s.path != "" }

// File is where the preset of a name is.
func (s *PresetFolder) File(name string) string { return filepath.Join(s.path, name+".toml") }

// Names lists the presets in the folder in the order of the alphabet. The list is valid until the next call.
func (s *PresetFolder) Names() []string {
	s.names = s.names[:0]
	if !s.Exists() {
		return s.names
	}
	entries, err := os.ReadDir(s.path)
	if err != nil {
		return s.names
	}
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".toml"); ok && !e.IsDir() && CheckPresetName(name) == nil {
			s.names = append(s.names, name)
		}
	}
	return s.names
}

// Has reports whether there is a preset of a name.
func (s *PresetFolder) Has(name string) bool {
	_, err := os.Stat(s.File(name))
	return err == nil
}

// Remove deletes the preset of a name.
func (s *PresetFolder) Remove(name string) error {
	if err := CheckPresetName(name); err != nil {
		return err
	}
	if err := os.Remove(s.File(name)); err != nil {
		return fmt.Errorf("app: preset: %w", err)
	}
	return nil
}

// CheckPresetName refuses names that are no plain file names on every system.
func CheckPresetName(name string) error {
	if name == "" || len(name) > 64 {
		return fmt.Errorf("app: preset name %q: must have 1 to 64 characters", name)
	}
	for _, r := range name {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' || r == ' ' {
			continue
		}
		return fmt.Errorf("app: preset name %q: must be of letters, digits, spaces, - and _", name)
	}
	return nil
}
