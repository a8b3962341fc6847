package xmlscene

import (
	"errors"
	"fmt"

	"tumble/physics/vec"
	"tumble/scene/model"
)

var errTriangles = fmt.Errorf("more than %d triangles", model.MaxTriangles)

// welder joins equal points.
type welder struct {
	known   map[vec.Vec3]uint32
	points  []vec.Vec3
	indices []uint32
}

func (w *welder) add(p vec.Vec3) error {
	if !p.IsFinite() {
		return errors.New("a point is not finite")
	}
	if len(w.indices) >= 3*model.MaxTriangles {
		return errTriangles
	}
	i, ok := w.known[p]
	if !ok {
		i = uint32(len(w.points))
		w.known[p] = i
		w.points = append(w.points, p)
	}
	w.indices = append(w.indices, i)
	return nil
}

func (w *welder) done() ([]vec.Vec3, []uint32, error) {
	if len(w.indices) < 3 {
		return nil, nil, errors.New("has no triangles")
	}
	return w.points, w.indices[:len(w.indices)/3*3], nil
}
