package urdf

import (
	"errors"

	"tumble/scene/model"
)

// mimics couples joints with those that they follow. Some are followed by way of others, so that all of them come
// before those that are left.
func (b *builder) mimics(list []*joint) {
	for apart := len(list) + 1; len(list) < apart; {
		apart = len(list)
		var rest []*joint
		for _, j := range list {
			if !b.mimic(j, false) {
				rest = append(rest, j)
			}
		}
		list = rest
	}
	for _, j := range list {
		b.mimic(j, true)
	}
}

// mimic couples a joint with the one that it follows. It returns false for joints that have no body in common, and with
// last tells what is lost.
func (b *builder) mimic(j *joint, last bool) bool {
	m := j.First("mimic")
	if m == nil {
		return true
	}
	name := m.Text("joint", "")
	leader, ok := b.built[name]
	follower, fine := b.built[j.name]
	ratio := m.Number("multiplier", 1)
	if !ok || !fine {
		m.Lossf("joint %q cannot be followed: it has no effect", name)
		return true
	}
	err := b.scene.Couple(leader, follower, ratio)
	if errors.Is(err, model.ErrApart) && !last {
		return false
	}
	if err != nil {
		m.Lossf("joint %q cannot be followed: %v: it has no effect", name, err)
	}
	return true
}
