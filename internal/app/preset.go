package app

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"tumble/engine/param"
)

// Preset is a choice of parameters with a name, kept as TOML. Only what differs from the defaults of
// the scene is in it.
//
//	scene = "pyramid36"
//	[parameters]
//	"gravity.y" = -1.62
//	"sleep.enabled" = false
type Preset struct {
	// Scene is the scene it was made in. Its own parameters, those under "scene.", are used
	// there only.
	Scene      string         `toml:"scene"`
	Parameters map[string]any `toml:"parameters"`
}

// maxPresetFile bounds what is read of a file (bytes).
const maxPresetFile = 1 << 20

// NewPreset takes the parameters that differ from their defaults.
func NewPreset(scene string, r *param.Registry) *Preset {
	p := &Preset{Scene: scene, Parameters: map[string]any{}}
	for _, q := range r.All() {
		if q.IsDefault() {
			continue
		}
		switch v := q.Value(); q.Kind {
		case param.Bool:
			p.Parameters[q.Key] = v != 0
		case param.Int:
			p.Parameters[q.Key] = int64(v)
		case param.Enum:
			p.Parameters[q.Key] = q.String()
		default:
			p.Parameters[q.Key] = shortest(q, v)
		}
	}
	return p
}

// shortest is the number with the fewest digits that gives the same single precision value.
func shortest(q *param.Param, v float64) float64 {
	var x float64
	if _, err := fmt.Sscan(q.Format(v), &x); err != nil {
		return v
	}
	return x
}

// Values checks the preset against a registry and returns the value of every parameter: those that are
// not in the preset have their defaults. With another scene its own parameters are left as they are.
// The error names every key that does not fit.
func (p *Preset) Values(scene string, r *param.Registry) (map[string]float64, error) {
	values := map[string]float64{}
	for _, q := range r.All() {
		if strings.HasPrefix(q.Key, "scene.") && scene != p.Scene {
			continue
		}
		values[q.Key] = q.Default
	}
	var problems []error
	for _, key := range p.keys() {
		if strings.HasPrefix(key, "scene.") && scene != p.Scene {
			continue
		}
		q, err := r.Lookup(key)
		if err == nil {
			values[q.Key], err = q.Parse(fmt.Sprint(p.Parameters[key]))
		}
		if err != nil {
			problems = append(problems, err)
		}
	}
	if len(problems) > 0 {
		return nil, fmt.Errorf("app: preset: %w", errors.Join(problems...))
	}
	return values, nil
}

func (p *Preset) keys() []string {
	var keys []string
	for k := range p.Parameters {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// Write writes the preset, whole or not at all.
func (p *Preset) Write(path string) error { return writeTOML(path, p) }

// ReadPreset reads a preset. Keys that no preset has are an error.
func ReadPreset(path string) (*Preset, error) {
	p := &Preset{}
	if err := readTOML(path, p); err != nil {
		return nil, err
	}
	return p, nil
}

func writeTOML(path string, v any) error {
	data, err := toml.Marshal(v)
	if err != nil {
		return fmt.Errorf("app: saving %s: %w", path, err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("app: saving %s: %w", path, err)
	}
	return writeWhole(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

func readTOML(path string, v any) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("app: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxPresetFile+1))
	if err == nil && len(data) > maxPresetFile {
		err = fmt.Errorf("larger than %d bytes", maxPresetFile)
	}
	if err == nil {
		err = decodeTOML(data, v)
	}
	if err != nil {
		return fmt.Errorf("app: reading %s: %w", path, err)
	}
	return nil
}

func decodeTOML(data []byte, v any) error {
	err := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields().Decode(v)
	if strict := (*toml.StrictMissingError)(nil); errors.As(err, &strict) {
		return fmt.Errorf("unknown key %s", strings.Join(strict.Errors[0].Key(), "."))
	}
	return err
}

// UserFolder is where presets and settings of this user are kept: $XDG_CONFIG_HOME/tumble, or what stands
// for it on this system; empty if there is no such place.
func UserFolder() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "tumble")
}

// presets are the files in the folder of presets.
type presets struct {
	folder string
	names  []string
}

func (s *presets) path(name string) string {
	return filepath.Join(s.folder, "presets", name+".toml")
}

// scan lists what is there, in the order of the alphabet.
func (s *presets) scan() {
	s.names = s.names[:0]
	entries, err := os.ReadDir(filepath.Join(s.folder, "presets"))
	if err != nil || s.folder == "" {
		return
	}
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".toml"); ok && !e.IsDir() && checkName(name) == nil {
			s.names = append(s.names, name)
		}
	}
}

func (s *presets) has(name string) bool {
	_, err := os.Stat(s.path(name))
	return err == nil
}

// checkName refuses names that are no plain file names on every system.
func checkName(name string) error {
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
