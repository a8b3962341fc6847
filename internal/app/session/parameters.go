package session

import (
	"fmt"
	"hash/fnv"
	"strings"

	"tumble/engine/input"
	"tumble/engine/param"
	"tumble/engine/record"
	"tumble/physics"
)

// keyHash is the number under which a parameter travels in a command.
func keyHash(key string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(key))
	return h.Sum64()
}

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

// Parameter is the one that a CommandSet writes, nil for one that is not known.
func (s *Session) Parameter(e *input.Event) *param.Param { return s.keys[e.ID] }

// changed lists the parameters that differ from the scene's own values.
func changed(r *param.Registry) []record.Param {
	var list []record.Param
	for _, p := range r.Changed() {
		list = append(list, record.Param{Name: p.Key, Value: p.String()})
	}
	return list
}

// setParam writes a parameter and lets it take effect in the world, unless it needs a restart.
func setParam(p *param.Param, value float64, config *param.Config, w *physics.World) error {
	if err := p.SetValue(value); err != nil {
		return fmt.Errorf("%s", strings.TrimPrefix(err.Error(), "param: "))
	}
	if p.Restart {
		return nil
	}
	if strings.HasPrefix(p.Key, "material.") {
		config.Material.Apply(w)
		return nil
	}
	return w.SetSettings(config.Settings)
}

// Take gives a parameter a value in words, at once and outside of a recording: for a session that runs beside another. A
// parameter that takes effect at a restart builds the scene anew.
func (s *Session) Take(key, text string) error {
	p, err := s.Registry.Lookup(key)
	if err == nil {
		err = p.Set(text)
	}
	if err != nil {
		return err
	}
	if p.Restart {
		return s.rebuild()
	}
	return setParam(p, p.Value(), s.Config, s.Run.World)
}

// Sets reports whether an event writes the parameter of a key.
func Sets(e *input.Event, key string) bool {
	return e.Kind == input.EventCommand && Command(e.Code) == CommandSet && e.ID == keyHash(key)
}
