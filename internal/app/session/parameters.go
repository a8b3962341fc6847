package session

import (
	"fmt"
	"hash/fnv"
	"math"
	"strings"

	"tumble/engine/input"
	"tumble/engine/param"
	"tumble/engine/record"
	"tumble/internal/meter"
	"tumble/physics/scenes"
)

// keysOf are the parameters of a registry by the hashes of their keys.
func keysOf(r *param.Registry) map[uint64]*param.Param {
	keys := map[uint64]*param.Param{}
	for _, p := range r.All() {
		keys[keyHash(p.Key)] = p
		for _, old := range p.Old {
			keys[keyHash(old)] = p
		}
	}
	return keys
}

// Parameter is the parameter that a CommandSet writes, nil for an unknown key. A setting of a body or a joint joins the
// registry when a command writes it first, as a command has only the hash of the key.
func (s *Session) Parameter(e *input.Event) *param.Param {
	if p := s.keys[e.ID]; p != nil {
		return p
	}
	if s.keys = keysOf(s.Registry); s.keys[e.ID] == nil {
		for _, key := range meter.Settings(s.World(), s.Run.Scene) {
			if keyHash(key) == e.ID {
				p, _ := s.Registry.Lookup(key)
				s.keys[e.ID] = p
			}
		}
	}
	return s.keys[e.ID]
}

// changed lists the parameters that differ from the scene's own values.
func changed(r *param.Registry) []record.Param {
	var list []record.Param
	for _, p := range r.Changed() {
		list = append(list, record.Param{Name: p.Key, Value: p.String()})
	}
	return list
}

// setParam writes a parameter and lets it take effect in the world, unless it needs a restart.
func setParam(p *param.Param, value float64, config *param.Config, run *scenes.Run) error {
	if err := p.SetValue(value); err != nil {
		return fmt.Errorf("%s", strings.TrimPrefix(err.Error(), "param: "))
	}
	if p.Restart {
		return nil
	}
	w := run.World
	if key, ok := p.InScene(); ok {
		return run.SetValue(key, p.Value())
	}
	if p.IsThing() {
		return config.ApplyThing(p.Key, w)
	}
	if strings.HasPrefix(p.Key, "material.") {
		config.Material.Apply(w)
		return nil
	}
	return w.SetSettings(config.Settings)
}

// moves reports whether another value of a parameter acts on bodies at once: no parameter of the loop does, nor one
// that waits for a restart.
func moves(p *param.Param) bool { return !p.Restart && !strings.HasPrefix(p.Key, "loop.") }

// sameValue reports whether two values of a parameter are the same, as two missing values, NaN, are.
func sameValue(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

// keyHash is the number under which a parameter travels in a command.
func keyHash(key string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(key))
	return h.Sum64()
}
