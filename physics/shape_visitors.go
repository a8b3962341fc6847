package physics

// Visitors appends the shapes that overlapped the sensor at the end of the last step to buf.
func (s Shape) Visitors(buf []Shape) []Shape {
	if s.record() == nil {
		return buf
	}
	w := s.world
	for _, o := range w.sensors.VisitorsOf(s.index) {
		if o.SensorGeneration == s.generation {
			buf = append(buf, Shape{w, o.Visitor, o.VisitorGeneration})
		}
	}
	return buf
}
