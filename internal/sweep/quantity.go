package sweep

import (
	"fmt"

	"tumble/internal/bodyname"
	"tumble/physics"
)

// quantity is a number of a world that a fit follows: a coordinate of a body, or the coordinate or speed of a joint.
type quantity struct {
	unit string
	bind func(w *physics.World) (func() float64, error)
}

// findQuantity reads body("crate").position.y, body("crate").velocity.x, joint("arm", "wall").angle or .rate.
func findQuantity(s *Study, text string) (*quantity, error) {
	function, names, field, err := call(text)
	if err != nil {
		return nil, err
	}
	q := &quantity{}
	switch {
	case function == "body" && len(names) == 1:
		f, ok := bodyFields[field]
		if !ok {
			return nil, fmt.Errorf("%s: a body has no %s; it has %s", text, field, known(bodyFields))
		}
		q.unit = f.unit
		q.bind = func(w *physics.World) (func() float64, error) {
			b, ok := bodyname.Find(w, names[0])
			if !ok {
				return nil, fmt.Errorf("%s: there is no body %q", text, names[0])
			}
			return func() float64 { return f.get(b) }, nil
		}
	case function == "joint" && len(names) <= 2 && (field == "angle" || field == "rate"):
		q.unit = map[string]string{"angle": "rad or m", "rate": "rad/s or m/s"}[field]
		q.bind = func(w *physics.World) (func() float64, error) {
			j, i, ok := findJoint(w, names)
			if !ok {
				return nil, fmt.Errorf("%s: there is no such joint", text)
			}
			return func() float64 {
				value, speed := j.Coordinate(i)
				if field == "rate" {
					return float64(speed)
				}
				return float64(value)
			}, nil
		}
	default:
		return nil, fmt.Errorf("%s: must be body(NAME).FIELD, joint(NAME, NAME).angle or .rate", text)
	}
	run, err := s.Scene.New(s.Scene.WorldDef(), nil)
	if err != nil {
		return nil, err
	}
	defer run.World.Close()
	_, err = q.bind(run.World)
	return q, err
}
