package load

import (
	"math"

	"tumble/physics"
	"tumble/scene/gltf/internal/document"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
)

// filters are the collision filters of a document.
type filters struct {
	list    []jsonvalue.Value
	systems map[string]int // bit of each named collision system
	// strict warns of unknown members; those of MSFT_collision_primitives are members of colliders
	strict  bool
	byShape bool // each belongs to the shape with its index
}

// readFilters gives the named collision systems their bits. Bit 0 stands for colliders without
// filter, which collide with everything; bit 63 for filters that are in no system.
func readFilters(from *document.Document) *filters {
	d := &filters{list: from.List("collisionFilters"), systems: map[string]int{}, byShape: from.FiltersByShape(),
		strict: from.Root.Path("extensions", "MSFT_collision_primitives").Missing()}
	for _, f := range d.list {
		for _, name := range []string{"collisionSystems", "collideWithSystems", "notCollideWithSystems"} {
			for _, s := range f.At(name).List() {
				system := s.Text("")
				if _, ok := d.systems[system]; ok {
					continue
				}
				if len(d.systems) >= 62 {
					s.Errorf("%q is system number 63: at most 62 are possible", system)
					return d
				}
				d.systems[system] = len(d.systems) + 1
			}
		}
	}
	return d
}

// filter reads one collision filter.
func (d *filters) filter(v jsonvalue.Value) physics.Filter {
	f := physics.DefaultFilter()
	if d.strict {
		v.Only("collisionSystems", "collideWithSystems", "notCollideWithSystems")
	}
	bits := func(name string) uint64 {
		sum := uint64(0)
		for _, s := range v.At(name).List() {
			sum |= 1 << d.systems[s.Text("")]
		}
		return sum
	}
	if c := bits("collisionSystems"); c != 0 {
		f.Category = c
	} else if !v.At("collisionSystems").Missing() {
		f.Category = 1 << 63
	}
	with, without := v.At("collideWithSystems"), v.At("notCollideWithSystems")
	switch {
	case !with.Missing() && !without.Missing():
		v.Errorf("has both collideWithSystems and notCollideWithSystems")
	case !with.Missing():
		f.Mask = bits("collideWithSystems") | 1
	case !without.Missing():
		f.Mask = ^bits("notCollideWithSystems")
	}
	readOwnFilter(v.Path("extensions", extension.Own), &f)
	return f
}

func readOwnFilter(v jsonvalue.Value, f *physics.Filter) {
	if !v.IsObject() {
		return
	}
	v.Only("category", "mask", "group")
	f.Category, f.Mask = v.Bits("category", f.Category), v.Bits("mask", f.Mask)
	f.Group = int32(v.At("group").Integer(0, math.MinInt32, math.MaxInt32))
}
