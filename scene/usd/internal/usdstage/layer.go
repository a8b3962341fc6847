package usdstage

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"tumble/scene/model"
	"tumble/scene/usd/internal/usda"
)

// Limits of composing, against files made to exhaust memory or time.
const (
	maxLayers  = 256
	maxDepth   = 128      // of prims
	maxArcs    = 64       // references within references, and so on
	maxArchive = 1 << 30  // bytes of all files of an archive that are read
	maxPaths   = 32 << 20 // bytes of the paths of all prims

	// prims may become more by references than layers have: by so many, and so many for each of a layer
	morePrims, primsEach   = 1 << 16, 2
	moreVisits, visitsEach = 1 << 19, 16 // opinions of layers about prims, with the arcs that lead to them
)

// layer is a layer that was read; its name is relative to the scene, empty for the scene itself.
type layer struct {
	*usda.Layer
	name   string
	byName map[string]*usda.Prim // at its root
}

// fewChildren are searched one by one.
const fewChildren = 16

// stack is a layer with its sublayers, the strongest first.
type stack struct {
	layers []*layer
	err    error
}

// composer composes prims.
type composer struct {
	beside        model.Beside
	f             *model.Faults
	stage         *Stage
	stacks        map[string]*stack
	index         map[*usda.Prim]map[string]*usda.Prim // of children by name, of prims with many
	read          int
	specs         int // prims of all layers
	prims, visits int
	paths         int // bytes
	full          bool
	told          map[string]bool // losses that were told
	archived      int64
}

func newComposer(beside model.Beside, f *model.Faults) *composer {
	return &composer{beside: beside, f: f, stacks: map[string]*stack{}, index: map[*usda.Prim]map[string]*usda.Prim{},
		told: map[string]bool{}}
}

// open reads the first layer of a scene and its sublayers.
func (c *composer) open(data []byte) (*stack, error) {
	name := ""
	if bytes.HasPrefix(data, []byte("PK\x03\x04")) {
		var err error
		if name, data, err = c.archive(data); err != nil {
			return nil, err
		}
	}
	l, err := usda.Parse(data)
	if err != nil {
		return nil, err
	}
	c.read++
	s := &stack{}
	c.stacks[name] = s
	c.add(s, c.newLayer(l, name), map[string]bool{name: true})
	return s, nil
}

func (c *composer) newLayer(l *usda.Layer, name string) *layer {
	out := &layer{l, name, map[string]*usda.Prim{}}
	for _, p := range l.Prims {
		out.byName[p.Name] = p
		c.count(p)
	}
	return out
}

// count counts the prims of a layer.
func (c *composer) count(p *usda.Prim) {
	c.specs++
	for _, child := range p.Children {
		c.count(child)
	}
	for _, set := range p.Variants {
		for _, v := range set {
			c.count(v)
		}
	}
}

// archive reads a USDZ file: a zip whose first file is the scene, with the others beside it.
func (c *composer) archive(data []byte) (string, []byte, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return "", nil, fmt.Errorf("a zip archive (USDZ) that cannot be read: %w", err)
	}
	files := map[string]*zip.File{}
	for _, f := range z.File {
		if files[f.Name] == nil {
			files[f.Name] = f
		}
	}
	if len(z.File) == 0 {
		return "", nil, errors.New("an empty archive (USDZ)")
	}
	c.beside = func(name string) ([]byte, error) {
		f := files[path.Clean(name)]
		if f == nil {
			return nil, fmt.Errorf("%s: there is no such file in the archive", name)
		}
		if f.Method != zip.Store || f.UncompressedSize64 > uint64(len(data)) {
			return nil, fmt.Errorf("%s is compressed: files of USDZ archives are not", name)
		}
		if c.archived += int64(f.UncompressedSize64); c.archived > maxArchive {
			return nil, fmt.Errorf("%s: more than %d bytes are read", name, int64(maxArchive))
		}
		r, err := f.Open()
		if err != nil {
			return nil, err
		}
		defer r.Close()
		return io.ReadAll(io.LimitReader(r, int64(f.UncompressedSize64)))
	}
	first := z.File[0].Name
	inner, err := c.beside(first)
	if err != nil {
		return "", nil, fmt.Errorf("the first file of the archive: %w", err)
	}
	if !bytes.HasPrefix(inner, []byte("#usda ")) {
		return "", nil, fmt.Errorf(
			"the first layer of the archive, %.100q, is not text: unpack the archive and save that layer as text "+
				"(.usda), for example with usdcat", first)
	}
	return first, inner, nil
}

// add puts a layer and its sublayers into a stack; above are the layers that lead to it.
func (c *composer) add(s *stack, l *layer, above map[string]bool) {
	s.layers = append(s.layers, l)
	for _, v := range items(l.Meta["subLayers"]) {
		if v.Shape != usda.Asset {
			continue
		}
		name := beside(l.name, v.Text)
		if above[name] {
			c.lossf(name, l.name, v.Line, "the sublayer %.100q is within itself: it is left out", v.Text)
			continue
		}
		inner, err := c.layer(name)
		if err != nil {
			c.lossf(name, l.name, v.Line, "the sublayer %.100q is left out: %v", v.Text, err)
			continue
		}
		above[name] = true
		c.add(s, inner, above)
		delete(above, name)
	}
}

// beside is the name of an asset, relative to the scene, that a layer names.
func beside(from, asset string) string {
	if strings.Contains(asset, "://") || strings.HasPrefix(asset, "/") {
		return asset
	}
	return path.Join(path.Dir(from), asset)
}

// layer reads a layer.
func (c *composer) layer(name string) (*layer, error) {
	if c.beside == nil {
		return nil, errors.New("other files cannot be read from here")
	}
	if c.read++; c.read > maxLayers {
		return nil, fmt.Errorf("more than %d layers", maxLayers)
	}
	if ext := strings.ToLower(path.Ext(name)); ext != ".usda" && ext != ".usd" {
		return nil, fmt.Errorf("only layers as text are read (.usda, .usd)")
	}
	data, err := c.beside(name)
	if err != nil {
		return nil, err
	}
	l, err := usda.Parse(data)
	if err != nil {
		return nil, err
	}
	return c.newLayer(l, name), nil
}

// stackOf returns the stack of a layer, read once.
func (c *composer) stackOf(name string) (*stack, error) {
	s := c.stacks[name]
	if s == nil {
		s = &stack{}
		c.stacks[name] = s
		var l *layer
		if l, s.err = c.layer(name); s.err == nil {
			c.add(s, l, map[string]bool{name: true})
			c.compareUnits(l)
		}
	}
	return s, s.err
}

// compareUnits tells of a layer in other units: as USD has it, nothing is converted.
func (c *composer) compareUnits(l *layer) {
	for _, u := range []struct {
		name  string
		other float64
	}{{"metersPerUnit", 0.01}, {"kilogramsPerUnit", 1}} {
		own := l.Meta[u.name]
		if own == nil || own.Shape != usda.Number || c.stage == nil {
			continue
		}
		if of := c.stage.Number(u.name, u.other); own.Numbers[0] != of {
			c.f.Warnf(l.name, "%s is %g, that of the scene %g: as in USD, that of the scene counts for all", u.name,
				own.Numbers[0], of)
		}
	}
}

// lossf tells a loss once.
func (c *composer) lossf(key, layer string, line int, format string, args ...any) {
	if c.told[key] {
		return
	}
	c.told[key] = true
	where := fmt.Sprintf("line %d", line)
	if layer != "" {
		where = fmt.Sprintf("%s line %d", layer, line)
	}
	c.f.Lossf(where, format, args...)
}

// items are the members of a list, or a single value.
func items(v *usda.Value) []*usda.Value {
	switch {
	case v == nil || v.Shape == usda.None:
		return nil
	case v.Shape == usda.List:
		return v.List
	}
	return []*usda.Value{v}
}
