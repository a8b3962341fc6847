package urdf

// mimic couples a joint with the one that it follows.
func (b *builder) mimic(j *joint) {
	m := j.First("mimic")
	if m == nil {
		return
	}
	name := m.Text("joint", "")
	leader, ok := b.built[name]
	follower, fine := b.built[j.name]
	ratio := m.Number("multiplier", 1)
	if !ok || !fine {
		m.Lossf("joint %q cannot be followed: it has no effect", name)
		return
	}
	if err := b.scene.Couple(leader, follower, ratio); err != nil {
		m.Lossf("joint %q cannot be followed: %v: it has no effect", name, err)
		return
	}
}
