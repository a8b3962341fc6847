package physics

// Visitors appends the shapes that overlapped the sensor at the end of the last step to buf.
func (s Shape) Visitors(buf []Shape) []Shape {
	if s.record() == nil {
		return buf
	}
	w := s.world
	for _, o := range w.visitorsOf(s.index) {
		if o.sensorGeneration == s.generation {
			buf = append(buf, Shape{w, o.visitor, o.visitorGeneration})
		}
	}
	return buf
}
