package session

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	"tumble/engine/param"
	"tumble/internal/app/userfile"
	"tumble/internal/meter"
)

// Preset is a choice of parameters with a name, kept as TOML. Only what differs from the defaults of
// the scene is in it.
//
//	scene = "pyramid36"
//	[parameters]
//	"gravity.y" = -1.62
//	"sleep.enabled" = false
type Preset struct {
	// Scene is the scene it was made in. Its own parameters, those under "scene.", and settings of its bodies and
	// joints are used there only.
	Scene      string         `toml:"scene"`
	Parameters map[string]any `toml:"parameters"`
}

// NewPreset takes the parameters that differ from their defaults.
func NewPreset(scene string, r *param.Registry) *Preset {
	p := &Preset{Scene: scene, Parameters: map[string]any{}}
	for _, q := range r.Changed() {
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
		if ofScene(q.Key) && scene != p.Scene {
			continue
		}
		values[q.Key] = q.Default
	}
	var problems []error
	for _, key := range p.keys() {
		if ofScene(key) && scene != p.Scene {
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

// ofScene reports whether a parameter belongs to one scene: its own parameters, and settings of its bodies and joints.
func ofScene(key string) bool { return strings.HasPrefix(key, "scene.") || meter.IsSetting(key) }

func (p *Preset) keys() []string {
	var keys []string
	for k := range p.Parameters {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// Write writes the preset, whole or not at all.
func (p *Preset) Write(path string) error { return userfile.Write(path, p) }

// ReadPreset reads a preset. Keys that no preset has are an error.
func ReadPreset(path string) (*Preset, error) {
	p := &Preset{}
	if err := userfile.Read(path, p); err != nil {
		return nil, err
	}
	return p, nil
}
