package param

import (
	"fmt"
	"strings"

	"tumble/internal/meter"
)

// Param is one parameter of a Registry: its description and where its value lives.
type Param struct {
	Spec
	get func() float64
	set func(float64) error
}

// Value returns the present value.
func (p *Param) Value() float64 { return p.get() }

// String returns the present value as text, without the unit.
func (p *Param) String() string { return p.Format(p.get()) }

// SetValue writes a value. The error wraps ErrValue when it lies outside the range.
func (p *Param) SetValue(v float64) error {
	if p.Kind == Float {
		v = float64(float32(v))
	}
	if err := p.check(v, p.Format(v)); err != nil {
		return err
	}
	if err := p.set(v); err != nil {
		return fmt.Errorf("param: %s=%s: %w", p.Key, p.Format(v), err)
	}
	return nil
}

// Set writes a value given as text.
func (p *Param) Set(text string) error {
	v, err := p.Parse(text)
	if err != nil {
		return err
	}
	return p.SetValue(v)
}

// IsDefault reports whether the parameter has its default value.
func (p *Param) IsDefault() bool { return p.Format(p.get()) == p.Format(p.Default) }

// Reset writes the default value.
func (p *Param) Reset() error { return p.SetValue(p.Default) }

// Registry is an ordered list of parameters with unique keys. It is not safe for use from
// several goroutines: it belongs to the goroutine that steps the world.
type Registry struct {
	// Renamed, if set, is told when a value was written under a former key.
	Renamed func(old, key string)

	params []*Param
	index  map[string]*Param // by keys and former keys
	// find finds settings of single bodies and joints, which join the list when they are asked for
	find func(key string) (*thing, error)
}

// NewRegistry returns an empty registry.
func NewRegistry() *Registry { return &Registry{index: map[string]*Param{}} }

// Add appends a parameter whose value is read by get and written by set. It refuses a
// description that contradicts itself and a key that is taken.
func (r *Registry) Add(spec Spec, get func() float64, set func(float64) error) error {
	if err := spec.valid(); err != nil {
		return err
	}
	keys := append([]string{spec.Key}, spec.Old...)
	for _, key := range keys {
		if r.index[key] != nil {
			return fmt.Errorf("param: %s: key is taken", key)
		}
	}
	spec.fill()
	p := &Param{Spec: spec, get: get, set: set}
	r.params = append(r.params, p)
	for _, key := range keys {
		r.index[key] = p
	}
	return nil
}

// All returns the parameters in the order in which they were added.
func (r *Registry) All() []*Param { return r.params }

// Changed are the parameters that do not have their default values, in the order of All.
func (r *Registry) Changed() (list []*Param) {
	for _, p := range r.params {
		if !p.IsDefault() {
			list = append(list, p)
		}
	}
	return list
}

// Lookup returns the parameter with the key or former key, or the setting of a thing. The error wraps ErrUnknownKey and
// names the keys that look most like it, or the things that there are.
func (r *Registry) Lookup(key string) (*Param, error) {
	if p := r.index[key]; p != nil {
		if key != p.Key && r.Renamed != nil {
			r.Renamed(key, p.Key)
		}
		return p, nil
	}
	if r.find != nil && meter.IsSetting(key) {
		t, err := r.find(key)
		if err != nil {
			return nil, err
		}
		if p := r.index[t.spec.Key]; p != nil {
			return p, nil
		}
		return r.addThing(t), nil
	}
	err := fmt.Errorf("param: %q: %w", key, ErrUnknownKey)
	known := make([]string, len(r.params))
	for i, p := range r.params {
		known[i] = p.Key
	}
	if near := Nearest(key, known, 3); len(near) > 0 {
		err = fmt.Errorf("%w; did you mean %s?", err, strings.Join(near, ", "))
	}
	return nil, err
}

// Set writes a value given as text.
func (r *Registry) Set(key, value string) error {
	p, err := r.Lookup(key)
	if err != nil {
		return err
	}
	return p.Set(value)
}

// Assign applies one "key=value", as the command line and presets write it.
func (r *Registry) Assign(pair string) error {
	key, value, ok := strings.Cut(pair, "=")
	if meter.IsSetting(pair) || strings.HasPrefix(pair, "actuator(") {
		// a name in quotes may have the sign, a number has none
		if i := strings.LastIndexByte(pair, '='); i >= 0 {
			key, value, ok = pair[:i], pair[i+1:], true
		}
	}
	if !ok {
		return fmt.Errorf("param: %q: %w: must be key=value", pair, ErrValue)
	}
	return r.Set(strings.TrimSpace(key), value)
}
