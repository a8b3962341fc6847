package mjcf

import (
	"tumble/physics"
	"tumble/scene/internal/linktree"
	"tumble/scene/model"
)

// filterBits is the number of bits that the filters of a model have.
const filterBits = 31

// filters are the bits of shapes that collide alike.
type filters struct {
	kinds map[physics.Filter]int
	masks []uint32
}

// filtersOf gives each kind of filter of a scene a bit, and a mask of the kinds that it collides with: the rule of
// MuJoCo, by which one matching side is enough, is then that of the scene.
func filtersOf(s *model.Model, f *linktree.Notes) filters {
	out := filters{kinds: map[physics.Filter]int{}}
	var list []physics.Filter
	more := false
	for i := range s.Bodies {
		for k := range s.Bodies[i].Shapes {
			kind := s.Bodies[i].Shapes[k].Def.Filter
			if _, ok := out.kinds[kind]; ok {
				continue
			}
			if len(list) == filterBits {
				out.kinds[kind], more = filterBits-1, true
				continue
			}
			out.kinds[kind] = len(list)
			list = append(list, kind)
		}
	}
	if more {
		f.Lossf("", "more than %d kinds of shapes that collide in different ways: the rest are one", filterBits)
	}
	out.masks = make([]uint32, len(list))
	for i, a := range list {
		for k, b := range list {
			if linktree.Meet(a, b) {
				out.masks[i] |= 1 << k
			}
		}
	}
	if len(list) == 1 && out.masks[0] == 1 {
		return filters{}
	}
	return out
}

// bits are contype and conaffinity of a shape.
func (f *filters) bits(filter physics.Filter) (contype, conaffinity uint32) {
	if f.masks == nil {
		return 1, 1
	}
	kind := f.kinds[filter]
	return 1 << kind, f.masks[kind]
}
